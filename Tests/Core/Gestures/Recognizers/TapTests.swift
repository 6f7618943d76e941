import TestSupport

@Suite struct TapTests {
    private func singleAndDouble() -> GestureTester {
        GestureTester(
            [("single", tap()), ("double", tap(taps: 2))], waits: [("single", for: "double")])
    }

    @Test func singleTapWaitsForDoubleTapToFail() {  // case 1
        var t = singleAndDouble()
        t.tap(0, until: 80)
        t.wait(until: 429.999)
        #expect(t.story() == [])
        t.wait(until: 430)
        #expect(t.story() == ["430 single ended"])
    }

    @Test func secondTapWithinTheIntervalIsADoubleTap() {  // case 2
        var t = singleAndDouble()
        t.taps((0, 80), (429, 500))
        #expect(t.finish() == ["500 double ended"])
    }

    @Test func secondTapAtTheVeryEndOfTheIntervalCounts() {
        var t = singleAndDouble()
        t.taps((0, 80), (430, 500))
        #expect(t.finish() == ["500 double ended"])
    }

    @Test func secondTapAfterTheIntervalIsANewCount() {  // case 2
        var t = singleAndDouble()
        t.taps((0, 80), (431, 500))
        #expect(t.finish() == ["430 single ended", "850 single ended"])
    }

