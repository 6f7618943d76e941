import TestSupport

@Suite struct PanTests {
    private func translations(_ t: borrowing GestureTester) -> [Vector] {
        t.events.compactMap { if case .pan(let translation, _) = $0.values { translation } else { nil } }
    }

    @Test func panBeginsAtTheSlopWithTranslationZero() {  // case 12
        var t = GestureTester([("pan", pan())])
        t.drag(0, to: (130, 100), until: 300, lift: 310)
        #expect(t.story() == ["100 pan began", "310 pan ended"])
        let way = translations(t)
        #expect(way.first == .zero)
        for (a, b) in zip(way, way.dropFirst()) { #expect(b.x >= a.x && b.x - a.x < 1.01) }
        #expect(abs(way.last!.x - 20) < 0.001)
    }

    /// It had lifted before 15 ms were over, and nothing was told of it.
    @Test func aFlickOfSixtyPointsIsAPanHoweverShort() {
        for (second, last, begins) in [(Float(350), Float(416), true), (330, 361, true), (310, 358, false)] {
            var t = GestureTester([("tap", .tap(TapRecognizer())), ("pan", .pan(PanRecognizer()))])
            t.down(0, 300, 240)
            t.down(10, second, 240)
            t.down(20, last, 240)
            t.up(30)
            #expect(t.finish() == (begins ? ["20 pan began", "30 pan ended"] : []))
        }
    }

    @Test func secondFingerFarAwayDoesNotMakeTheTranslationJump() {  // case 13
        var t = GestureTester([("pan", pan())])
        t.drag(0, to: (200, 100), until: 200)
        t.place(1, 700, 400)
        t.report(at: 210)
        t.report(at: 220)
        t.slide(from: 220, to: 300, 240, 100)
        t.up(310, id: 1)
        t.slide(from: 310, to: 400, 300, 100)
        t.up(410)
        let way = translations(t)
        for (a, b) in zip(way, way.dropFirst()) { #expect(abs(b.x - a.x) <= 10.01) }
        #expect(t.story() == ["20 pan began", "410 pan ended"])
        // 90 alone after it began, half of 40 together, 60 alone.
        #expect(abs(way.last!.x - (80 + 20 + 60)) < 11)
    }

    @Test func extraFingerIsIgnoredAfterBeganAndFailsBefore() {  // case 14
        var t = GestureTester([("pan", pan { $0.maximumTouches = 1 })])
        t.drag(0, to: (200, 100), until: 100)
        t.down(110, 500, 300, id: 1)
        t.report(at: 120)
        t.up(200)
        t.up(210, id: 1)
        #expect(t.story() == ["10 pan began", "200 pan ended"])

        var early = GestureTester([("pan", pan { $0.maximumTouches = 1 })])
        early.down(0)
        early.down(10, 500, 300, id: 1)
        early.report(at: 20)
        early.slide(from: 20, to: 100, 300, 100)
        early.up(110)
        early.up(120, id: 1)
        #expect(early.story() == [])
    }

    /// What comes of a finger that goes by `step` every 10 ms, where there is a pan across and one up and down.
    private func alongAnAxis(_ step: Vector, youth: Youth = .standard) -> [String] {
        var t = GestureTester([
            (
                "across",
                .pan(PanRecognizer(changed(.init()) { ($0.directions, $0.youth) = (only([.left, .right]), youth) }))
            ),
            (
                "along",
                .pan(PanRecognizer(changed(.init()) { ($0.directions, $0.youth) = (only([.up, .down]), youth) }))
            ),
        ])
        t.down(0, 400, 240)
        for n in 1...20 { t.down(Double(n) * 10, 400 + step.x * Float(n), 240 + step.y * Float(n)) }
        // It turns: a pan that has begun goes on.
        for n in 1...20 { t.down(200 + Double(n) * 10, 400 + step.x * 20 - step.y * Float(n), 240 + step.y * 20) }
        t.up(500)
        return t.story().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    @Test func panBeginsInOneOfItsDirectionsOrFails() {
        for youth in [Youth.standard, .none] {
            for (step, name) in [
                (Vector(x: 5, y: 0), "across"), (Vector(x: -5, y: 4.9), "across"), (Vector(x: 0, y: 5), "along"),
                (Vector(x: 4.9, y: -5), "along"),
            ] {
                #expect(alongAnAxis(step, youth: youth) == ["\(name) began", "\(name) ended"])
            }
        }
    }

    @Test func panThatHadToWaitBeginsInOneOfItsDirections() {
        /// What comes of a finger that goes right while a tap may still be, and then by `step` until after its time.
        func began(_ step: Vector) -> Bool {
            var t = GestureTester(
                [("pan", pan { $0.directions = only([.right]) }), ("tap", tap())], waits: [("pan", for: "tap")])
            t.down(0)
            for n in 1...3 { t.down(Double(n) * 10, 100 + Float(n) * 4) }
            for n in 1...90 { t.down(30 + Double(n) * 10, 112 + step.x * Float(n) / 3, 100 + step.y * Float(n) / 3) }
            return t.story().contains { $0.hasSuffix("pan began") }
        }
        #expect(began(Vector(x: 1, y: 0)))
        #expect(!began(Vector(x: 0, y: 1)))
    }

    @Test func panWithoutASlopAndWithDirectionsBeginsWhereItsFingerMoves() {
        for (y, began) in [(100 as Float, true), (101, false)] {
            var t = GestureTester([("pan", pan { ($0.slopPt, $0.directions) = (0, only([.right])) })])
            t.down(0)
            t.down(10)
            #expect(t.story() == [])
            t.down(20, 100.5, y)
            #expect(t.story() == (began ? ["20 pan began"] : []))
        }
    }

    @Test func panOfTwoEndsWhenOneLifts() {  // case 14
        var t = GestureTester([("pan", pan { $0.minimumTouches = 2 })])
        t.report((0, 100, 100), (1, 200, 100), at: 0)
        for i in 1...5 {
            t.report((0, 100 + 10 * Float(i), 100), (1, 200 + 10 * Float(i), 100), at: Double(i) * 10)
        }
        t.up(60)
        t.up(70, id: 1)
        #expect(t.story() == ["10 pan began", "60 pan ended"])
        #expect(t.events.last?.touches == 2)
    }

    @Test func cancelMidPanIsCancelledAndNothingElse() {  // case 15
        var t = GestureTester([("pan", pan()), ("swipe", swipe { $0.fires = .onLift })])
        t.drag(0, to: (300, 100), until: 100)
        t.cancel(105)
        t.slide(from: 105, to: 200, 500, 100)
        t.up(210)
        #expect(t.finish() == ["10 pan began", "105 pan cancelled"])
        guard case .pan(let way, let velocity)? = t.events.last?.values else { return }
        #expect(velocity == .zero && way.x > 150)
    }

    @Test func panOfTwoFingersNeverBeginsWithOne() {
        var t = GestureTester([("pan", pan { $0.minimumTouches = 2 })])
        t.drag(0, to: (400, 100), until: 200, lift: 210)
        #expect(t.story() == [])
    }

    @Test func restingFingerThatJittersIsNoPan() {
        var t = GestureTester([("pan", pan())])
        t.down(0)
        for i in 1...100 { t.down(Double(i) * 10, 100 + Float(i % 2), 100 - Float(i % 2)) }
        t.up(1_010)
        #expect(t.story() == [])
    }

    @Test func busErrorMidPanChangesNothing() {
        var t = GestureTester([("pan", pan())])
        t.drag(0, to: (200, 100), until: 100)
        for i in 0..<50 { t.fault(101 + Double(i)) }
        t.slide(from: 150, to: 200, 250, 100)
        t.up(210)
        #expect(t.story() == ["10 pan began", "210 pan ended"])
    }

    @Test func panAndPressOnOneZoneExcludeEachOther() {
        var t = GestureTester([("press", press()), ("pan", pan())])
        t.down(0)
        t.wait(until: 500)
        t.slide(from: 500, to: 600, 300, 100)
        t.up(610)
        #expect(t.story() == ["500 press began", "610 press ended"])
    }

    @Test func pressAndPanTogetherWhereEitherSaysSo() {
        var t = GestureTester([("press", press()), ("pan", pan())], together: [("pan", "press")])
        t.down(0)
        t.wait(until: 500)
        t.slide(from: 500, to: 600, 300, 100)
        t.up(610)
        #expect(
            t.story() == ["500 press began", "510 pan began", "610 press ended", "610 pan ended"])
    }
}
