import TestSupport

extension GestureTester {
    /// What happened so far, `name state`, without `changed`.
    fileprivate var told: [String] { story().map { $0.split(separator: " ").dropFirst().joined(separator: " ") } }
}

/// When a movement is deliberate, on both sides of each figure. Fingers are 300 ms young; times in ms, places in pt.
@Suite struct DeliberateMovementTests {
    private static func pinch() -> StandardRecognizer { .pinch(PinchRecognizer()) }
    private static func rotation() -> StandardRecognizer { .rotation(RotationRecognizer()) }
    private static func transform() -> StandardRecognizer { .transform(TransformRecognizer()) }
    private static func pan(_ change: (inout PanRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
        .pan(PanRecognizer(changed(.init(), change)))
    }

    /// Whether a pan begins in the report that shows the finger so far from its landing, so late.
    private func pans(_ way: Float, at ms: Double, _ change: (inout PanRecognizer.Parameters) -> Void = { _ in })
        -> Bool
    {
        var t = GestureTester([("drag", Self.pan(change))])
        t.down(0)
        t.down(ms, 100 + way)
        t.up(ms + 5)
        return t.told == ["drag began", "drag ended"]
    }

    @Test(arguments: [
        (33.9, 60.0, false), (34.1, 60, true), (25.1, 150, true), (24.9, 150, false), (10.2, 299, true),
        (10, 300, true),
        (9.9, 300, false), (9.9, 2_000, false),
    ])
    func wayThatIsAskedForFallsEvenlyFromFortyPointsToTheSlop(_ way: Float, _ ms: Double, _ isDeliberate: Bool) {
        #expect(pans(way, at: ms) == isDeliberate)
    }

    @Test func largerSlopIsNeverMoreThanItself() {
        #expect(pans(50, at: 40) { $0.slopPt = 50 })
        #expect(!pans(49.9, at: 400) { $0.slopPt = 50 })
        #expect(pans(1, at: 1) { $0.slopPt = 0 })
    }

    @Test func withoutYouthTheSlopAloneCounts() {
        #expect(pans(10, at: 1) { $0.youth = .none })
        #expect(!pans(9.9, at: 1) { $0.youth = .none })
        #expect(pans(25.1, at: 50) { $0.youth = Youth(.milliseconds(100)) })
        #expect(!pans(24.9, at: 50) { $0.youth = Youth(.milliseconds(100)) })
    }

    @Test func fingerThatRolledAndRestsTremblingIsNoDragAtAnyAge() {
        var t = GestureTester(
            [("press", .longPress(LongPressRecognizer())), ("drag", Self.pan())], together: [("press", "drag")])
        t.down(0)
        t.down(80, 115)
        for n in 0..<200 { t.down(90 + Double(n) * 10, 115 + Float(n % 2) * 2.9) }
        #expect(t.told == ["press began"])
        // It goes on by three points.
        t.down(2_100, 118.1)
        #expect(t.told.contains("drag began"))
    }

    /// Whether a finger that rests until `ms` and has gone `before` then, and `way` 10 ms later, pans or comes in from the edge.
    private func begins(_ recognizer: StandardRecognizer, _ before: Float, _ way: Float, after ms: Double) -> Bool {
        var t = GestureTester([("drag", recognizer)])
        t.down(0, 5, 200)
        t.down(ms - 10, 5, 200)
        t.down(ms, 5 + before, 200)
        t.down(ms + 10, 5 + way, 200)
        return t.told == ["drag began"]
    }

    @Test(arguments: [pan(), .edgePan(EdgePanRecognizer())])
    func youngFingerAloneHasGoneHalfOfItFifteenMillisecondsBefore(_ kind: StandardRecognizer) {
        // At 60 ms 34 pt are needed, so 17 at 45 ms: of 40 pt it goes 15.3 in the last 10 ms.
        #expect(begins(kind, 24.7, 40, after: 50))
        #expect(!begins(kind, 24.6, 40, after: 50))
        #expect(!begins(kind, 0, 45, after: 50))
        // An older one may go all of it at once.
        #expect(begins(kind, 0, 45, after: 290))
        #expect(!begins(kind, 0, 45, after: 289))
    }

    @Test func fingerThatGoesFarInOneReportPansInTheNext() {
        var t = GestureTester([("drag", Self.pan())])
        t.down(0)
        t.down(50)
        t.down(60, 150)
        #expect(t.told.isEmpty)
        t.down(70, 160)
        #expect(t.told == ["drag began"])
    }

    @Test func firstFingerOfAPinchIsFarWhenTheSecondLands() {
        var t = GestureTester([("drag", Self.pan()), ("zoom", Self.pinch())])
        t.down(0, 400, 300)
        for (ms, x) in [(30, 384), (43, 374), (51, 360)] as [(Double, Float)] { t.down(ms, x, 300) }
        t.report((0, 344, 300), (1, 500, 300), at: 59)
        for n in 1...20 {
            t.report((0, 344 - Float(n) * 8, 300), (1, 500 + Float(n) * 4, 300), at: 59 + Double(n) * 8)
        }
        #expect(t.told == ["zoom began"])
    }

    @Test func movementThatWaitedToBeMeantHasNoTranslationYet() {
        var t = GestureTester([("drag", Self.pan())])
        t.down(0)
        t.slide(from: 0, to: 200, 300, 100)
        let began = t.events.first { $0.state == .began }!
        #expect(began.time.microseconds == 40_000)
        guard case .pan(.zero, _) = began.values else {
            Issue.record("\(began.values)")
            return
        }
    }

    @Test(arguments: [false, true]) func thumbThatRestsLeavesADragToAPinchOnlyWhereThereIsOne(_ hasPinch: Bool) {
        var t = GestureTester([("drag", Self.pan())] + (hasPinch ? [("zoom", Self.pinch())] : []))
        t.down(0, 300, 300)
        t.down(400, 400, 300, id: 1)
        t.slide(from: 400, to: 700, 400, 200, id: 1)
        #expect(t.told.contains("drag began") == !hasPinch)
    }

    /// A thumb that lands at (300, 300) and rolls by (0, `roll`) within 80 ms, and a finger that turns about it from 400 ms on.
    private func turnAboutAThumb(that roll: Float) -> [String] {
        var t = GestureTester([("drag", Self.pan()), ("turn", Self.rotation())])
        t.report((0, 300, 300), (1, 500, 300), at: 0)
        for n in 1...8 {
            t.report((0, 300, 300 + roll * Float(n) / 8), (1, 500, 300), at: Double(n) * 10)
        }
        for n in 9...40 { t.down(Double(n) * 10, 500, 300, id: 1) }
        for n in 1...40 {
            let angle = Double(n) * 0.02
            t.down(400 + Double(n) * 10, 300 + 200 * Float(cosine(angle)), 300 + 200 * Float(sine(angle)), id: 1)
        }
        return t.told
    }

    @Test(arguments: [0, 4, 8, -8] as [Float]) func thumbThatRolledAsItLandedIsTheMiddleOfARotation(_ roll: Float) {
        #expect(turnAboutAThumb(that: roll) == ["turn began"])
    }

    @Test func fingersThatGoTogetherAfterOneHasRolledPanBesideARotation() {
        var t = GestureTester([("drag", Self.pan()), ("turn", Self.rotation())])
        t.report((0, 300, 300), (1, 500, 300), at: 0)
        for n in 1...8 {
            t.report((0, 300, 300 + Float(n)), (1, 500, 300), at: Double(n) * 10)
        }
        for n in 1...20 {
            t.report((0, 300, 308 + Float(n) * 5), (1, 500, 300 + Float(n) * 4), at: 400 + Double(n) * 10)
        }
        #expect(t.told == ["drag began"])
    }

    /// What comes of a finger that lands at the left edge, rolls by (0, 12), rests until 300 ms, and goes by `step` every 10 ms.
    private func fromTheEdge(_ step: Vector) -> [String] {
        var t = GestureTester(
            [("edge", .edgePan(EdgePanRecognizer())), ("drag", Self.pan())], waits: [("drag", for: "edge")])
        t.down(0, 6, 200)
        for n in 1...8 { t.down(Double(n) * 10, 6, 200 + Float(n) * 1.5) }
        t.down(300, 6, 212)
        for n in 1...20 { t.down(300 + Double(n) * 10, 6 + step.x * Float(n), 212 + step.y * Float(n)) }
        return t.told
    }

    @Test func fingerThatRolledAlongTheEdgeComesInFromIt() {
        #expect(fromTheEdge(Vector(x: 4, y: 0)) == ["edge began"])
        #expect(fromTheEdge(Vector(x: 4, y: 3.5)) == ["edge began"])
        // It goes along the edge, or more so than inward.
        #expect(fromTheEdge(Vector(x: 0, y: 4)) == ["drag began"])
        #expect(fromTheEdge(Vector(x: 3, y: 4)) == ["drag began"])
    }

    @Test func fingersThatGoTogetherPanBesideAPinch() {
        var t = GestureTester([("drag", Self.pan()), ("zoom", Self.pinch())])
        t.down(0, 200, 300)
        t.down(10, 300, 300, id: 1)
        for n in 1...20 {
            t.report((0, 200, 300 - Float(n) * 5), (1, 300, 300 - Float(n) * 4), at: 10 + Double(n) * 10)
        }
        #expect(t.told == ["drag began"])
    }

    @Test func threeFingersAreAlwaysYoung() {
        func begins(_ way: Float) -> Bool {
            var t = GestureTester([("drag", Self.pan())])
            for id in 0..<3 { t.down(Double(id), 100 + Float(id) * 100, 200, id: Int32(id)) }
            for id in 0..<3 { t.place(Int32(id), 100 + Float(id) * 100, 200 + way) }
            t.report(at: 1_000)
            return t.told.contains("drag began")
        }
        #expect(begins(40))
        #expect(!begins(39.9))
    }

    @Test(arguments: [
        (0.0, 39.9, false), (0, 40, true), (150, 27.9, false), (150, 28.1, true), (300, 15.9, false), (300, 16, true),
    ])
    func pinchOfYoungFingersNeedsMore(_ age: Double, _ change: Float, _ begins: Bool) {
        var t = GestureTester([("zoom", Self.pinch())])
        t.down(0, 300, 300)
        t.down(50, 400, 300, id: 1)
        t.down(50 + max(age, 0.001), 400 + change, 300, id: 1)
        #expect(t.told.contains("zoom began") == begins)
    }

    @Test(arguments: [(1.0, 200.0, true), (1.0, 180.0, false), (310.0, 40.0, true)])
    func youngRotationNeedsAnArcToo(_ age: Double, _ span: Float, _ begins: Bool) {
        // 12°, 0.209 rad: 41.9 pt of 200 pt, 37.7 of 180.
        var t = GestureTester([("turn", Self.rotation())])
        t.down(0, 300, 300)
        t.down(1, 300 + span, 300, id: 1)
        t.down(1 + age, 300 + span * 0.978_15, 300 + span * 0.207_91, id: 1)
        #expect(t.told.contains("turn began") == begins)
    }

    @Test func transformBeginsByWhicheverPartIsMeant() {
        func begins(_ x: Float, _ y: Float, at ms: Double) -> Bool {
            var t = GestureTester([("both", Self.transform())])
            t.down(0, 300, 300)
            t.down(0.5, 500, 300, id: 1)
            t.down(ms, 500 + x, 300 + y, id: 1)
            return t.told.contains("both began")
        }
        #expect(!begins(39, 0, at: 2))
        #expect(begins(41, 0, at: 2))
        #expect(begins(17, 0, at: 310))
        #expect(!begins(15, 0, at: 310))
    }

    @Test(arguments: [(36.0, 30.0, true), (37.5, 30, false), (9.9, 400, true), (10.2, 400, false)])
    func pressAllowsAYoungFingerToRoll(_ way: Float, _ ms: Double, _ presses: Bool) {
        var t = GestureTester([("press", .longPress(LongPressRecognizer()))])
        t.down(0)
        t.down(ms, 100 + way)
        t.wait(until: 600)
        #expect(t.told.contains("press began") == presses)
    }

    @Test(arguments: [["drag", "flick"], ["flick", "drag"]]) func panStillWinsOverASwipe(_ order: [String]) {
        let kinds = ["drag": Self.pan(), "flick": swipe()]
        var t = GestureTester(order.map { ($0, kinds[$0]!) })
        t.down(0)
        t.slide(from: 0, to: 150, 250, 103)
        t.up(160)
        #expect(t.told == ["drag began", "drag ended"])
        // One that lifts before the pan is meant is a swipe.
        t.down(1_000)
        t.slide(from: 1_000, to: 1_040, 130, 100)
        t.up(1_045)
        #expect(t.told == ["drag began", "drag ended", "flick ended"])
    }

    @Test func edgePanJudgesTheDirectionWhereTheMovementIsMeant() {
        var t = GestureTester([("edge", .edgePan(EdgePanRecognizer()))])
        t.down(0, 5, 200)
        // Rolls along the edge first, then comes in.
        t.down(40, 7, 214)
        t.slide(from: 40, to: 200, 120, 220)
        #expect(t.told == ["edge began"])
    }

    @Test func buttonPressedWithARollingThumbIsPressed() {
        var t = GestureTester(
            [("drag", Self.pan())],
            zones: [Zone(shape: .rectangle(from: Point(x: 50, y: 50), to: Point(x: 300, y: 300)), control: .button)])
        t.down(0)
        t.slide(from: 0, to: 60, 122, 108)
        t.up(70)
        #expect(t.told.isEmpty)
        #expect(t.controls.map(\.action) == [.press, .click])
    }

    @Test func pressOfTwoFingersDoesNotFailByTheClock() {
        func presses(_ secondGoesBy: Float) -> Bool {
            var t = GestureTester([("press", .longPress(LongPressRecognizer(changed(.init()) { $0.touches = 2 })))])
            t.down(0, 100, 100)
            t.down(1, 300, 100, id: 1)
            t.report((0, 116, 100), (1, 312, 100), at: 50)
            t.down(350, 312 + secondGoesBy, 100, id: 1)
            t.wait(until: 600)
            return t.told == ["press began"]
        }
        #expect(presses(0.5))
        #expect(presses(6.9))
        // 19 pt: three farther than the first.
        #expect(!presses(7.1))
    }

    /// Whether a transform of two fingers that have rolled 15 pt together begins when they then go together, apart and about each
    /// other by so much.
    private func transforms(_ way: Float, apart: Float, turned: Float) -> Bool {
        var t = GestureTester([("both", Self.transform())])
        t.down(0, 300, 300)
        t.down(0.5, 400, 300, id: 1)
        t.report((0, 315, 300), (1, 415, 300), at: 50)
        t.place(0, 315 + way - apart / 2, 300 - turned / 2)
        t.down(400, 415 + way + apart / 2, 300 + turned / 2, id: 1)
        return t.told.contains("both began")
    }
    @Test func tremblingPartsOfATransformAreNotAddedUp() {
        #expect(!transforms(1, apart: 2, turned: 1.4))
        #expect(!transforms(2.9, apart: 2.9, turned: 2.9))
        #expect(transforms(3.1, apart: 0, turned: 0))
        #expect(transforms(0, apart: 16.1, turned: 0))
        #expect(transforms(0, apart: 0, turned: 19))
    }

    @Test func wayThatBecomesShorterIsNotDeliberate() {
        var t = GestureTester([("drag", Self.pan())])
        t.down(0)
        t.down(50, 115)
        t.down(600, 111.5)
        t.down(700, 114.4)
        #expect(t.told.isEmpty)
        // Three more than where it was nearest.
        t.down(800, 114.6)
        #expect(t.told == ["drag began"])
    }

    @Test func fingerThatCameBackNeedsThreeMoreThanTheSlop() {
        for (way, begins) in [(12.9, false), (13.1, true)] as [(Float, Bool)] {
            for back in [9.9, 5, 0] as [Float] {
                var t = GestureTester([("drag", Self.pan())])
                t.down(0)
                t.down(50, 120)
                t.down(500, 100 + back)
                t.down(510, 104)
                t.down(600, 100 + way)
                #expect(t.told.contains("drag began") == begins, "\(way) after \(back)")
            }
        }
    }

    @Test func youthIsRoundedUpToWholeMilliseconds() {
        #expect(Youth(Microseconds(1)).time == .milliseconds(1) && Youth(Microseconds(999)) != .none)
        #expect(
            Youth(Microseconds(1_000)).time == .milliseconds(1) && Youth(Microseconds(1_001)).time == .milliseconds(2))
        #expect(Youth(.zero) == .none && Youth(.unlimited).time == .milliseconds(65_000))
    }

