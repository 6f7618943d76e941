import TaplineCore
import Testing

/// A handler that answers what it is told to.
private struct Delegate: GestureHandler {
    var deniedTouches: Set<Int> = []
    var refused: Set<Int> = []
    var blindAbove: Float = .infinity
    var asked = 0
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        !deniedTouches.contains(gesture) || location.x < blindAbove
    }
    mutating func shouldBegin(gesture: Int) -> Bool {
        asked += 1
        return !refused.contains(gesture)
    }
    mutating func handle(_ event: GestureEvent, into sink: inout [String]) {
        if event.state == .changed { return }
        let reason = event.reason.map { " \($0.code)" } ?? ""
        sink.append("\(event.time.microseconds / 1_000) \(event.gesture) \(event.state)\(reason)")
    }
}

@Suite struct DelegateTests {
    private func play(
        _ recognizers: [StandardRecognizer], _ delegate: inout Delegate, waits: [(Int, Int)] = [],
        _ reports: [(ms: Int64, fingers: [(Int32, Float)])]
    ) throws -> [String] {
        var setup = GestureSetup<StandardRecognizer, 8, 2, 0>()
        for recognizer in recognizers { _ = try setup.add(recognizer) }
        for wait in waits { try setup.require(wait.0, toFail: wait.1) }
        var engine = GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<8>, 8, 2, 0>(setup)
        engine.explains = true
        var table = TouchTable<8>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var story: [String] = []
        for report in reports {
            let now = Instant(microseconds: report.ms * 1_000)
            engine.advance(before: now, &table, &delegate, &story)
            var contacts = Contacts()
            for (id, x) in report.fingers { contacts.append(Contact(id: id, x: x, y: 100)) }
            table.report(contacts, at: now)
            engine.report(&table, &delegate, &story)
        }
        engine.advance(to: Instant(microseconds: 1_000_000_000), &table, &delegate, &story)
        #expect(engine.deadline == .never)
        return story
    }

    @Test func whoMayNotBeginFailsForTheWholeSequence() throws {  // case 46
        var delegate = Delegate(refused: [0])
        let story = try play(
            [pan()], &delegate,
            [(0, [(0, 100)]), (10, [(0, 120)]), (20, [(0, 200)]), (30, [(0, 300)]), (40, [])])
        #expect(story == ["10 0 failed refused"])
        #expect(delegate.asked == 1)
    }

    @Test func refusalLetsTheNextOneHaveIt() throws {
        var delegate = Delegate(refused: [0])
        let story = try play(
            [tap(), pan(), press { $0.minimumPressDuration = .milliseconds(100) }], &delegate, waits: [(2, 0)],
            [(0, [(0, 100)]), (50, []), (500, [(0, 100)]), (510, [(0, 130)]), (520, [])])
        #expect(
            story == [
                "50 1 failed liftedEarly", "50 2 failed liftedEarly", "50 0 failed refused", "510 2 failed moved",
                "510 1 began", "510 0 failed preventedBy", "520 1 ended",
            ])
    }

    @Test func touchThatIsNotReceivedDoesNotCount() throws {  // case 46
        // The second finger would fail the tap and make the pan two-fingered.
        var delegate = Delegate(deniedTouches: [0], blindAbove: 400)
        let story = try play(
            [tap()], &delegate,
            [(0, [(0, 100)]), (20, [(0, 100), (1, 600)]), (30, [(0, 100), (1, 600)]), (60, [(1, 600)]), (90, [])])
        #expect(story == ["60 0 ended"])
        var all = Delegate()
        let spoilt = try play(
            [tap()], &all,
            [(0, [(0, 100)]), (20, [(0, 100), (1, 600)]), (30, [(0, 100), (1, 600)]), (60, [(1, 600)]), (90, [])])
        #expect(spoilt == ["30 0 failed extraTouch"])
    }
}
