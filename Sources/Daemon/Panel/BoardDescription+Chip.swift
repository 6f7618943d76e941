import TaplineChipModels
public import TaplineConfiguration
import TaplineCore

extension BoardDescription {
    /// The driver of the board's chip.
    public var driver: BoardController {
        guard hasPanel else { return BoardController() }
        var maker = DriverOfBoard(board: self)
        ChipFamilies.visit(controller.family.number, &maker)
        return maker.driver ?? BoardController(EvdevDriver.Configuration(self))
    }

    /// The board's chip, simulated.
    var chipModel: BoardChipModel {
        guard hasPanel else { return BoardChipModel() }
        guard controller.family != .evdev else {
            return BoardChipModelOf(EvdevModel(configuration: .init(self)))
        }
        var maker = ModelOfBoard(board: self)
        ChipFamilies.visit(controller.family.number, &maker)
        return maker.model
    }

    /// What the board says of the chip that means something to its family only.
    var chipSettings: ChipSettings {
        var settings = ChipSettings()
        settings.keys = keys
        settings.resistive = resistive
        settings.goodix = controllerConfiguration
        return settings
    }
}

/// Makes the driver of a board's family.
private struct DriverOfBoard: FamilyVisitor {
    let board: BoardDescription
    var driver: BoardController?

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        driver = BoardController(ChipDriver<Model.Family>.Configuration(board))
    }
}

/// Makes the simulated chip of a board's family.
private struct ModelOfBoard: FamilyVisitor {
    let board: BoardDescription
    var model = BoardChipModel()

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        guard let chip = Model.Family.chip(board.controller.row) else { return }
        var panel = ModelledPanel(chip)
        panel.address = board.addresses.first
        panel.width = board.panel.rawWidth
        panel.height = board.panel.rawHeight
        panel.fingers = board.maximumFingers
        panel.keys = board.keys
        panel.resistive = board.resistive
        model = BoardChipModelOf(Model(panel))
    }
}
