import TestSupport

/// Zones' own touch streams: who is told of which touch, when, and how it ends.
@Suite struct TouchDeliveryTests {
    /// The left half of the panel, zone 1, or the right one, zone 2.
    private func half(_ isRight: Bool, multiple: Bool = false, exclusive: Bool = false) -> Zone {
        Zone(
            shape: .rectangle(
                from: Point(x: isRight ? 400 : 0, y: 0), to: Point(x: isRight ? 800 : 400, y: 480)),
            multipleTouch: multiple, exclusiveTouch: exclusive)
    }

    private func tester(
        _ gestures: [(name: String, recognizer: StandardRecognizer)] = [], _ deliveries: [String: TouchDelivery] = [:],
        waits: [(String, for: String)] = [], zoneOf: [String: Int] = [:], multiple: Bool = false,
        exclusive: Bool = false, listening: [Int] = [1, 2]
    ) -> GestureTester {
        GestureTester(
            gestures,
            zones: [half(false, multiple: multiple, exclusive: exclusive), half(true, multiple: multiple)],
            zoneOf: zoneOf, waits: waits, deliveries: deliveries, listeningTo: listening)
    }

    // MARK: Whose touch it is

    @Test func touchBelongsToTheZoneWhereItBegan() {
        var panel = tester()
        panel.down(0, 100)
        panel.down(10, 500)
        panel.down(20, 501)
        panel.up(30)
        #expect(panel.streamStory() == ["0 1 1 began", "10 1 1 moved", "20 1 1 moved", "30 1 1 ended"])
    }

    @Test func streamTellsTapCountFingersAndPlace() {
        var panel = tester(multiple: true)
        panel.tap(0, until: 50)
        panel.down(150, 101)
        panel.down(200, 500, id: 1)
        panel.report(at: 220)
        let told = panel.streams.map(\.touch)
        #expect(told.map(\.tapCount) == [1, 1, 2, 1])
        #expect(told.map(\.touches) == [1, 0, 1, 2])
        #expect(told.map(\.zone) == [1, 1, 1, 2])
        #expect(told[2].location == Point(x: 101, y: 100))
    }

    @Test func nobodyListensNothingIsTold() {
        var panel = tester(multiple: true, listening: [])
        panel.tap(0, until: 50)
        panel.wait()
        #expect(panel.streams.isEmpty)
        #expect(panel.delivery == DeliveryCounters())
    }

    @Test func zoneTakesOneFingerUnlessItSaysOtherwise() {
        for multiple in [false, true] {
            var panel = tester(multiple: multiple)
            panel.down(0, 100)
            panel.down(50, 200, id: 1)
            panel.down(60, 210, id: 1)
            // The other zone has a first finger of its own.
            panel.down(100, 500, id: 2)
            panel.up(150)
            // Still not the first finger: another one of the zone is down.
            panel.down(200, 100, id: 3)
            panel.up(250, id: 1)
            panel.up(260, id: 3)
            panel.up(270, id: 2)
            panel.tap(300, until: 350)
            let told = Set(panel.streams.map(\.touch.identity))
            #expect(told == (multiple ? [1, 2, 3, 4, 5] : [1, 3, 5]))
            #expect(panel.delivery.withheldTouches == (multiple ? 0 : 2))
        }
    }

    @Test func twoFingersLandInOneReport() {
        var panel = tester()
        panel.report((0, 100, 100), (1, 200, 100), at: 0)
        panel.report(at: 20)
        #expect(panel.streamStory() == ["0 1 1 began"])
    }

