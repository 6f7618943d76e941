import TestSupport

/// A kind that wants to be told of moves from 20 pt on only, and says how often it was asked when its finger lifts.
private struct Dozer: Recognizer {
    var kind: StaticString { "dozer" }
    var isContinuous: Bool { false }
    static var filler: Dozer { Dozer() }
    private var asked = 0

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { .take }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        asked += 1
        return (mine - table.changes.ended).isEmpty ? .ready : .possible(untilMoved: 20)
    }

    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot { GestureSnapshot(touches: 1, location: .zero, values: .tap(taps: asked)) }

    mutating func reset() { asked = 0 }
}

private struct Asked: GestureHandler {
    mutating func handle(_ event: GestureEvent, into asked: inout [Int]) {
        if case .tap(let count) = event.values { asked.append(count) }
    }
}

/// Recognizers that need not be told of small moves are not, and miss nothing by it.
@Suite struct DozingTests {
    /// Plays reports of fingers at these x, each 200 px below the one before; how often a dozer was asked.
    private func asked(_ reports: [[Float]]) throws -> [Int] {
        var setup = GestureSetup<Dozer, 1, 1, 0>()
        _ = try setup.add(Dozer())
        var engine = GestureEngine<Dozer, TouchStreams, StrokePaths, DelegateDecisions<1>, 1, 1, 0>(setup)
        var table = TouchTable<4>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var handler = Asked()
        var asked: [Int] = []
        for (index, report) in reports.enumerated() {
            let now = Instant(microseconds: Int64(index) * 10_000)
            var contacts = Contacts()
            for (finger, x) in report.enumerated() {
                contacts.append(Contact(id: Int32(finger), x: x, y: 100 + 200 * Float(finger)))
            }
            table.report(contacts, at: now)
            engine.advance(before: now, &table, &handler, &asked)
            engine.report(&table, &handler, &asked)
        }
        return asked
    }

    @Test func movesBelowTheDistanceAreNotTold() throws {
        // Its landing and its lift.
        #expect(try asked([[100], [110], [119], [81], [100], []]) == [2])
    }

    @Test func movesFromTheDistanceOnAreTold() throws {
        #expect(try asked([[100], [119], [120], [81], [80], []]) == [4])
    }

    @Test func anotherFingerWakesIt() throws {
        // The second finger proves real in its second report.
        #expect(try asked([[100], [105], [105, 300], [106, 300], [107, 305], []]) == [3])
        #expect(try asked([[100], [105], [105, 300], [106, 300], [107, 325], []]) == [4])
    }

    @Test func everyAttemptDozesAnew() throws {
        #expect(try asked([[100], [130], [], [100], [105], []]) == [3, 2])
    }

    @Test func panThatDozedKnowsTheWayGoneMeanwhile() {
        var t = GestureTester([("pan", pan())])
        t.drag(0, to: (106, 100), until: 60)
        t.place(1, 700, 400)
        t.report(at: 70)
        t.place(0, 107, 100)
        t.report(at: 80)
        // 6 alone, half of 1 together: 3.5 are missing.
        t.report((0, 109, 100), (1, 702, 400), at: 90)
        #expect(t.story() == [])
        t.report((0, 111, 100), (1, 704, 400), at: 100)
        #expect(t.story() == ["100 pan began"])
    }

    @Test func panThatCreepsBeginsAtItsSlopAllTheSame() {
        var t = GestureTester(
            [("pan", pan()), ("edge", .edgePan(EdgePanRecognizer(.classic)))], together: [("pan", "edge")])
        t.down(0, 5, 100)
        for step in 1...9 { t.down(Double(10 * step), 5 + Float(step), 100) }
        #expect(t.story() == [])
        t.down(100, 15, 100)
        #expect(t.story() == ["100 pan began", "100 edge began"])
    }

    @Test func pinchWhoseFirstFingerMovedLongAloneBeginsAsEver() {
        var t = GestureTester([("zoom", .pinch(PinchRecognizer(.classic)))])
        t.drag(0, to: (250, 100), until: 300)
        t.place(1, 450, 100)
        t.report(at: 310)
        t.report(at: 320)
        t.slide(from: 320, to: 350, 235, 100)
        #expect(t.story() == [])
        t.slide(from: 350, to: 360, 234, 100)
        #expect(t.story() == ["360 zoom began"])
    }
}
