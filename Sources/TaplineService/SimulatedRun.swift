public import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
public import TaplineSimulator
import TaplineTouches

/// The whole runtime on the simulated panel: fingers of a script or a recording touch a GT911's registers, and what the
/// driver reads there becomes gestures, levels of lines, and bytes for serial ports. Nothing real is touched: the text
/// says what would go out.
public struct SimulatedRun<Kind: ConfigurableRecognizer>: Sendable {
    /// How the run is told.
    public enum Format: Sendable {
        /// Lines for people, coloured for a terminal: gestures, levels, and what serial ports would be sent.
        case text(isColoured: Bool)
        /// `events/1`.
        case jsonl
    }

    /// What runs.
    public let panel: Panel<Kind>
    /// The fingers, in the panel's raw pixels.
    public let script: FingerScript
    /// How it is told.
    public var format = Format.text(isColoured: false)
    /// Whether the clock is the computer's, so that everything happens when it happens; otherwise as fast as it goes.
    public var isLive = true
    /// Whether failed and cancelled recognizers say why.
    public var explains = false

    /// A run of `panel` under the fingers of `script`.
    public init(panel: Panel<Kind>, script: FingerScript) {
        self.panel = panel
        self.script = script
    }

    /// Runs until the script is over and nothing is pending, or until the process is asked to stop; then every touch is
    /// cancelled and every line idle.
    ///
    /// - Parameter shouldStop: asked between two events.
    /// - Throws: ``ServiceError`` where the output cannot be written or the board is not a simulated Goodix.
    public func run(
        into output: inout OutputStream, shouldStop: () -> Bool = { false }
    ) throws(ServiceError) {
        guard let board = panel.board, board.bus == .simulated, board.controller.family == .goodix else {
            throw ServiceError(
                "the board \"\(panel.board?.name ?? "")\" is a real one; this version runs simulated boards only: "
                    + "tapline run --board simulated", .unavailable)
        }
        let gestures = try panel.pipeline(for: RunSink.self)
        var host = makeHost(board, gestures: gestures)
        host.pipeline.gestures.explains = explains
        var sink = RunSink(panel: panel, format: format, output: output)
        sink.begin()

        let clockStart = MonotonicClock.now
        /// Sleeps until the run's clock shows `instant`. False: stop.
        func sleep(until instant: Instant, _ sink: inout RunSink) -> Bool {
            guard !sink.output.isBroken else { return false }
            guard isLive else { return !shouldStop() }
            let wake = clockStart + (instant - .zero)
            if MonotonicClock.now < wake { sink.output.flush() }
            while MonotonicClock.now < wake {
                if shouldStop() { return false }
                MonotonicClock.wait(until: wake)
            }
            return !shouldStop()
        }

        host.start(into: &sink)
        let fingersStart = untilIdentified(&host, into: &sink)
        sink.identified(host.pipeline.chip.identity, board: board)
        // A recording's clock may have begun long before its first report.
        let scriptStart = script.frames.first.map { $0.time > .zero ? $0.time : .zero } ?? .zero
        let lead = min(scriptStart - .zero, .milliseconds(1_000))
        func instant(_ time: Instant) -> Instant { fingersStart + lead + (time - scriptStart) }
        // (A time so late that the clock ends before it never comes.)
        for frame in script.frames where instant(frame.time) < SimulatedRun.endOfTime {
            // Up to the scan, not through its instant: there a report counts before the limits of taps and swipes.
            let now = instant(frame.time)
            guard passTime(of: &host, to: now + Microseconds(-1), into: &sink, sleep: sleep) else { break }
            host.touch(frame.contacts, at: now, into: &sink)
        }
        if instant(script.end) < SimulatedRun.endOfTime {
            _ = passTime(of: &host, to: instant(script.end), into: &sink, sleep: sleep)
        }
        // What is still pending: a tap that waits, a pulse that ends.
        while !shouldStop(), !sink.output.isBroken, host.pipeline.gestures.deadline < .never {
            guard passTime(of: &host, to: host.pipeline.gestures.deadline, into: &sink, sleep: sleep) else { break }
        }
        host.pipeline.cancelTouches(at: host.now, into: &sink)
        sink.idleLines(at: host.now)
        output = sink.output
        try output.finish()
    }

    /// Frames later than this are not played: 146,000 years, half the clock.
    private static var endOfTime: Instant { Instant(microseconds: .max / 2) }

    /// The panel with its chip as the board describes it.
    private func makeHost(
        _ board: BoardDescription, gestures: consuming StandardGesturePipeline<Kind, RunSink>
    ) -> RunHost<Kind> {
        let panel = board.panel
        var chip = GT911Model.Configuration()
        chip.width = UInt16(clamping: panel.rawWidth)
        chip.height = UInt16(clamping: panel.rawHeight)
        chip.maximumContacts = min(board.maximumFingers, 10)
        var bus = SimulatedBus(chip: GT911Model(configuration: chip))
        bus.hasInterruptLine = board.interruptPin != nil
        return RunHost(pipeline: Pipeline(chip: Goodix(configuration: .init(board)), gestures: gestures), bus: bus)
    }

