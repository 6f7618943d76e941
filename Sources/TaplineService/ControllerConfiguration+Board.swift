import TaplineBoards
import TaplineControllers
import TaplineTouches

// What each family's driver is told of a board.

extension Goodix.Configuration {
    /// What a board says of its Goodix chip.
    init(_ board: BoardDescription) {
        self.init()
        if let first = board.addresses.first { address = first }
        alternativeAddress = board.addresses.count > 1 ? board.addresses[1] : nil
        hasResetLine = board.resetPin != nil
        hasInterruptLine = board.interruptPin != nil
        interruptIsActiveHigh = board.interruptPin?.activeLow == false
        activePoll = board.activePollPeriod
        idlePoll = board.idlePollPeriod
        rawWidth = board.panel.rawWidth
        rawHeight = board.panel.rawHeight
        maximumContacts = min(board.maximumFingers, 10)
        // With an interrupt line nothing goes over the bus while the panel is idle.
        livenessPeriod = hasInterruptLine ? .unlimited : .milliseconds(2_000)
    }
}

extension FocalTech.Configuration {
    /// What a board says of its FocalTech chip.
    init(_ board: BoardDescription) {
        self.init()
        language = board.controller == .edtM06 ? .m06 : .registers
        if let first = board.addresses.first { address = first }
        alternativeAddress = board.addresses.count > 1 ? board.addresses[1] : nil
        hasResetLine = board.resetPin != nil
        hasInterruptLine = board.interruptPin != nil
        interruptIsActiveHigh = board.interruptPin?.activeLow == false
        activePoll = board.activePollPeriod
        idlePoll = board.idlePollPeriod
        rawWidth = board.panel.rawWidth
        rawHeight = board.panel.rawHeight
        maximumContacts = min(board.maximumFingers, FocalTechRegisters.maximumContacts)
        // With an interrupt line nothing goes over the bus while the panel is idle.
        livenessPeriod = hasInterruptLine ? .unlimited : .milliseconds(2_000)
    }
}
