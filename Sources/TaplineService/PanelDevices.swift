import TaplineBoards
import TaplineDevices

/// Every device of a panel, open.
struct PanelDevices {
    let signals: SignalQueue
    let poller: Poller
    let controller: ControllerConnection
    let interrupt: InterruptLine?
    let reset: OutputPin?
    let lines: [OutputPin]
    let ports: [EventPort]

    /// Opens every device of `panel`, so that whatever is missing is told before anything moves. Lines get their idle
    /// levels. From now on a signal waits until every line can be left idle.
    ///
    /// - Throws: ``DeviceError``: the device and what would help.
    init<Kind>(_ panel: Panel<Kind>, _ board: BoardDescription) throws(DeviceError) {
        signals = try SignalQueue()
        poller = try Poller()
        controller = try ControllerConnection(board)
        interrupt =
            if let pin = board.interruptPin { try InterruptLine(name: pin.line, activeLow: pin.activeLow) } else { nil }
        reset = if let pin = board.resetPin { try OutputPin(name: pin.line, activeLow: pin.activeLow) } else { nil }
        lines = try panel.lines(keeping: [], of: panel.configuration)
        ports = try panel.ports(keeping: [])
    }
}