    /// Lets the driver reset and identify its chip, and says when it had; a driver that cannot gets five seconds.
    private func untilIdentified(_ host: inout RunHost<Kind>, into sink: inout RunSink) -> Instant {
        let patience = Instant(microseconds: 5_000_000)
        while !host.pipeline.chip.identity.isKnown, host.deadline <= patience {
            host.advance(to: host.deadline, into: &sink)
        }
        return host.now
    }

    /// Lets the host's events up to `instant` happen, each at its time. False: stop.
    private func passTime(
        of host: inout RunHost<Kind>, to instant: Instant, into sink: inout RunSink,
        sleep: (Instant, inout RunSink) -> Bool
    ) -> Bool {
        while host.deadline < instant {
            let next = host.deadline
            guard sleep(next, &sink) else { return false }
            host.advance(to: next, into: &sink)
        }
        guard sleep(instant, &sink) else { return false }
        host.advance(to: instant, into: &sink)
        return true
    }
}

/// The simulated panel of a run.
typealias RunHost<Kind: ConfigurableRecognizer> = SimulatedHost<
    Goodix, GT911Model, Kind, RunSink, 16, 32, 33, 16
>

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

/// Takes what a simulated run's pipeline wants, and tells it.
struct RunSink: HostSink {
    var wish: ControllerAction?
    var output: OutputStream
    private let text: TextFormat
    private var events: EventsFormat
    private let format: SimulatedRunFormat
    private let greeting: String
    private let lines: [LineOutputDescription]
    private var active: [Bool]
    private let paths: [String]
    private var ports: [PortFormat]
    private let portGreetings: [ByteLine]
    private var line = ByteLine()

    init<Kind>(panel: Panel<Kind>, format: SimulatedRun<Kind>.Format, output: OutputStream) {
        let names = panel.configuration.names
        text = TextFormat(geometry: panel.geometry, names: names)
        events = EventsFormat(geometry: panel.geometry, names: names)
        self.format = SimulatedRunFormat(format)
        greeting = panel.greeting
        lines = panel.configuration.outputs
        active = Array(repeating: false, count: lines.count)
        paths = panel.configuration.serials.map { $0.path }
        ports = panel.configuration.portFormats(geometry: panel.geometry)
        portGreetings = ports.map { panel.greeting(of: $0) }
        self.output = output
    }

    mutating func begin() {
        if format == .jsonl {
            output.write(greeting)
        } else {
            for index in ports.indices {
                line = portGreetings[index]
                send(to: index)
            }
        }
    }

    /// `GT911 at 0x5d, 800x480, firmware 0x1060`.
    mutating func identified(_ identity: ControllerIdentity, board: BoardDescription) {
        guard format != .jsonl else { return }
        var product = ""
        for i in identity.product.indices where identity.product[i] != 0 {
            product.unicodeScalars.append(Unicode.Scalar(identity.product[i]))
        }
        output.write(
            "GT\(product) at 0x\(String(identity.address, radix: 16)), \(board.name), "
                + "\(identity.width)x\(identity.height), firmware 0x\(String(identity.firmware, radix: 16))\n")
    }

    mutating func tell(_ event: GestureEvent) {
        line.removeAll()
        if format == .jsonl {
            events.write(event, into: &line)
            output.write(&line)
            return
        }
        if event.state != .changed {
            text.write(event, into: &line)
            write(colour: event.isRecognition ? "\u{1b}[1m" : "")
        }
        for index in ports.indices {
            line.removeAll()
            if ports[index].write(event, into: &line) { send(to: index) }
        }
    }

    /// Shows the line as what a serial port would be sent, in the column of the lines' names.
    private mutating func send(to port: Int) {
        line.removeLineEnd()
        line.append("\n")
        if format == .colouredText { output.write("\u{1b}[2m") }
        output.write("                \(paths[port])  ")
        output.write(&line)
        if format == .colouredText { output.write("\u{1b}[0m") }
    }

    mutating func set(line index: Int, active isActive: Bool, at now: Instant) {
        active[index] = isActive
        guard format != .jsonl else { return }
        line.removeAll()
        let description = lines[index]
        text.write(
            line: Name(description.line), isActive: isActive, isHigh: isActive != description.activeLow, at: now,
            into: &line)
        write(colour: isActive ? "\u{1b}[32m" : "\u{1b}[2m")
    }

    /// Drives every line to its idle level.
    mutating func idleLines(at now: Instant) {
        for index in active.indices where active[index] { set(line: index, active: false, at: now) }
    }

    private mutating func write(colour: String) {
        let isColoured = format == .colouredText && !colour.isEmpty
        if isColoured { output.write(colour) }
        output.write(&line)
        if isColoured { output.write("\u{1b}[0m") }
    }

    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    mutating func tell(_ touch: TouchEvent) {}
}

/// ``SimulatedRun/Format`` without the recognizer's type.
private enum SimulatedRunFormat: Equatable {
    case plainText, colouredText, jsonl

    init<Kind>(_ format: SimulatedRun<Kind>.Format) {
        switch format {
        case .text(let isColoured): self = isColoured ? .colouredText : .plainText
        case .jsonl: self = .jsonl
        }
    }
}
