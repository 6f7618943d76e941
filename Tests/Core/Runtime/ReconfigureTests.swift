import TestSupport

/// A reload: other gestures and outputs in the place of those that run.
@Suite struct ReconfigureTests {
    private struct Story: QuietSink {
        var lines: [String] = []
        mutating func emit(_ event: GestureEvent) { lines.append("\(event.gesture) \(event.state)") }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            lines.append("line \(line) \(level.isActive)")
        }
        mutating func emit(_ touch: TouchEvent, to zone: Int) {
            lines.append("\(touch.phase) \(touch.time.microseconds / 1_000)")
        }
    }
    private typealias Gestures = GesturePipeline<StandardRecognizer, Story, 5, 4, 1, 0, 4>

    private func setup(_ kinds: StandardRecognizer...) throws -> GestureSetup<StandardRecognizer, 4, 1, 0> {
        var setup = GestureSetup<StandardRecognizer, 4, 1, 0>()
        for kind in kinds { _ = try setup.add(kind) }
        return setup
    }

    private func outputs(_ patterns: LinePattern...) -> OutputBank<Story, 4> {
        var bank = OutputBank<Story, 4>()
        for (index, pattern) in patterns.enumerated() {
            _ = bank.append(LineOutput(gestures: RecognizerSet(index), pattern: pattern))
        }
        return bank
    }

    private func finger(at x: Float, id: Int32 = 0) -> Contacts {
        return Contacts([Contact(id: id, x: x, y: 100)])
    }

    private func pipeline(
        _ setup: GestureSetup<StandardRecognizer, 4, 1, 0>, _ outputs: OutputBank<Story, 4>
    ) -> Gestures {
        Gestures(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: outputs)
    }

    /// Moves a finger along; each report 10 ms after the last.
    private func drag(_ pipeline: inout Gestures, from start: Int64, _ sink: inout Story, id: Int32 = 0) {
        for step in 0..<5 {
            pipeline.report(
                finger(at: 100 + 20 * Float(step), id: id), at: Instant(microseconds: start + Int64(step) * 10_000),
                into: &sink)
        }
    }

    @Test func whatWasUnderWayIsPaidBackByTheGesturesOfBefore() throws {
        var sink = Story()
        var pipeline = pipeline(try setup(pan()), outputs(.hold))
        drag(&pipeline, from: 0, &sink)
        #expect(sink.lines.starts(with: ["0 began", "line 0 true"]))
        sink.lines = []
        pipeline.reconfigure(
            try setup(tap()), at: Instant(microseconds: 60_000), into: &sink
        ) { _ in outputs(.pulse(.milliseconds(50))) }
        #expect(sink.lines == ["0 cancelled", "line 0 false"])
    }

    @Test func aTapInDoubtIsRevokedByAReloadAndByTheEnd() throws {
        var waiting = try setup(tap { $0.isTentative = true }, tap(taps: 2))
        try waiting.require(0, toFail: 1)
        for isReload in [true, false] {
            var sink = Story()
            var pipeline = pipeline(waiting, outputs(.hold))
            pipeline.report(finger(at: 100), at: .zero, into: &sink)
            pipeline.report(Contacts(), at: Instant(microseconds: 80_000), into: &sink)
            #expect(sink.lines == ["0 tentative", "line 0 true"])
            sink.lines = []
            let now = Instant(microseconds: 100_000)
            if isReload {
                pipeline.reconfigure(waiting, at: now, into: &sink) { _ in outputs(.hold) }
            } else {
                pipeline.end(at: now, into: &sink)
            }
            #expect(sink.lines == ["0 revoked", "line 0 false"])
            pipeline.advance(to: Instant(microseconds: 10_000_000), into: &sink)
            #expect(sink.lines.count == 2, "it is over")
        }
    }

    @Test func aFingerThatStaysIsNoTouchOfTheNewGestures() throws {
        var sink = Story()
        var pipeline = pipeline(try setup(pan()), outputs())
        drag(&pipeline, from: 0, &sink)
        pipeline.reconfigure(
            try setup(pan()), at: Instant(microseconds: 60_000), into: &sink
        ) { _ in outputs() }
        sink.lines = []
        drag(&pipeline, from: 70_000, &sink)
        #expect(sink.lines.isEmpty)
        // Once it has lifted the next one counts.
        pipeline.report(Contacts(), at: Instant(microseconds: 200_000), into: &sink)
        drag(&pipeline, from: 300_000, &sink, id: 1)
        #expect(sink.lines.first == "0 began")
    }

    @Test func levelsGoOnWhereTheyStood() throws {
        var sink = Story()
        var pipeline = pipeline(
            try setup(tap(), pan()), outputs(.toggle, .hold))
        pipeline.report(finger(at: 100), at: Instant(microseconds: 0), into: &sink)
        pipeline.report(Contacts(), at: Instant(microseconds: 50_000), into: &sink)
        #expect(sink.lines == ["0 ended", "line 0 true"])
        sink.lines = []
        let new = outputs(.pulse(.milliseconds(50)), .toggle)
        pipeline.reconfigure(
            try setup(pan(), tap()), at: Instant(microseconds: 100_000), into: &sink
        ) { old in
            var bank = new
            // The toggle is the second line now.
            bank.resume(1, from: old, at: 0)
            return bank
        }
        #expect(sink.lines.isEmpty)
        #expect(pipeline.outputs[1].isActive && !pipeline.outputs[0].isActive)
        pipeline.report(finger(at: 100, id: 1), at: Instant(microseconds: 1_000_000), into: &sink)
        pipeline.report(Contacts(), at: Instant(microseconds: 1_050_000), into: &sink)
        #expect(sink.lines == ["1 ended", "line 1 false"])
    }

    @Test func whatIsHeldOfAZonesTouchesIsToldBeforeTheReload() throws {
        var sink = Story()
        var listening = outputs()
        listening.listen(to: 0)
        var pipeline = pipeline(try setup(tap(taps: 2)), listening)
        pipeline.report(finger(at: 100), at: Instant(microseconds: 0), into: &sink)
        pipeline.report(Contacts(), at: Instant(microseconds: 50_000), into: &sink)
        pipeline.report(finger(at: 300), at: Instant(microseconds: 60_000), into: &sink)
        let isFirst = pipeline.makeFirstResponder(0, into: &sink)
        #expect(isFirst)
        pipeline.reconfigure(
            try setup(tap()), at: Instant(microseconds: 100_000), into: &sink
        ) { _ in outputs() }
        #expect(sink.lines == ["began 0", "ended 50", "began 60", "cancelled 100"])
        #expect(pipeline.engine.firstResponder == nil)
    }

    @Test func whatWaitedForASecondTapIsForgotten() throws {
        var sink = Story()
        var first = try setup(tap(), tap(taps: 2))
        try first.require(0, toFail: 1)
        var pipeline = pipeline(first, outputs())
        pipeline.report(finger(at: 100), at: Instant(microseconds: 0), into: &sink)
        pipeline.report(Contacts(), at: Instant(microseconds: 50_000), into: &sink)
        pipeline.reconfigure(
            try setup(tap()), at: Instant(microseconds: 100_000), into: &sink
        ) { _ in outputs() }
        pipeline.advance(to: Instant(microseconds: 5_000_000), into: &sink)
        #expect(sink.lines.isEmpty)
        #expect(pipeline.deadline == .never)
    }
}
