import TaplineConfiguration
import TaplineCore
import TaplineDaemon

/// A board file for a controller that was found: a copy of one with such a chip, with what was found in it.
enum BoardBeginning {
    /// The file of the board to begin from: one with `chip`, else one with a chip of its family, else one of its kind, keys
    /// or a panel, in a library's order; the one with the fewest facts of its own, such as a correction, is as good as
    /// any. nil where there is none.
    static func file(for chip: ControllerChip, in library: BoardLibrary = BoardLibrary()) -> String? {
        var best: (rank: Int, file: String)?
        for name in library.names {
            guard let board = (try? library.board(name)) ?? nil, let file = library.file(of: name),
                board.bus != .simulated, board.controller.hasKeys == chip.hasKeys, board.controller.family != .evdev,
                board.controllerConfiguration == nil
            else { continue }
            let rank =
                board.controller == chip ? 3 : board.controller.family == chip.family ? 2 : chip.hasKeys ? 0 : 1
            if rank > (best?.rank ?? 0) { best = (rank, file) }
        }
        return best?.file
    }

    /// What makes of another board's file one of `chip`: where it is, what it says of itself; polled, because no bus says
    /// where its lines are.
    static func settings(
        _ chip: ControllerChip, bus: String, addresses: [UInt8], identity: ControllerIdentity?
    ) -> [(key: String, value: String)] {
        let places = addresses.map { $0.hexadecimal }.joined(separator: ", ")
        var settings: [(key: String, value: String)] = [
            ("controller", chip.name), ("max_fingers", "\(chip.maximumFingers)"), ("bus", bus),
            ("addresses", "[\(places)]"), ("interrupt_pin", "none"), ("reset_pin", "none"), ("overlay", "none"),
        ]
        if chip.hasKeys { settings.append(("keys", "[\(chip.maximumFingers),1]")) }
        if let identity, identity.width > 0 {
            settings.append(("size", "[\(identity.width), \(identity.height)]"))
        }
        return settings
    }

    /// The command that makes `panel.yaml` of `file`, with ``settings(_:bus:addresses:identity:)``.
    static func command(
        _ chip: ControllerChip, file: String, bus: String, addresses: [UInt8], identity: ControllerIdentity?
    ) -> String {
        var words = ""
        for (key, value) in settings(chip, bus: bus, addresses: addresses, identity: identity) {
            words += " \(key) \(Shell.word(value))"
        }
        return "cp \(Shell.word(file)) panel.yaml && tapline board set --board panel.yaml" + words
            + " && tapline doctor --board panel.yaml"
    }
}
