import TestSupport

/// What a handler sees of the event around a touch: the set of its phase, all touches, those of a zone, places in the zone.
@Suite struct EventTouchesTests {
    private static let left = Zone(
        shape: .rectangle(from: Point(x: 50, y: 20), to: Point(x: 400, y: 480)), multipleTouch: true)
    private static let right = Zone(shape: .circle(center: Point(x: 600, y: 240), radius: 100), multipleTouch: true)

    private func tester(_ gestures: [(name: String, recognizer: StandardRecognizer)] = []) -> GestureTester {
        GestureTester(gestures, zones: [Self.left, Self.right], listeningTo: [1, 2])
    }

    /// `identity phase` of each.
    private func members(_ event: EventTouches) -> [String] {
        (0..<event.count).map { "\(event[$0].identity) \(event[$0].phase)" }
    }
    private func zones(_ event: EventTouches) -> [Int] {
        var event = event
        return (0..<event.count).map { event.zone(of: $0) }
    }

    @Test func setOfAPhaseHasItsNumberAndAtTheLastLiftItIsOne() {
        var panel = tester()
        panel.report((0, 100, 100), (1, 200, 100), at: 0)
        panel.report(at: 10)
        panel.down(20, 300, 100, id: 2)
        panel.report(at: 30)
        panel.report((0, 110, 100), (1, 210, 100), at: 40)
        panel.remove(0)
        panel.remove(1)
        panel.report(at: 50)
        panel.up(60, id: 2)
        let told = panel.touches.map { "\($0.identity) \($0.phase) \($0.touchesInPhase) of \($0.touches)" }
        #expect(
            told == [
                "1 began 2 of 2", "2 began 2 of 2", "3 began 1 of 3", "1 moved 2 of 3", "2 moved 2 of 3",
                "1 ended 2 of 1",
                "2 ended 2 of 1", "3 ended 1 of 0",
            ])
        // The zone's own stream has the same: all three are in it.
        #expect(panel.streams.map(\.touch.touchesInPhase) == panel.touches.map(\.touchesInPhase))
    }

    @Test func setOfAZonesStreamHasTheTouchesOfTheZone() {
        var panel = tester()
        panel.down(0, 100, 100)
        panel.down(10, 600, 240, id: 1)
        panel.report(at: 20)
        panel.report((0, 110, 100), (1, 610, 240), at: 30)
        #expect(panel.touches.suffix(2).map(\.touchesInPhase) == [2, 2])
        #expect(panel.streams.suffix(2).map { "\($0.zone) \($0.touch.touchesInPhase)" } == ["1 1", "2 1"])
    }

    @Test func handlerSeesAllTouchesOfTheEventAndWhichOfThemRest() {
        var panel = tester()
        panel.down(0, 100, 100)
        panel.down(10, 600, 240, id: 1)
        panel.report(at: 20)
        panel.down(30, 110, 100)
        panel.up(40)
        panel.up(50, id: 1)
        let all = [
            ["1 began"], ["1 stationary", "2 began"], ["1 moved", "2 stationary"], ["1 ended", "2 stationary"],
            ["2 ended"],
        ]
        #expect(panel.touchEvents.map { members($0) } == all)
        #expect(panel.streamEvents.map { members($0) } == all)
    }

    @Test func fingerThatMovesAsItProvesRealHasBegunAndThenHasMoved() {
        var panel = tester()
        panel.down(0, 100, 100)
        panel.down(10, 600, 240, id: 1)
        panel.report((0, 110, 100), (1, 610, 240), at: 20)
        panel.up(30)
        panel.up(40, id: 1)
        let all = [
            ["1 began"], ["1 moved", "2 began"], ["1 moved", "2 moved"], ["1 moved", "2 moved"],
            ["1 ended", "2 stationary"],
            ["2 ended"],
        ]
        #expect(
            panel.touches.map { "\($0.identity) \($0.phase)" } == [
                "1 began", "2 began", "1 moved", "2 moved", "1 ended", "2 ended",
            ])
        #expect(panel.touchEvents.map { members($0) } == all)
        #expect(panel.streamEvents.map { members($0) } == all)
    }

    @Test func handlerSeesTheTouchesOfAZoneAndOfAPhase() {
        var panel = tester()
        for (id, x) in [(0, 100), (1, 600), (2, 200), (3, 450)] as [(Int32, Float)] {
            panel.down(Double(id) * 20, x, 240, id: id)
            panel.report(at: Double(id) * 20 + 10)
        }
        panel.down(100, 210, 240, id: 2)
        var event = panel.touchEvents.last!
        var own = event.touches(of: 1)
        let (onPanel, moved, ownMoved) = (event.touches(of: 0), event.touches(in: .moved), own.touches(in: .moved))
        let none = event.touches(of: 3)
        #expect(zones(event) == [1, 2, 1, 0] && zones(own) == [1, 1])
        #expect(members(own) == ["1 stationary", "3 moved"])
        #expect(members(onPanel) == ["4 stationary"])
        #expect(members(moved) == ["3 moved"] && members(ownMoved) == ["3 moved"])
        #expect(none.count == 0)
    }

    @Test func placesAreThoseOfThePanelAndOfTheZone() {
        var panel = tester()
        panel.down(0, 100, 100)
        panel.down(10, 103, 104)
        panel.down(20, 900, 104)
        let told = panel.streams.map(\.touch)
        #expect(told.map(\.location) == [Point(x: 100, y: 100), Point(x: 103, y: 104), Point(x: 900, y: 104)])
        #expect(told.map(\.locationInZone) == [Point(x: 50, y: 80), Point(x: 53, y: 84), Point(x: 850, y: 84)])
        #expect(told.map(\.previous) == [Point(x: 100, y: 100), Point(x: 100, y: 100), Point(x: 103, y: 104)])
        #expect(told.map(\.previousInZone) == [Point(x: 50, y: 80), Point(x: 50, y: 80), Point(x: 53, y: 84)])
        // A circle's own coordinates begin at the corner of the box around it; the panel's are the panel's.
        var round = tester()
        round.tap(0, until: 10, 600, 240)
        round.tap(500, until: 510, 450, 240)
        #expect(round.streams[0].touch.locationInZone == Point(x: 100, y: 100))
        #expect(round.touches.map(\.locationInZone.x) == [100, 100, 450, 450])
    }

    @Test func zoneAroundIsAskedInItsOwnCoordinates() {
        let inner = Zone(shape: .rectangle(from: Point(x: 90, y: 90), to: Point(x: 200, y: 200)), parent: 1)
        var panel = GestureTester([], zones: [Self.left, inner], listeningTo: [1])
        panel.tap(0, until: 10, 100, 100)
        #expect(panel.streams.map { "\($0.zone) in \($0.touch.zone)" } == ["1 in 2", "1 in 2"])
        #expect(panel.streams[0].touch.locationInZone == Point(x: 50, y: 80))
    }

    @Test func delayedTouchesKeepTheSetOfTheirReport() {
        var panel = GestureTester(
            [("pan", pan { $0.minimumTouches = 3 })], zones: [Self.left],
            deliveries: ["pan": TouchDelivery(delaysBegan: true)], listeningTo: [1])
        panel.report((0, 100, 100), (1, 200, 100), at: 0)
        panel.report(at: 10)
        panel.down(20, 101, 100)
        #expect(panel.streams.isEmpty)
        panel.remove(0)
        panel.remove(1)
        panel.report(at: 30)
        let told = panel.streams.map(\.touch).map { "\($0.identity) \($0.phase) \($0.touchesInPhase)" }
        #expect(told == ["1 began 2", "2 began 2", "1 moved 1", "1 ended 2", "2 ended 2"])
        #expect(panel.streams[3].touch.previous == Point(x: 101, y: 100))
        // All touches are as they are when it is told.
        #expect(members(panel.streamEvents[0]) == ["1 ended", "2 ended"])
    }

    @Test func touchesThatAGestureTakesAreCancelledTogether() {
        var panel = tester([("pan", pan { $0.minimumTouches = 2 })])
        panel.report((0, 100, 100), (1, 200, 100), at: 0)
        panel.report(at: 10)
        panel.report((0, 100, 140), (1, 200, 140), at: 20)
        let last = panel.streams.suffix(2).map(\.touch)
        #expect(last.map { "\($0.phase) \($0.touchesInPhase)" } == ["cancelled 2", "cancelled 2"])
    }

    @Test func handlerOfEveryTouchOfSixteenSeesThemInTheOrderOfLanding() {
        var panel = tester()
        for id in 0..<16 { panel.place(Int32(id), Float(20 + 45 * id), 400) }
        panel.report(at: 0)
        panel.report(at: 20)
        #expect(panel.touchEvents.last.map { members($0) } == (1...16).map { "\($0) began" })
        #expect(panel.touches.allSatisfy { $0.touchesInPhase == 16 })
    }
}
