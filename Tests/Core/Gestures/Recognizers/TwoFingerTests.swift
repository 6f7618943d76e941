import TestSupport

/// Fingers that land together, or nearly so: until a second one has proven real it arrives late, with its own time.
@Suite struct TwoFingerTests {
    private func twoAndOne() -> GestureTester {
        GestureTester([("two", tap(taps: 1, touches: 2)), ("one", tap())])
    }

    @Test func fingersThatLandInTheVeryFirstReportTap() {
        for reports in [[10.0], [], [16], [17], [18], [10, 20, 30, 40]] {
            var t = twoAndOne()
            t.report((0, 100, 100), (1, 200, 100), at: 0)
            for ms in reports { t.report(at: ms) }
            t.remove(0)
            t.up(60, id: 1)
            #expect(t.finish() == ["60 two ended"], "\(reports)")
        }
    }

    @Test func fingersThatLandInTheVeryFirstReportPress() {
        for reports in [[10.0], [], [100, 200]] {
            var t = GestureTester([("press", press { $0.touches = 2 })])
            t.report((0, 100, 100), (1, 200, 100), at: 0)
            for ms in reports { t.report(at: ms) }
            t.wait(until: 600)
            #expect(t.story() == ["500 press began"])
            #expect(t.events.first?.touches == 2)
        }
    }

    @Test(arguments: [25.0, 60, 100, 120]) func fingersThatLandInTheVeryFirstReportSwipe(_ rate: Double) {
        for fires in [SwipeRecognizer.Parameters.Fires.onDistance, .onLift] {
            var t = GestureTester([
                ("two", swipe { ($0.touches, $0.fires) = (2, fires) }), ("one", swipe { $0.fires = fires }),
            ])
            var ms = 0.0
            while ms < 200 {
                t.report((0, 100 + Float(ms) / 2, 100), (1, 100 + Float(ms) / 2, 200), at: ms)
                ms += 1_000 / rate
            }
            t.remove(0)
            t.up(ms, id: 1)
            #expect(t.events.map { t.name($0) } == ["two"])
            #expect(t.events.first?.touches == 2)
        }
    }

    @Test(arguments: [25.0, 60, 100, 120]) func quickTapOfTwoThatOverlapsInOneReportCounts(_ rate: Double) {
        let period = 1_000 / rate
        var t = twoAndOne()
        t.down(0)
        t.down(period, 200, 100, id: 1)
        t.up(2 * period)
        t.up(3 * period, id: 1)
        t.wait()
        #expect(t.events.map { t.name($0) } == ["two"])
        #expect(t.events.first?.location == Point(x: 150, y: 100))
    }

    @Test func secondFingerSeenInOneShortReportIsNobody() {  // case 51
        var t = twoAndOne()
        t.down(0)
        t.down(10, 200, 100, id: 1)
        t.remove(0)
        t.up(20, id: 1)
        #expect(t.finish() == ["20 one ended"])
    }

    @Test func ghostInACornerMidPanIsIgnored() {  // case 51
        var t = GestureTester([("pan", pan { $0.maximumTouches = 1 }), ("two", tap(taps: 1, touches: 2))])
        t.drag(0, to: (150, 100), until: 50)
        t.place(9, 798, 2)
        t.report(at: 60)
        t.remove(9)
        t.slide(from: 60, to: 100, 190, 100)
        t.up(110)
        #expect(t.story() == ["10 pan began", "110 pan ended"])
        #expect(t.events.allSatisfy { $0.touches == 1 })
    }

    @Test func fingerThatProvesRealAsTheFirstLiftsSpoilsASingleTap() {
        var t = GestureTester([("one", tap())])
        t.down(0)
        t.down(16, 300, 100, id: 1)
        t.up(32)
        t.up(60, id: 1)
        t.tap(500, until: 560)
        #expect(t.finish() == ["560 one ended"])
    }

    @Test func secondFingerThatLandsLateMayStillSwipe() {
        var t = GestureTester([("two", swipe { $0.touches = 2 })])
        t.down(0)
        t.down(50, 100, 200, id: 1)
        t.report(at: 60)
        for i in 1...5 {
            t.report((0, 100 + 10 * Float(i), 100), (1, 100 + 10 * Float(i), 200), at: 60 + 10 * Double(i))
        }
        #expect(t.story() == ["90 two ended"])
    }

    @Test func secondFingerThatStaysWhenTheFirstHasGoneTheWayIsTooLate() {
        var t = GestureTester([("two", swipe { $0.touches = 2 })], explains: true)
        t.drag(0, to: (130, 100), until: 30)
        t.report((0, 132, 100), (1, 100, 200), at: 40)
        for now in stride(from: 50.0, through: 80, by: 10) {
            #expect(t.events.isEmpty)
            t.place(0, 130 + Float(now) / 10, 100)
            t.report(at: now)
        }
        #expect(t.events.map(\.reason) == [.uneven])
    }

    /// One that had just landed was one that had stayed: at 125 Hz the swipe failed in its first report, at 100 Hz it did not.
    @Test(arguments: [60.0, 100, 125, 200, 240], [15.0, 30, 60, 90])
    func secondFingerMayBeAsFastAndLaterAtAnyRate(rate: Double, lateness: Double) {
        for speed in [300.0, 500, 1_000] {
            var t = GestureTester([("two", swipe { $0.touches = 2 })])
            for report in 0...Int(0.4 * rate) {
                let now = Double(report) * 1_000 / rate
                func x(_ age: Double) -> Float { 100 + Float(min(age / 1_000 * speed, 120)) }
                t.place(0, x(now), 100)
                if now >= lateness { t.place(1, x(now - lateness), 180) }
                t.report(at: now)
            }
            #expect(t.story().map { $0.split(separator: " ").dropFirst() } == [["two", "ended"]], "\(speed) pt/s")
        }
    }

    @Test func anotherFingersLandingDoesNotMoveThePan() {
        for lateness in [0.0, 5, 20] {
            var t = GestureTester([("pan", pan())])
            t.drag(0, to: (200, 100), until: 100)
            t.down(105, 700, 400, id: 1)
            t.wait(until: 105 + lateness)
            t.report((0, 200, 100), (1, 700, 400), at: 130)
            guard case .pan(let way, _)? = t.events.last?.values else { continue }
            #expect(abs(way.x - 90) < 0.01 && way.y == 0)
        }
    }

    @Test func fingersFarApartAndSlotsApartAreTheSame() {
        // Case 6 with other identities, other places, and none.
        for ids in [(0, 1), (7, 300), (300, 7), (-1, -1)] as [(Int32, Int32)] {
            for (x, y) in [(10, 10), (400, 240), (700, 470)] as [(Float, Float)] {
                var panel = GestureTester([("two", tap(taps: 1, touches: 2))])
                panel.reportContacts([(ids.0, x, y)], at: 0)
                panel.reportContacts([(ids.0, x, y), (ids.1, x + 80, y)], at: 80)
                panel.reportContacts([(ids.1, x + 80, y), (ids.0, x, y)], at: 90)
                panel.reportContacts([(ids.1, x + 80, y)], at: 150)
                panel.reportContacts([], at: 160)
                #expect(panel.story() == ["160 two ended"])
            }
        }
    }
}
