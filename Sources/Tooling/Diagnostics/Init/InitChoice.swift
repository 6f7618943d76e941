import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineLinux

/// Which board a computer's panel is.
enum InitChoice {
    /// One of these: the one that is there, or those between which a person decides.
    case boards([InitBoard])
    /// A bus that config.txt brings with this line is looked at first.
    case boot(String)
}

extension InitFacts {
    /// Which board the panel of `options` is, by what was found.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where nothing answers, with what to look at.
    func choice(_ options: InitOptions) throws(ServiceError) -> InitChoice {
        var found: [InitBoard] = []
        for bus in buses {
            for (address, chip) in bus.chips {
                for board in try boards(for: chip, at: address, on: bus.adapter.path, options)
                where !found.contains(where: { $0.name == board.name }) {
                    found.append(board)
                }
            }
        }
        if found.isEmpty, touchscreens.count == 1, var board = boards.first(where: { $0.name == "evdev" }) {
            board.reason = "the kernel reads the touchscreen '\(touchscreens[0].name)'"
            found = [board]
        }
        if !found.isEmpty { return .boards(found) }
        guard touchscreens.count < 2 else {
            let names = touchscreens.map { "\n  \($0.path) '\(displayed($0.name))'" }.joined()
            throw ServiceError(
                "there are \(touchscreens.count) touchscreens; name one as bus: in a copy of the board evdev, and that file "
                    + "as --board:\(names)", .unavailable)
        }
        let line = "dtparam=i2c_arm=on"
        // (An adapter that knows SMBus only is none of a panel's.)
        let isDenied = buses.contains { $0.failure?.isPermission ?? false }
        if machine.bootConfiguration != nil, !Doctor.has(line, machine), !isDenied {
            return .boot(line)
        }
        throw nothing
    }

    /// Why no panel is there.
    private var nothing: ServiceError {
        guard !machine.adapters.isEmpty else {
            return ServiceError(
                "no panel was found: this computer has neither an I2C adapter nor a touchscreen. Plug the panel or its "
                    + "adapter in, or switch the bus on (on a Raspberry Pi dtparam=i2c_arm=on in config.txt), and try again",
                .unavailable)
        }
        let why = DetectionRun.nothing(buses)
        let looked = buses.map { "\($0.adapter.path)\($0.adapter.name.isEmpty ? "" : ", \($0.adapter.name)")" }
        var text = "no panel was found. Looked at: \(looked.isEmpty ? "nothing" : looked.joined(separator: "; "))"
        text += "\n\(why.description)"
        for note in DetectionReport(buses).notes { text += "\n\(note)" }
        text +=
            "\nLook at the panel's supply and ground, at SDA and SCL (not swapped, with pull-ups), and at its reset line. A "
        text += "display that needs its line in config.txt: name its board, --board BOARD"
        return ServiceError(text, why.exitCode)
    }

    /// The boards that a chip at `address` of the bus at `path` may be.
    private func boards(
        for chip: Detected, at address: UInt8, on path: String, _ options: InitOptions
    ) throws(ServiceError) -> [InitBoard] {
        func fit(_ reason: String, _ isOne: (InitBoard) -> Bool) -> [InitBoard] {
            let there = boards.filter { $0.busPath == path && isOne($0) }
            let named = there.filter { isInBoot($0) }
            // (Without its overlay in config.txt none is taken whose lines would move, or whose bus is everybody's.)
            let fitting = named.isEmpty ? there.filter { !$0.drivesLines && $0.description.overlay != nil } : named
            return fitting.map {
                var board = $0
                board.reason = reason
                return board
            }
        }
        let place = "\(address.hexadecimal) on \(path)"
        switch chip {
        case .controller(let name, let identity):
            guard let kind = ControllerChip(name: name) else { return [] }
            let known = fit("a \(name) answers at \(place)") {
                $0.description.addresses.contains(address) && $0.description.controller.family == kind.family
            }
            return known.isEmpty ? [try made(kind, identity, at: address, on: path, options)] : known
        case .held(let holder, _) where holder.isInput:
            let known = fit("the kernel's driver \(holder.driver) has the chip at \(place)") {
                $0.description.kernelDriver == holder.driver
                    && ($0.isOfTheKernel ? $0.inputPath != nil : $0.description.addresses.contains(address))
            }
            // (A display whose chip cannot be had without its driver is no other.)
            let kernels = known.filter { $0.isOfTheKernel }
            return kernels.isEmpty ? known : kernels
        default: return []
        }
    }

    /// Whether config.txt has the overlay of `board`.
    private func isInBoot(_ board: InitBoard) -> Bool {
        guard let overlay = board.description.overlay else { return false }
        let name = OverlayLine.name(in: overlay)
        return machine.bootConfiguration?.overlays.contains {
            $0.name == name && MachineFacts.counts($0.section, on: machine.model)
        } ?? false
    }

    /// A board for a controller without one: polled, because no bus says where its lines are.
    private func made(
        _ chip: ControllerChip, _ identity: ControllerIdentity, at address: UInt8, on path: String,
        _ options: InitOptions
    ) throws(ServiceError) -> InitBoard {
        guard identity.width > 0, identity.height > 0, !chip.hasKeys else {
            let notes = DetectionReport(buses).notes.map { "\n\($0)" }.joined()
            throw ServiceError(
                "the \(chip.name) at \(address.hexadecimal) on \(path) does not say how large its panel is: name the panel's "
                    + "board, --board BOARD, or a file of your own\(notes)", .unavailable)
        }
        let text = """
            tapline: board/1
            name: \(chip.name) panel
            source: found by tapline init, and what the controller says of itself
            controller: \(chip.name)
            bus: \(path)
            addresses: [\(address.hexadecimal)]
            size: [\(identity.width), \(identity.height)]
            max_fingers: \(chip.maximumFingers)

            """
        let description = try reading { () throws(ConfigurationErrors) in
            try BoardDescription(Array(text.utf8), file: InitFacts.ownBoard(options.name))
        }
        return InitBoard(
            name: options.name, description: description, text: Array(text.utf8), busPath: path,
            reason: "it answers at \(address.hexadecimal) on \(path): polled, no line of it is moved")
    }
}
