import TestSupport

/// Limits are inclusive; what counts first at the same instant; what a recognizer says of its failure.
@Suite struct LimitTests {
    @Test func reportAtTheVeryEndOfASwipesTimeStillCounts() {
        for (lift, expected) in [(500.0, ["500 swipe ended"]), (500.001, [])] {
            var t = GestureTester([("swipe", swipe { $0.fires = .onLift })])
            t.down(0)
            t.down(250, 150, 100)
            t.down(450, 250, 100)
            t.up(lift)
            #expect(t.finish() == expected)
        }
    }

    @Test func slopIsReachedByExactlyTenPoints() {
        for (way, expected) in [(10 as Float, ["10 pan began"]), (9.9, [])] {
            var t = GestureTester([("pan", pan())])
            t.down(0)
            t.down(10, 100 + way, 100)
            #expect(t.story() == expected)
        }
        // In sixteen fractions of a pixel, too.
        var t = GestureTester([("pan", pan())])
        t.down(0)
        for i in 1...100 { t.down(Double(i) * 10, 100 + 0.1 * Float(i), 100) }
        #expect(t.story() == ["1000 pan began"])
    }

    @Test func swipeFastEnoughOnAverageCounts() {
        for (ms, expected) in [(125.0, 1), (126, 0)] {
            var t = GestureTester([("swipe", swipe())])
            t.down(0)
            t.down(ms, 125, 100)
            t.up(ms + 10)
            #expect(t.finish().count == expected)
        }
    }

    @Test func swipeFastEnoughAtItsLiftCounts() {
        // Whether it was faster before or slower: 300 pt/s on average, and 150.
        for before in [100, 20] as [Float] {
            for (speed, expected) in [(200 as Float, 1), (199, 0)] {
                var t = GestureTester([("swipe", swipe { $0.fires = .onLift })])
                t.drag(0, to: (100 + before, 100), until: 200)
                t.slide(from: 200, to: 400, 100 + before + speed / 5, 100)
                t.up(410)
                #expect(t.finish().count == expected, "\(speed) pt/s after \(before) pt")
            }
        }
    }

    @Test func swipeShorterThanTheJudgedWayMustGoTheRightWayToo() {
        for (x, y, expected) in [(20, 0, 1), (-20, 0, 0), (20, 15, 0), (16, 5, 1), (16, 7, 0), (0, 20, 0)]
            as [(Float, Float, Int)]
        {
            for fires in [SwipeRecognizer.Parameters.Fires.onDistance, .onLift] {
                var t = GestureTester([
                    (
                        "swipe",
                        swipe {
                            ($0.distancePt, $0.fires, $0.directions) = (15, fires, DirectionSet())
                            $0.directions.insert(.right)
                        }
                    )
                ])
                t.down(0, 400, 240)
                t.down(20, 400 + x, 240 + y)
                t.up(30)
                #expect(t.story().count == expected, "\(x) \(y) \(fires)")
            }
        }
    }

    @Test func tapFarFromTheFirstByExactlyTheMovementIsTheSecond() {
        for (x, expected) in [(145 as Float, ["260 double ended"]), (146, ["200 single ended", "610 single ended"])] {
            var t = GestureTester([("single", tap()), ("double", tap(taps: 2))], waits: [("single", for: "double")])
            t.tap(0, until: 60)
            t.tap(200, until: 260, x, 100)
            #expect(t.finish() == expected)
        }
    }

    @Test func countingFromTheDownTheIntervalIncludesThePress() {
        func story(second: Double) -> [String] {
            var t = GestureTester([
                (
                    "double",
                    tap { ($0.taps, $0.interval, $0.intervalFrom) = (2, .milliseconds(400), .down) }
                )
            ])
            t.taps((0, 300), (second, second + 60))
            return t.finish()
        }
        #expect(story(second: 400) == ["460 double ended"])
        #expect(story(second: 401) == [])
    }

    @Test func laterTapsMayWanderFromEachOtherButNotFromTheFirst() {
        for (x, expected) in [(144 as Float, 1), (160, 0)] {
            var t = GestureTester([("triple", tap(taps: 3))])
            t.tap(0, until: 60)
            t.tap(200, until: 260, 130, 100)
            t.tap(400, until: 460, x, 100)
            #expect(t.finish().count == expected)
        }
    }

    @Test func tapOnDownIsToldOnceAndNotOnTheLift() {
        var t = GestureTester([("tap", tap { $0.fires = .onDown })])
        t.taps((0, 60), (500, 5_000))
        #expect(t.finish() == ["0 tap ended", "500 tap ended"])
    }

    @Test func tapOnDownWithTwoFingersIsToldWhenTheSecondHasProvenReal() {
        var t = GestureTester([("tap", tap { ($0.fires, $0.touches) = (.onDown, 2) })])
        t.down(0)
        t.down(50, 200, 100, id: 1)
        t.wait(until: 100)
        #expect(t.story() == ["67 tap ended"])
    }

