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
        self.sink = sink
    }

    // MARK: What happens

    /// What the clock shows.
    public var now: Instant { host.now }

    /// Lets time pass.
    public func wait(_ length: Microseconds) { host.advance(to: host.now + length, into: &sink) }

    /// The panel's next scan, now, shows these fingers, in raw pixels; none is a lift of all.
    public func touch(_ fingers: Contacts) { host.touch(fingers, at: host.now, into: &sink) }

    /// Plays fingers from now on, until the script's end.
    public func play(_ script: FingerScript) {
        let start = host.now
        for frame in script.frames { host.touch(frame.contacts, at: start + (frame.time - .zero), into: &sink) }
        host.advance(to: start + (script.end - .zero), into: &sink)
    }

    /// Lets time pass until nothing is pending: no tap that waits for another one, no pulse that has not ended. A finger
    /// that rests stays, and so does what it holds.
    ///
    /// - Parameter timeout: until then at the latest.
    public func settle(timeout: Microseconds = .milliseconds(60_000)) {
        let end = host.now + timeout
        while host.pipeline.gestures.deadline <= end, host.pipeline.gestures.deadline < .never {
            host.advance(to: host.pipeline.gestures.deadline, into: &sink)
        }
    }

    /// Ends the run, as SIGTERM does: touches are cancelled, lines get their idle level.
    public func end() {
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
