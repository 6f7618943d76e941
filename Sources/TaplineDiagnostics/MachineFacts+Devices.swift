public import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineService
public import TaplineTouches

// What the devices themselves say: who may use them, whose the lines are, who answers, what the panel does.

extension MachineFacts {
    /// Looks at the devices, after ``lookAtFiles(root:user:)``. The controller is reset and read as a run does, unless a
    /// driver of the kernel has it.
    ///
    /// - Parameters:
    ///   - outputs: lines that a configuration names, too.
    ///   - watchTime: how long the panel is watched; zero: not.
    ///   - willWatch: called before that.
    public mutating func lookAtDevices(
        outputs: [LineOutputDescription], watchTime: Microseconds, willWatch: () -> Void
    ) {
        lookAtLines(outputs)
        guard let path = busPath, hasBusFile else { return }
        do throws(DeviceError) {
            let bus = try I2CBus(path: path)
            try lookForHolders(bus)
            guard !holders.contains(where: { board.addresses.contains($0.address) }) else { return }
            lookAtController(ProbeWire(bus), watchTime, willWatch)
        } catch {
            if error.isPermission { deny(path, error) } else { busFailure = error }
        }
    }

    /// Asks the adapter, too, whether drivers of the kernel have the board's addresses: sysfs may be hidden.
    private mutating func lookForHolders(_ bus: borrowing I2CBus) throws(DeviceError) {
        for address in board.addresses where !holders.contains(where: { $0.address == address }) {
            do throws(DeviceError) {
                try bus.checkOwnership(of: address)
            } catch {
                guard error.errno == Errno.busy else { throw error }
                // (Then the driver has no name.)
                holders.append(.init(address: address, device: "", driver: "", isInput: false))
            }
        }
    }

    private mutating func deny(_ path: String, _ error: DeviceError) {
        guard !denials.contains(where: { $0.path == path }) else { return }
        denials.append(
            Denial(path: path, group: DeviceFiles.group(of: path), isByContainer: error.errno == Errno.notPermitted))
    }

    private mutating func lookAtLines(_ outputs: [LineOutputDescription]) {
        if let pin = board.interruptPin { lines.append(NamedLine(role: "interrupt_pin", name: pin.line)) }
        if let pin = board.resetPin { lines.append(NamedLine(role: "reset_pin", name: pin.line)) }
        for output in outputs { lines.append(NamedLine(role: "output", name: output.line)) }
        guard !lines.isEmpty else { return }
        let (chips, failure) = GPIOLines.readChips()
        if let failure, failure.isPermission { deny(failure.device, failure) }
        for index in lines.indices {
            do throws(DeviceError) {
                let place = try GPIOLines.find(lines[index].name, among: chips)
                lines[index].location = place
                lines[index].user = GPIOChip.user(of: place.offset, path: place.chipPath)
            } catch {
                // (Without any chip, why there is none says more.)
                lines[index].refusal = chips.isEmpty ? failure ?? error : error
            }
        }
    }

    // MARK: The controller

    private mutating func lookAtController(_ wire: ProbeWire, _ watchTime: Microseconds, _ willWatch: () -> Void) {
        var pins = ControllerPins()
        let pinsAreFree = lines.allSatisfy { $0.role == "output" || ($0.location != nil && $0.user == nil) }
        do throws(DeviceError) {
            // Without one of its lines a reset might move the chip to another address: then both are left alone.
            if pinsAreFree { pins = try ControllerPins(board) }
        } catch {
            for index in lines.indices where lines[index].location?.description == error.device {
                lines[index].refusal = error
            }
        }
        defer { pins.leave() }
        var asDriven = board
        if !pinsAreFree || pins.isEmpty { (asDriven.interruptPin, asDriven.resetPin) = (nil, nil) }
        var facts = PanelWatch.identify(asDriven, over: wire, pins: pins)
        if !facts.identity.isKnown, facts.busError == nil { facts.others = others(wire) }
        controller = facts
        guard facts.identity.isKnown, watchTime > .zero else { return }
        willWatch()
        watch = PanelWatch.watch(board, at: facts.identity.address, over: wire, pins: pins, for: watchTime)
    }

    /// The controllers on the bus that say themselves who they are, apart from chips that somebody holds.
    private func others(_ wire: ProbeWire) -> [(address: UInt8, chip: String)] {
        var others: [(address: UInt8, chip: String)] = []
        for address in KnownFamily.addresses(of: KnownFamily.all)
        where !holders.contains(where: { $0.address == address }) {
            guard case .success(.controller(let chip, _)) = Detection.ask(address, KnownFamily.all, over: wire) else {
                continue
            }
            others.append((address, chip))
        }
        return others
    }
}
