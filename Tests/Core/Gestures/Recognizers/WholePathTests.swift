import TestSupport

/// A user's own kind on the whole ways of two fingers: both draw a template's stroke at the same time.
private struct TwinStroke: Recognizer {
    var kind: StaticString { "twinStroke" }
    var isContinuous: Bool { false }
    static var filler: TwinStroke { TwinStroke() }
    private var landed = 0
    private var matches = 0
    private var score: Float = 1

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        guard landed < 2 else { return .fail(.extraTouch) }
        landed += 1
        return .takeWithPath
    }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { mine.intersects(table.changes.ended) ? .compare : .possible }

    mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        for slot in mine & table.changes.ended {
            var path = paths.path(of: slot)
            let match = templates.best(for: &path, among: TemplateSet(0), rotation: 0.3)
            guard let match, match.score >= 0.8 else { return .failed(.lowScore(match?.score ?? 0)) }
            matches += 1
            score = min(score, match.score)
        }
        return matches == 2 ? .ready : .possible
    }

    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(touches: 2, location: .zero, values: .stroke(name: Name("twins"), score: score))
    }

    mutating func reset() { self = TwinStroke() }
}

private struct Story: GestureHandler {
    mutating func handle(_ event: GestureEvent, into story: inout [String]) {
        story.append("\(event.time.microseconds / 1_000) \(event.state.name) \(event.reason?.code ?? "")")
    }
}

@Suite struct WholePathTests {
    private let z: [(Float, Float)] = [(0, 0), (80, 0), (0, 80), (80, 80)]

    /// Two fingers, 200 px apart, draw; the second lifts `delay` reports after the first.
    private func play(_ first: [(Float, Float)], _ second: [(Float, Float)], delay: Int) throws -> [String] {
        var setup = GestureSetup<TwinStroke, 1, 1, 1>()
        var template = drawn(z)
        _ = try setup.add(StrokeTemplate(Name("z"), path: &template)!)
        _ = try setup.add(TwinStroke())
        var engine = GestureEngine<TwinStroke, TouchStreams, StrokePaths, DelegateDecisions<1>, 1, 1, 1>(setup)
        engine.explains = true
        var table = TouchTable<4>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var story: [String] = []
        var handler = Story()
        let ways = [drawn(first), drawn(second)]
        let length = 40
        for step in 0...length + delay {
            let now = Instant(microseconds: Int64(step) * 10_000)
            engine.advance(before: now, &table, &handler, &story)
            var contacts = Contacts()
            for finger in 0..<2 where step < length + finger * delay {
                let way = ways[finger]
                let place = way[min(way.count - 1, step * way.count / length)]
                contacts.append(Contact(id: Int32(finger), x: place.x + 100 + Float(finger) * 200, y: place.y + 100))
            }
            table.report(contacts, at: now)
            engine.report(&table, &handler, &story)
        }
        return story
    }

    @Test func aKindOfOnesOwnComparesTheWaysOfTwoFingers() throws {
        #expect(try play(z, z, delay: 0) == ["400 ended "])
        // The way of the first finger is compared when that one lifts.
        #expect(try play(z, z, delay: 5) == ["450 ended "])
        #expect(try play(z, z.reversed(), delay: 5) == ["450 failed lowScore"])
        #expect(try play(z.reversed(), z, delay: 5) == ["400 failed lowScore"])
    }
}

/// Whole ways are kept only of those touches for which somebody asks.
@Suite struct KeptPathTests {
    @Test func aWayIsKeptFromTheLandingUntilItIsReleased() {
        var pool = StrokePaths()
        pool.append(Point(x: 1, y: 1), to: 3)
        var path = pool.path(of: 3)
        #expect(path.count == 0)
        let isKept = pool.start(3, from: Point(x: 100, y: 100))
        for i in 1...10 { pool.append(Point(x: 100 + Float(i) * 10, y: 100), to: 3) }
        // Asked for again, it goes on.
        let isStillKept = pool.start(3, from: .zero)
        #expect(isKept && isStillKept)
        path = pool.path(of: 3)
        #expect(path.count == 11)
        #expect(path[0] == Point(x: 100, y: 100))
        #expect(path[10] == Point(x: 200, y: 100))
        pool.release(TouchSet(3) | TouchSet(5))
        path = pool.path(of: 3)
        #expect(pool.slots.isEmpty && path.count == 0)
    }

    @Test func aFifthWayHasNoPlaceUntilOneIsGivenBack() {
        var pool = StrokePaths()
        var kept = (0..<5).map { pool.start($0, from: .zero) }
        #expect(kept == [true, true, true, true, false])
        pool.release(TouchSet(2))
        kept = (4..<6).map { pool.start($0, from: .zero) }
        #expect(kept == [true, false])
    }

    /// Five fingers of one stroke each: those for which there is no place fail and are counted; after a cancellation there
    /// is place again.
    @Test(arguments: [false, true]) func fingersBeyondThePlacesForWaysFailAndAreCounted(isWithout: Bool) throws {
        let reasons = isWithout ? try play(NoStrokePaths.self) : try play(StrokePaths.self)
        #expect(reasons.first == (isWithout ? 5 : 1))
        #expect(reasons.second == (isWithout ? 6 : 1))
    }

    /// How many had no place, of five fingers, and then of another one after a cancellation.
    private func play<Paths: StrokePathStorage>(_: Paths.Type) throws -> (first: UInt32, second: UInt32) {
        var setup = GestureSetup<StandardRecognizer, 5, 6, 1>()
        var path = StrokePath()
        for x in [0, 100, 100] { path.append(Point(x: Float(x), y: path.count == 2 ? 100 : 0)) }
        _ = try setup.add(StrokeTemplate(Name("l"), path: &path)!)
        for i in 0..<5 {
            let zone = try setup.add(
                Zone(
                    shape: .rectangle(
                        from: Point(x: 100 * Float(i), y: 0), to: Point(x: 100 * Float(i) + 100, y: 480))))
            _ = try setup.add(.stroke(StrokeRecognizer(.init(templates: TemplateSet(0)))), zone: zone)
        }
        var engine = GestureEngine<StandardRecognizer, TouchStreams, Paths, DelegateDecisions<5>, 5, 6, 1>(setup)
        engine.explains = true
        var table = TouchTable<6>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var story: [String] = []
        var handler = Story()
        func report(_ ms: Int64, _ places: [Float]) {
            var contacts = Contacts()
            for (id, x) in places.enumerated() { contacts.append(Contact(id: Int32(id), x: x, y: 100)) }
            table.report(contacts, at: Instant(microseconds: ms * 1_000))
            engine.report(&table, &handler, &story)
        }
        for ms: Int64 in [0, 20, 40] { report(ms, [50, 150, 250, 350, 450]) }
        let first = table.counters.pathOverflows
        #expect(story.count { $0.hasSuffix("noRoom") } == Int(first))
        table.cancelAll(at: Instant(microseconds: 50_000))
        engine.report(&table, &handler, &story)
        report(60, [])
        report(70, [50])
        return (first, table.counters.pathOverflows)
    }
}
