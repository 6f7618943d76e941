import CTaplineSystem
public import TaplineConfiguration
public import TaplineCore
import TaplineDaemon
import TaplineLinux

// What the devices themselves say: who may use them, whose the lines are, who answers, what the panel does.

extension MachineFacts {
    /// Looks at the devices, after ``lookAtFiles(root:user:)``. The controller is reset and read as a run does, unless a
    /// driver of the kernel has it.
    ///
    /// - Parameters:
    ///   - outputs: lines that a configuration names, too.
    ///   - watchTime: how long the panel is watched; zero: not.
    ///   - untouchedTime: how long it is watched before that, while nobody touches it; zero: not.
    ///   - maySearch: called where the board's controller is not there: whether others are looked for on the bus at this
    ///     path, at addresses that the board does not name.
    ///   - willWatch: called before each of the two, with everything that is known by then, and whether nobody is to touch it.
    public mutating func lookAtDevices(
        outputs: [LineOutputDescription], watchTime: Microseconds, untouchedTime: Microseconds = .zero,
        maySearch: (String) -> Bool, willWatch: (MachineFacts, _ isUntouched: Bool) -> Void
    ) {
        lookAtLines(outputs)
        guard let path = busPath, hasBusFile else { return }
        do throws(DeviceError) {
            let bus = try I2CBus(path: path)
            try lookForHolders(bus)
            guard !holders.contains(where: { board.addresses.contains($0.address) }) else { return }
            lookAtController(
                ProbeWire(bus), watchTime, untouchedTime, maySearch: { maySearch(path) }, willWatch)
        } catch {
            if error.isPermission { deny(path, error) } else { busFailure = error }
        }
    }

    /// Looks whether the serial ports at `paths` are there and may be used. None is opened: that moves its DTR, which resets
    /// some boards behind it.
    public mutating func lookAtPorts(_ paths: [String]) {
        for path in paths {
            let status = tapline_access_both(path)
            let refusal = status == 0 ? nil : DeviceError(path: path, errno: -status)
            if let refusal, refusal.isPermission { deny(path, refusal) }
            ports.append((path, refusal))
        }
    }

    /// Opens the board's input device, and closes it; why that fails, if not for want of permission, which is noted.
    mutating func openInputDevice() -> DeviceError? {
        do throws(DeviceError) {
            _ = try EvdevConnection(board.bus)
            return nil
        } catch {
            if error.isPermission { deny(error.device, error) }
            return error
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

    mutating func deny(_ path: String, _ error: DeviceError) {
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
                lines[index].nearest = MachineFacts.line(
                    called: lines[index].name, among: chips.flatMap { $0.lineNames })
            }
        }
    }

    /// The one of `names` that has the same number as `name` and nearly the same letters: `GPIO17` for `gpio_17`. (Another
    /// number is another line, and no slip that can be fixed.)
    static func line(called name: String, among names: [String]) -> String? {
        func digits(_ text: String) -> [UInt8] { text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 } }
        return nearestName(to: name, among: names.filter { digits($0) == digits(name) })
    }

    // MARK: The controller

    private mutating func lookAtController(
        _ wire: ProbeWire, _ watchTime: Microseconds, _ untouchedTime: Microseconds, maySearch: () -> Bool,
        _ willWatch: (MachineFacts, _ isUntouched: Bool) -> Void
    ) {
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
        if !facts.identity.isKnown, facts.busError == nil {
            facts.othersWereAsked = maySearch()
            if facts.othersWereAsked { facts.lookForOthers(wire, except: holders.map { $0.address }) }
        }
        var chips = facts.others.compactMap { ControllerChip(name: $0.chip) }
        if facts.identity.isKnown, let said = board.controller.relative(saying: facts.identity) { chips.append(said) }
        for chip in chips where chip != board.controller {
            if let file = BoardBeginning.file(for: chip) { facts.beginnings.append((chip.name, file)) }
        }
        controller = facts
        guard facts.identity.isKnown else { return }
        if untouchedTime > .zero {
            willWatch(self, true)
            untouched = PanelWatch.watchUntouched(board, at: facts.identity.address, over: wire, for: untouchedTime)
        }
        guard watchTime > .zero, !StopSignals.haveCome else { return }
        willWatch(self, false)
        watch = PanelWatch.watch(board, at: facts.identity.address, over: wire, pins: pins, for: watchTime)
    }
}

extension ControllerFacts {
    /// Looks for the controllers and motion sensors on the bus that say themselves who they are, apart from those at `held`
    /// addresses.
    ///
    /// What the board's lines have reset may be a chip of another family than the board's, which starts more slowly: the
    /// slowest one is waited for.
    mutating func lookForOthers(_ wire: ProbeWire, except held: [UInt8]) {
        let families = KnownFamily.all
        wire.wait(wire.now() + (families.map { $0.startUp }.max() ?? .zero))
        for address in KnownFamily.addresses(of: families) where !held.contains(address) {
            switch Detection.ask(address, families, over: wire) {
            case .success(.controller(let chip, _)): others.append((address, chip))
            case .success(.sensor(let chip, _)): sensors.append((address, chip))
            default: break
            }
        }
    }
}
