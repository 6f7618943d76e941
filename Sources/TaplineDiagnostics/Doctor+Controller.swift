import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineService

extension Doctor {
    /// Whether the board's controller answers where the board says, and if not, who does.
    static func controller(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let controller = facts.controller, let path = facts.busPath else { return [] }
        guard !controller.identity.isKnown else {
            return [.fine("controller", controller.identity.summary(on: facts.board))]
        }
        let wanted = facts.board.controller.name
        if let error = controller.busError {
            return [
                .problem(
                    "controller",
                    "\(path) does not work (error \(error.errno)): somebody holds SDA or SCL low. Switch the "
                        + "computer and the panel off, look at the wires, and on again", command: "sudo poweroff")
            ]
        }
        let family = facts.board.controller.family
        let kin = controller.others.first { ControllerChip(name: $0.chip)?.family == family }
        if let kin, !facts.board.addresses.contains(kin.address) {
            return [
                .problem(
                    "controller",
                    "nobody is at \(addresses(facts)); a \(kin.chip) answers at \(kin.address.hexadecimal)",
                    command: editBoard("addresses", "[\(kin.address.hexadecimal)]", facts), .badConfiguration)
            ]
        }
        if let other = controller.others.first(where: { facts.board.addresses.contains($0.address) }) {
            return [
                .problem(
                    "controller", "\(other.address.hexadecimal) is a \(other.chip), the board says \(wanted)",
                    command: editBoard("controller", other.chip, facts), .badConfiguration)
            ]
        }
        let who = controller.isStranger ? "somebody else than a \(wanted) answers" : "nobody answers"
        let reset = facts.board.resetPin.map { ", with \($0.line) as its reset" } ?? ""
        return [
            .problem(
                "controller",
                "\(who) at \(addresses(facts)) on \(path)\(reset): look at the panel's supply and cable; who is "
                    + "there is told by", command: "tapline detect --bus \(Shell.word(path))")
        ]
    }

    /// The board's controller is no chip on an I2C bus: there is no chip to look for.
    static func noChip(_ board: BoardDescription, boardName: String) -> DoctorFinding {
        .note(
            "controller", "\(board.controller.name) is no chip on an I2C bus; what is wrong with it is told by",
            command: "tapline run --board \(Shell.word(boardName))")
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