    @Test func recognizersSeeEveryTouch() {
        var panel = tester([("two", tap(taps: 1, touches: 2))], ["two": TouchDelivery(cancelsTouches: false)])
        panel.down(0, 100)
        panel.down(50, 200, id: 1)
        panel.up(80)
        panel.up(100, id: 1)
        #expect(panel.story() == ["100 two ended"])
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    @Test func exclusiveZoneKeepsOthersFromGettingTouches() {
        for exclusive in [true, false] {
            var panel = tester([("press", press())], exclusive: exclusive)
            panel.down(0, 100)
            panel.down(50, 500, id: 1)
            panel.up(100)
            // It had none when it landed; that does not change.
            panel.up(120, id: 1)
            panel.tap(150, until: 200, 500)
            let told = Set(panel.streams.map(\.touch.identity))
            #expect(told == (exclusive ? [1, 3] : [1, 2, 3]))
        }
    }

    @Test func exclusiveZoneGetsNothingWhileOthersHaveTouches() {
        for exclusive in [true, false] {
            var panel = tester(multiple: true, exclusive: exclusive)
            panel.down(0, 500)
            panel.down(50, 100, id: 1)
            panel.up(100, id: 1)
            panel.up(110)
            panel.down(200, 100)
            // It takes several itself.
            panel.down(250, 200, id: 1)
            panel.report(at: 300)
            let told = Set(panel.streams.map(\.touch.identity))
            #expect(told == (exclusive ? [1, 3, 4] : [1, 2, 3, 4]))
        }
    }

    // MARK: cancelsTouches

    @Test func swipeOverAButtonCancelsItsTouchOnce() {  // case 47
        for (on, zoneOf) in [("panel", [:]), ("zone", ["swipe": 1])] as [(String, [String: Int])] {
            var panel = tester([("swipe", swipe())], zoneOf: zoneOf)
            panel.drag(0, to: (300, 100), until: 100, lift: 110)
            #expect(panel.finish() == ["20 swipe ended"], "on the \(on)")
            #expect(panel.streamStory() == ["0 1 1 began", "10 1 1 moved", "20 1 1 cancelled"])
            #expect(panel.streams.last?.touch.location == Point(x: 140, y: 100))
        }
    }

    @Test func gestureThatDoesNotCancelLeavesTheStreamAlone() {
        var panel = tester([("swipe", swipe())], ["swipe": TouchDelivery(cancelsTouches: false)])
        panel.drag(0, to: (160, 100), until: 30, lift: 40)
        #expect(panel.story() == ["20 swipe ended"])
        #expect(
            panel.streamStory() == ["0 1 1 began", "10 1 1 moved", "20 1 1 moved", "30 1 1 moved", "40 1 1 ended"])
    }

