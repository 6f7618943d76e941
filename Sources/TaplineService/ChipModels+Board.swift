import TaplineBoards
import TaplineChipModels
import TaplineControllers
import TaplineTouches

// The chips of simulated boards.

extension GT911Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init()
        // Where nobody drives the interrupt line at a reset, the panel does.
        if let first = board.addresses.first { floatingAddress = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
        maximumContacts = min(board.maximumFingers, GoodixRegisters.maximumContacts)
    }
}

extension EvdevModel.Configuration {
    /// The input device of a simulated board.
    init(_ board: BoardDescription) {
        self.init(
            .slots, width: Int32(clamping: board.panel.rawWidth), height: Int32(clamping: board.panel.rawHeight))
        slots = board.maximumFingers
    }
}

extension FT5x06Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(FT5x06Model.Part(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
        maximumContacts = min(board.maximumFingers, FocalTechRegisters.maximumContacts)
    }
}

extension FT5x06Model.Part {
    /// The part that behaves as `chip` does.
    init(_ chip: ControllerChip) {
        switch chip.name {
        case "ft5406": self = .ft5406
        case "ft5506": self = .ft5506
        case "ft5726": self = .ft5726
        case "ft6206": self = .ft6206
        case "ft6236": self = .ft6236
        case "ft6336": self = .ft6336
        case "edt-m06": self = .edtM06
        default: self = .ft5x06
        }
    }
}

extension CST816Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(CST816Model.Part(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
    }
}

extension TouchKeyModel.Configuration {
    /// The chip of a simulated board. (Of Microchip's the one with eight keys, which can do what the others can.)
    init(_ board: BoardDescription) {
        self.init(board.controller.family == .mpr121 ? .mpr121 : .cap1xxx(product: 0x50))
        if let first = board.addresses.first { address = first }
        if let keys = board.keys { grid = keys }
        width = board.panel.rawWidth
        height = board.panel.rawHeight
    }
}

extension CST816Model.Part {
    /// The part that `chip` names.
    init(_ chip: ControllerChip) {
        switch chip.name {
        case "cst816t": self = .cst816t
        case "cst816d": self = .cst816d
        case "cst820": self = .cst820
        case "cst716": self = .cst716
        default: self = .cst816s
        }
    }
}

extension ILI2xxxModel.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(IlitekFamily.Language(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
    }
}

extension EXC3000Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init()
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
    }
}

extension CST3xxModel.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(CST3xxModel.Part(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
        maximumContacts = min(board.maximumFingers, CST3xxRegisters.maximumContacts)
    }
}

extension CST3xxModel.Part {
    /// The part that `chip` names.
    init(_ chip: ControllerChip) {
        switch chip.name {
        case "cst226se": self = .cst226se
        case "cst3240": self = .cst3240
        case "cst340": self = .cst340
        default: self = .cst328
        }
    }
}

extension ST1633Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(SitronixFamily.Part(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
    }
}
