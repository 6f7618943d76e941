import TestSupport

/// The cases of GESTURES.md about taps and about who wins, each by its number, as chips of 25, 60 and 120 Hz report them:
/// at the instants at which fingers land and lift, and in between as often as that, with the fingers' jitter.
@Suite struct WhoWinsCaseTests {
    /// What a finger does at an instant, ms: it is at a place, or lifts.
    private struct Act {
        var ms: Double
        var finger: Int32
        var place: (x: Float, y: Float)?
    }
    private func down(_ ms: Double, _ x: Float = 100, _ y: Float = 100, id: Int32 = 0) -> Act {
        Act(ms: ms, finger: id, place: (x, y))
    }
    private func up(_ ms: Double, id: Int32 = 0) -> Act { Act(ms: ms, finger: id, place: nil) }

    /// Plays `acts`, in time order. Fingers go straight from place to place.
    private func play(_ acts: [Act], at rate: Double, on t: inout GestureTester) {
        let period = 1_000 / rate
        for (index, act) in acts.enumerated() {
            if index > 0 {
                var next = (acts[index - 1].ms / period).rounded(.down) * period + period
                while next < act.ms - 0.5 {
                    if next > acts[index - 1].ms + 0.5 { inBetween(acts, before: index, at: next, &t) }
                    next += period
                }
            }
            if let place = act.place { t.place(act.finger, place.x, place.y) } else { t.remove(act.finger) }
            // Acts of one instant are one report.
            if index + 1 == acts.count || acts[index + 1].ms > act.ms { t.report(at: act.ms) }
        }
        t.wait()
    }

    private func inBetween(_ acts: [Act], before index: Int, at ms: Double, _ t: inout GestureTester) {
        var isTouched = false
        for finger in Set(acts.map(\.finger)).sorted() {
            guard let last = acts[..<index].last(where: { $0.finger == finger }), let from = last.place else {
                continue
            }
            isTouched = true
            var place = from
            if let next = acts[index...].first(where: { $0.finger == finger }), let to = next.place {
                let u = Float((ms - last.ms) / (next.ms - last.ms))
                place = (from.x + (to.x - from.x) * u, from.y + (to.y - from.y) * u)
            }
            let jitter: Float = Int(ms) % 2 == 0 ? 0.3 : -0.3
            t.place(finger, place.x + jitter, place.y - jitter)
        }
        if isTouched { t.report(at: ms) }
    }

    private func story(
        _ acts: [Act], at rate: Double, _ gestures: [(name: String, recognizer: StandardRecognizer)],
        zones: [Zone] = [], zoneOf: [String: Int] = [:], waits: [(String, for: String)] = []
    ) -> [String] {
        var t = GestureTester(gestures, zones: zones, zoneOf: zoneOf, waits: waits)
        play(acts, at: rate, on: &t)
        return t.story()
    }

