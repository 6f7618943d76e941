import TestSupport

/// Gestures that go on and are told again at each move that makes them, and what others make of them.
@Suite struct RepeatingTests {
    private func repeatingSwipe(_ change: (inout SwipeRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
        swipe {
            ($0.isRepeating, $0.minimumVelocityPtPerSecond, $0.maxDuration) = (true, 0, .unlimited)
            change(&$0)
        }
    }

    @Test func whoWaitsForItIsSettledWhenItBegins() {
        var t = GestureTester([("swipe", repeatingSwipe()), ("press", press())], waits: [("press", for: "swipe")])
        t.down(0)
        t.down(100, 130, 100)
        t.up(900)
        #expect(t.finish() == ["100 swipe began", "900 swipe ended"])
        var none = GestureTester([("swipe", repeatingSwipe()), ("tap", tap())], waits: [("tap", for: "swipe")])
        none.down(0)
        none.down(50, 124, 100)
        none.up(100)
        #expect(none.finish() == ["100 tap ended"])
    }

    @Test func oneThatHasToWaitUntilItsFingerIsUpBeginsAndEndsAtOnce() {
        var t = GestureTester(
            [("swipe", repeatingSwipe()), ("press", press { $0.allowableMovementPt = 200 })],
            waits: [("swipe", for: "press")])
        t.down(0)
        t.down(100, 130, 100)
        t.up(200)
        #expect(t.finish() == ["200 swipe began", "200 swipe ended"])
        #expect(t.events.allSatisfy { $0.touches == 1 && $0.location == Point(x: 130, y: 100) })
    }

    @Test func whoeverIsRecognizedFirstHasTheFinger() {
        for (place, story) in [
            (Float(115), ["20 pan began", "80 pan ended"]), (130, ["20 swipe began", "80 swipe ended"]),
        ] {
            var t = GestureTester([("swipe", repeatingSwipe()), ("pan", pan())])
            t.down(0)
            t.down(20, place, 100)
            t.down(40, 140, 100)
            t.down(60, 150, 100)
            t.up(80)
            #expect(t.finish() == story)
        }
    }

    @Test func aTouchThatIsTakenAwayCancelsIt() {
        var t = GestureTester([("swipe", repeatingSwipe())])
        t.down(0)
        t.down(20, 130, 100)
        t.cancel(40)
        #expect(t.finish() == ["20 swipe began", "40 swipe cancelled"])
    }

    @Test func durationAndSpeedHoldAtEachMove() {
        var t = GestureTester([("swipe", repeatingSwipe { $0.maxDuration = .milliseconds(100) })])
        t.down(0)
        t.down(80, 130, 100)
        t.down(100, 140, 100)
        t.down(101, 150, 100)
        t.up(120)
        #expect(t.finish() == ["80 swipe began", "120 swipe ended"])
        #expect(t.events.filter(\.isRepetition).map(\.time.microseconds) == [100_000])
        var slow = GestureTester([("swipe", repeatingSwipe { $0.minimumVelocityPtPerSecond = 200 })])
        slow.down(0)
        slow.down(200, 139, 100)
        slow.down(210, 142, 100)
        slow.up(300)
        #expect(slow.finish() == ["210 swipe began", "300 swipe ended"])
    }

    @Test func withoutFiguresOfItsOwnItEndsAfterHalfASecondAndNeeds200PointsPerSecond() {
        func story(_ end: Float, at time: Double) -> [String] {
            var t = GestureTester([("swipe", swipe { $0.isRepeating = true })])
            t.down(0)
            t.down(time, end, 100)
            t.down(time + 10, end + 1, 100)
            t.up(time + 20)
            return t.finish()
        }
        // Begun within half a second, at 200 pt/s; slower, or later, it is none.
        #expect(story(197, at: 480) == ["480 swipe began", "500 swipe ended"])
        #expect(story(194, at: 480) == [])
        #expect(story(297, at: 501) == [])
    }

    @Test func aThirdFingerRestsBesideTheOldestTwo() {
        func twist(_ recognizer: StandardRecognizer) -> [String] {
            var t = GestureTester([("turn", recognizer)])
            t.report((0, 300, 200), (1, 400, 200), at: 0)
            t.down(20, 350, 400, id: 2)
            t.down(40, 350, 400, id: 2)
            t.down(400, 400, 240, id: 1)
            t.up(420, id: 2)
            t.down(440, 400, 260, id: 1)
            t.up(460, id: 1)
            t.up(480, id: 0)
            return t.finish()
        }
        let rotation = RotationRecognizer.Parameters.classic
        let transform = TransformRecognizer.Parameters.classic
        #expect(
            twist(.rotation(RotationRecognizer(changed(rotation) { $0.pair = .oldest }))) == [
                "400 turn began", "480 turn ended",
            ])
        #expect(
            twist(.transform(TransformRecognizer(changed(transform) { $0.pair = .oldest }))) == [
                "400 turn began", "480 turn ended",
            ])
        #expect(twist(.rotation(RotationRecognizer(rotation))) == [])
        #expect(twist(.transform(TransformRecognizer(transform))) == [])
    }

    @Test func aTapBeyondThoseThatCanWaitIsDroppedAndCounted() {
        var counted = CountedTapRecognizer.Parameters()
        counted.wait = .milliseconds(400)
        var t = GestureTester([("tap", .countedTap(CountedTapRecognizer(counted)))])
        // Seven within 400 ms, each elsewhere.
        for n in 0..<7 { t.tap(Double(n) * 50, until: Double(n) * 50 + 20, Float(50 + n * 100)) }
        #expect(t.finish() == (0..<6).map { "\(400 + $0 * 50) tap ended" })
        #expect(t.events.map(\.location.x) == [50, 150, 250, 350, 450, 550])
        #expect(t.tapOverflows == 1)
    }
}
