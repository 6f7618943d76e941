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
    /// The configuration and the board.
    public let panel: Panel<Kind>
    private let name: String
    private var host: VirtualPanelHost<Kind>
    private var sink: VirtualPanelSink
    private var remote: RemoteControl
    private var sources: RemoteSources

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
        var bus = SimulatedBus(chip: RecordedChip(UnreliableChip(board.chipModel)))
        bus.hasInterruptLine = board.interruptPin != nil || board.controller.family == .evdev
        let gestures = try panel.pipeline(for: VirtualPanelSink.self)
        var host = VirtualPanelHost<Kind>(pipeline: Pipeline(chip: board.driver, gestures: gestures), bus: bus)
        var sink = VirtualPanelSink(panel)
        host.start(into: &sink)
        while !host.pipeline.chip.identity.isKnown, host.deadline <= Instant(microseconds: 5_000_000) {
            host.advance(to: host.deadline, into: &sink)
        }
        guard host.pipeline.chip.identity.isKnown else {
            throw ServiceError("\(board.name): the simulated chip was not identified", .software)
        }
        name = board.name
        self.panel = panel
        self.host = host
        remote = panel.configuration.remoteControl()
        sources = RemoteSources(panel.configuration.remotes)
        self.sink = sink
    }

    // MARK: What happens

    /// What the clock shows.
    public var now: Instant { host.now }

    /// Lets time pass.
    public func wait(_ length: Microseconds) { pass(to: host.now + length) }

    /// The panel's next scan, now, shows these fingers, in raw pixels; none is a lift of all.
    public func touch(_ fingers: Contacts) { touch(fingers, at: host.now) }

    /// Plays fingers from now on, until the script's end.
    public func play(_ script: FingerScript) {
        let start = host.now
        for frame in script.frames { touch(frame.contacts, at: start + (frame.time - .zero)) }
        pass(to: start + (script.end - .zero))
    }

    private func touch(_ fingers: Contacts, at now: Instant) {
        // (Up to the scan, not through its instant: there a report counts before the limits of taps and swipes.)
        if now > host.now { pass(to: now + Microseconds(-1)) }
        host.touch(fingers, at: now, into: &sink)
        takeCommands()
    }

    /// Lets everything happen up to `instant`, each at its time.
    private func pass(to instant: Instant) {
        while min(host.deadline, sources.deadline) <= instant {
            let next = max(min(host.deadline, sources.deadline), host.now)
            host.advance(to: next, into: &sink)
            while sources.advance(to: next, &remote) { takeCommands() }
            takeCommands()
            keepRest()
        }
        host.advance(to: instant, into: &sink)
        keepRest()
    }

    /// The controller sleeps and wakes as the panel rests.
    private func keepRest() {
        if host.pipeline.keepRest(at: host.now, into: &sink) != nil { host.advance(to: host.now, into: &sink) }
    }

    private func takeCommands() {
        host.pipeline.gestures.takeCommands(&remote, into: &sink)
        keepRest()
    }

    /// Somebody sends the panel to sleep, or wakes it, as the commands `sleep` and `wake` do.
    public func rest(_ isAsleep: Bool) {
        if isAsleep {
            host.pipeline.gestures.sendToRest(at: host.now, into: &sink)
        } else {
            host.pipeline.gestures.stir(at: host.now, into: &sink)
        }
        keepRest()
    }

    /// How the panel rests.
    public var restState: PanelRest.State { host.pipeline.gestures.rest.state(at: host.now) }

    /// A remote control gives a command, now.
    ///
    /// - Parameter value: how much of it, where ``RemoteCommand/values`` says that it has a value.
    public func send(_ command: RemoteCommand, value: Float = 0) {
        remote.send(command, value: value, from: 0, at: host.now)
        takeCommands()
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
        sources.take(RemoteInput(time: host.now, index: index, happening: happening), &remote)
        takeCommands()
    }

    /// Something plays from now on, or nothing any more.
    public func play(_ isPlaying: Bool) {
        host.pipeline.gestures.take(isPlaying: isPlaying, as: remote.names, at: host.now, into: &sink)
    }

    /// Lets time pass until nothing is pending: no tap that waits for another one, no pulse that has not ended. A finger
    /// that rests stays, and so does what it holds.
    ///
    /// - Parameter timeout: until then at the latest.
    public func settle(timeout: Microseconds = .milliseconds(60_000)) {
        let end = host.now + timeout
        // (That nobody touches it is nothing that is pending.)
        func next() -> Instant {
            min(host.pipeline.gestures.isPending ? host.pipeline.gestures.deadline : .never, sources.deadline)
        }
        while next() <= end, next() < .never { pass(to: next()) }
    }

    /// Ends the run, as SIGTERM does: touches are cancelled, lines get their idle level.
    public func end() {
        remote.end(at: host.now)
        takeCommands()
        host.pipeline.end(at: host.now, into: &sink)
        sink.idleLines(at: host.now)
    }

    // MARK: What goes wrong

    /// The next transfers fail.
    ///
    /// - Parameter errno: as the kernel says it: 6 and 121 nobody acknowledged, 5 in general, 110 timeout, 11 arbitration.
    public func failTransfers(_ count: Int, errno: Int32 = 6) {
        host.bus.chip.chip.failure = BusError(errno: errno)
        host.bus.chip.chip.failingTransfers = count
    }

    /// Whether the panel's cable is out.
    public var isUnplugged: Bool {
        get { host.bus.chip.chip.isUnplugged }
        set { host.bus.chip.chip.isUnplugged = newValue }
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
        let identity = host.pipeline.chip.identity
        return BusTrace(
            chip: panel.board?.controller.name ?? "", address: identity.address, board: name,
            entries: host.bus.chip.entries)
    }

    /// Forgets what has happened so far; levels and fingers stay.
    public func forget() {
        sink.forget()
        host.bus.chip.forgetEntries()
    }
}

/// The simulated panel beneath it.
private typealias VirtualPanelHost<Kind: ConfigurableRecognizer> = SimulatedHost<
    BoardController, RecordedChip<UnreliableChip<BoardChipModel>>, Kind, VirtualPanelSink, 16, 32, 33, 64, 16
>
