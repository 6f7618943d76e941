public import TaplineConfiguration
package import TaplineCore
import TaplineLinux
import TaplineSimulator

/// Runs a recording on a virtual clock, as fast as it goes: `trace/1` or `bus/1` in, `events/1` out.
///
/// Fingers go to the gestures as they are. Bytes from a chip's wires go to the chip's driver first, and the panel is that
/// of the recording's board.
public struct Replay<Kind: ConfigurableRecognizer>: Sendable {
    /// What it runs through.
    public let panel: Panel<Kind>
    /// Whether touches are written, too.
    public var emitsTouches = false
    /// Whether what zones are told of their touches is told: of those that an output follows with `zone`.
    public var tellsStreams = false
    /// Whether failed and cancelled recognizers say why.
    public var explains = false
    /// A touch that no report confirms for so long is cancelled; nil: as the board says.
    package var touchTimeout: Microseconds?
    private let source: Source

    private enum Source: Sendable {
        case fingers(Trace)
        case chip(RecordedPanel)
    }

    /// A replay of `trace` through `panel`.
    public init(trace: Trace, panel: Panel<Kind>) {
        source = .fingers(trace)
        self.panel = panel
    }

    /// A replay of a recording on its own panel.
    ///
    /// - Parameters:
    ///   - file: what messages call the recording.
    ///   - configuration: the configuration's file; nil: the built-in one.
    ///   - board: the board that turns and corrects the px of fingers, or on whose bus the recording was made; nil: the one that the
    ///     recording names. Where it names none either, fingers are as the eye sees them.
    /// - Throws: ``ServiceError``: exit code 64 where the board is not for the recording or it names its own, 65 where the recording names a chip or a board that is not known, 78 for
    ///   what is wrong in a board or in the configuration.
    public init(
        _ recording: Recording, file: String, configuration: String?, board: String? = nil,
        library: BoardLibrary = BoardLibrary()
    ) throws(ServiceError) {
        switch recording {
        case .touches(let trace):
            source = .fingers(trace)
            guard let board else {
                panel = try Panel(configuration: configuration, recordedBy: trace, library: library)
                return
            }
            panel = try Panel(configuration: configuration, board: board, library: library)
            let size = panel.board?.panel ?? trace.panel
            guard size.rawWidth == trace.panel.rawWidth, size.rawHeight == trace.panel.rawHeight else {
                throw ServiceError(
                    "--board: \(board) has \(size.rawWidth)x\(size.rawHeight) px, the recording \(file) "
                        + "\(trace.panel.rawWidth)x\(trace.panel.rawHeight)", .usage)
            }
        case .bus(let bus):
            if board != nil, let own = bus.board {
                throw ServiceError(
                    "--board: \(file) is a recording of the board \(quoted(own)); leave --board out",
                    .usage)
            }
            let named =
                if let board { try library.board(givenAs: board) } else {
                    try Replay.board(of: bus, file: file, library: library)
                }
            let recorded: RecordedPanel
            do throws(LineFormatError) {
                recorded = try RecordedPanel(bus, on: named, file: file)
            } catch {
                throw ServiceError(error)
            }
            source = .chip(recorded)
            panel =
                if let name = board ?? bus.board {
                    try Panel(configuration: configuration, board: name, library: library)
                } else {
                    try Panel(configuration: configuration, trace: recorded.geometry, library: library)
                }
        }
    }

    /// The board that a recording of a bus names; nil: it names none.
    private static func board(
        of bus: BusTrace, file: String, library: BoardLibrary
    ) throws(ServiceError) -> BoardDescription? {
        guard let name = bus.board else { return nil }
        guard let board = try reading({ () throws(ConfigurationErrors) in try library.board(name) }) else {
            let names = library.names.joined(separator: ", ")
            throw ServiceError(
                RecordedPanel.failure(file, "unknown board \(quoted(name)); there are \(names)"))
        }
        return board
    }

    /// The readings of a motion sensor in the recording.
    package var readings: [MotionReading] {
        guard case .fingers(let trace) = source else { return [] }
        return (0..<trace.count).compactMap { if case .reading(let reading) = trace[$0].event { reading } else { nil } }
    }

