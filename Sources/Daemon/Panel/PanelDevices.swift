import TaplineConfiguration
import TaplineLinux
import TaplineSimulator

/// Every device of a panel, open.
struct PanelDevices {
    let signals: SignalQueue
    let poller: Poller
    let controller: ControllerConnection
    let interrupt: InterruptLine?
    let reset: OutputPin?
    let lines: [OutputPin]
    let ports: [EventPort]
    let sockets: PanelSockets
    let inputs: PanelInputs

    /// Opens every device of `panel`, so that whatever is missing is told before anything moves. Lines get their idle
    /// levels. From now on a signal waits until every line can be left idle.
    ///
    /// - Parameter fingers: who touches a simulated controller: then lines, ports and input devices are only told of; nil:
    ///   all is real.
    /// - Throws: ``DeviceError``: the device and what would help.
    init<Kind>(
        _ panel: Panel<Kind>, _ board: BoardDescription, fingers: FingerScript?, options: RunOptions
    ) throws(DeviceError) {
        // (First: who is there already is told best by whom it serves.)
        sockets = try PanelSockets(panel, options.service)
        signals = try SignalQueue()
        poller = try Poller()
        if let fingers {
            controller = .simulated(SimulatedController(board, fingers: fingers, at: MonotonicClock.now))
            (interrupt, reset, lines, ports, inputs) = (nil, nil, [], [], PanelInputs())
            return
        }
        do throws(DeviceError) {
            controller = try ControllerConnection(board)
        } catch {
            guard error.errno == Errno.busy, !panel.boardName.isEmpty, board.controller.family != .evdev else {
                throw error
            }
            var explained = error
            explained.hint += "; what frees it for good, says tapline doctor --board \(panel.boardName)"
            throw explained
        }
        interrupt =
            if let pin = board.interruptPin {
                try InterruptLine(
                    name: pin.line, activeLow: pin.activeLow, consumer: options.consumer)
            } else { nil }
        reset =
            if let pin = board.resetPin {
                try OutputPin(
                    name: pin.line, activeLow: pin.activeLow, consumer: options.consumer)
            } else { nil }
        lines = try panel.lines(keeping: [], of: panel.configuration, consumer: options.consumer)
        ports = try panel.ports(keeping: [])
        // (After the controller, which may be an input device itself.)
        inputs = try panel.inputs(keeping: PanelInputs(), name: options.panelName(board))
    }
}
