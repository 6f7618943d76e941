import TaplineGestures
import TaplineOutputs
import TaplineTouches
import Testing

/// A user's own kind on the whole ways of two fingers: both draw a template's stroke at the same time.
private struct TwinStroke: Recognizer {
    var kind: StaticString { "twinStroke" }
    var isContinuous: Bool { false }
    var deadline: Instant { .never }
    static var filler: TwinStroke { TwinStroke() }
    private var landed = 0
    private var matches = 0
    private var score: Float = 1

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        guard landed < 2 else { return .fail(.extraTouch) }
        guard table.keepPath(of: slot) else { return .fail(.noRoom) }
        landed += 1
        return .take
    }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { mine.intersects(table.changes.ended) ? .compare : .possible }

    mutating func compare<let capacity: Int, let count: Int>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, mine: TouchSet,
        at now: Instant
    ) -> Attempt {
        for slot in mine & table.changes.ended {
            var path = table.path(of: slot)
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
        var engine = GestureEngine(setup)
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

/// The table keeps whole ways only of those touches for which somebody asks.
@Suite struct KeptPathTests {
    private func report(_ table: inout TouchTable<6>, _ places: [(Int32, Float)], at ms: Int64) {
        var contacts = Contacts()
        for (id, x) in places { contacts.append(Contact(id: id, x: x, y: 100)) }
        table.report(contacts, at: Instant(microseconds: ms * 1_000))
    }

    @Test func aWayIsKeptFromTheLandingToTheReportOfTheLift() {
        var table = TouchTable<6>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        report(&table, [(0, 100)], at: 0)
        let slot = table.changes.began.first
        var path = table.path(of: slot)
        #expect(path.count == 0)
        let isKept = table.keepPath(of: slot)
        let isStillKept = table.keepPath(of: slot)
        #expect(isKept && isStillKept)
        for i in 1...10 { report(&table, [(0, 100 + Float(i) * 10)], at: Int64(i) * 10) }
        report(&table, [], at: 200)
        path = table.path(of: slot)
        #expect(path.count == 11)
        #expect(path[0] == Point(x: 100, y: 100))
        #expect(path[10] == Point(x: 200, y: 100))
        report(&table, [], at: 300)
        path = table.path(of: slot)
        #expect(path.count == 0)
        #expect(table.counters.pathOverflows == 0)
    }

    @Test func aFifthWayHasNoPlaceAndIsCounted() {
        var table = TouchTable<6>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        let places: [(Int32, Float)] = (0..<5).map { (Int32($0), 100 + 100 * Float($0)) }
        report(&table, places, at: 0)
        report(&table, places, at: 20)
        report(&table, places, at: 40)
        var kept = 0
        for slot in table.down where table.keepPath(of: slot) { kept += 1 }
        #expect(kept == 4)
        #expect(table.counters.pathOverflows == 1)
        // A cancellation gives them back, too.
        table.cancelAll(at: Instant(microseconds: 50_000))
        report(&table, [], at: 60)
        report(&table, [(7, 300)], at: 70)
        let slot = table.changes.began.first
        let isKeptAgain = table.keepPath(of: slot)
        #expect(isKeptAgain)
    }
}
