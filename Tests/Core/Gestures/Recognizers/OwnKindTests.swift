import TestSupport

/// A kind as a user writes one: it begins where a finger lands, counts its reports, and gives up where the finger goes back.
private struct Forward: Recognizer {
    private var reports: Float = 0
    private var farthest: Float = 0
    var kind: StaticString { "forward" }
    var isContinuous: Bool { true }
    static var filler: Forward { Forward() }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { mine.isEmpty ? .take : .ignore }
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .ready }
    mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        if mine.intersects(table.changes.ended) { return .ended }
        reports += 1
        let x = table.centroid(mine).x
        if x < farthest { return .cancelled }
        farthest = x
        return .changed
    }
    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: 1, location: .zero, values: .own(OwnValues("reports count, farthest pt", reports, farthest)))
    }
    mutating func reset() { self = Forward() }
}

private struct Story: GestureHandler {
    mutating func handle(_ event: GestureEvent, into sink: inout [String]) {
        let reason = event.reason.map { " \($0.code)" } ?? ""
        sink.append("\(event.time.microseconds / 1_000) \(event.state)\(reason)")
        if case .own = event.values { return }
        sink.append("no values of its own")
    }
}

@Suite struct OwnKindTests {
    @Test func kindOfOnesOwnCancelsItself() throws {
        typealias Kinds = EitherRecognizer<StandardRecognizer, Forward>
        var setup = GestureSetup<Kinds, 2, 1, 0>()
        _ = try setup.add(.second(Forward()))
        var engine = GestureEngine<Kinds, NoTouchStreams, NoStrokePaths, NoDelegateDecisions, 2, 1, 0>(setup)
        engine.explains = true
        var table = TouchTable<4>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var handler = Story()
        var story: [String] = []
        func report(_ x: Float?, at ms: Int64) {
            var contacts = Contacts()
            if let x { contacts.append(Contact(id: 0, x: x, y: 100)) }
            table.report(contacts, at: Instant(microseconds: ms * 1_000))
            engine.report(&table, &handler, &story)
        }
        let places: [Float?] = [100, 120, 140, 130, 200, nil, 100, nil]
        for (i, place) in places.enumerated() { report(place, at: Int64(i) * 10) }
        #expect(
            story == [
                "0 began", "10 changed", "20 changed", "30 cancelled byItself", "60 began", "70 ended",
            ])
        let state = engine.state(of: 0)
        #expect(state == .possible)
    }
}
