import TestSupport

/// Gestures and zones that are disabled and enabled while fingers are down.
@Suite struct SwitchingTests {
    private static let left = Zone(shape: .rectangle(from: .zero, to: Point(x: 400, y: 480)))
    private static let knob = Zone(shape: .circle(center: Point(x: 100, y: 100), radius: 50), parent: 1)

    @Test func whatHasBegunIsCancelledAndSaysWhy() {
        var panel = GestureTester([("drag", pan())], explains: true)
        panel.drag(0, to: (200, 100), until: 100)
        panel.setEnabled(false, "drag", at: 105)
        panel.slide(from: 105, to: 200, 300, 100)
        panel.up(210)
        #expect(panel.finish() == ["10 drag began", "105 drag cancelled"])
        #expect(panel.events.last?.reason == .disabled)
        #expect(panel.events.last?.values == .pan(translation: Vector(x: 90, y: 0), velocity: .zero))
    }

    @Test func whatIsUnderWayFails() {
        var panel = GestureTester([("one", tap())], explains: true)
        panel.down(0)
        panel.setEnabled(false, "one", at: 20)
        panel.up(50)
        #expect(panel.finish() == ["20 one failed"])
        #expect(panel.events.last?.reason == .disabled)
    }

    @Test func whoeverWaitedGoesOnAtOnce() {
        var panel = GestureTester([("double", tap(taps: 2)), ("one", tap())], waits: [("one", for: "double")])
        panel.tap(0, until: 60)
        panel.setEnabled(false, "double", at: 100)
        #expect(panel.story() == ["100 one ended"])
        panel.tap(200, until: 260)
        #expect(panel.finish() == ["100 one ended", "260 one ended"])
    }

    @Test func tentativeTapIsRevoked() {
        var panel = GestureTester(
            [("double", tap(taps: 2)), ("one", tap { $0.isTentative = true })], waits: [("one", for: "double")])
        panel.tap(0, until: 60)
        panel.setEnabled(false, "one", at: 100)
        #expect(panel.finish() == ["60 one tentative", "100 one revoked"])
    }

    @Test func touchesThatLandedMeanwhileAreNotItsOwn() {
        var panel = GestureTester([("drag", pan())])
        panel.setEnabled(false, "drag", at: 0)
        panel.down(10)
        panel.setEnabled(true, "drag", at: 20)
        panel.slide(from: 20, to: 120, 300, 100)
        panel.up(130)
        #expect(panel.story() == [])
        panel.drag(200, to: (200, 100), until: 300, lift: 310)
        #expect(panel.finish() == ["210 drag began", "310 drag ended"])
    }

    @Test func enabledAgainInTheSameSequenceItStaysOver() {
        var panel = GestureTester([("drag", pan())])
        panel.drag(0, to: (200, 100), until: 100)
        panel.setEnabled(false, "drag", at: 105)
        panel.setEnabled(true, "drag", at: 110)
        panel.drag(120, from: (500, 300), to: (700, 300), until: 220, lift: 230, id: 1)
        panel.up(240)
        #expect(panel.story() == ["10 drag began", "105 drag cancelled"])
        panel.drag(300, to: (200, 100), until: 400, lift: 410)
        #expect(panel.finish().suffix(2) == ["310 drag began", "410 drag ended"])
    }

    @Test func disabledZoneLetsTouchesThroughToWhatIsBehindIt() {
        let behind = Zone(shape: .rectangle(from: .zero, to: Point(x: 300, y: 300)))
        let front = Zone(shape: .rectangle(from: .zero, to: Point(x: 200, y: 200)))
        let part = Zone(shape: .rectangle(from: .zero, to: Point(x: 200, y: 200)), parent: 2)
        var panel = GestureTester(
            [("back", tap()), ("front", tap()), ("part", tap())], zones: [behind, front, part],
            zoneOf: ["back": 1, "front": 2, "part": 3])
        panel.setEnabled(false, zone: 2, at: 0)
        panel.tap(10, until: 60)
        #expect(panel.story() == ["60 back ended"])
        panel.setEnabled(true, zone: 2, at: 500)
        panel.tap(600, until: 660)
        #expect(panel.finish() == ["60 back ended", "660 part ended"])
    }

    @Test func disabledZoneEndsWhatIsAttachedInItAndNothingElse() {
        var panel = GestureTester(
            [("part", pan()), ("left", press()), ("all", pan())], zones: [Self.left, Self.knob],
            zoneOf: ["part": 2, "left": 1], together: [("part", "all"), ("left", "all"), ("part", "left")],
            explains: true)
        panel.drag(0, to: (150, 100), until: 50)
        panel.setEnabled(false, zone: 1, at: 55)
        panel.slide(from: 55, to: 105, 200, 100)
        panel.up(110)
        #expect(
            panel.finish()
                == [
                    "20 left failed", "10 part began", "10 all began", "55 part cancelled", "110 all ended",
                ].sorted { Int($0.prefix { $0 != " " })! < Int($1.prefix { $0 != " " })! })
    }

    @Test func zonesOwnTouchesAndItsControlAreCancelled() {
        var button = Self.left
        button.control = .button
        var panel = GestureTester([("far", tap())], zones: [button], listeningTo: [1])
        panel.down(0)
        panel.setEnabled(false, zone: 1, at: 30)
        panel.up(60)
        panel.tap(500, until: 560)
        _ = panel.finish()
        #expect(panel.controlStory() == ["0 1 press", "30 1 cancel"])
        #expect(panel.streamStory() == ["0 1 1 began", "30 1 1 cancelled"])
        #expect(panel.touches.map(\.zone) == [1, 1, 0, 0])
    }

    @Test func disablingWhatDelaysTouchesReleasesThem() {
        var panel = GestureTester(
            [("slow", tap(taps: 2))], zones: [Self.left],
            deliveries: ["slow": TouchDelivery(delaysBegan: true)], listeningTo: [1])
        panel.tap(0, until: 60)
        #expect(panel.streamStory() == [])
        panel.setEnabled(false, "slow", at: 100)
        #expect(panel.streamStory() == ["0 1 1 began", "60 1 1 ended"])
    }

    @Test func whatThereIsNotIsLeftAlone() {
        var panel = GestureTester([("one", tap())], zones: [Self.left])
        panel.setEnabled(false, gestures: RecognizerSet(bits: ~1), zones: ZoneSet(bits: ~2), at: 0)
        panel.tap(10, until: 60)
        #expect(panel.finish() == ["60 one ended"])
    }
}
