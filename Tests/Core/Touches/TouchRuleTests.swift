import TestSupport

/// Ghosts, jumps, time-outs, cancellations, capacity.
@Suite struct TouchRuleTests {
    // MARK: Ghosts

    @Test func oneReportContactBesideAFingerIsAGhost() {  // case 51
        for (life, expected) in [
            (10.0, ["0 1 began"]), (16.999, ["0 1 began"]), (17, ["0 1 began", "37 2 began", "37 2 ended"]),
        ] {
            var panel = TablePanel<10>()
            panel.down(0, 100, 100)
            panel.down(20, 790, 5, id: 1)
            panel.up(20 + life, id: 1)
            #expect(panel.story == expected)
            #expect(panel.table.counters.ghosts == (life < 17 ? 1 : 0))
        }
    }

    @Test func shortContactWithoutCompanyIsATouch() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.up(2)
        #expect(panel.story == ["0 1 began", "2 1 ended"])
    }

    @Test func secondFingerProvesRealByASecondReportWithItsOriginalTime() throws {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.down(20, 300, 100, id: 1)
        #expect(panel.story == ["0 1 began"])
        panel.down(25, 303, 100, id: 1)
        #expect(panel.story == ["0 1 began", "25 2 began", "25 2 moved"])
        let found = panel.touch(2)
        let touch = try #require(found)
        #expect(touch.startTime == instant(20) && touch.time == instant(25))
        #expect(touch.start == Point(x: 300, y: 100) && touch.step == Vector(x: 3, y: 0))
        #expect(touch.phase == .began)
    }

    @Test func secondFingerProvesRealByTheClockWithItsOriginalTime() throws {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.down(20, 300, 100, id: 1)
        #expect(panel.table.deadline == instant(37))
        panel.wait(until: 36.999)
        #expect(panel.story == ["0 1 began"])
        panel.wait(until: 37)
        #expect(panel.story == ["0 1 began", "37 2 began"])
        #expect(panel.touch(2)?.startTime == instant(20))
        #expect(panel.table.deadline == .never)
    }

    @Test func ghostInTheVeryFirstReportLeavesTheOtherFinger() {
        var panel = TablePanel<10>()
        panel.report(0, [(0, 100, 100), (1, 790, 5)])
        panel.report(10, [(0, 100, 100)])
        panel.report(100, [])
        #expect(panel.story == ["10 1 began", "100 1 ended"])
        #expect(panel.table.counters.ghosts == 1)
    }

    // MARK: Five metres a second. A pixel is a pt: 315 px are 50 mm, 126 px are 20 mm.

    @Test func fiftyMillimetresInOneReportAreDroppedOnce() throws {  // case 52
        var panel = TablePanel<10>(millimetres: true)
        for i in 0...10 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
        let before = panel.velocity(at: 100)
        panel.down(110, 515, 100)
        #expect(panel.lone?.location == Point(x: 200, y: 100))
        #expect(panel.lone?.phase == .stationary)
        #expect(panel.velocity(at: 100) == before)
        #expect(panel.table.counters.jumps == 1)
        // Back again: no trace of it.
        panel.down(120, 220, 100)
        #expect(panel.lone?.location == Point(x: 220, y: 100))
        #expect(abs(panel.velocity(at: 120).x - 1_000) < 30)
        panel.up(130)
        #expect(panel.story.last == "130 1 ended")
        #expect(panel.story.filter { $0.hasSuffix("began") }.count == 1)
    }

    @Test func stepJustBelowFiveMetresASecondIsBelieved() {
        var panel = TablePanel<10>(millimetres: true)
        panel.path((0, 100, 100), (10, 414, 100))
        #expect(panel.lone?.location == Point(x: 414, y: 100))
    }

    @Test func secondReportThatAgreesIsAccepted() {
        // 100 px in 2 ms are 8 m/s, but less than 20 mm: the same touch.
        var panel = TablePanel<10>(millimetres: true)
        panel.path((0, 100, 100), (10, 100, 100), (12, 200, 100))
        #expect(panel.lone?.location == Point(x: 100, y: 100))
        panel.down(22, 203, 100)
        #expect(panel.lone?.location == Point(x: 203, y: 100))
        #expect(panel.lone?.identity == 1)
        #expect(panel.velocity(at: 22) == .zero)
    }

    @Test func agreeingReportFarOffIsANewTouch() throws {
        var panel = TablePanel<10>(millimetres: true)
        panel.path((0, 100, 100), (10, 100, 100), (20, 600, 100), (30, 602, 100))
        #expect(panel.story == ["0 1 began", "30 2 began", "30 2 moved", "30 1 ended"])
        let found = panel.lone
        let touch = try #require(found)
        #expect(touch.start == Point(x: 600, y: 100) && touch.startTime == instant(20))
        panel.up(40)
        #expect(panel.story.last == "40 2 ended")
    }

    @Test func newTouchAfterAJumpFindsASlotInAFullTable() {
        var panel = TablePanel<1>(millimetres: true)
        panel.path((0, 100, 100), (10, 100, 100), (20, 600, 100), (30, 602, 100), (40, 604, 100))
        panel.up(50)
        #expect(panel.story == ["0 1 began", "30 1 ended", "37 2 began", "40 2 moved", "50 2 ended"])
    }

    @Test func jumpsThatNeverAgreeAreNeverBelieved() {
        var panel = TablePanel<10>(millimetres: true)
        panel.down(0, 100, 100)
        for (t, x, y) in [(2, 400, 10), (4, 790, 470), (6, 420, 470), (8, 790, 10)] as [(Double, Float, Float)] {
            panel.down(t, x, y)
        }
        #expect(panel.lone?.start == panel.lone?.location)
        #expect(panel.table.counters.jumps == 4)
        panel.up(60)
        #expect(panel.story == ["0 1 began", "60 1 ended"])
    }

    @Test func withoutMillimetresNoStepIsImpossible() {
        var panel = TablePanel<10>()
        panel.path((0, 100, 100), (1, 790, 100))
        #expect(panel.lone?.location == Point(x: 790, y: 100))
    }

    // MARK: Silence, errors, time-outs

    @Test func silenceIsNoLift() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.wait(until: 3_600_000)
        #expect(panel.story == ["0 1 began"])
        #expect(panel.table.deadline == .never)
    }

    @Test func contactsNotConfirmedForTheTimeoutAreCancelled() {  // case 50
        var panel = TablePanel<10>(touchTimeout: .milliseconds(100))
        panel.down(0, 100, 100)
        panel.still(50)
        panel.wait(until: 149.999)
        #expect(panel.story == ["0 1 began"])
        panel.wait(until: 150)
        #expect(panel.story == ["0 1 began", "150 1 cancelled"])
        #expect(panel.table.counters.timeouts == 1)
        #expect(panel.table.deadline == .never)
        // It is there after all: ignored until it lifts.
        panel.down(160, 200, 100)
        panel.up(170)
        panel.down(180, 100, 100)
        #expect(panel.story == ["0 1 began", "150 1 cancelled", "180 2 began"])
    }

    @Test func touchThatProvesRealTooLateIsCancelledAfterItHasBegun() {
        var panel = TablePanel<10>(touchTimeout: .milliseconds(10))
        panel.report(0, [(0, 100, 100), (1, 300, 100)])
        panel.wait(until: 1_000)
        #expect(panel.story == ["17 1 began", "17 2 began", "17 1 cancelled", "17 2 cancelled"])
        #expect(panel.table.deadline == .never)
    }

    @Test func reportThatIsNotBelievedStillConfirmsTheTouch() {
        var panel = TablePanel<10>(millimetres: true, touchTimeout: .milliseconds(100))
        panel.path((0, 100, 100), (10, 600, 100))
        panel.wait(until: 109)
        #expect(panel.story == ["0 1 began"])
    }

    // MARK: Cancellation

    @Test func cancelledContactIsIgnoredUntilItLifts() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.cancelAll(10)
        for i in 2...10 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
        panel.up(110)
        panel.down(120, 200, 100)
        #expect(panel.story == ["0 1 began", "10 1 cancelled", "120 2 began"])
    }

    @Test func newIdentityAfterAnInterruptionIsANewFinger() {
        var panel = TablePanel<10>()
        panel.report(0, [(0, 100, 100)])
        panel.cancelAll(10)
        panel.report(20, [(1, 110, 100)])
        panel.report(80, [])
        #expect(panel.story == ["0 1 began", "10 1 cancelled", "20 2 began", "80 2 ended"])
    }

    @Test func oneIdentityIsOneFingerHoweverOftenAReportNamesIt() {
        for second in [100 as Float, 300] {
            var panel = TablePanel<10>()
            panel.report(0, [(7, 400 - second, 100), (7, second, 100)])
            panel.report(80, [])
            #expect(panel.story == ["0 1 began", "80 1 ended"])
        }
    }

    @Test func cancelledContactIsIgnoredUnderANewIdentityAfterAReset() {
        var panel = TablePanel<10>()
        panel.report(0, [(3, 100, 100)])
        panel.cancelAll(10, identitiesMayChange: true)
        panel.report(320, [(0, 105, 102)])
        panel.report(330, [(0, 140, 102)])
        panel.report(340, [(0, 140, 102), (1, 600, 102)])
        panel.report(350, [(1, 600, 102)])
        #expect(panel.story == ["0 1 began", "10 1 cancelled", "350 2 began"])
    }

    @Test func cancelledContactWithoutIdentityIsIgnored() {
        var panel = TablePanel<10>()
        panel.report(0, [(-1, 100, 100)])
        panel.cancelAll(10)
        panel.report(20, [(-1, 105, 102)])
        panel.report(30, [])
        panel.report(40, [(-1, 105, 102)])
        #expect(panel.story == ["0 1 began", "10 1 cancelled", "40 2 began"])
    }

    @Test func candidateThatIsCancelledWasNeverSeen() {
        var panel = TablePanel<10>()
        panel.down(0, 100, 100)
        panel.down(10, 300, 100, id: 1)
        panel.cancelAll(15)
        panel.wait(until: 100)
        panel.still(110)
        #expect(panel.story == ["0 1 began", "15 1 cancelled"])
        #expect(panel.table.deadline == .never)
    }

    // MARK: Capacity

    @Test func contactBeyondTheCapacityIsCountedAndIgnoredUntilItLifts() {
        var panel = TablePanel<2>()
        for id in 0..<4 { panel.down(Double(id) * 20, 100 + 150 * Float(id), 100, id: Int32(id)) }
        panel.wait(until: 100)
        #expect(panel.table.counters.overflows == 2)
        #expect(panel.table.down.count == 2)
        // There is place now, but the ignored ones stay ignored.
        panel.up(110, id: 0)
        panel.down(120, 420, 100, id: 2)
        #expect(panel.table.down.count == 1)
        panel.up(130, id: 2)
        panel.down(140, 600, 300, id: 2)
        panel.still(150)
        #expect(panel.table.down.count == 2)
        #expect(panel.table.counters.overflows == 2)
    }

    @Test func oneLiftsWhileAnotherLandsInTheSameReport() {
        var panel = TablePanel<2>()
        panel.report(0, [(0, 100, 100), (1, 300, 100)])
        panel.report(20, [(0, 100, 100), (1, 300, 100)])
        panel.report(40, [(1, 300, 100), (2, 500, 100)])
        panel.report(60, [(1, 300, 100), (2, 500, 100)])
        panel.report(80, [])
        #expect(panel.table.counters.overflows == 0)
        #expect(
            panel.story == [
                "17 1 began", "17 2 began", "40 1 ended", "57 3 began", "80 3 ended", "80 2 ended",
            ])
    }

    @Test func loneShortTapIsNoGhostEvenWhereEverySlotShowsALift() {
        var panel = TablePanel<1>()
        panel.report(0, [(0, 100, 100)])
        panel.report(50, [(1, 500, 100)])
        panel.report(60, [])
        #expect(panel.story == ["0 1 began", "50 1 ended", "60 2 began", "60 2 ended"])
        #expect(panel.table.counters.ghosts == 0)
    }

    @Test func sixteenFingersAreFollowed() {
        var panel = TablePanel<16>()
        let fingers = (0..<16).map { (id: Int32($0) * 20, x: Float($0) * 45, y: 100 as Float) }
        panel.report(0, fingers)
        panel.report(10, fingers)
        #expect(panel.table.down.count == 16)
        panel.report(20, [])
        #expect(panel.story.filter { $0.hasSuffix("ended") }.count == 16)
    }
}