    /// Writes everything that happens. After the last line the clock runs on until no deadline is pending.
    ///
    /// - Parameter reader: has the lines of a recording of fingers; nil: the recording itself has them.
    /// - Throws: ``ServiceError`` where the output cannot be written, the engine refuses the configuration, or a
    ///   recorded chip does not identify itself.
    /// - Returns: what is doubtful about a chip's recording, a sentence each.
    @discardableResult
    public func run(
        _ reader: RecordingReader? = nil, into output: inout OutputStream
    ) throws(ServiceError) -> [String] {
        var doubts: [String] = []
        var pipeline = try panel.pipeline(for: EventWriter.self, touchTimeout: touchTimeout)
        pipeline.emitsTouches = emitsTouches
        pipeline.explains = explains
        var writer = EventWriter(
            format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names), output: output)
        writer.emitsTouches = emitsTouches
        writer.tellsStreams = tellsStreams
        switch source {
        case .fingers(let trace):
            writer.output.write(panel.greeting)
            if let reader {
                // (Who reads the events of a pipe's fingers has them before the next one is waited for.)
                run(
                    through: pipeline, into: &writer,
                    after: { if reader.hasToRead { $0.output.flush() } }, lines: { reader.next() })
            } else {
                var index = 0
                run(through: pipeline, into: &writer) {
                    guard index < trace.count else { return nil }
                    defer { index += 1 }
                    return trace[index]
                }
            }
        case .chip(let recorded):
            let remote = panel.configuration.remoteControl()
            guard
                let found = recorded.play(
                    through: pipeline, remote, into: &writer, begin: { $0.output.write(panel.greeting) })
            else { throw ServiceError(recorded.wrongIdentity) }
            doubts = found
        }
        output = writer.output
        try output.finish()
        if let failure = reader?.failure { throw failure }
        return doubts
    }

    private func run(
        through gestures: consuming StandardGesturePipeline<Kind, EventWriter>, into writer: inout EventWriter,
        after: (inout EventWriter) -> Void = { _ in }, lines next: () -> (time: Instant, event: Trace.Event)?
    ) {
        var pipeline = gestures
        let (engine, gestures) = (panel.configuration.motionEngine(), panel.configuration.motionGestures)
        var panel = panel
        let turning = {
            (
                turn: PanelGeometry.Rotation, pipeline: inout StandardGesturePipeline<Kind, EventWriter>,
                writer: inout EventWriter
            ) in
            guard let next = panel.turned(to: turn),
                let setup = try? next.configuration.setup(resuming: &pipeline, of: panel.configuration)
            else { return }
            next.replace(
                panel.configuration, in: &pipeline, with: setup, isTurned: true, at: pipeline.time, into: &writer)
            writer.output.write(next.greeting)
            writer.format = EventsFormat(geometry: next.geometry, names: next.configuration.names)
            panel = next
        }
        var remote = panel.configuration.remoteControl()
        pipeline.play(
            motion: engine, as: gestures, into: &writer,
            after: {
                $0.takeCommands(&remote, into: &$1)
                after(&$1)
            },
            turning: turning,
            lines: next)
        pipeline.endCommands(&remote, into: &writer)
    }
}

extension Panel {
    /// The panel that `trace` was recorded on: its fingers are turned and corrected as the board wants that its header names, if that is the
    /// configuration's or one of the library, and of the same size; those of any other trace are as the eye sees them.
    ///
    /// - Throws: As ``init(configuration:board:trace:library:)``.
    package init(
        configuration path: String?, recordedBy trace: Trace, library: BoardLibrary = BoardLibrary()
    ) throws(ServiceError) {
        var turned: PanelGeometry.Description?
        if let title = trace.board {
            if let path, let bytes = try? Files.readText(path),
                let name = (try? ConfigurationSource(bytes, file: path))?.boardName,
                let own = try? library.board(name, beside: DeviceFiles.folder(of: path))
            {
                turned = trace.panel(on: [own])
            }
            turned = turned ?? trace.panel(on: library.boards(called: title).map { $0.board })
        }
        try self.init(configuration: path, trace: turned ?? trace.panel, library: library)
    }
}

/// Writes events as `events/1`.
struct EventWriter: HostSink, PortSink {
    var request: ControllerRequest?
    var given: [RemoteEvent] = []
    var format: EventsFormat
    var output: OutputStream
    var emitsTouches = false
    var tellsStreams = false

    init(format: EventsFormat, output: OutputStream) {
        self.format = format
        self.output = output
    }

    mutating func write(_ event: some PortEvent) {
        var line = ByteLine()
        format.write(event, into: &line)
        output.write(&line)
    }

    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        if emitsTouches { write(StreamedTouch(touch: touch, zone: nil, event: &event)) }
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        if tellsStreams { write(StreamedTouch(touch: touch, zone: zone, event: &event)) }
    }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
