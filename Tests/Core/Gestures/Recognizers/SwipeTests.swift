import TestSupport

@Suite struct SwipeTests {
    private func story(
        _ recognizer: StandardRecognizer, to x: Float, _ y: Float, ms: Double, lift: Double? = nil
    ) -> [String] {
        var t = GestureTester([("swipe", recognizer)])
        t.drag(0, from: (400, 240), to: (400 + x, 240 + y), until: ms)
        t.up(lift ?? ms + 10)
        return t.finish()
    }

    @Test func swipeIsRecognizedWhenTheFingerHasGoneTheDistance() {
        #expect(story(swipe(), to: 100, 0, ms: 100) == ["30 swipe ended"])
        #expect(story(swipe { $0.fires = .onLift }, to: 100, 0, ms: 100) == ["110 swipe ended"])
    }

    @Test func swipeHasADirection() {
        for (x, y, direction) in [
            (100 as Float, 0 as Float, Direction.right), (-100, 0, .left), (0, 100, .down), (0, -100, .up),
        ] {
            var t = GestureTester([("swipe", swipe())])
            t.drag(0, from: (400, 240), to: (400 + x, 240 + y), until: 100)
            guard case .swipe(direction, let velocity)? = t.events.first?.values else {
                Issue.record("no swipe \(direction)")
                continue
            }
            #expect(abs(velocity.length - 1_000) < 10)
        }
    }

    @Test func classicFiguresHoldOnBothSides() {
        let classic = swipe {
            $0.deviationTangent = 0
            $0.minimumVelocityPtPerSecond = 0
            $0.maxDuration = .unlimited
        }
        #expect(story(classic, to: 25, 5, ms: 2_000) == ["2000 swipe ended"])
        #expect(story(classic, to: 25, 6, ms: 2_000) == [])
        #expect(story(classic, to: 24, 0, ms: 2_000) == [])
    }

    @Test func twentyDegreesAreAllowedAndTwentyOneAreNot() {
        #expect(story(swipe(), to: 100, 36, ms: 100) == ["30 swipe ended"])
        #expect(story(swipe(), to: 100, 38, ms: 100) == [])
    }

    @Test func slownessAloneNeverFailsIt() {
        // 100 px/s for 200 ms, then fast: the average reaches 200 pt/s before 500 ms.
        var t = GestureTester([("swipe", swipe())])
        t.drag(0, to: (130, 100), until: 300)
        #expect(t.story() == [])
        t.slide(from: 300, to: 400, 330, 100)
        #expect(t.story() == ["320 swipe ended"])  // 70 pt in 320 ms
    }

    @Test func swipeFailsAtItsMaximalDuration() {
        var t = GestureTester([("swipe", swipe())], explains: true)
        t.drag(0, to: (149, 100), until: 490)
        t.wait(until: 500)
        #expect(t.story() == ["500 swipe failed"])
        #expect(t.events.last?.reason == .tooLong(milliseconds: 500))
    }

    @Test func pauseBeforeTheLiftMakesItTooSlow() {  // case 30
        var t = GestureTester([("swipe", swipe { $0.fires = .onLift })])
        t.drag(0, to: (300, 100), until: 100, lift: 600)
        #expect(t.finish() == [])
    }

    /// On average it was fast enough: 200 pt in 650 ms.
    @Test(arguments: [25.0, 60, 100, 240]) func flickThatRestsBeforeItLiftsIsNone(rate: Double) {
        let rule = swipe {
            $0.fires = .onLift
            $0.maxDuration = .milliseconds(2_000)
        }
        for (rest, expected) in [(0.0, 1), (550, 0)] {
            for isReported in [true, false] {
                var t = GestureTester([("swipe", rule)])
                t.drag(0, to: (300, 100), until: 100, every: 1_000 / rate)
                if isReported { t.slide(from: 100, to: 100 + rest, 300, 100, every: 1_000 / rate) }
                t.up(110 + rest)
                #expect(t.finish().count == expected, "rest of \(rest) ms")
            }
        }
    }

    @Test func fingersThatLiftOneAfterAnotherAreAsFastAsWhenTheFirstOneDid() {
        for (rest, expected) in [(0.0, 1), (300, 0)] {
            let rule = swipe {
                $0.fires = .onLift
                $0.touches = 2
                $0.maxDuration = .unlimited
            }
            var t = GestureTester([("swipe", rule)])
            for i in 0...10 {
                t.report((0, 100 + 20 * Float(i), 100), (1, 100 + 20 * Float(i), 200), at: Double(i) * 10)
            }
            t.up(110 + rest)
            t.up(360 + rest, id: 1)
            #expect(t.finish().count == expected, "rest of \(rest) ms")
        }
    }

    @Test func secondFingerBesideTheFirstDoesNotMakeASwipe() {  // case 39
        var t = GestureTester([("swipe", swipe()), ("two", swipe { $0.touches = 2 }), ("pan", pan())])
        t.down(0)
        for i in 1...20 {
            t.report((0, 100 + Float(i % 2), 100), (1, 130 - Float(i % 2), 100), at: Double(i) * 10)
        }
        t.up(210)
        t.up(220, id: 1)
        #expect(t.finish() == [])
    }