    private let taps: [(name: String, recognizer: StandardRecognizer)] = [("single", tap()), ("double", tap(taps: 2))]
    private let left = [Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480)))]

    // MARK: Taps

    @Test("case 1: a single tap waits for the double tap until 430", arguments: [25.0, 60, 120])
    func case1(_ rate: Double) {
        for (lift, expected) in [(80.0, "430 single ended"), (40, "390 single ended"), (133, "483 single ended")] {
            let told = story([down(0), up(lift)], at: rate, taps, waits: [("single", for: "double")])
            #expect(told == [expected])
        }
        var t = GestureTester(taps, waits: [("single", for: "double")])
        t.tap(0, until: 80)
        t.wait(until: 429.999)
        #expect(t.story() == [])
    }

    @Test("case 2: 349 ms after the lift are a double tap, 351 are not", arguments: [25.0, 60, 120])
    func case2(_ rate: Double) {
        let cases: [(landing: Double, [String])] = [
            (429, ["500 double ended"]), (430, ["500 double ended"]), (431, ["430 single ended", "850 single ended"]),
        ]
        for (landing, expected) in cases {
            let told = story(
                [down(0), up(80), down(landing), up(500)], at: rate, taps, waits: [("single", for: "double")])
            #expect(told == expected)
        }
        // A new count: the second tap may be the first of a double.
        let told = story(
            [down(0), up(80), down(431), up(500), down(700), up(760)], at: rate, taps,
            waits: [("single", for: "double")])
        #expect(told == ["430 single ended", "760 double ended"])
    }

    @Test("case 3: the child's single tap does not wait for the ancestor's double", arguments: [25.0, 60, 120])
    func case3(_ rate: Double) {
        for order in [taps, taps.reversed()] {
            let told = story(
                [down(0), up(80), down(200), up(280)], at: rate, order, zones: left, zoneOf: ["single": 1])
            #expect(told == ["80 single ended", "280 single ended", "280 double ended"])
        }
    }

    @Test("case 4: a bounce at the same spot is one tap, 300 px away there are two", arguments: [25.0, 60, 120])
    func case4(_ rate: Double) {
        for (x, expected) in [(100 as Float, ["60 tap ended"]), (400, ["60 tap ended", "75 tap ended"])] {
            let told = story([down(0), up(60), down(62, x), up(75)], at: rate, [("tap", tap())])
            #expect(told == expected)
        }
        // 40 ms and more are a second tap.
        #expect(
            story([down(0), up(60), down(100), up(115)], at: rate, [("tap", tap())])
                == ["60 tap ended", "115 tap ended"])
    }

    @Test("case 5: three taps are one double and one single", arguments: [25.0, 60, 120])
    func case5(_ rate: Double) {
        for period in [200.0, 250, 350] {
            let told = story(
                [
                    down(0), up(80), down(period), up(period + 80), down(2 * period), up(2 * period + 80),
                ], at: rate, taps, waits: [("single", for: "double")])
            #expect(told == ["\(Int(period) + 80) double ended", "\(Int(2 * period) + 430) single ended"])
        }
    }

    @Test("case 6: two fingers of one tap may land within the skew and lift together", arguments: [25.0, 60, 120])
    func case6(_ rate: Double) {
        let two = [(name: "two", recognizer: tap(taps: 1, touches: 2)), (name: "one", recognizer: tap())]
        for (landing, lifts, expected) in [
            (80.0, (150.0, 160.0), ["160 two ended"]), (80, (160, 150), ["160 two ended"]),
            (80, (150, 150), ["150 two ended"]), (200, (300, 310), ["310 two ended"]),
            (201, (300, 310), []), (260, (330, 340), []),
        ] {
            let first = up(lifts.0, id: 0)
            let second = up(lifts.1, id: 1)
            let told = story(
                [down(0), down(landing, 200, 100, id: 1)]
                    + (lifts.0 <= lifts.1 ? [first, second] : [second, first]), at: rate, two)
            #expect(told == expected, "\(landing) \(lifts)")
        }
    }

    @Test("case 7: up at 749 is a tap, at 751 none", arguments: [25.0, 60, 120])
    func case7(_ rate: Double) {
        for (lift, expected) in [(749.0, ["749 tap ended"]), (750, ["750 tap ended"]), (751, [])] {
            #expect(story([down(0), up(lift)], at: rate, [("tap", tap())]) == expected)
        }
    }

    @Test("case 8: out 46 pt and back fails for good", arguments: [25.0, 60, 120])
    func case8(_ rate: Double) {
        for (x, y, expected) in [
            (45, 0, ["300 tap ended"]), (46, 0, []), (0, -46, []), (-32, 32, []), (31, 31, ["300 tap ended"]),
        ] as [(Float, Float, [String])] {
            let told = story(
                [down(0), down(100, 100 + x, 100 + y), down(200), up(300)], at: rate, [("tap", tap())])
            #expect(told == expected, "\(x) \(y)")
        }
    }

    @Test("case 9: beside a resting finger nothing in its zone, a tap in another", arguments: [25.0, 60, 120])
    func case9(_ rate: Double) {
        let right = Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480)))
        let gestures = [
            (name: "left", recognizer: tap()), (name: "right", recognizer: tap()), (name: "drag", recognizer: pan()),
        ]
        // The thumb's own tap fails; it stays down until 2000.
        let thumb = [down(0), down(100, 160, 100), up(2_000)]
        for (x, expected) in [
            (300 as Float, ["2200 left ended"]), (600, ["1060 right ended", "1560 right ended", "2200 left ended"]),
        ] {
            let acts =
                [thumb[0], thumb[1]]
                + [down(1_000, x, 300, id: 1), up(1_060, id: 1), down(1_500, x, 300, id: 1), up(1_560, id: 1)]
                + [thumb[2], down(2_140), up(2_200)]
            var told = story(
                acts, at: rate, gestures, zones: left + [right], zoneOf: ["left": 1, "right": 2, "drag": 1])
            told.removeAll { $0.contains("drag") }
            #expect(told == expected)
        }
    }

    @Test("case 9b: a tap and 200 ms later a swipe are both", arguments: [25.0, 60, 120])
    func case9b(_ rate: Double) {
        for pause in [150.0, 200, 300] {
            let told = story(
                [down(0), up(80), down(80 + pause), down(180 + pause, 200), up(190 + pause, id: 0)], at: rate,
                taps + [("swipe", swipe())], waits: [("single", for: "double")])
            #expect(told.map { $0.split(separator: " ")[1] }.sorted() == ["single", "swipe"])
        }
    }

    @Test("case 9c: two taps 300 px apart are two singles", arguments: [25.0, 60, 120])
    func case9c(_ rate: Double) {
        for (x, expected) in [
            (400 as Float, ["230 single ended", "640 single ended"]), (146, ["230 single ended", "640 single ended"]),
            (145, ["290 double ended"]),
        ] {
            let told = story(
                [down(0), up(80), down(230, x), up(290)], at: rate, taps, waits: [("single", for: "double")])
            #expect(told == expected)
        }
    }

    // MARK: Waiting and refusing

    @Test("case 45: the pan begins at the instant the swipe fails", arguments: [25.0, 60, 120])
    func case45(_ rate: Double) {
        for duration in [350, 500, 777] as [Int64] {
            let told = story(
                [down(0), down(1_000, 150), up(1_010)], at: rate,
                [("swipe", swipe { $0.maxDuration = .milliseconds(duration) }), ("pan", pan())],
                waits: [("pan", for: "swipe")])
            #expect(told == ["\(duration) pan began", "1010 pan ended"])
        }
    }

    @Test(
        "case 46: shouldBegin no fails for the sequence, shouldReceive no does not count", arguments: [25.0, 60, 120])
    func case46(_ rate: Double) throws {
        let period = Int64(1_000_000 / rate)
        for refuses in [true, false] {
            var setup = ScriptedSetup()
            _ = try setup.add(Scripted { ($0.readyAt, $0.isContinuous) = (2, true) })
            var answers = Answers()
            if refuses { answers.refused = [0] }
            var panel = ScriptedPanel(setup, answers)
            panel.down(0)
            panel.move(20, every: period)
            panel.down(30 * period / 1_000, id: 1, x: 300)
            panel.move(5, every: period)
            panel.up()
            panel.up(id: 1)
            #expect(panel.story.count == (refuses ? 1 : 2))
            #expect(panel.story[0].hasSuffix(refuses ? "failed refused" : "began"))
            #expect(panel.answers.asked == ["begin 0"])
        }
    }

    // MARK: One report, in order

    @Test(arguments: [25.0, 60, 120]) func deadlinesBeforeAReportComeInTimeOrder(_ rate: Double) {
        var t = GestureTester(
            [
                ("late", press { $0.minimumPressDuration = .milliseconds(400) }),
                ("early", press { $0.minimumPressDuration = .milliseconds(300) }),
            ], together: [("late", "early")])
        play([down(0), up(900)], at: rate, on: &t)
        #expect(t.story() == ["300 early began", "400 late began", "900 late ended", "900 early ended"])
        // Without a report in between, too.
        var still = GestureTester(
            [
                ("late", press { $0.minimumPressDuration = .milliseconds(400) }),
                ("early", press { $0.minimumPressDuration = .milliseconds(300) }),
            ], together: [("late", "early")])
        still.down(0)
        still.up(900)
        #expect(still.story() == t.story())
    }

    @Test(arguments: [25.0, 60, 120]) func atTheVerySameInstantAReportComesFirstForTapsAndSwipes(_ rate: Double) {
        #expect(story([down(0), up(750)], at: rate, [("tap", tap())]) == ["750 tap ended"])
        let lazy = swipe { ($0.minimumVelocityPtPerSecond, $0.distancePt) = (0, 60) }
        for (end, expected) in [(500.0, ["500 swipe ended"]), (520, [])] {
            let told = story([down(0), down(end, 160), up(700)], at: rate, [("swipe", lazy)])
            #expect(told == expected)
        }
    }

    @Test(arguments: [25.0, 60, 120]) func atTheVerySameInstantTheDeadlineComesFirstForAPress(_ rate: Double) {
        for (lift, expected) in [(499.0, []), (500, ["500 press began", "500 press ended"])] {
            #expect(story([down(0), up(lift)], at: rate, [("press", press())]) == expected)
        }
        // Moving away at that instant is too late to fail it.
        #expect(
            story([down(0), down(499), down(500, 150), up(600)], at: rate, [("press", press())])
                == ["500 press began", "600 press ended"])
    }
}