    @Test func waitingTapOnDownFailsWhenAnotherFingerLands() {
        func rung(_ taps: Int) -> StandardRecognizer {
            tap { ($0.taps, $0.fires, $0.interval, $0.intervalFrom) = (taps, .onDown, .milliseconds(400), .down) }
        }
        var t = GestureTester([("one", rung(1)), ("two", rung(2))], waits: [("one", for: "two")])
        t.down(0)
        t.down(100, 300, 100, id: 1)
        t.report(at: 110)
        t.up(200)
        t.up(210, id: 1)
        t.wait(until: 999)
        #expect(t.story() == [])
        t.tap(1_000, until: 1_060)
        #expect(t.finish() == ["1400 one ended"])
    }

    @Test func freshTapOnDownWaitsForADoubleThatIsUnderWay() {
        // "one" has failed in the first tap, "two" has counted it: at the second landing "one" must wait again.
        var t = GestureTester(
            [
                ("one", tap { ($0.fires, $0.maxPress) = (.onDown, .milliseconds(50)) }),
                ("quick", tap { $0.maxPress = .milliseconds(30) }), ("two", tap(taps: 2)),
            ], waits: [("one", for: "two"), ("one", for: "quick")], together: [("quick", "one"), ("quick", "two")])
        t.taps((0, 20), (200, 260))
        #expect(t.finish() == ["20 quick ended", "260 two ended"])
    }

    @Test func shortDeadlineOfAFingerThatProvesRealLateIsNotToldInThePast() {
        var t = GestureTester(
            [("two", press { ($0.touches, $0.minimumPressDuration) = (2, .milliseconds(5)) })], explains: true)
        t.report((0, 100, 100), (1, 200, 100), at: 0)
        t.wait(until: 100)
        #expect(t.story() == ["17 two began"])
    }

    @Test func waitingSwipeFiresWithTheVelocityAndThePlaceItHeld() throws {
        var t = GestureTester(
            [
                ("swipe", swipe { $0.fires = .onLift }),
                ("strange", tap { ($0.taps, $0.movementPt) = (2, .infinity) }),
            ], waits: [("swipe", for: "strange")])
        t.drag(0, to: (200, 100), until: 100, lift: 110)
        #expect(t.finish() == ["460 swipe ended"])
        let first = t.events.first
        let event = try #require(first)
        #expect(event.location == Point(x: 200, y: 100) && event.touches == 1)
        guard case .swipe(.right, let velocity) = event.values else { throw Missing("no swipe to the right") }
        #expect(abs(velocity.x - 1_000) < 10)
    }

