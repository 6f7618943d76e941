// A panel with gestures only, NoTouchStreams and NoStrokePaths, behind a port of every format.

public import TaplineCore

/// Writes what it is told to a port of every format, as a microcontroller with a serial line would.
public struct PortSink: EffectSink {
    public typealias Streams = NoTouchStreams
    public typealias Paths = NoStrokePaths

    /// The ports.
    public var lines: PortFormat
    public var json: PortFormat
    public var text: PortFormat
    /// The formats without a port.
    public var sentences: SerialLineFormat
    public var events: EventsFormat
    public var words: TextFormat
    /// What was written last.
    public var line = ByteLine()

    /// Ports for a panel.
    public init(geometry: PanelGeometry, names: EventNames) {
        lines = PortFormat(kind: .line, touches: .all, geometry: geometry, names: names)
        json = PortFormat(kind: .jsonl, touches: .zone(1), geometry: geometry, names: names)
        text = PortFormat(kind: .text, gestures: RecognizerSet(0), geometry: geometry, names: names)
        sentences = SerialLineFormat(geometry: geometry, names: names)
        events = EventsFormat(geometry: geometry, names: names)
        words = TextFormat(geometry: geometry, names: names)
    }

    public mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        TextFormat.write(line: Name(), level: level, isActiveLow: false, at: now, into: &self.line)
    }
    public mutating func emit(_ event: GestureEvent) {
        line.removeAll()
        if !lines.write(event, into: &line) { lines.skip() }
        if !json.write(event, into: &line) { json.skip() }
        if !text.write(event, into: &line) { text.skip() }
        sentences.write(event, into: &line)
        events.write(event, into: &line)
        words.write(event, into: &line)
    }
    public mutating func emit(_ event: ControlEvent) {
        line.removeAll()
        if !lines.write(event, into: &line) { sentences.skip() }
        if !json.write(event, into: &line) { events.skip() }
        if !text.write(event, into: &line) { line.removeLineEnd() }
        events.write(event, into: &line)
        words.write(event, into: &line)
    }
    public mutating func emit(_ touch: TouchEvent, to zone: Int) { write(touch, to: zone) }
    public mutating func emit(_ touch: TouchEvent) { write(touch, to: nil) }
    private mutating func write(_ touch: TouchEvent, to zone: Int?) {
        let touch = StreamedTouch(touch: touch, zone: zone)
        line.removeAll()
        if !lines.write(touch, into: &line) { line.removeLast() }
        if !json.write(touch, into: &line) { line.removeLast() }
        if !text.write(touch, into: &line) { line.removeLast() }
        events.write(touch, into: &line)
        words.write(touch, into: &line)
    }
    public mutating func transfer(_ transfer: Transfer) { line.append(transfer.address) }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    public mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

/// From contacts to ports.
public typealias PortProofGestures = GesturePipeline<StandardRecognizer, PortSink, 5, 3, 2, 1, 2>
/// What such a pipeline is set up with.
public typealias PortProofSetup = GestureSetup<StandardRecognizer, 3, 2, 1>

/// Gestures that need neither streams nor ways, and one that would, or nil where the setup is wrong.
public func makePortProofSetup() -> PortProofSetup? {
    var setup = PortProofSetup()
    do throws(PortProofSetup.Problem) {
        let zone = try setup.add(Zone(shape: .circle(center: .zero, radius: 50), multipleTouch: true))
        _ = try setup.add(.tap(TapRecognizer()), zone: zone)
        _ = try setup.add(.pinch(PinchRecognizer()))
        let check = try setup.add(StrokeTemplate.checkmark(points: 16))
        _ = try setup.add(.stroke(StrokeRecognizer(.init(templates: TemplateSet(check)))))
    } catch {
        return nil
    }
    return setup
}

/// A pipeline with them, or nil where the setup is wrong.
public func makePortProofGestures(geometry: PanelGeometry) -> PortProofGestures? {
    guard let setup = makePortProofSetup() else { return nil }
    var outputs = OutputBank<PortSink, 2>()
    _ = outputs.append(LineOutput(gestures: RecognizerSet(0), pattern: .toggle))
    return PortProofGestures(geometry: geometry, touchTimeout: .unlimited, setup: setup, outputs: outputs)
}

public func useEveryEntry(
    _ gestures: inout PortProofGestures, _ sink: inout PortSink, _ contacts: inout Contacts, _ setup: PortProofSetup,
    at now: Instant
) {
    use(&gestures, &sink, &contacts, setup, at: now)
}

/// What ports begin with.
public func greet(_ sink: inout PortSink, board: borrowing Span<UInt8>, config: borrowing Span<UInt8>) {
    sink.lines.greet(board: board, config: config, into: &sink.line)
    sink.json.greet(board: board, config: config, into: &sink.line)
    sink.text.greet(board: board, config: config, into: &sink.line)
    SerialLineFormat.greet(board: board, into: &sink.line)
    EventsFormat.greet(board: board, config: config, into: &sink.line)
    TextFormat.greet(board: board, into: &sink.line)
}
