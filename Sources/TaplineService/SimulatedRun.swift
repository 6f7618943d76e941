public import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
public import TaplineSimulator
import TaplineTouches

/// The whole runtime on a simulated panel: fingers of a script or a recording touch the registers of a GT911 or of a
/// FocalTech chip, and what the driver reads there becomes gestures and levels of lines.
public struct SimulatedRun<Kind: ConfigurableRecognizer>: Sendable {
    /// How the run is told.
    public enum Format: Sendable {
        /// Lines for people, coloured for a terminal.
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
    /// - Throws: ``ServiceError`` where the output cannot be written or the board is not a simulated one.
    public func run(
        into output: inout OutputStream, shouldStop: () -> Bool = { false }
    ) throws(ServiceError) {
        guard let board = panel.board, board.bus == .simulated else {
            throw ServiceError(
                "the board \"\(panel.board?.name ?? "")\" is a real one; this version runs simulated boards only: "
                    + "tapline run --board simulated", .unavailable)
        }
        let gestures = try panel.pipeline(for: RunSink.self)
        switch board.controller.family {
        case .goodix:
            try run(
                Goodix(configuration: .init(board)), against: GT911Model(configuration: .init(board)), board: board,
                gestures: gestures, into: &output, shouldStop: shouldStop)
        case .focalTech:
            try run(
                FocalTech(configuration: .init(board)), against: FT5x06Model(configuration: .init(board)), board: board,
                gestures: gestures, into: &output, shouldStop: shouldStop)
        }
    }

    /// The same for one driver and its chip.
    private func run<Driver: Controller, Chip: ChipModel>(
        _ driver: Driver, against chip: Chip, board: BoardDescription,
        gestures: consuming StandardGesturePipeline<Kind, RunSink>, into output: inout OutputStream,
        shouldStop: () -> Bool
    ) throws(ServiceError) {
        var bus = SimulatedBus(chip: chip)
        bus.hasInterruptLine = board.interruptPin != nil
        var host = RunHost(pipeline: Pipeline(chip: driver, gestures: gestures), bus: bus)
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

    /// Lets the driver reset and identify its chip, and says when it had; a driver that cannot gets five seconds.
    private func untilIdentified<Driver: Controller, Chip: ChipModel>(
        _ host: inout RunHost<Driver, Chip, Kind>, into sink: inout RunSink
    ) -> Instant {
        let patience = Instant(microseconds: 5_000_000)
        while !host.pipeline.chip.identity.isKnown, host.deadline <= patience {
            host.advance(to: host.deadline, into: &sink)
        }
        return host.now
    }

    /// Lets the host's events up to `instant` happen, each at its time. False: stop.
    private func passTime<Driver: Controller, Chip: ChipModel>(
        of host: inout RunHost<Driver, Chip, Kind>, to instant: Instant, into sink: inout RunSink,
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
typealias RunHost<Driver: Controller, Chip: ChipModel, Kind: ConfigurableRecognizer> = SimulatedHost<
    Driver, Chip, Kind, RunSink, 16, 32, 33, 16
>

extension GT911Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init()
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
        maximumContacts = min(board.maximumFingers, GoodixRegisters.maximumContacts)
    }
}

extension FT5x06Model.Configuration {
    /// The chip of a simulated board.
    init(_ board: BoardDescription) {
        self.init(FT5x06Model.Part(board.controller))
        if let first = board.addresses.first { address = first }
        width = UInt16(clamping: board.panel.rawWidth)
        height = UInt16(clamping: board.panel.rawHeight)
        maximumContacts = min(board.maximumFingers, FocalTechRegisters.maximumContacts)
    }
}

extension FT5x06Model.Part {
    /// The part that behaves as `chip` does.
    init(_ chip: ControllerChip) {
        switch chip {
        case .ft5406: self = .ft5406
        case .ft5506: self = .ft5506
        case .ft5726: self = .ft5726
        case .ft6206: self = .ft6206
        case .ft6236: self = .ft6236
        case .ft6336: self = .ft6336
        case .edtM06: self = .edtM06
        default: self = .ft5x06
        }
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
    private var line = ByteLine()

    init<Kind>(panel: Panel<Kind>, format: SimulatedRun<Kind>.Format, output: OutputStream) {
        let names = panel.configuration.names
        text = TextFormat(geometry: panel.geometry, names: names)
        events = EventsFormat(geometry: panel.geometry, names: names)
        self.format = SimulatedRunFormat(format)
        greeting = panel.greeting
        lines = panel.configuration.outputs
        active = Array(repeating: false, count: lines.count)
        self.output = output
    }

    mutating func begin() {
        if format == .jsonl { output.write(greeting) }
    }

    /// `GT911 at 0x5d, simulated, 800x480, firmware 0x1060`, `FT5406 (id 54) at 0x38, …`: the chip's own words, and the
    /// board's where the chip has none.
    mutating func identified(_ identity: ControllerIdentity, board: BoardDescription) {
        guard format != .jsonl else { return }
        var product = ""
        for i in identity.product.indices where identity.product[i] != 0 {
            product.unicodeScalars.append(Unicode.Scalar(identity.product[i]))
        }
        let chip =
            switch board.controller.family {
            case .goodix: "GT" + product
            case .focalTech: board.controller.name.uppercased() + " (id \(product))"
            }
        let width = identity.width > 0 ? Int(identity.width) : board.panel.rawWidth
        let height = identity.height > 0 ? Int(identity.height) : board.panel.rawHeight
        output.write(
            "\(chip) at 0x\(String(identity.address, radix: 16)), \(board.name), \(width)x\(height), "
                + "firmware 0x\(String(identity.firmware, radix: 16))\n")
    }

    mutating func tell(_ event: GestureEvent) {
        line.removeAll()
        if format == .jsonl {
            events.write(event, into: &line)
            output.write(&line)
        } else if event.state != .changed {
            text.write(event, into: &line)
            write(colour: event.isRecognition ? "\u{1b}[1m" : "")
        }
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
