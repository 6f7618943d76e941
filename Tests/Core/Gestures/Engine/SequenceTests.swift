import TestSupport

/// What follows what: rows of taps, sequences, resting thumbs, what becomes of a recognizer that has failed.
@Suite struct SequenceTests {
    private func singleAndDouble(_ more: [(name: String, recognizer: StandardRecognizer)] = []) -> GestureTester {
        GestureTester([("single", tap()), ("double", tap(taps: 2))] + more, waits: [("single", for: "double")])
    }

    @Test func threeTapsFarApartAreThreeSingles() {
        var t = singleAndDouble()
        t.tap(0, until: 60, 100, 100)
        t.tap(200, until: 260, 400, 100)
        t.tap(400, until: 460, 700, 100)
        #expect(t.finish() == ["200 single ended", "400 single ended", "810 single ended"])
    }

    @Test func farTapThenADoubleIsASingleAndADouble() {
        var t = singleAndDouble()
        t.tap(0, until: 60, 100, 100)
        t.tap(200, until: 260, 400, 100)
        t.tap(400, until: 460, 410, 100)
        #expect(t.finish() == ["200 single ended", "460 double ended"])
    }

    @Test func secondTapThatBecomesAPanIsASingleAndAPan() {
        var t = singleAndDouble([("pan", pan())])
        t.tap(0, until: 60)
        t.drag(200, to: (200, 100), until: 300, lift: 310)
        #expect(t.finish() == ["210 pan began", "210 single ended", "310 pan ended"])
    }

    @Test func secondTapThatBecomesAPressIsASingleAndAPress() {
        var t = singleAndDouble([("press", press())])
        t.tap(0, until: 60)
        t.down(200)
        t.wait(until: 900)
        t.up(1_000)
        #expect(t.finish() == ["700 press began", "700 single ended", "1000 press ended"])
    }

    @Test func secondTapHeldTooLongIsASingleAtItsFailure() {
        var t = singleAndDouble()
        t.tap(0, until: 60)
        t.down(200)
        t.wait(until: 949)
        #expect(t.story() == [])
        t.up(1_000)
        #expect(t.finish() == ["950 single ended"])
    }

    @Test func chainOfThreeWaitsForTheLongest() {
        for (taps, expected) in [(1, "410 single ended"), (2, "610 double ended"), (3, "460 triple ended")] {
            var t = GestureTester(
                [("single", tap()), ("double", tap(taps: 2)), ("triple", tap(taps: 3))],
                waits: [("single", for: "double"), ("double", for: "triple")])
            for i in 0..<taps { t.tap(Double(i) * 200, until: Double(i) * 200 + 60) }
            #expect(t.finish() == [expected])
        }
    }

    @Test func nothingComesOfATapBesideARestingFingerInTheSameZone() {  // case 9
        var t = GestureTester([("single", tap()), ("pan", pan())])
        t.down(0)
        t.wait(until: 1_000)
        for i in 0..<5 { t.tap(1_000 + 200 * Double(i), until: 1_060 + 200 * Double(i), 500, 300, id: 1) }
        #expect(t.story() == [])
        t.up(2_000)
        t.tap(2_100, until: 2_160, 500, 300, id: 1)
        #expect(t.finish() == ["2160 single ended"])
        #expect(t.isAtRest == true)
    }