    /// It was told with the finger in the other zone.
    @Test func whoFailsWithoutFingersCountsNoneOfAnotherZone() throws {
        let left = Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480)))
        var t = GestureTester(
            [("press", press { $0.taps = 1 })], zones: [left], zoneOf: ["press": 1], explains: true)
        t.tap(0, until: 50)
        t.down(200, 600, 100, id: 1)
        t.wait(until: 1_000)
        #expect(t.story() == ["400 press failed"])
        let told = t.events.last
        let event = try #require(told)
        #expect(event.reason == .noNextTap(done: 1) && event.touches == 0)
    }

    @Test func waitingSwipeThatHasBecomeTooSlowFailsInTheEnd() {
        var t = GestureTester(
            [("swipe", swipe()), ("hold", tap { ($0.maxPress, $0.movementPt) = (.milliseconds(200), .infinity) })],
            waits: [("swipe", for: "hold")], explains: true)
        t.drag(0, to: (130, 100), until: 30)
        t.wait(until: 2_000)
        #expect(t.story() == ["200 hold failed", "500 swipe failed"])
        #expect(t.events.last?.reason == .tooLong(milliseconds: 500))
    }

    // MARK: Reasons

    private func reasons(
        _ recognizer: StandardRecognizer, _ play: (inout GestureTester) -> Void
    ) -> [FailureReason?] {
        var t = GestureTester([("it", recognizer)], explains: true)
        play(&t)
        t.wait()
        return t.events.filter { $0.state == .failed }.map(\.reason)
    }

    @Test func failureSaysWhyWithItsFigure() throws {
        #expect(reasons(tap()) { $0.tap(0, until: 800) } == [.tooLong(milliseconds: 750)])
        #expect(
            reasons(tap()) {
                $0.down(0)
                $0.down(10, 150, 100)
            } == [.moved(pt: 50)])
        #expect(reasons(tap(taps: 2)) { $0.tap(0, until: 60) } == [.noNextTap(done: 1)])
        #expect(
            reasons(tap(taps: 2)) {
                $0.tap(0, until: 60)
                $0.down(200, 200, 100)
            } == [.tooFar(pt: 100), .tooLong(milliseconds: 750)])
        #expect(reasons(tap(taps: 1, touches: 2)) { $0.tap(0, until: 60) } == [.tooFewTouches(count: 1)])
        #expect(reasons(tap(taps: 1, touches: 2)) { $0.down(0) } == [.tooFewTouches(count: 1)])
        #expect(
            reasons(tap()) {
                $0.down(0)
                $0.down(10, 300, 100, id: 1)
            } == [.extraTouch])
        #expect(reasons(press()) { $0.tap(0, until: 100) } == [.liftedEarly])
        #expect(reasons(pan()) { $0.tap(0, until: 100) } == [.liftedEarly])
        #expect(reasons(swipe()) { $0.tap(0, until: 100) } == [.tooShort(pt: 0)])
        #expect(reasons(swipe()) { $0.down(0) } == [.tooLong(milliseconds: 500)])
        #expect(
            reasons(press()) {
                $0.down(0)
                $0.cancel(10)
            } == [.touchCancelled])
        let off = reasons(swipe()) {
            $0.down(0)
            $0.down(10, 130, 130)
        }
        guard case .offAxis(let degrees)? = off.first else { throw Missing("\(off)") }
        #expect(abs(degrees - 45) < 0.01)
    }

    @Test func slowLiftSaysHowSlow() throws {
        let why = reasons(swipe { $0.fires = .onLift }) {
            $0.drag(0, to: (150, 100), until: 400, lift: 410)
        }
        guard case .tooSlow(let speed)? = why.first else { throw Missing("\(why)") }
        #expect(abs(speed - 125) < 0.1)
    }

    @Test func wrongWaySaysSo() {
        let why = reasons(
            swipe {
                $0.directions = DirectionSet()
                $0.directions.insert(.left)
            }
        ) {
            $0.down(0)
            $0.down(10, 130, 100)
        }
        #expect(why == [.wrongDirection])
    }

    @Test func nobodyExplainsUnasked() {
        var t = GestureTester([("tap", tap()), ("pan", pan())])
        t.drag(0, to: (200, 100), until: 100)
        t.cancel(110)
        #expect(t.events.allSatisfy { $0.reason == nil && $0.state != .failed })
    }

    // MARK: Rates

    @Test(arguments: [25.0, 60, 100, 120]) func oneLifeIsOneStoryAtAnyRate(_ rate: Double) {
        // Tap, double tap, press, slow drag; reports at the panel's rate, silence while nothing moves.
        func snapped(_ ms: Double) -> Double { (ms * rate / 1_000).rounded() * 1_000 / rate }
        var t = GestureTester(
            [("single", tap()), ("double", tap(taps: 2)), ("press", press()), ("swipe", swipe()), ("pan", pan())],
            waits: [("single", for: "double"), ("pan", for: "swipe")])
        t.tap(snapped(0), until: snapped(80))
        t.tap(snapped(1_000), until: snapped(1_080))
        t.tap(snapped(1_200), until: snapped(1_280))
        t.down(snapped(3_000))
        t.wait(until: 3_900)
        t.up(snapped(4_000))
        t.down(snapped(5_000))
        t.slide(from: snapped(5_000), to: snapped(6_000), 160, 100, every: 1_000 / rate)
        t.up(snapped(6_200))
        t.wait()
        let story = t.events.filter { $0.state != .changed }
        #expect(
            story.map { "\(t.name($0)) \($0.state)" } == [
                "single ended", "double ended", "press began", "press ended", "pan began", "pan ended",
            ])
        #expect(story[0].time == Instant(microseconds: Int64((snapped(80) * 1_000).rounded()) + 350_000))
        #expect(story[2].time == Instant(microseconds: Int64((snapped(3_000) * 1_000).rounded()) + 500_000))
        #expect(story[4].time == Instant(microseconds: Int64((snapped(5_000) * 1_000).rounded()) + 500_000))
    }

    @Test(arguments: [25.0, 60, 100, 120], [0 as UInt64, 1, 2, 3]) func jitterDoesNotDecide(
        _ rate: Double, _ seed: UInt64
    ) {  // case 38
        var random = SplitMix64(seed: seed)
        for (x, y, expected) in [(200, 0, "swipe ended"), (0, 0, ""), (150, 150, "pan began")]
            as [(Float, Float, String)]
        {
            var t = GestureTester(
                [("swipe", swipe { $0.fires = .onLift }), ("pan", pan())], waits: [("pan", for: "swipe")])
            t.down(0, 400, 240)
            var ms = 1_000 / rate
            while ms < 200 {
                let u = Float(ms / 200)
                t.down(ms, 400 + x * u + random.length(-1...1), 240 + y * u + random.length(-1...1))
                ms += 1_000 / rate
            }
            t.up(205)
            t.wait()
            let first = t.story().first.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
            #expect((first ?? "") == expected)
        }
    }
}