    /// It failed in its first report beyond 25 pt, where that came early.
    @Test func aFingerThatRollsAsItLandsMaySwipe() {
        var t = GestureTester([("it", swipe())])
        let places: [(Float, Float)] = [(200, 240), (200, 241.8), (200, 243.5), (225, 250.2), (250, 257), (275, 262)]
        for (report, place) in places.enumerated() { t.down(Double(report) * 10, place.0, place.1) }
        #expect(t.story() == ["40 it ended"])
        // 40 pt are far enough to know that it does not come back; so are 5 pt more than the angle allows.
        for (end, off) in [(Float(40), Float(15)), (30, 16.5)] {
            var t = GestureTester([("it", swipe())], explains: true)
            t.down(0, 200, 240)
            t.down(10, 200 + end, 240 + off)
            #expect(t.events.map(\.state) == [.failed])
        }
    }

    /// Eight points apart, they failed.
    @Test func twoFingersThatRollApartAsTheyLandMaySwipe() {
        var t = GestureTester([("two", swipe { $0.touches = 2 })])
        for (time, x, roll) in [(0.0, 200, 0), (20, 200, 5), (40, 200, 9), (50, 225, 9), (60, 250, 9)]
            as [(Double, Float, Float)]
        {
            t.report((0, x, 150 - roll), (1, x, 300 + roll), at: time)
        }
        #expect(t.story() == ["50 two ended"])
    }

    @Test func fastDiagonalIsNoSwipe() {
        #expect(story(swipe(), to: 100, 100, ms: 100) == [])
    }

    @Test func oneFingerOutwardAndOneStillIsNoTwoFingerSwipe() {  // case 28
        var t = GestureTester([("two", swipe { $0.touches = 2 })], explains: true)
        t.report((0, 100, 100), (1, 200, 100), at: 0)
        t.report(at: 10)
        t.slide(from: 10, to: 100, 263, 100, id: 1)
        t.up(110)
        t.up(110, id: 1)
        #expect(t.events.first?.reason == .uneven)
        #expect(t.story().allSatisfy { !$0.hasSuffix("ended") })
    }

    @Test func fingersThatMoveApartAreNoSwipe() {
        var t = GestureTester([("two", swipe { $0.touches = 2 })], explains: true)
        t.report((0, 300, 100), (1, 400, 100), at: 0)
        t.report(at: 10)
        for i in 1...5 {
            t.report((0, 300 - 10 * Float(i), 100), (1, 400 + 10 * Float(i), 100), at: 10 + Double(i) * 10)
        }
        #expect(t.events.first?.reason == .apart(degrees: 180))
    }

    /// Each was once compared with the first finger only: two on either side of it could be 80° apart.
    @Test func everyTwoFingersOfASwipeAreCompared() {
        let ways: [(Float, Float)] = [(30, 0), (30, 20), (30, -20)]
        for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
            var t = GestureTester(
                [
                    (
                        "three",
                        swipe {
                            $0.touches = 3
                            $0.distancePt = 60
                            $0.deviationPt = .infinity
                        }
                    )
                ], explains: true)
            for i in 0..<3 { t.place(Int32(i), 200 + 100 * Float(i), 240) }
            t.report(at: 10)
            for (i, way) in order.enumerated() {
                t.place(Int32(i), 200 + 100 * Float(i) + ways[way].0, 240 + ways[way].1)
            }
            t.report(at: 50)
            guard case .apart(let degrees) = t.events.first?.reason else {
                Issue.record("\(order): \(t.events)")
                continue
            }
            #expect(abs(degrees - 67.38) < 0.01, "\(order)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func swipeWithManyFingers(_ count: Int) {
        for fires in [SwipeRecognizer.Parameters.Fires.onDistance, .onLift] {
            var t = GestureTester([
                (
                    "swipe",
                    swipe {
                        $0.touches = count
                        $0.fires = fires
                    }
                ), ("more", swipe { $0.touches = count == 5 ? 4 : count + 1 }),
            ])
            for f in 0..<count { t.place(Int32(f), 100, 60 + 80 * Float(f)) }
            t.report(at: 0)
            for i in 1...10 {
                for f in 0..<count { t.place(Int32(f), 100 + 20 * Float(i), 60 + 80 * Float(f)) }
                t.report(at: Double(i) * 10)
            }
            for f in 0..<count { t.up(110 + Double(f) * 10, id: Int32(f)) }
            #expect(t.finish().count == 1)
            #expect(t.events.first?.touches == count)
        }
    }

    @Test func panWaitsForTheSwipeAndBeginsWhenItFails() {  // case 45
        var t = GestureTester([("swipe", swipe()), ("pan", pan())], waits: [("pan", for: "swipe")])
        t.drag(0, to: (160, 100), until: 600, lift: 700, every: 20)
        #expect(t.story() == ["500 pan began", "700 pan ended"])
        if case .pan(let translation, _)? = t.events.first?.values { #expect(translation == .zero) }
    }

    @Test func fastSwipeLeavesThePanNoChance() {
        var t = GestureTester([("swipe", swipe()), ("pan", pan())], waits: [("pan", for: "swipe")])
        t.drag(0, to: (300, 100), until: 100, lift: 110)
        #expect(t.finish() == ["20 swipe ended"])
    }

    @Test(arguments: [25.0, 60, 100, 120, 240]) func oneWayIsOneDecisionAtAnyRate(_ rate: Double) {  // case 38
        var t = GestureTester(
            [("swipe", swipe { $0.fires = .onLift }), ("pan", pan())], waits: [("pan", for: "swipe")])
        t.drag(0, to: (300, 110), until: 200, lift: 205, every: 1_000 / rate)
        #expect(t.finish() == ["205 swipe ended"])
    }
}
