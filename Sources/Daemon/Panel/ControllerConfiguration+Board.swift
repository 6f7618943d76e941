import TaplineChipModels
import TaplineConfiguration
import TaplineCore

extension ChipDriver.Configuration where Family: NamedFamily {
    /// What a board says of its chip, which is one of the family.
    init(_ board: BoardDescription) {
        self.init()
        if let chip = Family.chip(board.controller.row) { variant = Family.variant(of: chip, board.chipSettings) }
        if let given = ChipAddresses(board.addresses) { addresses = given }
        acceptsAnyIdentity = board.acceptsAnyIdentity
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
        // With an interrupt line an idle panel is asked once a minute: one that hangs, or was without power, tells nothing by itself.
        livenessPeriod = .milliseconds(hasInterruptLine ? 60_000 : 2_000)
        // A chip that is silent under a finger is asked, or a reset in mid-touch would go unseen.
        if silence == .unlimited { silence = .milliseconds(1_000) }
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

extension EvdevModel.Configuration {
    /// The input device of a simulated board.
    init(_ board: BoardDescription) {
        self.init(
            .slots, width: Int32(clamping: board.panel.rawWidth), height: Int32(clamping: board.panel.rawHeight))
        slots = board.maximumFingers
    }
}
