import TestSupport

@Suite struct TouchLifeTests {
    @Test(arguments: [0, 7, 300, -1] as [Int32]) func identityStaysFromLandingToLift(_ id: Int32) {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100, id: id)
        for i in 1...20 { panel.down(Double(i) * 10, 100 + Float(i), 100, id: id) }
        panel.up(210, id: id)
        panel.down(300, 400, 100, id: id)
        panel.up(310, id: id)
        let identities = Set(panel.story.dropLast(2).map { $0.split(separator: " ")[1] })
        #expect(identities == ["1"])
        #expect(panel.story.suffix(3) == ["210 1 ended", "300 2 began", "310 2 ended"])
    }

    @Test func phaseIsBeganThenMovedOrStationaryThenEnded() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        #expect(panel.lone?.phase == .began)
        panel.down(10, 110, 100)
        #expect(panel.lone?.phase == .moved)
        panel.still(20)
        #expect(panel.lone?.phase == .stationary)
        #expect(panel.table.changes.all.isEmpty)
        panel.up(30)
        let slot = panel.table.changes.ended.first
        #expect(panel.table[slot].phase == .ended)
        #expect(panel.table.down.isEmpty)
    }

    @Test func placesAndTimesFollowTheFinger() throws {
        var panel = TablePanel<10>()
        panel.path((5, 100, 50), (15, 110, 60), (25, 130, 80))
        let found = panel.lone
        let touch = try #require(found)
        #expect(touch.start == Point(x: 100, y: 50))
        #expect(touch.previous == Point(x: 110, y: 60))
        #expect(touch.location == Point(x: 130, y: 80))
        #expect(touch.startTime == instant(5) && touch.time == instant(25))
        panel.up(40)
        let lifted = panel.table[panel.table.changes.ended.first]
        #expect(lifted.location == Point(x: 130, y: 80))
        #expect(lifted.step == .zero)
        #expect(lifted.startTime == instant(5) && lifted.time == instant(40))
    }

    @Test func pressureComesThrough() {
        var table = TouchTable<4>(geometry: PanelGeometry(.init(rawWidth: 100, rawHeight: 100)))
        for (t, pressure) in [(0, 12 as Float), (10, 34)] {
            let contacts = Contacts([Contact(id: 0, x: 5, y: 5, pressure: pressure)])
            table.report(contacts, at: instant(Double(t)))
            #expect(table[table.down.first].pressure == pressure)
        }
    }

    private func counts(_ taps: [(down: Double, up: Double, x: Float)]) -> [UInt16] {
        var panel = TablePanel<10>()
        return taps.map { tap in
            panel.down(tap.down, tap.x, 100)
            let count = panel.lone?.tapCount ?? 0
            panel.up(tap.up)
            return count
        }
    }

    @Test func tappingAgainNearTheLastStartRaisesTheTapCount() {
        #expect(counts([(0, 60, 100), (200, 260, 100), (400, 460, 145), (600, 660, 190)]) == [1, 2, 3, 4])
        #expect(counts([(0, 60, 100), (200, 260, 146)]) == [1, 1])
        #expect(counts([(0, 60, 100), (410, 460, 100)]) == [1, 2])
        #expect(counts([(0, 60, 100), (411, 460, 100)]) == [1, 1])
        // A press that is no tap starts no row.
        #expect(counts([(0, 760, 100), (800, 860, 100)]) == [1, 1])
    }

    @Test func tapCountGoesFarBeyondAHumansPatienceAndStaysAt65535() {
        var panel = TablePanel<1>()
        var counts: [Int: Int] = [:]
        for tap in 1...65_537 {
            let start = Double(tap) * 100
            panel.down(start, 100, 100)
            if [1, 255, 256, 300, 65_535, 65_536, 65_537].contains(tap) {
                counts[tap] = panel.lone.map { Int($0.tapCount) }
            }
            panel.up(start + 50)
        }
        #expect(
            counts == [1: 1, 255: 255, 256: 256, 300: 300, 65_535: 65_535, 65_536: 65_535, 65_537: 65_535])
    }

    @Test func dragStartsNoRowOfTaps() {
        var panel = TablePanel<10>()
        panel.path((0, 100, 100), (20, 150, 100))
        panel.up(40)
        panel.down(100, 105, 100)
        #expect(panel.lone?.tapCount == 1)
    }

    @Test func tapCountIsOneWhileTwoFingersAreDown() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.up(60)
        panel.down(160, 100, 100)
        #expect(panel.lone?.tapCount == 2)
        panel.down(170, 300, 100, id: 1)
        panel.still(180)
        #expect(panel.touches.values.map(\.tapCount) == [1, 1])
        panel.up(200, id: 1)
        panel.up(210)
        panel.down(300, 100, 100)
        #expect(panel.lone?.tapCount == 1)
    }

    @Test func secondFingerProvenAsTheFirstLiftsIsNeitherABounceNorTheNextTap() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.down(16, 130, 100, id: 1)
        panel.up(32)
        #expect(panel.lone?.tapCount == 1)
        #expect(panel.lone?.sinceLift == .unlimited)
        #expect(panel.table.changes.proven == panel.table.changes.began)
        panel.up(48, id: 1)
        panel.down(148, 130, 100)
        #expect(panel.lone?.tapCount == 1)
    }

    @Test func landingKnowsHowLongAgoAFingerLiftedThere() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.up(60)
        panel.down(85, 120, 100)
        #expect(panel.lone?.sinceLift == .milliseconds(25))
        panel.up(90)
        panel.down(100, 400, 100)
        #expect(panel.lone?.sinceLift == .unlimited)
    }

    @Test func slotsAreReusedAndIdentitiesAreNot() {
        var panel = TablePanel<2>()
        for i in 0..<50 {
            panel.down(Double(i) * 20, 100, 100)
            panel.up(Double(i) * 20 + 10)
        }
        #expect(panel.story.last == "990 50 ended")
    }

    @Test func swappedPlacesInTheReportChangeNothing() {  // case 49
        var panel = TablePanel<10>()
        panel.report(0, [(7, 100, 100), (9, 300, 100)])
        panel.report(10, [(7, 101, 100), (9, 301, 100)])
        let before = panel.touches.mapValues(\.start)
        for i in 2..<40 {
            let a = (id: 7 as Int32, x: 100 + Float(i), y: 100 as Float)
            let b = (id: 9 as Int32, x: 300 + Float(i), y: 100 as Float)
            panel.report(Double(i) * 10, i % 2 == 0 ? [b, a] : [a, b])
        }
        #expect(panel.touches.mapValues(\.start) == before)
        #expect(panel.touches.values.allSatisfy { $0.travel == Vector(x: 39, y: 0) })
    }

    @Test func duplicateIdentitiesInAReportAreCountedOnce() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.report(10, [(0, 101, 100), (0, 400, 400)])
        #expect(panel.table.counters.duplicates == 1)
        #expect(panel.lone?.location == Point(x: 101, y: 100))
        panel.report(20, [])
        #expect(panel.story == ["0 1 began", "10 1 moved", "20 1 ended"])
    }

    @Test func clockPastTwoToTheThirtyTwoChangesNothing() {  // case 53
        func life(from start: Double) -> (story: [String], velocity: [Vector]) {
            var panel = TablePanel<4>(touchTimeout: .milliseconds(1_000))
            var velocity: [Vector] = []
            panel.down(start, 100, 100)
            for i in 1...30 {
                panel.down(start + Double(i) * 10, 100 + 10 * Float(i), 100)
                velocity.append(panel.velocity(at: start + Double(i) * 10))
            }
            panel.up(start + 310)
            panel.down(start + 400, 100, 100)
            panel.wait(until: start + 2_000)
            let story = panel.story.map { line in
                let parts = line.split(separator: " ")
                return "\(Double(parts[0])! - start) \(parts[1]) \(parts[2])"
            }
            return (story, velocity)
        }
        let early = life(from: 0)
        let late = life(from: 4_294_967 - 150)
        #expect(early.story == late.story)
        #expect(early.velocity == late.velocity)
        #expect(early.story.last == "1400.0 2 cancelled")
    }
}
