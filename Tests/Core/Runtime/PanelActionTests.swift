import TestSupport

/// What outputs do to the panel itself, and who answers a control.
@Suite struct PanelActionTests {
    private struct Story: QuietSink {
        var lines: [String] = []
        var refusing: Set<Int> = []
        var holding: Set<Int> = []
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            lines.append("\(now.microseconds / 1_000) line \(line) \(level.isActive)")
        }
        mutating func emit(_ event: GestureEvent) {
            if event.state != .changed {
                lines.append("\(event.time.microseconds / 1_000) \(event.gesture) \(event.state)")
            }
        }
        mutating func emit(_ event: ControlEvent) {
            let responder = event.responder.map { " \($0)" } ?? ""
            lines.append("\(event.time.microseconds / 1_000) \(event.action)\(responder)")
        }
        mutating func canBecomeFirstResponder(_ zone: Int) -> Bool { !refusing.contains(zone) }
        mutating func canResignFirstResponder(_ zone: Int) -> Bool { !holding.contains(zone) }
    }
    private typealias Panel = StandardGesturePipeline<StandardRecognizer, Story>

    /// Gestures of the panel; zone 1 is the left half, zone 2 a button in it, zone 3 the right half, which may not be the first
    /// responder.
    private func panel(
        _ gestures: [StandardRecognizer], zones: [Int]? = nil, _ outputs: [LineOutput]
    ) throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 32, 33, 64>()
        func half(_ x: Float) -> Zone.Shape { .rectangle(from: Point(x: x, y: 0), to: Point(x: x + 400, y: 480)) }
        _ = try setup.add(Zone(shape: half(0)))
        _ = try setup.add(
            Zone(shape: .rectangle(from: .zero, to: Point(x: 50, y: 50)), parent: 1, control: .button))
        _ = try setup.add(Zone(shape: half(400), canBecomeFirstResponder: false))
        for (i, gesture) in gestures.enumerated() { _ = try setup.add(gesture, zone: zones?[i] ?? 0) }
        var bank = OutputBank<Story, 16>()
        for output in outputs { _ = bank.append(output) }
        return Panel(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: bank)
    }

    private func finger(_ x: Float?, at ms: Int64, _ panel: inout Panel, _ sink: inout Story) {
        var contacts = Contacts()
        if let x { contacts.append(Contact(id: 0, x: x, y: 20)) }
        panel.report(contacts, at: Instant(microseconds: ms * 1_000), into: &sink)
    }
    private func tap(at ms: Int64, x: Float = 500, _ panel: inout Panel, _ sink: inout Story) {
        finger(x, at: ms, &panel, &sink)
        finger(nil, at: ms + 50, &panel, &sink)
    }
    private func disabling(_ gestures: Int..., by lock: Int) -> LineOutput {
        LineOutput(
            gestures: RecognizerSet(lock),
            action: .setEnabled(
                false, gestures: gestures.reduce(into: RecognizerSet()) { $0.insert($1) }, zones: ZoneSet()))
    }

    private func expect(
        _ panel: inout Panel, _ states: [Int: RecognizerState?], _ place: SourceLocation = #_sourceLocation
    ) {
        for (gesture, state) in states {
            let now = panel.state(of: gesture)
            #expect(now == state, sourceLocation: place)
        }
    }

    @Test func longPressLocksAndThreeTapsUnlock() throws {
        var sink = Story()
        var panel = try panel(
            [TestSupport.tap(), press(), TestSupport.tap { $0.taps = 3 }],
            [
                disabling(0, by: 1),
                LineOutput(
                    gestures: RecognizerSet(2),
                    action: .setEnabled(true, gestures: RecognizerSet(0), zones: ZoneSet())),
                LineOutput(gestures: RecognizerSet(0), pattern: .toggle),
            ])
        tap(at: 0, &panel, &sink)
        finger(500, at: 1_000, &panel, &sink)
        finger(nil, at: 1_600, &panel, &sink)
        tap(at: 3_000, &panel, &sink)
        expect(&panel, [0: .disabled])
        for ms: Int64 in [5_000, 5_100, 5_200] { tap(at: ms, &panel, &sink) }
        panel.advance(to: Instant(microseconds: 8_000_000), into: &sink)
        tap(at: 9_000, &panel, &sink)
        #expect(
            sink.lines == [
                "50 0 ended", "50 line 2 true", "1500 1 began", "1600 1 ended", "5250 2 ended", "9050 0 ended",
                "9050 line 2 false",
            ])
    }

    @Test func whatHasBegunIsCancelledInTheSameInstant() throws {
        var sink = Story()
        var panel = try panel(
            [press(), pan()], zones: [1, 3],
            [disabling(1, by: 0), LineOutput(gestures: RecognizerSet(1), pattern: .hold)])
        for (ms, x) in [(0, 500), (100, 520), (300, 540)] as [(Int64, Float)] {
            var contacts = Contacts()
            contacts.append(Contact(id: 0, x: 100, y: 20))
            contacts.append(Contact(id: 1, x: x, y: 20))
            panel.report(contacts, at: Instant(microseconds: ms * 1_000), into: &sink)
        }
        panel.advance(to: Instant(microseconds: 600_000), into: &sink)
        finger(nil, at: 700, &panel, &sink)
        #expect(
            sink.lines == [
                "100 1 began", "100 line 1 true", "500 0 began", "500 1 cancelled", "500 line 1 false", "700 0 ended",
            ])
        #expect(panel.deadline == .never)
    }

    @Test func actionOfAReportIsDoneBeforeTheNextOne() throws {
        var sink = Story()
        var panel = try panel([TestSupport.tap { $0.fires = .onDown }, pan { $0.slopPt = 0 }], [disabling(1, by: 0)])
        let together = { (panel: inout Panel, sink: inout Story) in
            finger(500, at: 0, &panel, &sink)
            #expect(panel.deadline == .zero)
            finger(600, at: 0, &panel, &sink)
            finger(700, at: 10, &panel, &sink)
            finger(nil, at: 20, &panel, &sink)
        }
        together(&panel, &sink)
        #expect(!sink.lines.contains { $0.hasSuffix("1 changed") || $0 == "20 1 ended" })
        expect(&panel, [1: .disabled])
        #expect(panel.deadline == .never)
    }

    @Test func pendingActionIsNoLevel() throws {
        var sink = Story()
        var panel = try panel([TestSupport.tap()], [disabling(0, by: 0)])
        tap(at: 0, &panel, &sink)
        #expect(!panel.outputs[0].isActive)
        panel.advance(to: Instant(microseconds: 100_000), into: &sink)
        #expect(sink.lines == ["50 0 ended"])
        let isEnabled = panel.isEnabled(gesture: 0)
        #expect(!isEnabled)
    }

    @Test func outputMakesAZoneTheFirstResponderAndResigns() throws {
        var sink = Story()
        var panel = try panel(
            [TestSupport.tap(), swipe()],
            [
                LineOutput(gestures: RecognizerSet(0), action: .makeFirstResponder(1)),
                LineOutput(gestures: RecognizerSet(1), action: .makeFirstResponder(nil)),
            ])
        tap(at: 0, &panel, &sink)
        panel.advance(to: Instant(microseconds: 100_000), into: &sink)
        #expect(panel.firstResponder == 1)
        for i in 0...5 { finger(500 + Float(i) * 20, at: 1_000 + Int64(i) * 10, &panel, &sink) }
        finger(nil, at: 1_060, &panel, &sink)
        panel.advance(to: Instant(microseconds: 2_000_000), into: &sink)
        #expect(panel.firstResponder == nil)
    }

    @Test func zoneHandlerAndSetupMayVetoTheFirstResponder() throws {
        var sink = Story()
        var panel = try panel([], [])
        sink.refusing = [2]
        let answers = [1, 2, 3, 4].map { panel.makeFirstResponder($0, into: &sink) }
        #expect(answers == [true, false, false, false])
        #expect(panel.firstResponder == 1)
        sink.holding = [1]
        let resigned = panel.makeFirstResponder(nil, into: &sink)
        let other = panel.makeFirstResponder(0, into: &sink)
        #expect(!resigned && !other && panel.firstResponder == 1)
        sink.holding = []
        let again = panel.makeFirstResponder(nil, into: &sink)
        #expect(again && panel.firstResponder == nil)
    }

    @Test func controlIsAnsweredUpTheChainOfTheFirstResponder() throws {
        let line = LineOutput(gestures: RecognizerSet(), controls: ZoneSet(2), pattern: .hold)
        for (first, answering, expected) in [
            (1, 1, ["0 press zone(1)", "0 line 0 true", "50 click zone(1)", "50 line 0 false"]),
            (1, 3, ["0 press", "50 click"]), (0, 1, ["0 press", "50 click"]), (nil, 3, ["0 press", "50 click"]),
            // (Without a first responder the chain begins at the control.)
            (nil, 1, ["0 press zone(1)", "0 line 0 true", "50 click zone(1)", "50 line 0 false"]),
            (2, 1, ["0 press zone(1)", "0 line 0 true", "50 click zone(1)", "50 line 0 false"]),
        ] as [(Int?, Int, [String])] {
            var sink = Story()
            var panel = try panel([], [line.answering(as: answering)])
            panel.makeFirstResponder(first, into: &sink)
            tap(at: 0, x: 20, &panel, &sink)
            #expect(sink.lines == expected)
        }
    }

    @Test func whoAnsweredThePressAnswersTheLift() throws {
        var sink = Story()
        let line = LineOutput(gestures: RecognizerSet(), controls: ZoneSet(2), pattern: .hold)
        var panel = try panel([], [line.answering(as: 1)])
        panel.makeFirstResponder(1, into: &sink)
        finger(20, at: 0, &panel, &sink)
        panel.makeFirstResponder(0, into: &sink)
        finger(nil, at: 50, &panel, &sink)
        #expect(sink.lines.last == "50 line 0 false")
        sink.lines = []
        tap(at: 1_000, x: 20, &panel, &sink)
        #expect(sink.lines == ["1000 press", "1050 click"])
    }

    @Test func whoTakesWhatNoFingerMakesIsFoundOnTheSameChain() throws {
        var sink = Story()
        var panel = try panel([], [])
        panel.makeFirstResponder(2, into: &sink)
        var asked: [Responder] = []
        let found = panel.findResponder(into: &sink) { responder, _ in
            asked.append(responder)
            return responder == .zone(0)
        }
        #expect(found == .zone(0))
        #expect(asked == [.zone(2), .zone(1), .zone(0)])
        let nobody = panel.findResponder(into: &sink) { _, _ in false }
        #expect(nobody == nil)
    }

    @Test func stateOfEachGestureIsReadableAtAnyTime() throws {
        var sink = Story()
        var panel = try panel([pan(), TestSupport.tap(), swipe { $0.touches = 2 }], [])
        expect(&panel, [0: .possible, 3: nil])
        finger(500, at: 0, &panel, &sink)
        expect(&panel, [1: .possible])
        finger(520, at: 10, &panel, &sink)
        expect(&panel, [0: .began, 1: .failed])
        finger(540, at: 20, &panel, &sink)
        expect(&panel, [0: .changed])
        panel.setEnabled(false, gestures: RecognizerSet(1), at: Instant(microseconds: 25_000), into: &sink)
        expect(&panel, [1: .disabled])
        panel.cancelTouches(at: Instant(microseconds: 30_000), into: &sink)
        expect(&panel, [0: .possible])
        var waiting = try self.panel([TestSupport.tap { $0.isTentative = true }, TestSupport.tap { $0.taps = 2 }], [])
        tap(at: 0, &waiting, &sink)
        expect(&waiting, [0: .possible])
    }

    @Test func whatIsOverSaysSoUntilItsFingersAreUp() throws {
        var sink = Story()
        var setup = GestureSetup<StandardRecognizer, 32, 33, 64>()
        for gesture in [TestSupport.tap { $0.fires = .onDown }, pan { $0.slopPt = 50 }, press()] {
            _ = try setup.add(gesture)
        }
        try setup.allow(0, simultaneouslyWith: 1)
        try setup.allow(0, simultaneouslyWith: 2)
        var panel = Panel(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: OutputBank())
        finger(100, at: 0, &panel, &sink)
        expect(&panel, [0: .ended])
        finger(100, at: 550, &panel, &sink)
        expect(&panel, [2: .began, 1: .failed])
        panel.setEnabled(false, gestures: RecognizerSet(2), at: Instant(microseconds: 600_000), into: &sink)
        panel.setEnabled(true, gestures: RecognizerSet(2), at: Instant(microseconds: 610_000), into: &sink)
        expect(&panel, [2: .cancelled])
        finger(nil, at: 650, &panel, &sink)
        expect(&panel, [0: .possible, 1: .possible, 2: .possible])
    }
}
