// Generic code is checked for allocations only where it is specialised. This target is that place: concrete pipelines,
// one of them with every recognizer and output, and an engine whose handler answers. Every entry of theirs is used here
// (FirmwareProof+Entries.swift has most). It must build as Embedded Swift with -no-allocations for each bare-metal processor,
// and link there without a heap. tools/proofs does all of it, and shows that violations planted in the layers below are rejected.

public import TaplineCore

/// The proof's panel: a GT911 with every kind of recognizer and output, in the sizes of a small microcontroller.
public typealias ProofPipeline = Pipeline<Goodix, StandardRecognizer, ProofSink, 10, 11, 5, 4, 8>

/// From contacts to effects, in the same sizes.
public typealias ProofGestures = GesturePipeline<StandardRecognizer, ProofSink, 10, 11, 5, 4, 8>
/// What it is set up with.
public typealias ProofSetup = GestureSetup<StandardRecognizer, 11, 5, 4>

/// Keeps what the pipeline wants, as a microcontroller's main loop would.
public struct ProofSink: EffectSink {
    /// The transfer asked for, until its outcome is told.
    public var transfer: Transfer?
    /// The controller's line asked for, until it is set.
    public var line: ControllerLine?
    /// How it is to be driven.
    public var drive = LineDrive.release
    /// The levels of the output lines, a bit each.
    public var levels = BitSet<UInt32>()
    /// The last event as a line of `events/1`.
    public var text = ByteLine()
    /// Motion events that the gestures have not taken yet.
    public var motion = MotionQueue()
    private var format: EventsFormat

    /// A sink for a panel.
    public init(geometry: PanelGeometry) { format = EventsFormat(geometry: geometry, names: EventNames()) }

    public mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        if level.isActive { levels.insert(line) } else { levels.remove(line) }
    }
    public static var tellsRunningGestures: Bool { true }
    public mutating func emit(_ gesture: inout RunningGesture) {
        emit(gesture.event)
        if gesture.numberOfTouches > 1, let first = gesture.location(ofTouch: 0) {
            gesture.setTranslation(first - gesture.location)
            gesture.setScale(1)
            gesture.setRotation(0)
        }
    }
    public mutating func emit(_ event: GestureEvent) { write(event) }
    /// Keeps the line of an event.
    mutating func write(_ event: some FormattedEvent) {
        text.removeAll()
        format.write(event, into: &text)
    }
    public mutating func emit(_ touch: TouchEvent, to zone: Int) {
        text.removeAll()
        format.write(StreamedTouch(touch: touch, zone: zone), into: &text)
    }
    public mutating func emit(_ event: ControlEvent) {
        text.removeAll()
        format.write(event, into: &text)
    }
    public mutating func perform(_ action: Int, responder: Responder) -> Bool {
        levels = BitSet(bits: UInt32(truncatingIfNeeded: action))
        return responder == .application
    }
    public mutating func transfer(_ transfer: Transfer) { self.transfer = transfer }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {
        self.line = line
        self.drive = drive
    }
    public mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    public mutating func emit(_ touch: TouchEvent) {
        text.removeAll()
        format.write(StreamedTouch(touch: touch, zone: nil), into: &text)
    }
}

/// A pipeline with every recognizer, relation and output, or nil where the setup is wrong.
public func makeProofPipeline(geometry: PanelGeometry) -> ProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return ProofPipeline(chip: Goodix(), gestures: gestures)
}

