import TaplineBoards
import TaplineControllers
import TaplineTouches

extension ChipDriver.Configuration {
    /// What a board says of its chip.
    init(_ board: BoardDescription, variant: Family.Variant = Family.usualVariant) {
        self.init()
        self.variant = variant
        if let first = board.addresses.first { address = first }
        alternativeAddress = board.addresses.count > 1 ? board.addresses[1] : nil
        transferMode = board.transferMode
        transferDelay = board.transferDelay
        hasResetLine = board.resetPin != nil
        hasInterruptLine = board.interruptPin != nil
        interruptIsActiveHigh = board.interruptPin?.activeLow == false
        activePoll = board.activePollPeriod
        idlePoll = board.idlePollPeriod
        rawWidth = board.panel.rawWidth
        rawHeight = board.panel.rawHeight
        maximumContacts = board.maximumFingers
        // With an interrupt line nothing goes over the bus while the panel is idle.
        livenessPeriod = hasInterruptLine ? .unlimited : .milliseconds(2_000)
        // A chip that is silent under a finger is asked, or a reset in mid-touch would go unseen.
        if silence == .unlimited { silence = .milliseconds(1_000) }
    }
}

extension IlitekFamily.Language {
    /// How `chip` talks.
    init(_ chip: ControllerChip) {
        switch chip.name {
        case "ili210x": self = .ili210x
        case "ili2117": self = .ili2117
        default: self = .ili251x
        }
    }
}

extension EvdevDriver.Configuration {
    /// What a board says of its input device.
    init(_ board: BoardDescription) {
        self.init()
        width = board.panel.rawWidth
        height = board.panel.rawHeight
    }
}

extension FocalTech.Language {
    /// How the firmware of `chip` talks.
    init(_ chip: ControllerChip) { self = chip.name == "edt-m06" ? .m06 : .registers }
}

extension SitronixFamily.Part {
    /// The part that `chip` names.
    init(_ chip: ControllerChip) { self = chip.name == "st1232" ? .st1232 : .st1633 }
}
