import TaplineConfiguration
import TaplineLinux
import TaplineSimulator

/// Every device of a panel, open. The loop consumes it: whatever a reload no longer wants is closed, as nobody else owns it.
struct PanelDevices: ~Copyable {
    let signals: SignalQueue
    let poller: Poller
    let connection: ControllerConnection
    let interrupt: InterruptLine?
    let reset: OutputPin?
    let lines: [OutputPin]
    let lights: [PanelLight]
    let ports: [EventPort]
    let sockets: PanelSockets
    let inputs: PanelInputs
    /// The motion sensor, where the board has one.
    let motion: MotionSource?
    /// Where commands to whatever plays come from; nil: nowhere.
    let remotes: RemoteDevices?

    /// Opens every device of `panel`, so that whatever is missing is reported before anything moves. Lines get their idle
    /// levels. From now on a signal waits until every line can be left idle.
    ///
    /// - Parameter fingers: who touches a simulated controller: then lines and input devices are only reported, and so are ports
    ///   unless ``RunOptions/opensPorts``; nil: all is real.
    /// - Throws: ``DeviceError``: the device and what would help.
    static func open<Kind>(
        _ panel: Panel<Kind>, _ board: BoardDescription, fingers: FingerScript?, options: RunOptions
    ) throws(DeviceError) -> PanelDevices {
        // (First: the socket's owner says best that this panel runs already.)
        let sockets = try PanelSockets(panel, options.service)
        let signals = try SignalQueue()
        let poller = try Poller()
        let simulated = fingers.map { SimulatedController(board, fingers: $0, at: MonotonicClock.now) }
        let motion = try MotionSource.open(
            on: board, keeping: nil,
            Surroundings(poller: poller, simulated: simulated, consumer: options.consumer))
        if let simulated {
            return PanelDevices(
                signals: signals, poller: poller,
                connection: .simulated(simulated),
                interrupt: nil, reset: nil, lines: [], lights: [],
                ports: options.opensPorts ? try panel.ports(keeping: []) : [], sockets: sockets,
                inputs: PanelInputs(),
                motion: motion,
                remotes: try panel.remoteDevices(keeping: nil, poller, options.consumer, isSimulated: true))
        }
        let connection = try connect(to: board, of: panel)
        return PanelDevices(
            signals: signals, poller: poller, connection: connection,
            interrupt: try board.interruptPin.map { (pin) throws(DeviceError) in
                try InterruptLine(name: pin.line, activeLow: pin.activeLow, consumer: options.consumer)
            },
            reset: try board.resetPin.map { (pin) throws(DeviceError) in
                try OutputPin(name: pin.line, activeLow: pin.activeLow, consumer: options.consumer)
            },
            lines: try panel.lines(keeping: [], of: panel.configuration, consumer: options.consumer),
            lights: try panel.backlights(keeping: []), ports: try panel.ports(keeping: []), sockets: sockets,
            // (After the controller, which may be an input device itself.)
            inputs: try panel.inputs(keeping: PanelInputs(), name: options.panelName(board)),
            motion: motion,
            remotes: try panel.remoteDevices(keeping: nil, poller, options.consumer))
    }

    private static func connect<Kind>(
        to board: BoardDescription, of panel: Panel<Kind>
    ) throws(DeviceError) -> ControllerConnection {
        do throws(DeviceError) {
            return try ControllerConnection(board)
        } catch {
            guard error.errno == Errno.busy, !panel.boardName.isEmpty, board.controller.family != .evdev else {
                throw error
            }
            var explained = error
            explained.hint += "; what frees it for good, says tapline doctor --board \(panel.boardName)"
            throw explained
        }
    }
}