    @Test func doubleOnTheAncestorDoesNotHoldUpTheSingleOnTheChild() {  // case 3
        var t = GestureTester(
            [("double", tap(taps: 2)), ("single", tap())],
            zones: [Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480)))],
            zoneOf: ["single": 1])
        t.taps((0, 80), (200, 280))
        #expect(t.finish() == ["80 single ended", "280 single ended", "280 double ended"])
    }

    @Test func bounceAtTheSameSpotIsNoSecondTap() {  // case 4
        var t = GestureTester([("single", tap())])
        t.taps((0, 60), (62, 75))
        #expect(t.finish() == ["60 single ended"])
    }

    @Test func landingElsewhereAfterTwoMillisecondsIsNoBounce() {  // case 4
        var t = GestureTester([("single", tap())])
        t.tap(0, until: 60)
        t.tap(62, until: 75, 400, 100)
        #expect(t.finish() == ["60 single ended", "75 single ended"])
    }

    @Test func intervalRestartsAtTheBouncesLift() {
        var t = singleAndDouble()
        t.taps((0, 60), (62, 75))
        t.wait(until: 424.999)
        #expect(t.story() == [])
        #expect(t.finish() == ["425 single ended"])
    }

    @Test func bouncedTapMayStillBecomeADouble() {
        var t = singleAndDouble()
        t.taps((0, 60), (62, 75), (420, 480))
        #expect(t.finish() == ["480 double ended"])
    }

    /// The bounce lifts while the second tap is under way, which is as long as it was before: 751 ms are too long, 750 not.
    @Test(arguments: [(950.0, "950 double ended"), (951, nil)])
    func bounceThatLiftsDuringTheNextTapDoesNotLengthenIt(_ lift: Double, _ expected: String?) {
        var t = GestureTester([("double", tap(taps: 2))])
        t.tap(0, until: 40)
        t.down(42)
        t.down(200, 110, 110, id: 1)
        t.up(900)
        t.up(lift, id: 1)
        #expect(t.finish() == [expected].compactMap(\.self))
    }

    @Test func gapOfExactlyTheBounceIsATap() {
        var t = singleAndDouble()
        t.taps((0, 60), (100, 150))
        #expect(t.finish() == ["150 double ended"])
    }

    @Test func threeTapsAreADoubleAndASingle() {  // case 5
        var t = singleAndDouble()
        t.taps((0, 80), (200, 280), (400, 480))
        #expect(t.finish() == ["280 double ended", "830 single ended"])
    }

    @Test func twoFingersMayLandEightyMillisecondsApart() {  // case 6
        var t = GestureTester([("two", tap(taps: 1, touches: 2)), ("one", tap())])
        t.down(0)
        t.down(80, 200, 100, id: 1)
        t.up(150)
        t.up(160, id: 1)
        #expect(t.finish() == ["160 two ended"])
        #expect(t.events.first?.touches == 2)
        #expect(t.events.first?.location == Point(x: 150, y: 100))
    }

    @Test func secondFingerAfterTheSkewIsTooLate() {  // case 6
        for (landing, expected) in [(200.0, ["260 two ended"]), (201.0, [])] {
            var t = GestureTester([("two", tap(taps: 1, touches: 2))])
            t.down(0)
            t.down(landing, 200, 100, id: 1)
            // The second finger proves real with its original time.
            t.report(at: landing + 10)
            t.up(250)
            t.up(260, id: 1)
            #expect(t.finish() == expected)
        }
    }

    @Test func bothFingersMayLiftInOneReport() {  // case 6
        var t = GestureTester([("two", tap(taps: 1, touches: 2))])
        t.down(0)
        t.down(50, 200, 100, id: 1)
        t.report(at: 60)
        t.remove(0)
        t.up(150, id: 1)
        #expect(t.finish() == ["150 two ended"])
    }

    @Test func pressOf750MillisecondsIsStillATap() {  // case 7
        for (lift, expected) in [(749.0, ["749 single ended"]), (750, ["750 single ended"]), (751, [])] {
            var t = GestureTester([("single", tap())])
            t.tap(0, until: lift)
            #expect(t.finish() == expected)
        }
    }

    @Test func fingerThatWentOutAndCameBackIsNoTap() {  // case 8
        for (way, expected) in [(45 as Float, ["60 single ended"]), (46, [])] {
            var t = GestureTester([("single", tap())])
            t.down(0)
            t.down(20, 100 + way, 100)
            t.down(40)
            t.up(60)
            #expect(t.finish() == expected)
        }
    }

    @Test func lastFingerOfAHandMaySlideTwiceAsFarAsItLeaves() {
        for (before, after, expected) in [
            (45, 90, ["80 two ended"]), (45, 91, []), (46, 46, []), (0, 90, ["80 two ended"]),
        ] as [(Float, Float, [String])] {
            var t = GestureTester([("two", tap(taps: 1, touches: 2))])
            t.down(0)
            t.down(10, 300, 100, id: 1)
            t.down(40, 300, 100 + before, id: 1)
            t.up(50)
            t.down(70, 300, 100 + after, id: 1)
            t.up(80, id: 1)
            #expect(t.finish() == expected)
        }
    }

    @Test func failedTapWaitsForAllFingersOfItsSequence() {  // case 9
        var t = GestureTester([("single", tap())])
        t.down(0)
        t.down(20, 200, 100)  // fails
        t.tap(100, until: 180, 300, 300, id: 1)
        t.wait(until: 300)
        #expect(t.story() == [])
        t.up(400)
        t.tap(500, until: 560)
        #expect(t.finish() == ["560 single ended"])
    }

    @Test func thumbInAnotherZoneIsAnotherSequence() {  // case 9
        var t = GestureTester(
            [("left", tap()), ("right", tap())],
            zones: [
                Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480))),
                Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480))),
            ], zoneOf: ["left": 1, "right": 2])
        t.down(0)
        t.down(20, 200, 100)
        t.down(100, 600, 100, id: 1)
        t.report(at: 110)
        t.up(180, id: 1)
        #expect(t.finish() == ["180 right ended"])
    }

    @Test func tapAndThenASwipeAreBothRecognized() {  // case 9b
        var t = GestureTester(
            [("single", tap()), ("double", tap(taps: 2)), ("swipe", swipe())], waits: [("single", for: "double")])
        t.tap(0, until: 80)
        t.drag(280, to: (200, 100), until: 380, lift: 390)
        #expect(t.finish().sorted() == ["310 swipe ended", "310 single ended"].sorted())
    }

    @Test func twoTapsFarApartAreTwoSingles() {  // case 9c
        var t = singleAndDouble()
        t.tap(0, until: 80)
        t.tap(230, until: 290, 400, 100)
        #expect(t.finish() == ["230 single ended", "640 single ended"])
    }

    @Test func tapOnDownIsToldWhenTheLastFingerLands() {
        var t = GestureTester([
            (
                "four",
                tap {
                    $0.taps = 4
                    $0.fires = .onDown
                }
            )
        ])
        for i in 0..<3 { t.tap(Double(i) * 200, until: Double(i) * 200 + 60) }
        t.down(600)
        #expect(t.story() == ["600 four ended"])
    }

    @Test func tapLadderTellsEachCountAfterItsDown() {
        func rung(_ taps: Int) -> StandardRecognizer {
            tap {
                $0.taps = taps
                $0.fires = .onDown
                $0.interval = .milliseconds(400)
                $0.intervalFrom = .down
            }
        }
        func ladder() -> GestureTester {
            GestureTester(
                [("one", rung(1)), ("two", rung(2)), ("three", rung(3)), ("four", rung(4))],
                waits: [("one", for: "two"), ("two", for: "three"), ("three", for: "four")])
        }
        for count in 1...4 {
            var t = ladder()
            for i in 0..<count { t.tap(Double(i) * 300, until: Double(i) * 300 + 60) }
            t.wait()
            let last = Double(count - 1) * 300
            let name = ["one", "two", "three", "four"][count - 1]
            #expect(t.story() == ["\(Int(count == 4 ? last : last + 400)) \(name) ended"])
        }
    }

    @Test func thirdFingerFailsATwoFingerTap() {
        var t = GestureTester([("two", tap(taps: 1, touches: 2))])
        for id in 0..<3 {
            t.down(Double(id) * 20, 100 + 100 * Float(id), 100, id: Int32(id))
        }
        t.report(at: 60)
        for id in 0..<3 { t.up(100 + Double(id) * 10, id: Int32(id)) }
        #expect(t.finish() == [])
    }

    @Test func alternatingThumbsInOneReportLoseNoTap() {
        var t = GestureTester([("single", tap())])
        t.down(0, 100, 100, id: 0)
        t.remove(0)
        t.down(50, 500, 100, id: 1)
        t.up(100, id: 1)
        #expect(t.finish() == ["50 single ended", "100 single ended"])
    }

    @Test func doubleTwoFingerTapFarAwayIsNotLost() {
        var t = GestureTester(
            [("two", tap(taps: 1, touches: 2)), ("twice", tap(taps: 2, touches: 2))],
            waits: [("two", for: "twice")])
        for (start, x) in [(0.0, 100 as Float), (200, 500)] {
            t.report((0, x, 100), (1, x + 80, 100), at: start)
            t.report(at: start + 10)
            t.remove(0)
            t.up(start + 80, id: 1)
        }
        #expect(t.finish() == ["210 two ended", "630 two ended"])
    }

    /// An attempt that waits for nothing gives up; who waited for it fires then, not with the next finger.
    @Test func tapThatWaitedForAHopelessAttemptIsToldAtOnce() {
        let hopeless = tap {
            $0.taps = 2
            $0.interval = .unlimited
        }
        var t = GestureTester([("single", tap()), ("double", hopeless)], waits: [("single", for: "double")])
        t.tap(0, until: 80)
        #expect(t.story() == ["80 single ended"])
    }
}