func makeProofGestures(geometry: PanelGeometry) -> ProofGestures? {
    var setup = GestureSetup<StandardRecognizer, 11, 5, 4>()
    var outputs = OutputBank<ProofSink, 8>()
    do throws(GestureSetup<StandardRecognizer, 11, 5, 4>.Problem) {
        let left = try setup.add(
            Zone(shape: .rectangle(from: .zero, to: Point(x: geometry.width / 2, y: geometry.height))))
        let level = try setup.add(
            Zone(shape: .circle(center: .zero, radius: 50), multipleTouch: true, control: .verticalSlider))
        var twice = TapRecognizer.Parameters()
        twice.taps = 2
        var once = TapRecognizer.Parameters()
        once.isTentative = true
        lengthen(&once.interval)
        let tap = try setup.add(.tap(TapRecognizer(once)))
        let double = try setup.add(.tap(TapRecognizer(twice)), zone: left)
        let press = try setup.add(.longPress(LongPressRecognizer()))
        let pan = try setup.add(.pan(PanRecognizer()))
        let swipe = try setup.add(.swipe(SwipeRecognizer()))
        let edge = try setup.add(.edgePan(EdgePanRecognizer()))
        let pinch = try setup.add(.pinch(PinchRecognizer()))
        let rotation = try setup.add(.rotation(RotationRecognizer()))
        var carrying = TransformRecognizer.Parameters()
        carrying.isIncremental = true
        let transform = try setup.add(.transform(TransformRecognizer(carrying)))
        try setup.deliver(swipe, TouchDelivery(cancelsTouches: true, delaysBegan: true, delaysEnded: true))
        let check = try setup.add(StrokeTemplate.checkmark(points: 16))
        let stroke = try setup.add(.stroke(StrokeRecognizer(.init(templates: TemplateSet(check)))))
        _ = try setup.add(.stroke(StrokeRecognizer(.init(corner: .init()))))
        try setup.allow(stroke, simultaneouslyWith: pan)
        try setup.require(tap, toFail: double)
        try setup.require(pan, toFail: swipe)
        try setup.require(pan, toFail: edge)
        try setup.allow(pinch, simultaneouslyWith: rotation)
        try setup.allow(transform, simultaneouslyWith: pinch)
        try setup.allow(press, simultaneouslyWith: swipe)
        try setup.forbid(tap, toPrevent: press)
        try setup.require(.kind("longPress"), toFail: .kind("edgePan"))
        _ = outputs.append(
            LineOutput(gestures: RecognizerSet(tap) | RecognizerSet(swipe), pattern: .pulse(.milliseconds(100))))
        _ = outputs.append(LineOutput(gestures: RecognizerSet(press), controls: ZoneSet(level), pattern: .hold))
        _ = outputs.append(LineOutput(touchesOf: left, pattern: .hold))
        let lamp = outputs.append(LineOutput(gestures: RecognizerSet(double), pattern: .toggle))
        if let lamp { outputs.resume(lamp, from: outputs, at: lamp) }
        _ = outputs.append(LineOutput(gestures: RecognizerSet(tap), pattern: .part))
        _ = outputs.append(LineOutput(gestures: RecognizerSet(swipe), pattern: .part))
        _ = outputs.appendCode(
            of: RecognizerSet(tap) | RecognizerSet(swipe), pulse: .milliseconds(20), lines: 2)
        for _ in 0..<2 { _ = outputs.append(LineOutput(gestures: RecognizerSet(rotation), pattern: .part)) }
        _ = outputs.appendQuadrature(of: RecognizerSet(rotation), step: 0.1, interval: .milliseconds(1))
    } catch {
        return nil
    }
    var gestures = ProofGestures(
        geometry: geometry, touchTimeout: .milliseconds(5_000), setup: setup, outputs: outputs)
    gestures.explains = true
    gestures.emitsTouches = true
    return gestures
}

/// Changes a time in place, where it is stored in another form.
@inline(never)
private func lengthen(_ time: inout Microseconds) { time = time + time }

public func start(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

public func interrupt(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

public func sleep(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.sleep(at: now, into: &sink)
}

public func wakeUp(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.wakeUp(at: now, into: &sink)
}

public func end(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.end(at: now, into: &sink)
}

public func complete(
    _ pipeline: inout ProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: inout BusBytes
) {
    pipeline.complete(outcome, at: now, received: &received, into: &sink)
}

public func advance(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}

public func report(
    _ pipeline: inout ProofPipeline, _ sink: inout ProofSink, _ contacts: borrowing Contacts, at now: Instant
) {
    pipeline.gestures.report(contacts, at: now, into: &sink)
}

public func cancelTouches(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.cancelTouches(at: now, into: &sink)
}

public func releaseTouches(_ pipeline: inout ProofPipeline, _ sink: inout ProofSink) {
    pipeline.gestures.releaseTouches(into: &sink)
}

public func send(_ action: Int, to zone: Int, _ pipeline: inout ProofPipeline, _ sink: inout ProofSink) -> Bool {
    pipeline.gestures.setControlValue(
        pipeline.gestures.controlValue(of: zone) / 2, of: zone, at: .zero, into: &sink)
    return pipeline.gestures.makeFirstResponder(zone, into: &sink) && pipeline.gestures.send(action, into: &sink)
}

/// Reads and sets a running gesture from outside, as a main loop would.
public func restart(_ pipeline: inout ProofPipeline, _ gesture: Int) -> Point? {
    pipeline.gestures.setTranslation(.zero, of: gesture)
    pipeline.gestures.setScale(1, of: gesture)
    pipeline.gestures.setRotation(0, of: gesture)
    guard let running = pipeline.gestures.snapshot(of: gesture) else { return nil }
    return pipeline.gestures.location(ofTouch: running.touches, of: gesture)
}

/// The rest of what a pipeline's gestures can be asked and told.
public func useEveryEntry(
    _ pipeline: inout ProofPipeline, _ sink: inout ProofSink, _ contacts: inout Contacts, _ setup: ProofSetup,
    at now: Instant
) {
    use(&pipeline.gestures, &sink, &contacts, setup, at: now)
}
