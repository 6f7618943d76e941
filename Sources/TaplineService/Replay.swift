public import TaplineBoards
import TaplineControllers
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
public import TaplineSimulator
import TaplineTouches

/// Runs a recording through a pipeline on a virtual clock, as fast as it goes: `trace/1` in, `events/1` out.
public struct Replay<Kind: ConfigurableRecognizer>: Sendable {
    /// The recording.
    public let trace: Trace
    /// What it runs through.
    public let panel: Panel<Kind>
    /// Whether touches are written, too.
    public var tellsTouches = false
    /// Whether failed and cancelled recognizers say why.
    public var explains = false

    /// A replay of `trace` through `panel`.
    public init(trace: Trace, panel: Panel<Kind>) {
        self.trace = trace
        self.panel = panel
    }

    /// Writes everything that happens. After the last line the clock runs on until no deadline is pending.
    ///
    /// - Throws: ``ServiceError`` where the output cannot be written or the engine refuses the configuration.
    public func run(into output: inout OutputStream) throws(ServiceError) {
        var pipeline = try panel.pipeline(for: EventWriter.self)
        pipeline.tellsTouches = tellsTouches
        pipeline.explains = explains
        var writer = EventWriter(
            format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names), output: output)
        writer.output.write(panel.greeting)
        for index in 0..<trace.count {
            let line = trace[index]
            switch line.event {
            case .report(let contacts): pipeline.report(contacts, at: line.time, into: &writer)
            case .fault: pipeline.missReport(at: line.time, into: &writer)
            case .cancel: pipeline.cancelTouches(at: line.time, into: &writer)
            }
        }
        while pipeline.deadline < .never { pipeline.advance(to: pipeline.deadline, into: &writer) }
        output = writer.output
        try output.finish()
    }
}

/// Writes events as `events/1`.
struct EventWriter: EffectSink {
    var format: EventsFormat
    var output: OutputStream
    private var line = ByteLine()

    init(format: EventsFormat, output: OutputStream) {
        self.format = format
        self.output = output
    }

    mutating func tell(_ event: GestureEvent) {
        line.removeAll()
        format.write(event, into: &line)
        output.write(line)
    }
    mutating func tell(_ touch: TouchEvent) {
        line.removeAll()
        format.write(touch, into: &line)
        output.write(line)
    }
    mutating func set(line: Int, active: Bool, at now: Instant) {}
    mutating func transfer(_ transfer: Transfer) {}
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
