package import TaplineBoards
import TaplineChipModels
import TaplineControllers

// The list of families: a line for each driver, and one for what pretends to be its chips.

extension BoardDescription {
    /// The driver of the board's chip.
    package var driver: BoardController {
        let chip = controller
        return switch chip.family {
        case .goodix:
            BoardControllerOf(Goodix(configuration: .init(self, variant: controllerConfiguration ?? GoodixSettings())))
        case .focalTech: BoardControllerOf(FocalTech(configuration: .init(self, variant: .init(chip))))
        case .hynitron: BoardControllerOf(Hynitron(configuration: .init(self)))
        case .ilitek: BoardControllerOf(Ilitek(configuration: .init(self, variant: .init(chip))))
        case .eeti: BoardControllerOf(EETI(configuration: .init(self)))
        case .cst3xx: BoardControllerOf(CST3xx(configuration: .init(self)))
        case .sitronix: BoardControllerOf(Sitronix(configuration: .init(self, variant: .init(chip))))
        case .evdev: BoardControllerOf(EvdevDriver(configuration: .init(self)))
        case .mpr121: BoardControllerOf(MPR121(configuration: .init(self, variant: keys ?? MPR121Family.usualVariant)))
        case .cap1xxx:
            BoardControllerOf(CAP1xxx(configuration: .init(self, variant: keys ?? CAP1xxxFamily.usualVariant)))
        }
    }

    /// The board's chip, pretended.
    var chipModel: BoardChipModel {
        switch controller.family {
        case .goodix: BoardChipModelOf(GT911Model(configuration: .init(self)))
        case .focalTech: BoardChipModelOf(FT5x06Model(configuration: .init(self)))
        case .hynitron: BoardChipModelOf(CST816Model(configuration: .init(self)))
        case .ilitek: BoardChipModelOf(ILI2xxxModel(configuration: .init(self)))
        case .eeti: BoardChipModelOf(EXC3000Model(configuration: .init(self)))
        case .cst3xx: BoardChipModelOf(CST3xxModel(configuration: .init(self)))
        case .sitronix: BoardChipModelOf(ST1633Model(configuration: .init(self)))
        case .evdev: BoardChipModelOf(EvdevModel(configuration: .init(self)))
        case .mpr121, .cap1xxx: BoardChipModelOf(TouchKeyModel(configuration: .init(self)))
        }
    }
}
