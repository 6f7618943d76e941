import TaplineConfiguration
import TaplineDaemon
import TaplineLinux

extension Doctor {
    /// Whether the board's bus is there, and what brings it.
    static func bus(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let path = facts.busPath else { return [missingBus(facts)] }
        if let failure = facts.busFailure {
            // (One of SMBus is a bus, but does not do.)
            let isSMBus = failure.errno == Errno.notSupported
            let text = isSMBus ? failure.description : "\(failure.device): \(failure.reason)"
            guard let other = facts.adapters.first(where: { $0.path != path }) else {
                return [.problem("bus", text + ": look whether the adapter is plugged in; then", command: again(facts))]
            }
            return [
                .problem(
                    "bus",
                    text
                        + (isSMBus
                            ? ": wire the panel to another bus, and name that" : ": name one of this computer's"),
                    command: editBoard("bus", other.path, facts))
            ]
        }
        guard facts.hasBusFile else {
            return [
                .problem(
                    "bus", "the adapter is there, its file \(path) is not: the module i2c-dev makes it",
                    command: "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev")
            ]
        }
        let name = facts.adapters.first { $0.path == path }?.name ?? ""
        let speed = facts.busSpeedHz.map { ", \($0 / 1_000) kHz" } ?? ""
        let wanted = "\(facts.board.bus)"
        let isOther = !wanted.utf8.elementsEqual(path.utf8)
        return [
            .fine("bus", (isOther ? "\(wanted) is " : "") + path + (name.isEmpty ? "" : " '\(name)'") + speed)
        ]
    }

    private static func missingBus(_ facts: MachineFacts) -> DoctorFinding {
        // A name that fits several adapters is the board file's concern.
        if let refusal = facts.busRefusal, refusal.errno == 0, let first = facts.adapters.first {
            return .problem(
                "bus", "\(refusal.description)", command: editBoard("bus", first.path, facts), .badConfiguration)
        }
        let there =
            facts.adapters.isEmpty
            ? "this computer has no I2C adapter"
            : "only " + facts.adapters.map { "\($0.path) '\($0.name)'" }.joined(separator: ", ")
        // A number or a name that nothing in config.txt brings.
        if let first = facts.adapters.first, facts.board.overlay == nil, ownLine(facts.board) == nil {
            return .problem(
                "bus", "there is no bus \(facts.board.bus): \(there); name one of them",
                command: editBoard("bus", first.path, facts), .badConfiguration)
        }
        let line = bootLine(facts.board)
        let text = "there is no bus \(facts.board.bus): \(there); \(line) in \(bootPath(facts)) brings it"
        guard !has(line, facts) else {
            return .problem(
                "bus",
                text + ", and is there: it counts from the next start on. If that has been, look at the panel's cable",
                command: "sudo reboot")
        }
        return .problem("bus", text, command: addToBoot(line, facts))
    }

    /// The line of config.txt that brings the board's bus: the overlay that the board names, with the parameter that keeps
    /// the kernel's driver off the controller; else a parameter of the computer, or the bus's own overlay.
    static func bootLine(_ board: BoardDescription) -> String {
        if let overlay = board.overlay {
            var line = "dtoverlay=\(overlay)"
            if case .add(let parameter)? = TouchOverlay.named(OverlayLine.name(in: overlay))?.freeing,
                !overlay.utf8.split(separator: UInt8(ascii: ",")).contains(where: { $0.elementsEqual(parameter.utf8) })
            {
                line += ",\(parameter)"
            }
            return line
        }
        return ownLine(board) ?? "dtparam=i2c_arm=on"
    }

    /// The line of config.txt that brings the board's bus and nothing else; nil where none does.
    static func ownLine(_ board: BoardDescription) -> String? {
        // (A board may name several, of several computers.)
        for name in "\(board.bus)".split(separator: " ") {
            if let line = TouchOverlay.busLine(of: String(name)) { return line }
        }
        return nil
    }

    /// The number in `/dev/i2c-1`.
    static func number(_ path: String) -> String {
        String(decoding: path.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.reversed(), as: UTF8.self)
    }
}
