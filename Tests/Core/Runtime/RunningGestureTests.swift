import TestSupport

/// Actions: a gesture by value, its fingers, and values that are set while it runs.
@Suite struct RunningGestureTests {
    /// Keeps what it is told; sets what it is told to.
    private struct Action: QuietSink {
        var events: [GestureEvent] = []
        var places: [[Point]] = []
        var beyond: [Point?] = []
        var resets = GestureAdjustment()

        static var tellsRunningGestures: Bool { true }
        mutating func emit(_ gesture: inout RunningGesture) {
            events.append(gesture.event)
            places.append((0..<gesture.numberOfTouches).compactMap { gesture.location(ofTouch: $0) })
            beyond += [gesture.location(ofTouch: -1), gesture.location(ofTouch: gesture.numberOfTouches)]
            if let way = resets.translation { gesture.setTranslation(way) }
            if let scale = resets.scale { gesture.setScale(scale) }
            if let rotation = resets.rotation { gesture.setRotation(rotation) }
        }
        mutating func emit(_ event: GestureEvent) { Issue.record("the other one is called") }
    }
    private typealias Panel = GesturePipeline<StandardRecognizer, Action, 5, 4, 1, 0, 1>

    private func panel(_ kinds: [StandardRecognizer]) throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 4, 1, 0>()
        for kind in kinds { _ = try setup.add(kind) }
        for i in kinds.indices { for j in 0..<i { try setup.allow(i, simultaneouslyWith: j) } }
        return Panel(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: OutputBank())
    }

    private func report(_ panel: inout Panel, _ sink: inout Action, _ ms: Int64, _ fingers: [(Int32, Float, Float)]) {
        let contacts = Contacts(fingers)
        panel.report(contacts, at: Instant(microseconds: ms * 1_000), into: &sink)
    }

    /// Two fingers that go right and apart and turn a little with every report; the last of them lifts at 210 ms.
    private func play(
        _ panel: inout Panel, _ sink: inout Action, between: (inout Panel, Int) -> Void = { _, _ in }
    ) {
        for i in 0...20 {
            let u = Float(i)
            report(
                &panel, &sink, Int64(i) * 10, [(0, 100 + 3 * u, 100), (1, 200 + 8 * u, 100 + 4 * u)])
            between(&panel, i)
        }
        report(&panel, &sink, 210, [])
    }

    private static let measuring: [StandardRecognizer] = [
        .pan(PanRecognizer(.classic)), .pinch(PinchRecognizer(.classic)), .rotation(RotationRecognizer(.classic)),
        .transform(TransformRecognizer(.classic)),
    ]

    private struct Parts: Equatable {
        var way: Vector?
        var scale: Float?
        var turn: Float?
        var velocities: [Float]

        init(_ values: GestureValues) {
            switch values {
            case .pan(let translation, let velocity): (way, velocities) = (translation, [velocity.x, velocity.y])
            case .pinch(let scale, let velocity): (self.scale, velocities) = (scale, [velocity])
            case .rotation(let radians, let velocity): (turn, velocities) = (radians, [velocity])
            case .transform(let translation, let velocity, let scale, let radians, let growth, let spin):
                (way, self.scale, turn) = (translation, scale, radians)
                velocities = [velocity.x, velocity.y, growth, spin]
            default: velocities = []
            }
        }
    }

    /// UIKit's `location(in: recognizer.view)`; a gesture of the panel has the panel's.
    @Test func anActionKnowsItsPlaceInItsZone() throws {
        var setup = GestureSetup<StandardRecognizer, 4, 2, 0>()
        let zone = try setup.add(Zone(shape: .circle(center: Point(x: 520, y: 300), radius: 50)))
        _ = try setup.add(.pan(PanRecognizer(.classic)), zone: zone)
        let whole = try setup.add(.tap(TapRecognizer()))
        try setup.allow(whole, simultaneouslyWith: 0)
        var panel = GesturePipeline<StandardRecognizer, Action, 5, 4, 2, 0, 1>(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: OutputBank())
        var sink = Action()
        for (i, x) in [500, 540, 700].enumerated() {
            panel.report(Contacts([(0, Float(x), 310)]), at: Instant(microseconds: Int64(i) * 20_000), into: &sink)
        }
        panel.report(Contacts([]), at: Instant(microseconds: 80_000), into: &sink)
        panel.report(Contacts([(0, 100, 30)]), at: Instant(microseconds: 500_000), into: &sink)
        panel.report(Contacts([]), at: Instant(microseconds: 550_000), into: &sink)
        #expect(sink.events.map(\.state) == [.began, .changed, .ended, .ended])
        #expect(
            sink.events.map(\.locationInZone) == [
                Point(x: 70, y: 60), Point(x: 230, y: 60), Point(x: 230, y: 60), Point(x: 100, y: 30),
            ])
    }

    @Test func anActionSeesEveryFingerInTheOrderOfLanding() throws {
        var panel = try panel([.pan(PanRecognizer(.classic))])
        var sink = Action()
        // The first to land has the higher identity and the lower place in the report.
        report(&panel, &sink, 0, [(9, 500, 300)])
        report(&panel, &sink, 10, [(9, 520, 300)])
        report(&panel, &sink, 20, [(2, 100, 100), (9, 530, 300)])
        report(&panel, &sink, 30, [(2, 110, 100), (9, 540, 300)])
        #expect(sink.places.last == [Point(x: 540, y: 300), Point(x: 110, y: 100)])
        #expect(sink.events.last?.location == Point(x: 325, y: 200))
        #expect(sink.beyond.allSatisfy { $0 == nil })
        let outside = (-1...2).map { panel.location(ofTouch: $0, of: 0) }
        #expect(outside == [nil, Point(x: 540, y: 300), Point(x: 110, y: 100), nil])
        // Another finger lands in the place of the first: now the one that stayed is first.
        report(&panel, &sink, 40, [(2, 120, 100)])
        report(&panel, &sink, 60, [(2, 130, 100), (9, 700, 50)])
        report(&panel, &sink, 70, [(2, 140, 100), (9, 700, 60)])
        #expect(sink.places.last == [Point(x: 140, y: 100), Point(x: 700, y: 60)])
        report(&panel, &sink, 80, [])
        #expect(sink.events.last?.state == .ended && sink.places.last?.count == 2)
        let (left, over) = (panel.location(ofTouch: 0, of: 0), panel.snapshot(of: 0))
        #expect(left == nil && over == nil)
    }

    @Test func anActionThatResetsGetsWhatIncrementalGestures() throws {
        var plain = try panel(RunningGestureTests.measuring)
        var resetting = Action()
        resetting.resets = .identity
        play(&plain, &resetting)

        var incremental = try panel([
            pan { $0.isIncremental = true }, pinch { $0.isIncremental = true }, rotation { $0.isIncremental = true },
            transform { $0.isIncremental = true },
        ])
        var telling = Action()
        play(&incremental, &telling)
        #expect(resetting.events.map { Parts($0.values) } == telling.events.map { Parts($0.values) })

        // And the whole is what an untouched run tells.
        var whole = try panel(RunningGestureTests.measuring)
        var untouched = Action()
        play(&whole, &untouched)
        for gesture in 0..<4 {
            let last = Parts(try #require(untouched.events.last { $0.gesture == gesture }).values)
            var way = Vector.zero
            var (scale, turn) = (1 as Float, 0 as Float)
            for event in telling.events where event.gesture == gesture {
                let parts = Parts(event.values)
                way = way + (parts.way ?? .zero)
                scale *= parts.scale ?? 1
                turn += parts.turn ?? 0
            }
            if let told = last.way { #expect(abs(told.x - way.x) < 1e-3 && abs(told.y - way.y) < 1e-3) }
            if let told = last.scale { #expect(abs(told / scale - 1) < 1e-4) }
            if let told = last.turn { #expect(abs(told - turn) < 1e-4) }
            #expect(telling.events.filter { $0.gesture == gesture && $0.state == .changed }.count > 5)
        }
    }

    @Test func valuesThatAreSetCountFromThereAndLeaveTheVelocityAlone() throws {
        var whole = try panel(RunningGestureTests.measuring)
        var untouched = Action()
        play(&whole, &untouched)
        var set = try panel(RunningGestureTests.measuring)
        var sink = Action()
        play(&set, &sink) { panel, i in
            guard i == 15 else { return }
            for gesture in 0..<4 {
                panel.setTranslation(Vector(x: 100, y: -50), of: gesture)
                panel.setScale(3, of: gesture)
                panel.setRotation(2, of: gesture)
            }
        }
        #expect(untouched.events.count == sink.events.count)
        for gesture in 0..<4 {
            let before = untouched.events.filter { $0.gesture == gesture }
            let after = sink.events.filter { $0.gesture == gesture }
            let anchor = Parts(try #require(before.last { $0.time.microseconds <= 150_000 }).values)
            for (a, b) in zip(before, after) {
                let (plain, set) = (Parts(a.values), Parts(b.values))
                #expect(plain.velocities == set.velocities)
                guard a.time.microseconds > 150_000 else {
                    #expect(plain == set)
                    continue
                }
                if let way = set.way, let old = plain.way, let from = anchor.way {
                    #expect(abs(way.x - (100 + old.x - from.x)) < 1e-3 && abs(way.y - (-50 + old.y - from.y)) < 1e-3)
                }
                if let scale = set.scale, let old = plain.scale, let from = anchor.scale {
                    #expect(abs(scale - 3 * old / from) < 1e-4)
                }
                if let turn = set.turn, let old = plain.turn, let from = anchor.turn {
                    #expect(abs(turn - (2 + old - from)) < 1e-5)
                }
            }
        }
    }

    @Test func valuesNoGestureCanGoOnFromAreLeftAlone() throws {
        var whole = try panel(RunningGestureTests.measuring)
        var untouched = Action()
        play(&whole, &untouched)
        var set = try panel(RunningGestureTests.measuring)
        var sink = Action()
        play(&set, &sink) { panel, _ in
            for gesture in [-1, 0, 1, 2, 3, 4, 99] {
                panel.setTranslation(Vector(x: .nan, y: 0), of: gesture)
                for scale in [0, -1, .nan, .infinity] as [Float] { panel.setScale(scale, of: gesture) }
                panel.setRotation(.infinity, of: gesture)
            }
            // One that does not exist, or does not measure this.
            panel.setTranslation(.zero, of: 77)
            panel.setScale(2, of: 0)
            panel.setRotation(2, of: 1)
        }
        #expect(untouched.events.map { Parts($0.values) } == sink.events.map { Parts($0.values) })
    }

    @Test func aRunningGestureIsReadFromOutside() throws {
        var panel = try panel([.pan(PanRecognizer(.classic))])
        var sink = Action()
        report(&panel, &sink, 0, [(0, 100, 100)])
        let (before, fingers) = (panel.snapshot(of: 0), panel.fingers(of: 0).count)
        #expect(before == nil && fingers == 0, "it has not begun")
        for i in 1...5 { report(&panel, &sink, Int64(i) * 10, [(0, 100 + 10 * Float(i), 100)]) }
        let running = panel.snapshot(of: 0)
        let snapshot = try #require(running)
        #expect(snapshot.touches == 1 && snapshot.location == Point(x: 150, y: 100))
        guard case .pan(let translation, let velocity) = snapshot.values else { throw Missing("no pan") }
        #expect(translation == Vector(x: 40, y: 0))
        #expect(abs(velocity.x - 1_000) < 1)
    }
}