    private var halves: [Zone] {
        [
            Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480))),
            Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480))),
        ]
    }

    @Test func hundredTapsBesideARestingThumbHoldUpNobodyElse() {
        var t = GestureTester(
            [("right", tap()), ("left", tap())], zones: halves, zoneOf: ["right": 2, "left": 1])
        t.down(0)
        for i in 0..<100 {
            let start = 1_000 + 400 * Double(i)
            t.tap(start, until: start + 60, 200, 300, id: 1)
            t.tap(start + 200, until: start + 260, 600, 300, id: 1)
        }
        #expect(t.story().count == 100 && t.story().allSatisfy { $0.hasSuffix("right ended") })
        t.up(60_000)
        t.tap(61_000, until: 61_060)
        #expect(t.finish().last == "61060 left ended")
        #expect(t.isAtRest == true)
    }

    @Test func panSurvivesAHundredTapsOfAnotherFinger() {
        var t = GestureTester([("pan", pan()), ("single", tap())])
        t.drag(0, to: (200, 100), until: 100)
        for i in 0..<100 {
            let start = 1_000 + 200 * Double(i)
            t.tap(start, until: start + 60, 600, 300, id: 1)
        }
        t.slide(from: 30_000, to: 30_100, 300, 100)
        t.up(30_200)
        #expect(t.story() == ["10 pan began", "30200 pan ended"])
        t.tap(31_000, until: 31_060)
        #expect(t.story().last == "31060 single ended")
    }

    @Test func failedRecognizerStaysFailedUntilTheFingerIsUp() {
        var t = GestureTester([("swipe", swipe { $0.maxDuration = .unlimited })])
        t.down(0)
        t.slide(from: 0, to: 50, 150, 150)  // diagonal: fails
        t.slide(from: 50, to: 150, 400, 100)
        t.up(160)
        #expect(t.story() == [])
        t.drag(200, to: (200, 100), until: 250)
        #expect(t.story() == ["220 swipe ended"])
    }

    @Test func recognizedSwipeIsNotRecognizedAgainInTheSameTouch() {
        var t = GestureTester([("swipe", swipe())])
        t.drag(0, to: (300, 100), until: 100)
        t.slide(from: 100, to: 200, 100, 100)
        t.up(210)
        #expect(t.story() == ["20 swipe ended"])
    }

    @Test func cancellationFailsWhatWasPossibleAndTheNextGestureWorks() {
        var t = singleAndDouble([("press", press())])
        t.down(0)
        t.cancel(50)
        t.report(at: 60)
        t.wait(until: 1_000)
        t.up(1_100)
        t.wait(until: 1_999)
        #expect(t.story() == [])
        t.tap(2_000, until: 2_060)
        #expect(t.finish() == ["2410 single ended"])
    }

    @Test func cancellationInTheSecondTapLeavesNoSingleWaiting() {
        var t = singleAndDouble()
        t.tap(0, until: 60)
        t.down(200)
        t.cancel(220)
        t.up(260)
        t.wait()
        #expect(t.isAtRest == true)
        #expect(t.story().allSatisfy { $0.hasSuffix("single ended") })
    }

    @Test func touchTimeoutPaysBackThePan() {  // case 50
        var t = GestureTester([("pan", pan()), ("press", press())], touchTimeout: .milliseconds(200))
        t.drag(0, to: (200, 100), until: 100)
        t.wait(until: 1_000)
        #expect(t.story() == ["10 pan began", "300 pan cancelled"])
        #expect(t.isAtRest == true)
    }

    @Test func jumpMidPanDoesNotMoveIt() {  // case 52
        var t = GestureTester([("pan", pan())], millimetres: (127, 76.2))
        t.drag(0, to: (200, 100), until: 100)
        t.down(110, 700, 100)
        t.down(120, 220, 100)
        t.up(130)
        #expect(t.story() == ["10 pan began", "130 pan ended"])
        #expect(t.events.allSatisfy { $0.location.x <= 220 })
    }

    @Test(arguments: [0.0, 4_294_800, 9e9]) func clockDoesNotMatter(_ start: Double) {  // case 53
        var t = singleAndDouble([("press", press()), ("pan", pan())])
        t.taps((start, start + 80), (start + 1_000, start + 1_080), (start + 1_200, start + 1_280))
        t.down(start + 3_000)
        t.wait(until: start + 3_600)
        t.up(start + 3_700)
        t.drag(start + 4_000, to: (200, 100), until: start + 4_100, lift: start + 4_110)
        t.wait()
        #expect(
            t.events.filter { $0.state != .changed }.map {
                "\($0.time.microseconds / 1_000 - Int64(start)) \(t.name($0)) \($0.state)"
            } == [
                "430 single ended", "1280 double ended", "3500 press began", "3700 press ended", "4010 pan began",
                "4110 pan ended",
            ])
    }

    @Test(arguments: [0, 7, 300, -1] as [Int32]) func controllersNameForTheFingerDoesNotMatter(_ id: Int32) {
        for (x, y) in [(20, 20), (400, 240), (600, 460)] as [(Float, Float)] {
            var t = singleAndDouble([("press", press()), ("pan", pan())])
            t.tap(0, until: 80, x, y, id: id)
            t.tap(1_000, until: 1_080, x, y, id: id)
            t.tap(1_200, until: 1_280, x, y, id: id)
            t.down(3_000, x, y, id: id)
            t.wait(until: 3_600)
            t.up(3_700, id: id)
            t.drag(4_000, from: (x, y), to: (x + 100, y), until: 4_100, lift: 4_110, id: id)
            #expect(
                t.finish() == [
                    "430 single ended", "1280 double ended", "3500 press began", "3700 press ended",
                    "4010 pan began", "4110 pan ended",
                ])
        }
    }
}
