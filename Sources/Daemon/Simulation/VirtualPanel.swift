import TaplineChipModels
public import TaplineConfiguration
public import TaplineCore
public import TaplineSimulator

/// A configuration on its board, without the board: for tests of a panel that is not there.
///
/// The chip is the Simulator's model of the board's controller, register by register, and the driver, the gestures and the
/// outputs are those that run on the device. The clock moves only when it is told to, so a test takes no time and always
/// ends the same way.
///
/// ```swift
/// let panel = try VirtualPanel<StandardRecognizer>(configuration: "lamp.yaml", board: "hyperpixel4")
/// var fingers = FingerScript()
/// fingers.swipe(fromX: 200, y: 240, toX: 500, y: 240)
/// panel.play(fingers)
/// panel.settle()
/// #expect(panel.gestures == ["lamp ended"])
/// #expect(panel.isActive("GPIO23") == true)
/// ```
public final class VirtualPanel<Kind: ConfigurableRecognizer> {
    /// The configuration and the board, as they were at first: a panel that follows its orientation turns inside.
    public let panel: Panel<Kind>
    private let name: String
    private var device: SimulatedDevice<RecordedChip<UnreliableChip<BoardChipModel>>, Kind, VirtualPanelSink>
    private var sink: VirtualPanelSink

    /// Loads a configuration, switches the power on, and lets the driver reset and identify the board's chip.
    ///
    /// - Parameters:
    ///   - configuration: its file; nil: the built-in gestures.
    ///   - board: a board's name or file; nil: the one that the configuration names. Names are looked for in `./boards`,
    ///     beside the configuration, and where boards are installed (``BoardLibrary``).
    /// - Throws: ``ServiceError``: what is wrong with the files, or that the driver does not find its chip.
    public init(configuration: String?, board: String? = nil) throws(ServiceError) {
        let panel = try Panel<Kind>(configuration: configuration, board: board)
        guard let board = panel.board else { throw ServiceError("a virtual panel needs a board", .badConfiguration) }
        device = try SimulatedDevice(panel, on: board, chip: RecordedChip(UnreliableChip(board.chipModel)))
        sink = VirtualPanelSink(panel)
        device.start(into: &sink)
        guard device.host.pipeline.chip.identity.isKnown else {
            throw ServiceError("\(board.name): the simulated chip was not identified", .software)
        }
        name = board.name
        self.panel = panel
    }

    // MARK: What happens

    /// What the clock shows.
    public var now: Instant { device.now }

    /// Lets time pass.
    public func wait(_ length: Microseconds) { pass(to: device.now + length) }

    /// The panel's next scan, now, shows these fingers, in raw pixels; none is a lift of all.
    public func touch(_ fingers: Contacts) { touch(fingers, at: device.now) }

    /// Plays fingers from now on, and the motion that the script has, until both have ended.
    public func play(_ script: FingerScript) {
        let start = now
        if !script.motion.isEmpty { device.motion.play(script.motion, from: start - .zero) }
        for frame in script.frames { touch(frame.contacts, at: start + (frame.time - .zero)) }
        pass(to: start + (max(script.end, script.motion.end) - .zero))
    }

    /// Turns and shakes the device from now on, until the script's end. Its board must have a sensor.
    public func move(_ script: MotionScript) {
        var still = FingerScript()
        still.motion = script
        play(still)
    }

    private func touch(_ fingers: Contacts, at now: Instant) {
        // (Up to the scan, not through its instant: there a report counts before the limits of taps and swipes.)
        if now > self.now { pass(to: now + Microseconds(-1)) }
        device.touch(fingers, at: now, into: &sink)
    }

    /// Lets everything happen up to `instant`, each at its time.
    private func pass(to instant: Instant) {
        while device.deadline <= instant { device.advance(to: max(device.deadline, now), into: &sink) }
        device.host.advance(to: instant, into: &sink)
        device.keepRest(into: &sink)
    }

    /// Somebody sends the panel to sleep, or wakes it, as the commands `sleep` and `wake` do.
    public func rest(_ isAsleep: Bool) {
        if isAsleep {
            device.host.pipeline.gestures.sendToRest(at: now, into: &sink)
        } else {
            device.host.pipeline.gestures.stir(at: now, into: &sink)
        }
        device.keepRest(into: &sink)
    }

    /// How the panel rests.
    public var restState: PanelRest.State { device.host.pipeline.gestures.rest.state(at: device.now) }

    /// A remote control gives a command, now.
    ///
    /// - Parameter value: how much of it, where ``RemoteCommand/values`` says that it has a value.
    public func send(_ command: RemoteCommand, value: Float = 0) {
        device.remote.control.send(command, value: value, from: 0, at: now)
        device.takeCommands(into: &sink)
    }