    @Test(arguments: [["drag", "flick"], ["flick", "drag"]]) func flickThatRestsBeforeTheLiftIsASwipe(_ order: [String])
    {
        let kinds = ["drag": Self.pan(), "flick": swipe()]
        func told(_ play: (inout GestureTester) -> Void) -> [String] {
            var t = GestureTester(order.map { ($0, kinds[$0]!) })
            t.down(0)
            t.slide(from: 0, to: 64, 130, 100)
            play(&t)
            t.wait(until: 2_000)
            return t.told
        }
        #expect(told { $0.up(350) } == ["flick ended"])
        // It trembles, or the lift comes at the last moment.
        #expect(
            told {
                $0.down(200, 130, 100)
                $0.down(300, 129.5, 100)
                $0.up(499)
            } == ["flick ended"])
        // Too long, gone back, off its axis, or a pan after all.
        #expect(told { $0.up(501) } == [])
        #expect(
            told {
                $0.down(200, 124, 100)
                $0.up(350)
            } == [])
        #expect(
            told {
                $0.down(200, 126, 112)
                $0.up(350)
            } == [])
        #expect(
            told {
                $0.down(310, 134, 100)
                $0.up(350)
            } == ["drag began", "drag ended"])
    }

    @Test func slowFingerThatRestsIsNoSwipe() {
        var t = GestureTester([("drag", Self.pan()), ("flick", swipe())])
        t.down(0)
        t.slide(from: 0, to: 200, 119, 100)
        t.up(350)
        #expect(!t.told.contains("flick ended"))
    }

    @Test func fiveFingersMayLandHalfASecondApart() {
        func taps(_ pause: Double, touches: Int) -> Bool {
            var t = GestureTester([("tap", tap(taps: 1, touches: touches))])
            for id in 0..<touches { t.down(Double(id) * pause, 100 + Float(id) * 100, 200, id: Int32(id)) }
            for id in 0..<touches { t.up(Double(touches) * pause + Double(id), id: Int32(id)) }
            return t.told == ["tap ended"]
        }
        #expect(taps(500, touches: 5))
        #expect(!taps(501, touches: 5))
        #expect(taps(200, touches: 2))
        #expect(!taps(201, touches: 2))
    }

    @Test func skewThatIsGivenStaysWhateverIsSetAfterIt() {
        let skews = [0, 200, 500, 300].map { Microseconds.milliseconds($0) } + [.unlimited]
        for skew in skews {
            var p = TapRecognizer.Parameters()
            p.skew = skew
            p.touches = 3
            #expect(p.skew == skew)
            p.touches = 1
            #expect(p.skew == skew)
        }
        var p = TapRecognizer.Parameters()
        p.touches = 3
        #expect(p.skew == .milliseconds(500))
    }
}