    @Test func onlyTouchesThatTheGestureReceivedAreCancelled() {
        var panel = tester([("swipe", swipe())], zoneOf: ["swipe": 1])
        panel.down(0, 500, id: 1)
        panel.drag(100, to: (140, 100), until: 120, lift: 150)
        panel.up(160, id: 1)
        #expect(panel.story() == ["120 swipe ended"])
        #expect(
            panel.streamStory() == [
                "0 2 1 began", "100 1 2 began", "110 1 2 moved", "120 1 2 cancelled", "160 2 1 ended",
            ])
    }

    @Test func tapTakesTheLift() {
        var panel = tester([("tap", tap())])
        panel.tap(0, until: 50)
        #expect(panel.story() == ["50 tap ended"])
        #expect(panel.streamStory() == ["0 1 1 began", "50 1 1 cancelled"])
        var other = tester([("tap", tap())], ["tap": TouchDelivery(cancelsTouches: false)])
        other.tap(0, until: 50)
        #expect(other.streamStory() == ["0 1 1 began", "50 1 1 ended"])
    }

    @Test func pressCancelsByTheClock() {
        var panel = tester([("press", press())])
        panel.down(0)
        panel.wait(until: 499)
        #expect(panel.streamStory() == ["0 1 1 began"])
        panel.wait(until: 600)
        panel.up(700)
        #expect(panel.streamStory() == ["0 1 1 began", "500 1 1 cancelled"])
    }

    @Test func fingerThatJoinsABegunPanIsNotTold() {
        var panel = tester([("pan", pan())], multiple: true)
        panel.down(0)
        panel.slide(from: 0, to: 20, 140, 100)
        panel.down(100, 200, 200, id: 1)
        panel.down(150, 210, 200, id: 1)
        panel.up(200, id: 1)
        panel.up(210)
        panel.tap(300, until: 310)
        #expect(panel.story() == ["10 pan began", "210 pan ended"])
        #expect(panel.streamStory() == ["0 1 1 began", "10 1 1 cancelled", "300 1 3 began", "310 1 3 ended"])
    }

    // MARK: delaysEnded

    @Test func liftWaitsUntilTheDoubleTapFails() {
        var panel = tester([("double", tap(taps: 2))])
        panel.tap(0, until: 80)
        panel.wait(until: 429.999)
        #expect(panel.streamStory() == ["0 1 1 began"])
        panel.wait(until: 430.001)
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    @Test func heldLiftBecomesCancelledWhenTheTapIsRecognized() {
        var panel = tester([("single", tap()), ("double", tap(taps: 2))], waits: [("single", for: "double")])
        panel.tap(0, until: 80)
        #expect(panel.finish() == ["430 single ended"])
        #expect(panel.streamStory() == ["0 1 1 began", "430 1 1 cancelled"])
    }

    /// As UIKit's documentation of `delaysTouchesEnded` has it.
    @Test func doubleTapCancelsBothTaps() {
        for (delays, story) in [
            (true, ["0 1 1 began", "200 1 2 began", "280 1 1 cancelled", "280 1 2 cancelled"]),
            (false, ["0 1 1 began", "80 1 1 ended", "200 1 2 began", "280 1 2 cancelled"]),
        ] {
            var panel = tester([("double", tap(taps: 2))], ["double": TouchDelivery(delaysEnded: delays)])
            panel.tap(0, until: 80)
            panel.tap(200, until: 280)
            #expect(panel.finish() == ["280 double ended"])
            #expect(panel.streamStory() == story)
        }
    }

    @Test func heldLiftIsToldWhenTheGestureDoesNotCancel() {
        var panel = tester(
            [("single", tap()), ("double", tap(taps: 2))],
            [
                "single": TouchDelivery(cancelsTouches: false), "double": TouchDelivery(cancelsTouches: false),
            ], waits: [("single", for: "double")])
        panel.tap(0, until: 80)
        panel.wait()
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    @Test func liftWaitsForEveryRecognizerThatReceivedTheTouch() {
        var panel = tester(
            [
                ("double", tap(taps: 2)),
                (
                    "slow",
                    tap {
                        $0.taps = 2
                        $0.interval = .milliseconds(600)
                    }
                ),
            ])
        panel.tap(0, until: 80)
        panel.wait(until: 679)
        #expect(panel.streamStory() == ["0 1 1 began"])
        panel.wait(until: 681)
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    // MARK: delaysBegan

    @Test func delayedTouchesComeInOrderWithTheirOwnTimes() {  // case 48
        var panel = tester([("swipe", swipe())], ["swipe": TouchDelivery(delaysBegan: true)])
        panel.down(0)
        panel.slide(from: 0, to: 450, 105, 100, every: 90)
        panel.wait(until: 499)
        #expect(panel.streams.isEmpty)
        panel.wait(until: 501)
        #expect(
            panel.streamStory() == [
                "0 1 1 began", "90 1 1 moved", "180 1 1 moved", "270 1 1 moved", "360 1 1 moved", "450 1 1 moved",
            ])
        #expect(panel.streams.map { $0.touch.location.x.rounded() } == [100, 101, 102, 103, 104, 105])
        panel.down(550, 112)
        panel.up(600)
        #expect(panel.streamStory().suffix(2) == ["550 1 1 moved", "600 1 1 ended"])
    }

    @Test func delayedTouchesThatBecomeAGestureAreNeverTold() {
        var panel = tester([("swipe", swipe())], ["swipe": TouchDelivery(delaysBegan: true)])
        panel.down(0)
        panel.slide(from: 0, to: 100, 300, 100)
        panel.up(110)
        #expect(panel.finish() == ["20 swipe ended"])
        #expect(panel.streams.isEmpty)
        // The next one is told again.
        panel.tap(500, until: 550)
        panel.wait()
        #expect(panel.streamStory() == ["500 1 2 began", "550 1 2 ended"])
    }

    @Test func delayedTouchesOfAGestureThatDoesNotCancelAreTold() {
        var panel = tester(
            [("swipe", swipe())], ["swipe": TouchDelivery(cancelsTouches: false, delaysBegan: true)])
        panel.down(0)
        panel.slide(from: 0, to: 20, 140, 100)
        #expect(panel.streamStory() == ["0 1 1 began", "10 1 1 moved", "20 1 1 moved"])
    }

    @Test func landingWaitsUntilAllThatDelayItHaveFailed() {
        let delays = TouchDelivery(delaysBegan: true)
        var panel = tester([("press", press()), ("swipe", swipe())], ["press": delays, "swipe": delays])
        panel.down(0)
        // Too far for the press, too slow for the swipe until its time is over.
        panel.slide(from: 0, to: 400, 112, 100, every: 100)
        panel.wait(until: 499)
        #expect(panel.streams.isEmpty)
        panel.wait(until: 501)
        #expect(panel.streams.count == 5)
    }

    @Test func liftFollowsItsDelayedLanding() {
        var panel = tester(
            [("swipe", swipe()), ("double", tap(taps: 2))], ["swipe": TouchDelivery(delaysBegan: true)])
        panel.tap(0, until: 80)
        // The swipe has failed, the double tap waits.
        #expect(panel.streamStory() == ["0 1 1 began"])
        panel.wait()
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    @Test func longStreamLosesMovesOnly() {
        var panel = tester(
            [
                (
                    "press",
                    press {
                        $0.minimumPressDuration = .milliseconds(10_000)
                        $0.allowableMovementPt = 50
                    }
                )
            ], ["press": TouchDelivery(delaysBegan: true)])
        panel.down(0)
        for i in 1...300 { panel.down(Double(i) * 10, 100 + Float(i % 2)) }
        panel.up(3_010)
        let told = panel.streams.map(\.touch)
        #expect(told.count == 128)
        #expect(told.first?.phase == .began && told.last?.phase == .ended)
        #expect(panel.delivery.droppedMoves == 174)
        #expect(told[1].time.microseconds == 1_750_000 && told[126].time.microseconds == 3_000_000)
    }

    // MARK: Cancellation from outside

    @Test func cancellationIsToldOnce() {
        var panel = tester([("pan", pan())])
        panel.down(0)
        panel.cancel(50)
        panel.cancel(60)
        panel.down(70, 110)
        panel.up(80)
        #expect(panel.streamStory() == ["0 1 1 began", "50 1 1 cancelled"])
    }

    @Test func cancellationOfADelayedTouchTellsWhatWasHeld() {
        var panel = tester([("swipe", swipe())], ["swipe": TouchDelivery(delaysBegan: true)])
        panel.down(0)
        panel.down(50, 101)
        panel.cancel(100)
        #expect(panel.streamStory() == ["0 1 1 began", "50 1 1 moved", "100 1 1 cancelled"])
    }

    @Test func cancellationAfterAGestureHasTakenTheTouchIsSilent() {
        var panel = tester([("pan", pan())])
        panel.down(0)
        panel.slide(from: 0, to: 20, 140, 100)
        panel.cancel(50)
        #expect(panel.story() == ["10 pan began", "50 pan cancelled"])
        #expect(panel.streamStory() == ["0 1 1 began", "10 1 1 cancelled"])
    }

    @Test func whoeverGivesTheEngineUpTellsWhatIsHeld() {
        var panel = tester([("double", tap(taps: 2))])
        panel.tap(0, until: 80)
        panel.cancel(100)
        #expect(panel.streamStory() == ["0 1 1 began"])
        panel.release()
        panel.wait()
        #expect(panel.streamStory() == ["0 1 1 began", "80 1 1 ended"])
    }

    // MARK: The chain

    @Test func whatAZoneDoesNotHandleGoesToTheOneAroundIt() {
        let inner = Zone(shape: .circle(center: Point(x: 100, y: 100), radius: 50), parent: 1)
        for (listening, zone) in [([1, 3], 3), ([1], 1), ([0], 0), ([2], nil)] as [([Int], Int?)] {
            var panel = GestureTester(
                [], zones: [half(false), half(true), inner], listeningTo: listening)
            panel.tap(0, until: 50)
            #expect(panel.streams.map(\.zone) == (zone.map { [$0, $0] } ?? []))
            #expect(panel.streams.allSatisfy { $0.touch.zone == 3 })
            #expect(panel.delivery.unhandledTouches == (zone == nil ? 2 : 0))
        }
    }
}