    /// An input device that `remotes` of the configuration wants has come.
    ///
    /// - Parameter place: which one of several, 0…7.
    public func connect(_ device: RemoteKey.Device = .keys, place: Int = 0) {
        take(place, .came(device, times: panel.configuration.remotes.devices.first?.times ?? HeadsetButton.Times()))
    }

    /// It has gone, also while a key is pressed.
    public func disconnect(place: Int = 0) { take(place, .went) }

    /// A key of an input device does something.
    ///
    /// - Parameters:
    ///   - code: the kernel's code of it: 163 is KEY_NEXTSONG.
    ///   - value: 1 pressed, 2 repeated, 0 let go.
    public func key(_ code: UInt16, _ value: Int32, place: Int = 0) { take(place, .key(code, value)) }

    /// The contact at a line of `remotes` is closed, or open: a button's, or one of a knob's two, which are open at first.
    ///
    /// - Returns: false where the configuration has none of this name.
    @discardableResult
    public func set(contact line: String, isClosed: Bool) -> Bool {
        let remotes = panel.configuration.remotes
        if let button = remotes.buttons.firstIndex(where: { $0.line == line }) {
            take(button, .contact(isClosed))
        } else if let knob = remotes.encoders.firstIndex(where: { $0.first == line || $0.second == line }) {
            let isFirst = remotes.encoders[knob].first == line
            take(knob, isFirst ? .turn(first: isClosed, second: nil) : .turn(first: nil, second: isClosed))
        } else {
            return false
        }
        return true
    }

    private func take(_ index: Int, _ happening: RemoteInput.Happening) {
        device.remote.take(RemoteInput(time: now, index: index, happening: happening))
        device.takeCommands(into: &sink)
    }

    /// Something plays from now on, or nothing any more.
    public func play(_ isPlaying: Bool) {
        device.host.pipeline.gestures.take(isPlaying: isPlaying, as: device.remote.control.names, at: now, into: &sink)
    }

    /// Lets time pass until nothing is pending: no tap that waits for another one, no pulse that has not ended. A finger
    /// that rests stays, and so does what it holds.
    ///
    /// - Parameter timeout: until then at the latest.
    public func settle(timeout: Microseconds = .milliseconds(60_000)) {
        let end = device.now + timeout
        // (That nobody touches it is nothing that is pending.)
        func next() -> Instant {
            min(
                device.host.pipeline.gestures.isPending ? device.host.pipeline.gestures.deadline : .never,
                device.motion.pending, device.remote.deadline)
        }
        while next() <= end, next() < .never { pass(to: next()) }
    }

    /// Ends the run, as SIGTERM does: touches are cancelled, lines get their idle level.
    public func end() {
        device.end(into: &sink)
        sink.idleLines(at: now)
    }

    // MARK: What goes wrong

    /// The next transfers fail.
    ///
    /// - Parameter errno: as the kernel says it: 6 and 121 nobody acknowledged, 5 in general, 110 timeout, 11 arbitration.
    public func failTransfers(_ count: Int, errno: Int32 = 6) {
        device.host.bus.chip.chip.failure = BusError(errno: errno)
        device.host.bus.chip.chip.failingTransfers = count
    }

    /// Whether the panel's cable is out.
    public var isUnplugged: Bool {
        get { device.host.bus.chip.chip.isUnplugged }
        set { device.host.bus.chip.chip.isUnplugged = newValue }
    }

    // MARK: What comes of it

    /// What was recognized, in order: the gesture's name and its state, `lamp ended`.
    public var gestures: [String] { events.map { $0.gesture + " " + $0.event.state.name.description } }

    /// The same with all that is known of it.
    public var events: [VirtualPanelEvent] { sink.events }

    /// What controls have reported, in order: the zone's name and the action, `ok click`.
    public var controls: [String] { sink.controls }

    /// How the lines changed, in order. They are idle at first.
    public var lineChanges: [VirtualPanelLineChange] { sink.lineChanges }

    /// Whether a line is active now, nil where the configuration has no output of this name.
    public func isActive(_ line: String) -> Bool? { sink.isActive(line) }

    /// What a serial port has been sent, nil where the configuration has none of this path.
    public func sent(to port: String) -> String? { sink.sent(to: port) }

    /// What the driver has complained of.
    public var faults: [ControllerFault] { sink.faults }

    /// What has gone over the chip's wires since the power was switched on.
    public var busTrace: BusTrace {
        let identity = device.host.pipeline.chip.identity
        return BusTrace(
            chip: panel.board?.controller.name ?? "", address: identity.address, board: name,
            entries: device.host.bus.chip.entries)
    }

    /// Forgets what has happened so far; levels and fingers stay.
    public func forget() {
        sink.forget()
        device.host.bus.chip.forgetEntries()
    }
}

/// What a panel has recorded of a gesture.
public struct VirtualPanelEvent: Sendable {
    /// The gesture's name in the configuration.
    public var gesture: String
    /// Its state, place, time and values.
    public var event: GestureEvent
}
