import TestSupport

/// A handler that answers what it is told to.
private struct Delegate: GestureHandler {
    var deniedTouches: Set<Int> = []
    var refused: Set<Int> = []
    var blindAbove: Float = .infinity
    /// Zones that let no gesture begin.
    var vetoing: Set<Int> = []
    var hit: [Int] = []
    var asked = 0
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        !deniedTouches.contains(gesture) || location.x < blindAbove
    }
    mutating func shouldBegin(gesture: Int) -> Bool {
        asked += 1
        return !refused.contains(gesture)
    }
    mutating func shouldBegin(gesture: Int, hit zone: Int) -> Bool {
        hit.append(zone)
        return !vetoing.contains(zone)
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
        zone: Zone? = nil, _ reports: [(ms: Int64, fingers: [(Int32, Float)])]
    ) throws -> [String] {
        var setup = GestureSetup<StandardRecognizer, 8, 2, 0>()
        if let zone { _ = try setup.add(zone) }
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

    @Test func zoneThatWasHitMayVeto() throws {
        let left = Zone(shape: .rectangle(from: .zero, to: Point(x: 400, y: 480)))
        for (x, isVetoed) in [(100, true), (500, false)] as [(Float, Bool)] {
            var delegate = Delegate(vetoing: [1])
            // The gesture is the panel's; its finger leaves the zone before the gesture begins.
            let way: [Float] = [x, x + 40, x + 350]
            var reports: [(ms: Int64, fingers: [(Int32, Float)])] = []
            for (i, place) in way.enumerated() { reports.append((ms: Int64(i) * 10, fingers: [(0, place)])) }
            reports.append((ms: 40, fingers: []))
            let story = try play([pan { $0.slopPt = 50 }], &delegate, zone: left, reports)
            let expected: [String] = isVetoed ? ["20 0 failed refused"] : ["20 0 began", "40 0 ended"]
            #expect(story == expected)
            #expect(delegate.hit == [isVetoed ? 1 : 0])
            // The zone is asked first.
            #expect(delegate.asked == (isVetoed ? 0 : 1))
        }
    }

    @Test func zoneOfTheFirstFingerIsAskedAlsoWhenAllAreUp() throws {
        let left = Zone(shape: .rectangle(from: .zero, to: Point(x: 400, y: 480)))
        var delegate = Delegate(vetoing: [1])
        let story = try play(
            [tap(), tap { $0.taps = 2 }], &delegate, waits: [(0, 1)], zone: left,
            [(0, [(0, 100)]), (50, []), (1_000, [(0, 500)]), (1_050, [])])
        #expect(
            story == ["400 1 failed noNextTap", "400 0 failed refused", "1400 1 failed noNextTap", "1400 0 ended"])
        #expect(delegate.hit == [1, 0])
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
