import TestSupport

@Suite struct WhoWinsTests {
    private var left: [Zone] {
        [Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480)))]
    }
    private var halves: [Zone] {
        left + [Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480)))]
    }
    private func eagerSwipe() -> StandardRecognizer { swipe { ($0.distancePt, $0.maxDuration) = (5, .unlimited) } }

    private func drag(_ t: inout GestureTester, from start: Double = 0, x: Float = 100) {
        t.drag(start, from: (x, 100), to: (x + 100, 100), until: start + 100, lift: start + 110)
    }

    // MARK: Default exclusion (case 41)

    @Test func earlierInTheConfigurationWinsWhereBothAreReady() {
        for (order, expected) in [
            (["swipe", "pan"], ["10 swipe ended"]), (["pan", "swipe"], ["10 pan began", "110 pan ended"]),
        ] {
            let kinds = ["swipe": swipe { $0.distancePt = 10 }, "pan": pan()]
            var t = GestureTester(order.map { ($0, kinds[$0]!) })
            drag(&t)
            #expect(t.story() == expected)
        }
    }

    /// A tap took the finger from a press that begins with it.
    @Test(arguments: [["tap", "press"], ["press", "tap"]]) func aTapLeavesThePressAfterIt(order: [String]) {
        let kinds = ["tap": tap(), "press": press { $0.taps = 1 }]
        var t = GestureTester(order.map { ($0, kinds[$0]!) })
        t.down(0)
        t.up(80)
        t.down(200)
        t.up(1_000)
        #expect(t.story() == ["80 tap ended", "700 press began", "1000 press ended"])
    }

    @Test func asManyTapsTakeThePressAfterFewer() {
        var t = GestureTester([("taps", tap { $0.taps = 2 }), ("press", press { $0.taps = 1 })])
        t.down(0)
        t.up(80)
        t.down(200)
        t.up(280)
        #expect(t.story() == ["280 taps ended"])
    }

    @Test func nearerZoneWinsOverItsAncestors() {
        var t = GestureTester(
            [("outer", pan()), ("inner", pan())], zones: left, zoneOf: ["inner": 1], explains: true)
        drag(&t)
        #expect(t.story() == ["10 inner began", "10 outer failed", "110 inner ended"])
        #expect(t.events.first { $0.state == .failed }?.reason == .prevented(by: 1))
        #expect(t.events.first?.zone == 1)
        // Beside the zone the ancestor has it.
        drag(&t, from: 1_000, x: 500)
        #expect(t.story().suffix(2) == ["1010 outer began", "1110 outer ended"])
    }

    @Test func siblingsDoNotDisturbEachOther() {
        var t = GestureTester([("a", pan()), ("b", pan())], zones: halves, zoneOf: ["a": 1, "b": 2])
        t.down(0)
        t.down(10, 500, 100, id: 1)
        t.report(at: 20)
        for i in 1...10 {
            t.report((0, 100 + 10 * Float(i), 100), (1, 500, 100 + 10 * Float(i)), at: 20 + 10 * Double(i))
        }
        t.up(130)
        t.up(140, id: 1)
        #expect(t.story() == ["30 a began", "30 b began", "130 a ended", "140 b ended"])
    }

    @Test func recognitionCancelsWhatHasBegunAndSharesATouch() {
        // The press is denied preventing the swipe, not the other way round.
        var t = GestureTester(
            [("press", press { $0.minimumPressDuration = .milliseconds(100) }), ("swipe", eagerSwipe())],
            oneWay: [("press", "swipe")], explains: true)
        t.down(0)
        t.wait(until: 150)
        t.down(160, 140, 100)
        t.up(200)
        #expect(t.finish() == ["100 press began", "160 swipe ended", "160 press cancelled"])
        #expect(t.events.first { $0.state == .cancelled }?.reason == .prevented(by: 1))
    }

    @Test func oneWayFormWorksInOneDirectionOnly() {
        var t = GestureTester([("pan", pan()), ("press", press())], oneWay: [("pan", "press")])
        t.drag(0, to: (109, 100), until: 20)
        t.down(30, 110, 100)
        t.wait(until: 600)
        t.up(700)
        // The pan lets the press live; the press, recognized, ends the pan.
        #expect(t.story() == ["30 pan began", "500 press began", "500 pan cancelled", "700 press ended"])
    }

    @Test func tapOfMoreTapsPreventsTapsOfFewer() {
        var t = GestureTester([("double", tap(taps: 2)), ("single", tap())])
        t.taps((0, 80), (200, 280))
        #expect(t.finish() == ["80 single ended", "280 double ended"])
        var other = GestureTester([("single", tap()), ("double", tap(taps: 2))])
        other.tap(0, until: 80)
        other.tap(200, until: 280)
        other.wait()
        #expect(other.story() == ["80 single ended", "280 single ended", "280 double ended"])
    }

    @Test func panPreventsWhatItsNewFingerWouldStart() {
        var t = GestureTester([("pan", pan()), ("inner", tap())], zones: halves, zoneOf: ["inner": 2])
        t.drag(0, to: (150, 100), until: 50)
        t.down(60, 500, 100, id: 1)
        t.report(at: 70)
        t.up(100, id: 1)
        t.up(200)
        t.tap(500, until: 560, 500, 100)
        #expect(t.finish() == ["10 pan began", "200 pan ended", "560 inner ended"])
    }

    // MARK: Waiting

    @Test func whoWaitsForOneInAnotherZoneWithoutFingersDoesNotWait() {
        var t = GestureTester(
            [("here", tap()), ("there", tap(taps: 2))], zones: halves, zoneOf: ["here": 1, "there": 2],
            waits: [("here", for: "there")])
        t.tap(0, until: 60)
        #expect(t.story() == ["60 here ended"])
        // Nor for fingers that it does not share.
        t.tap(1_000, until: 1_060, 500, 100, id: 1)
        t.tap(1_100, until: 1_160)
        #expect(t.story().last == "1160 here ended")
    }

    @Test func whoHadToWaitFailsWhereTheOtherIsRecognizedEvenIfTheyMayBothBe() {
        var t = GestureTester(
            [("pan", pan()), ("swipe", swipe())], waits: [("pan", for: "swipe")], together: [("pan", "swipe")],
            explains: true)
        drag(&t)
        #expect(t.story() == ["30 swipe ended", "30 pan failed"])
        #expect(t.events.last?.reason == .required(1))
    }

    @Test func waitingFiresAtTheInstantOfTheFailure() {  // case 45
        for every in [8.0, 10, 16, 40] {
            var t = GestureTester([("swipe", swipe()), ("pan", pan())], waits: [("pan", for: "swipe")])
            t.drag(0, to: (140, 100), until: 800, every: every)
            #expect(t.story() == ["500 pan began"])
        }
        // A diagonal fails it at once.
        var t = GestureTester([("swipe", swipe()), ("pan", pan())], waits: [("pan", for: "swipe")])
        t.drag(0, to: (200, 200), until: 100)
        #expect(t.story() == ["30 pan began"])
    }

    @Test func waitingPanWhoseFingerIsUpFails() {
        var t = GestureTester(
            [("swipe", swipe { ($0.fires, $0.minimumVelocityPtPerSecond) = (.onLift, 0) }), ("pan", pan())],
            waits: [("pan", for: "swipe")], explains: true)
        t.drag(0, to: (115, 100), until: 50, lift: 60)
        #expect(t.finish() == ["60 swipe failed", "60 pan failed"])
        #expect(t.isAtRest == true)
    }

    @Test func cycleIsRefusedAndLeavesTheSetupAsItWas() throws {  // case 44
        var setup = GestureSetup<StandardRecognizer, 4, 4, 0>()
        for _ in 0..<3 { _ = try setup.add(tap()) }
        try setup.require(0, toFail: 1)
        try setup.require(1, toFail: 2)
        #expect(throws: GestureSetup<StandardRecognizer, 4, 4, 0>.Problem.cycle(RecognizerSet(bits: 0b111))) {
            try setup.require(2, toFail: 0)
        }
        #expect(throws: GestureSetup<StandardRecognizer, 4, 4, 0>.Problem.cycle(RecognizerSet(1))) {
            try setup.require(1, toFail: 1)
        }
        try setup.require(0, toFail: 2)
        #expect(throws: GestureSetup<StandardRecognizer, 4, 4, 0>.Problem.noSuchGesture(3)) {
            try setup.require(0, toFail: 3)
        }
    }

    @Test func setupBeyondItsCapacityIsRefused() throws {
        var setup = GestureSetup<StandardRecognizer, 2, 2, 0>()
        _ = try setup.add(Zone(shape: .everything))
        #expect(throws: GestureSetup<StandardRecognizer, 2, 2, 0>.Problem.noSuchZone(0)) {
            _ = try setup.add(Zone(shape: .everything))
        }
        _ = try setup.add(tap())
        _ = try setup.add(tap(), zone: 1)
        #expect(throws: GestureSetup<StandardRecognizer, 2, 2, 0>.Problem.tooManyGestures(capacity: 2)) {
            _ = try setup.add(tap())
        }
    }

    // MARK: Zones

    @Test func touchBelongsToTheZoneItBeganIn() {
        var t = GestureTester([("a", pan()), ("b", pan())], zones: halves, zoneOf: ["a": 1, "b": 2])
        t.drag(0, from: (390, 100), to: (700, 100), until: 100, lift: 110)
        #expect(t.story() == ["10 a began", "110 a ended"])
    }

    @Test func frontmostDeepestHittableZoneIsHit() throws {
        var zones = ZoneTree<8>()
        func rectangle(_ x: Float, _ y: Float, _ right: Float, _ bottom: Float) -> Zone.Shape {
            .rectangle(from: Point(x: x, y: y), to: Point(x: right, y: bottom))
        }
        let back = zones.append(Zone(shape: rectangle(0, 0, 100, 100)))
        let front = zones.append(Zone(shape: rectangle(50, 0, 150, 100)))
        let inBack = zones.append(Zone(shape: rectangle(40, 40, 60, 60), parent: 1))
        let outside = zones.append(Zone(shape: .circle(center: Point(x: 200, y: 50), radius: 100), parent: 2))
        let hidden = zones.append(Zone(shape: .everything, isHittable: false))
        _ = zones.append(Zone(shape: .everything, parent: 5))
        #expect([back, front, inBack, outside, hidden] == [1, 2, 3, 4, 5])
        func zone(at point: Point, _ zones: inout ZoneTree<8>) -> Int { zones.hit(point) }
        #expect(zone(at: Point(x: 10, y: 10), &zones) == 1)
        #expect(zone(at: Point(x: 45, y: 50), &zones) == 3)
        // The front sibling covers the back one and what is in it.
        #expect(zone(at: Point(x: 55, y: 50), &zones) == 2)
        #expect(zone(at: Point(x: 140, y: 50), &zones) == 4)
        // Outside its parent it is not hit; nor is what is in a hidden one.
        #expect(zone(at: Point(x: 200, y: 50), &zones) == 0)
        #expect(zone(at: Point(x: 100, y: 0), &zones) == 2)
        #expect(zone(at: Point(x: 150, y: 99), &zones) == 0)
        #expect(zones.append(Zone(shape: .everything, parent: 9)) == nil)
        #expect(zones.append(Zone(shape: .everything)) == 7)
        #expect(zones.append(Zone(shape: .everything)) == nil)
        #expect(zones.depth(of: 4) == 2)
    }
}
