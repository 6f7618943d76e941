import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineLinux

extension Doctor {
    /// Whether the board's controller answers where the board says, and if not, who does.
    static func controller(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let controller = facts.controller, let path = facts.busPath else { return [] }
        guard !controller.identity.isKnown else { return [found(controller.identity, facts)] }
        let wanted = facts.board.controller.name
        if let error = controller.busError {
            return [
                .problem(
                    "controller",
                    "\(path) does not work (error \(error.errno)): somebody holds SDA or SCL low. Switch the "
                        + "computer and the panel off (sudo poweroff), look for wires that touch or are swapped, and on "
                        + "again; then", command: again(facts))
            ]
        }
        let family = facts.board.controller.family
        let kin = controller.others.first { ControllerChip(name: $0.chip)?.family == family }
        if let kin, !facts.board.addresses.contains(kin.address) {
            return [
                .problem(
                    "controller",
                    "no device acknowledges at \(addresses(facts)); a \(kin.chip) answers at \(kin.address.hexadecimal)",
                    command: editBoard("addresses", "[\(kin.address.hexadecimal)]", facts), .badConfiguration)
            ]
        }
        if let other = controller.others.first(where: { facts.board.addresses.contains($0.address) }) {
            return [
                .problem(
                    "controller", "\(other.address.hexadecimal) is a \(other.chip), the board says \(wanted)",
                    command: become(other.chip, at: nil, facts), .badConfiguration)
            ]
        }
        if let sensor = controller.sensors.first(where: { facts.board.addresses.contains($0.address) }) {
            let text = "\(sensor.address.hexadecimal) is a \(sensor.chip), a motion sensor, the board says \(wanted)"
            return [.problem("controller", text, command: again(facts), .badConfiguration)]
        }
        let who = controller.isStranger ? "somebody else than a \(wanted) answers" : "no device answers"
        let reset = facts.board.resetPin.map { ", with \($0.line) as its reset" } ?? ""
        let text = "\(who) at \(addresses(facts)) on \(path)\(reset)"
        if let other = controller.others.first {
            return [
                .problem(
                    "controller",
                    text + "; a \(other.chip) is at \(other.address.hexadecimal): if that is the panel, the board says",
                    command: become(other.chip, at: other.address, facts), .badConfiguration)
            ]
        }
        guard controller.othersWereAsked else {
            return [
                .problem(
                    "controller",
                    text
                        + "; nothing was sent to other addresses: tapline detect --bus \(Shell.word(path)) asks who is "
                        + "there, and this does, too", command: again(facts) + " --yes")
            ]
        }
        guard !controller.isStranger else {
            let doubt =
                ". No controller that is known here says who it is: compare the chip's name on its ribbon with the board's. For a "
                + "\(wanted), or a clone of one, that does not say so"
            return [
                .problem("controller", text + doubt, command: editBoard("identity", "any", facts), .badConfiguration)
            ]
        }
        let why =
            ". Look whether the panel has its supply, and SDA (pin 3 of the header), SCL (pin 5) and ground are connected, "
            + "not swapped; push the flat cable home"
            + (reset.isEmpty ? "" : "; and whether its reset is that line")
        return [.problem("controller", text + why + "; then", command: again(facts))]
    }

    /// The board's controller answers: whether it is the chip that the board names, or a relative.
    private static func found(_ identity: ControllerIdentity, _ facts: MachineFacts) -> DoctorFinding {
        let board = facts.board
        let summary = identity.summary(on: board)
        guard let said = board.controller.relative(saying: identity), said != board.controller else {
            return .fine("controller", summary)
        }
        let text = "\(summary): a \(said.name), the board says \(board.controller.name)"
        let command = become(said.name, at: nil, facts)
        // (Relatives with as many fingers are driven alike.)
        return said.maximumFingers == board.controller.maximumFingers
            ? .note("controller", text, command: command)
            : .problem("controller", text, command: command, .badConfiguration)
    }

    /// The command that makes the board one with `chip`, at another address unless that is nil. A board of another kind,
    /// keys or a panel, or with what only its own chip has, does not become one: then a board to begin from.
    private static func become(_ name: String, at address: UInt8?, _ facts: MachineFacts) -> String {
        let board = facts.board
        guard let chip = ControllerChip(name: name) else { return again(facts) }
        if chip.hasKeys != board.controller.hasKeys || board.controllerConfiguration != nil && !chip.hasConfiguration {
            let places = address.map { [$0] } ?? facts.board.addresses
            guard let file = facts.controller?.beginnings.first(where: { $0.chip == name })?.file else {
                return again(facts)
            }
            return BoardBeginning.command(
                chip, file: file, bus: facts.busPath ?? "\(board.bus)", addresses: places, identity: nil)
        }
        var settings: [(key: String, value: String)] = [("controller", name)]
        if let address { settings.append(("addresses", "[\(address.hexadecimal)]")) }
        if board.maximumFingers > chip.maximumFingers { settings.append(("max_fingers", "\(chip.maximumFingers)")) }
        return editBoard(settings, facts)
    }

    /// The board's controller is an input device of the kernel's: there is no chip to look for. `failure` is why it cannot
    /// be used, nil where it can. (What permission hides is reported already.)
    static func inputDevice(_ facts: MachineFacts, failure: DeviceError?) -> [DoctorFinding] {
        guard let failure else {
            let size = "\(facts.board.panel.rawWidth)x\(facts.board.panel.rawHeight)"
            return [.fine("controller", "the input device \(facts.board.bus) is there, and may be read: \(size)")]
        }
        return failure.isPermission ? [] : [.problem("controller", failure.description, command: again(facts))]
    }

    /// Whether the controller and the board agree about the size.
    static func size(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let identity = facts.controller?.identity, let doubt = identity.doubt(about: facts.board) else {
            return []
        }
        return [
            .note(
                "size", doubt, command: editBoard("size", "[\(identity.width), \(identity.height)]", facts))
        ]
    }
}
