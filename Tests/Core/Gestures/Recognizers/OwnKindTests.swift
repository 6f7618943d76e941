import TestSupport

/// A kind as a user writes one: it begins where a finger lands, counts its reports, and gives up where the finger goes back.
private struct Forward: Recognizer {
    /// What it says to a finger.
    var first = Offer.take
    var further = Offer.ignore
    /// Whether it forgets to say that it has ended.
    var goesOn = false
    var reports: Float = 0
    var farthest: Float = 0
    var kind: StaticString { "forward" }
    var isContinuous: Bool { true }
    static var filler: Forward { Forward() }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { mine.isEmpty ? first : further }
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .ready }
    mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        if mine.intersects(table.changes.ended) { return goesOn ? .changed : .ended }
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
    mutating func reset() { (reports, farthest) = (0, 0) }
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
    /// What becomes of `kind` with these reports, 10 ms apart: where fingers are, px.
    private func story(of kind: Forward, _ reports: [[Float]]) throws -> [String] {
        typealias Kinds = EitherRecognizer<StandardRecognizer, Forward>
        var setup = GestureSetup<Kinds, 2, 1, 0>()
        _ = try setup.add(.second(kind))
        var engine = GestureEngine<Kinds, NoTouchStreams, NoStrokePaths, NoDelegateDecisions, 2, 1, 0>(setup)
        engine.explains = true
        var table = TouchTable<4>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var handler = Story()
        var story: [String] = []
        for (i, places) in reports.enumerated() {
            let contacts = places.enumerated().map { Contact(id: Int32($0.offset), x: $0.element, y: 100) }
            table.report(Contacts(contacts), at: Instant(microseconds: Int64(i) * 10_000))
            engine.report(&table, &handler, &story)
        }
        let state = engine.state(of: 0)
        #expect(state == .possible)
        return story
    }

    @Test func kindOfOnesOwnCancelsItself() throws {
        let told = try story(of: Forward(), [[100], [120], [140], [130], [200], [], [100], []])
        #expect(
            told == ["0 began", "10 changed", "20 changed", "30 cancelled byItself", "60 began", "70 ended"])
    }

    /// (It had neither: a line that it holds stayed on for good.)
    @Test func whatFailsBecauseOfAFurtherFingerAfterItHasBegunIsCancelled() throws {
        let told = try story(
            of: Forward(further: .fail(.extraTouch)), [[100], [120], [140, 300], [160, 300], [], [100], []])
        #expect(told == ["0 began", "10 changed", "20 changed", "30 cancelled extraTouch", "50 began", "60 ended"])
    }

    /// (It ran for ever, and kept others from being recognized.)
    @Test func whatForgetsToEndIsEndedWhenItsFingersHaveGone() throws {
        let told = try story(of: Forward(goesOn: true), [[100], [120], [], [100], []])
        #expect(told == ["0 began", "10 changed", "20 changed", "20 ended", "30 began", "40 changed", "40 ended"])
    }

    /// (It was recognized at each report, whoever it had to wait for.)
    @Test func whatOnlyWatchesIsNotRecognized() throws {
        #expect(try story(of: Forward(first: .watch), [[100], [120], []]).isEmpty)
    }
}
