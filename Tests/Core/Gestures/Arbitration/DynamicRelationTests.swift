import TestSupport

/// What a delegate answers while fingers are down. That each answer does what it says is shown row by row in
/// `WhoWinsTableTests`; here: how often it is asked, and what happens when answers contradict each other.
@Suite struct DynamicRelationTests {
    private func setup(_ recognizers: Scripted...) throws -> ScriptedSetup {
        var setup = ScriptedSetup()
        for recognizer in recognizers { _ = try setup.add(recognizer) }
        return setup
    }
    private func scripted(readyAt: Int = .max, failsAt: Int = .max, isContinuous: Bool = false) -> Scripted {
        Scripted { ($0.readyAt, $0.failsAt, $0.isContinuous) = (readyAt, failsAt, isContinuous) }
    }

    @Test func eachPairIsAskedOnceInAnAttempt() throws {
        var panel = ScriptedPanel(
            try setup(scripted(readyAt: 2), scripted(failsAt: 8)), Answers(requires: [.init(0, 1)]))
        panel.drag()
        // Ready at 20, asked again at every report until 80: but only once.
        #expect(panel.answers.asked == ["require 0 1", "begin 0"])
        #expect(panel.story == ["80 1 failed wrongDirection", "80 0 ended"])
        panel.answers.asked = []
        // The next attempt asks anew.
        panel.answers.requires = []
        panel.drag(from: 1_000)
        #expect(
            panel.answers.asked == [
                "require 0 1", "required 1 0", "begin 0", "together 0 1", "together 1 0", "prevent 0 1",
                "prevented 1 0", "prevent 1 0", "prevented 0 1",
            ])
        #expect(panel.story.last == "1020 1 failed preventedBy")
    }

    @Test func goingOnTogetherIsAskedOnceHoweverManyFingersJoin() throws {
        var panel = ScriptedPanel(
            try setup(scripted(readyAt: 2, isContinuous: true), scripted(readyAt: 4, isContinuous: true)),
            Answers(together: [.init(1, 0)]))
        panel.down(0)
        panel.move(5)
        panel.down(60, id: 1, x: 300)
        panel.move(5)
        panel.up()
        panel.up(id: 1)
        #expect(panel.answers.asked.filter { $0.hasPrefix("together") } == ["together 0 1", "together 1 0"])
        #expect(panel.story == ["20 0 began", "40 1 began", "130 0 ended", "130 1 ended"])
    }

    @Test func nothingIsAskedOfAPairWithoutASharedTouchOrOfWhatIsSetUp() throws {
        var setup = try setup(scripted(readyAt: 2), scripted(failsAt: 4))
        try setup.require(0, toFail: 1)
        var panel = ScriptedPanel(setup)
        panel.drag()
        #expect(panel.answers.asked == ["begin 0"])
    }

    @Test func beginningIsAskedOnceForTheWholeSequence() throws {
        var panel = ScriptedPanel(try setup(scripted(readyAt: 2)), Answers(refused: [0]))
        panel.drag()
        #expect(panel.answers.asked == ["begin 0"])
        #expect(panel.story == ["20 0 failed refused"])
        panel.drag(from: 1_000)
        #expect(panel.answers.asked == ["begin 0", "begin 0"])
    }

    // MARK: Answers that contradict each other

    @Test func twoThatWouldWaitForEachOtherDoNot() throws {
        // Whoever is asked first waits; the answer that would close the circle is ignored.
        for (times, expected) in [
            ((3, 3), "30 1 ended"), ((2, 4), "40 1 ended"), ((4, 2), "40 0 ended"),
        ] as [((Int, Int), String)] {
            for form in 0..<4 {
                let both = [Answers.Pair(0, 1), Answers.Pair(1, 0)]
                var answers = Answers()
                if form & 1 == 0 { answers.requires.insert(both[0]) } else { answers.isRequiredBy.insert(both[1]) }
                if form & 2 == 0 { answers.requires.insert(both[1]) } else { answers.isRequiredBy.insert(both[0]) }
                var panel = ScriptedPanel(
                    try setup(scripted(readyAt: times.0), scripted(readyAt: times.1)), answers)
                panel.drag()
                #expect(panel.story.contains(expected))
                #expect(panel.story.count == 2 && panel.story[1].hasSuffix("failed preventedBy"))
                #expect(panel.ignoredAnswers == 1)
                // It is so in every attempt, and each is counted.
                panel.drag(from: 1_000)
                #expect(panel.story.count == 4)
                #expect(panel.ignoredAnswers == 2)
            }
        }
    }

    @Test func answerAgainstTheSetupIsIgnored() throws {
        var setup = try setup(scripted(readyAt: 3), scripted(readyAt: 3), scripted(readyAt: 3))
        try setup.require(0, toFail: 1)
        try setup.require(1, toFail: 2)
        var panel = ScriptedPanel(setup, Answers(requires: [.init(2, 0)]))
        panel.drag()
        #expect(panel.story.first == "30 2 ended")
        #expect(panel.ignoredAnswers == 1)
    }

    @Test func ringsOfAnswersNeverStandStill() throws {
        let seed = Seed.fresh()
        var random = SplitMix64(seed: seed)
        print("rings of answers: seed \(seed)")
        for round in 0..<2_000 {
            let count = Int.random(in: 2...6, using: &random)
            var setup = ScriptedSetup()
            var answers = Answers()
            for _ in 0..<count {
                _ = try setup.add(
                    scripted(
                        readyAt: Int.random(in: 1...9, using: &random), isContinuous: random.chance(50)))
            }
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let pair = Answers.Pair(
                    Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: answers.requires.insert(pair)
                case 1: answers.isRequiredBy.insert(pair)
                case 2: answers.together.insert(pair)
                default: try? setup.require(pair.first, toFail: pair.second)
                }
            }
            var panel = ScriptedPanel(setup, answers)
            panel.drag()
            // All are ready by 90: at least one fires, each comes to an end, and none ever waits for itself.
            #expect(panel.story.contains { $0.hasSuffix("ended") }, "seed \(seed), round \(round)")
            for gesture in 0..<count {
                let story = panel.story(of: gesture)
                #expect(story.last.map { !$0.hasSuffix("began") } == true, "seed \(seed), round \(round): \(story)")
            }
            let before = panel.story
            panel.drag(from: 1_000)
            #expect(
                panel.story.dropFirst(before.count).map { later in
                    let words = later.split(separator: " ", maxSplits: 1)
                    return "\(Int(words[0])! - 1_000) \(words[1])"
                } == before, "seed \(seed), round \(round): the second time differs")
        }
    }

    // MARK: Whose touch it is

    @Test func touchThatDoesNotExistForARecognizerIsNotWaitedFor() throws {
        /// Keeps the first gesture from touches at the right.
        struct Half: GestureHandler {
            mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
                gesture != 0 || location.x < 400
            }
            mutating func handle(_ event: GestureEvent, into sink: inout [String]) {
                if event.state != .changed { sink.append("\(event.time.microseconds / 1_000) \(event.gesture)") }
            }
        }
        var setup = GestureSetup<StandardRecognizer, 2, 1, 0>()
        _ = try setup.add(tap())
        _ = try setup.add(tap(taps: 3))
        var engine = GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<2>, 2, 1, 0>(setup)
        var table = TouchTable<8>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var handler = Half()
        var story: [String] = []
        func report(_ ms: Int64, _ fingers: [(Int32, Float)]) {
            let now = Instant(microseconds: ms * 1_000)
            engine.advance(before: now, &table, &handler, &story)
            var contacts = Contacts()
            for (id, x) in fingers { contacts.append(Contact(id: id, x: x, y: 100)) }
            table.report(contacts, at: now)
            engine.report(&table, &handler, &story)
        }
        report(0, [(0, 600)])
        for i in 0..<5 as Range<Int64> {
            report(1_000 + 500 * i, [(0, 600), (1, 100)])
            report(1_030 + 500 * i, [(0, 600), (1, 100)])
            report(1_060 + 500 * i, [(0, 600)])
        }
        report(9_000, [])
        #expect(story == ["1060 0", "1560 0", "2060 0", "2560 0", "3060 0"])
    }
}
