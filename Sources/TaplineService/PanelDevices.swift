import TaplineBoards
import TaplineDevices

/// Every device of a panel, open.
struct PanelDevices {
    /// How long the adapter of a bus that nobody else uses may wait: its usual second is a hundred missed reports.
    private static var exclusiveTimeoutMilliseconds: Int { 50 }

    let signals: SignalQueue
    let poller: Poller
    let bus: I2CConnection
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
        bus = try I2CConnection(
            I2CConnection.Location(board.bus), addresses: board.addresses,
            timeoutMilliseconds: board.exclusiveBus ? PanelDevices.exclusiveTimeoutMilliseconds : nil)
        interrupt =
            if let pin = board.interruptPin { try InterruptLine(name: pin.line, activeLow: pin.activeLow) } else { nil }
        reset = if let pin = board.resetPin { try OutputPin(name: pin.line, activeLow: pin.activeLow) } else { nil }
        lines = try panel.lines(keeping: [], of: panel.configuration)
        ports = try panel.ports(keeping: [])
    }
}
