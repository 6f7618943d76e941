// An engine whose handler answers: which touches exist for whom, who may begin, and every relation of two gestures. No
// pipeline has one; whoever wants one holds table and engine.

public import TaplineCore

/// Answers every question by what it has been told.
public struct AnsweringHandler: GestureHandler {
    /// Where its gestures go: nowhere else.
    public typealias Sink = ProofSink

    /// A yes for each gesture.
    public var answers = RecognizerSet()

    /// Says no to everything.
    public init() {}

    public static var decidesRelations: Bool { true }
    public static var handlesRunningGestures: Bool { true }
    public var handlesTouches: Bool { true }

    public mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        answers.contains(gesture) || zone > 0
    }
    public mutating func shouldBegin(gesture: Int) -> Bool { answers.contains(gesture) }
    public mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool { answers.contains(other) }
    public mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool { answers.contains(other) }
    public mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool {
        answers.contains(other)
    }
    public mutating func canPrevent(gesture: Int, other: Int) -> Bool { answers.contains(other) }
    public mutating func canBePrevented(gesture: Int, by other: Int) -> Bool { answers.contains(other) }

    public mutating func handle(_ event: GestureEvent, into sink: inout ProofSink) { sink.emit(event) }
    public mutating func handle(_ gesture: inout RunningGesture, into sink: inout ProofSink) {
        answers.insert(gesture.event.gesture & 31)
        sink.emit(&gesture)
    }
    public mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout ProofSink
    ) -> Bool {
        sink.emit(touch)
        return responder != .application
    }
    public mutating func handleControl(_ event: ControlEvent, into sink: inout ProofSink) { sink.emit(event) }
    public mutating func handleAction(_ action: Int, responder: Responder, into sink: inout ProofSink) -> Bool {
        sink.perform(action, responder: responder)
    }
}

/// Table and engine with such a handler.
public struct AnsweredProof: ~Copyable {
    var table: TouchTable<10>
    var engine: GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<4>, 4, 2, 4>
    /// Who is asked.
    public var handler = AnsweringHandler()
    /// Where its gestures go.
    public var sink: ProofSink

    /// Gestures that are rivals, in a zone and on the panel around it; nil where the setup is wrong.
    public init?(geometry: PanelGeometry) {
        var setup = GestureSetup<StandardRecognizer, 4, 2, 4>()
        do throws(GestureSetup<StandardRecognizer, 4, 2, 4>.Problem) {
            let level = try setup.add(
                Zone(shape: .circle(center: .zero, radius: 50), multipleTouch: true, control: .verticalSlider))
            _ = try setup.add(.tap(TapRecognizer()), zone: level)
            _ = try setup.add(.longPress(LongPressRecognizer()))
            let check = try setup.add(StrokeTemplate.checkmark(points: 16))
            _ = try setup.add(.stroke(StrokeRecognizer(.init(templates: TemplateSet(check)))))
            _ = try setup.add(.pan(PanRecognizer()))
        } catch {
            return nil
        }
        table = TouchTable(geometry: geometry, touchTimeout: .milliseconds(5_000))
        engine = GestureEngine(setup)
        sink = ProofSink(geometry: geometry)
    }
}

public func report(_ proof: inout AnsweredProof, _ contacts: inout Contacts, at now: Instant) {
    proof.engine.advance(before: now, &proof.table, &proof.handler, &proof.sink)
    proof.table.report(&contacts, at: now)
    proof.engine.report(&proof.table, &proof.handler, &proof.sink)
}

public func advance(_ proof: inout AnsweredProof, to now: Instant) -> Instant {
    proof.table.advance(to: now)
    proof.engine.report(&proof.table, &proof.handler, &proof.sink)
    proof.engine.advance(to: now, &proof.table, &proof.handler, &proof.sink)
    return min(proof.table.deadline, proof.engine.deadline)
}

public func end(_ proof: inout AnsweredProof, at now: Instant) {
    proof.table.cancelAll(at: now)
    proof.engine.report(&proof.table, &proof.handler, &proof.sink)
    proof.engine.revokeTentative(&proof.table, at: now, &proof.handler, &proof.sink)
    proof.engine.releaseTouches(&proof.table, at: now, &proof.handler, &proof.sink)
}

public func send(_ action: Int, to zone: Int, _ proof: inout AnsweredProof) -> Bool {
    proof.engine.makeFirstResponder(zone, &proof.handler, &proof.sink)
        && proof.engine.send(action, &proof.handler, &proof.sink)
}

/// Reads and sets a running gesture and a control.
public func restart(_ proof: inout AnsweredProof, _ gesture: Int, at now: Instant) -> Point? {
    guard let running = proof.engine.snapshot(of: gesture, &proof.table, at: now) else { return nil }
    proof.engine.adjust(gesture, .identity)
    let zone = proof.engine.zone(at: running.location)
    proof.engine.setControlValue(proof.engine.controlValue(of: zone) / 2, of: zone)
    return proof.engine.fingers(of: gesture, &proof.table)[running.touches]
}
