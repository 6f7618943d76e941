import TestSupport

/// A thumb that rests in one zone and a finger that taps in another (case 9), with recognizers of the whole panel that
/// get both of them.
@Suite struct ZoneSequenceTests {
    private let halves = [
        Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480))),
        Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480))),
    ]

    private func panel(
        _ panelWide: [(name: String, recognizer: StandardRecognizer)], right: StandardRecognizer = tap()
    ) -> GestureTester {
        GestureTester(
            [("right", right), ("left", tap())] + panelWide, zones: halves, zoneOf: ["right": 2, "left": 1])
    }

    private static let panelWide: [[(name: String, recognizer: StandardRecognizer)]] = [
        [], [("any", tap())], [("any", tap(taps: 2))], [("any", pan())], [("any", pan { $0.maximumTouches = 1 })],
        [("any", swipe())], [("any", press { $0.minimumPressDuration = .milliseconds(5_000) })],
        [("any", press())],  // begins while the thumb rests, and goes on
        [("any", tap()), ("pan", pan()), ("press", press()), ("swipe", swipe())],
    ]

    @Test(arguments: 0..<9, [25.0, 60, 120])
    func tapsInOneZoneDoNotWaitForAThumbInAnother(_ set: Int, _ rate: Double) {  // case 9
        var t = panel(ZoneSequenceTests.panelWide[set])
        let period = 1_000 / rate
        func moment(_ ms: Double) -> Double { (ms / period).rounded(.up) * period }
        t.down(0)
        for i in 0..<10 {
            let start = moment(1_000 + 500 * Double(i))
            t.down(start, 600, 300, id: 1)
            t.report(at: start + period)
            t.up(start + max(3, (80 / period).rounded()) * period, id: 1)
        }
        #expect(t.story().filter { $0.hasSuffix("right ended") }.count == 10)
        t.up(9_000)
        t.wait()
        #expect(t.isAtRest == true)
        // Everything works again once all are up.
        t.tap(10_000, until: 10_060, 600, 300, id: 1)
        t.tap(11_000, until: 11_060, 100, 300)
        #expect(t.finish().filter { $0.hasSuffix("right ended") }.count == 11)
        #expect(t.story().contains("11060 left ended"))
    }

    @Test func doubleTapsInOneZoneDoNotWaitForAThumbInAnother() {
        var t = panel([("any", tap()), ("pan", pan())], right: tap(taps: 2))
        t.down(0)
        for i in 0..<10 {
            let start = 1_000 + 1_000 * Double(i)
            t.tap(start, until: start + 60, 600, 300, id: 1)
            t.tap(start + 200, until: start + 260, 600, 300, id: 1)
        }
        #expect(t.story() == (0..<10).map { "\(1_260 + 1_000 * $0) right ended" })
    }

    @Test func panelWideRecognizerItselfWaitsForAllFingers() {
        var t = panel([("any", tap { $0.movementPt = 500 })])
        t.down(0)
        t.tap(1_000, until: 1_060, 600, 300, id: 1)  // fails: two fingers
        t.up(2_000)
        #expect(t.story() == ["1060 right ended"])
        t.down(3_000, 600, 300, id: 1)
        t.down(3_100, 100, 100)  // fails again
        t.up(3_200, id: 1)
        t.tap(3_300, until: 3_360, 410, 10, id: 1)
        t.up(3_400)
        #expect(t.finish().filter { $0.contains("any") }.isEmpty)
        #expect(t.story().suffix(3) == ["3200 right ended", "3360 right ended", "3400 left ended"])
    }

    @Test(arguments: [25.0, 60, 120])
    func inTheSameZoneNothingComesUntilAllAreUp(_ rate: Double) {  // case 9
        for wide in ZoneSequenceTests.panelWide {
            var t = panel(wide)
            let period = 1_000 / rate
            t.down(0, 500, 100)
            for i in 0..<10 {
                let start = (100 * Double(i) + 200) * period
                t.down(start, 600, 300, id: 1)
                t.report(at: start + period)
                t.up(start + 3 * period, id: 1)
            }
            t.up(1_300 * period)
            #expect(t.story().filter { $0.contains("right") }.isEmpty)
            t.tap(1_400 * period, until: 1_403 * period, 600, 300, id: 1)
            #expect(t.story().contains { $0.hasSuffix("right ended") })
        }
    }

    @Test func zoneInAZoneDoesNotWaitForAThumbBesideIt() {
        let knob = Zone(shape: .circle(center: Point(x: 600, y: 240), radius: 50), parent: 2)
        var t = GestureTester(
            [("knob", tap()), ("right", tap()), ("any", pan())], zones: halves + [knob],
            zoneOf: ["knob": 3, "right": 2])
        t.down(0, 450, 100)
        for i in 0..<3 { t.tap(1_000 + 500 * Double(i), until: 1_060 + 500 * Double(i), 600, 240, id: 1) }
        #expect(t.story() == ["1060 knob ended", "1560 knob ended", "2060 knob ended"])
        // Around the knob the thumb is of the same sequence.
        t.tap(3_000, until: 3_060, 700, 400, id: 1)
        #expect(t.story().count == 3)
    }

    @Test func thumbThatIsCancelledDoesNotSpoilADoubleTapElsewhere() {
        // Only the thumb times out, at 290: the finger is between its two taps.
        for (isJoined, expected) in [(false, ["460 double ended"]), (true, [])] {
            var t = GestureTester(
                [("double", tap(taps: 2)), ("any", pan())], zones: halves, zoneOf: ["double": isJoined ? 0 : 2],
                touchTimeout: .milliseconds(150), explains: false)
            if isJoined {
                // In one zone it does: whatever hangs together with a touch that was taken away is over.
                t.tap(0, until: 40, 600, 300, id: 1)
                t.down(60)
            } else {
                t.down(0)
                t.tap(100, until: 140, 600, 300, id: 1)
            }
            t.wait(until: 300)
            t.tap(400, until: 460, 600, 300, id: 1)
            #expect(t.finish() == expected)
        }
    }

    @Test func fiveHundredTapsBesideAThumbUseUpNothing() {
        var t = panel(
            [("any", tap()), ("twice", tap(taps: 2)), ("pan", pan())], right: tap())
        t.down(0)
        for i in 0..<500 {
            let start = 1_000 + 100 * Double(i)
            t.tap(start, until: start + 45, 450 + Float(i % 7) * 50, 300, id: 1)
        }
        #expect(t.story().filter { $0.hasSuffix("right ended") }.count == 500)
        t.up(90_000)
        t.wait()
        #expect(t.isAtRest == true)
    }

    @Test func hundredTapsBesideAFingerThatLandedLateComeToNothing() {
        // The tap has failed before the thumb lands: it never takes it, and waits for it all the same.
        for zone in [0, 2] {
            var t = GestureTester(
                [("tap", tap()), ("any", pan { $0.maximumTouches = 1 })], zones: halves, zoneOf: ["tap": zone])
            t.drag(0, from: (500, 100), to: (600, 100), until: 100)
            t.down(200, 700, 400, id: 1)
            t.report(at: 220)
            t.up(300)
            for i in 0..<100 {
                let start = 1_000 + 200 * Double(i)
                t.tap(start, until: start + 60, 450 + Float(i % 7) * 30, 200, id: 2)
            }
            #expect(t.story() == ["10 any began", "300 any ended"])
            t.up(30_000, id: 1)
            t.tap(31_000, until: 31_060, 600, 200)
            #expect(t.story().last == "31060 tap ended")
        }
    }
}
