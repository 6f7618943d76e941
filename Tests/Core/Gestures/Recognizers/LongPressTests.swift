import TestSupport

@Suite struct LongPressTests {
    @Test func pressBeginsByTheClockWithoutAReport() {  // case 10
        var t = GestureTester([("press", press())])
        t.down(0)
        t.wait(until: 499.999)
        #expect(t.story() == [])
        t.wait(until: 500)
        #expect(t.story() == ["500 press began"])
        t.up(700)
        #expect(t.story() == ["500 press began", "700 press ended"])
    }

    @Test func pressFollowsTheFingerAnyDistance() {  // case 11
        var t = GestureTester([("press", press())])
        t.down(0)
        t.wait(until: 500)
        t.slide(from: 500, to: 800, 400, 100)
        t.up(900)
        #expect(t.story() == ["500 press began", "900 press ended"])
        #expect(t.events.filter { $0.state == .changed }.count == 30)
        #expect(t.events.last?.location == Point(x: 400, y: 100))
    }

    @Test func liftAtTheVeryEndComesTooLateToFailIt() {
        var t = GestureTester([("press", press())])
        t.tap(0, until: 500)
        #expect(t.story() == ["500 press began", "500 press ended"])
    }

    @Test func fingerThatMovesTooFarFails() {
        for (way, expected) in [(10 as Float, ["500 press began"]), (11, [])] {
            var t = GestureTester([("press", press())])
            t.down(0)
            t.down(100, 100 + way, 100)
            t.wait(until: 600)
            #expect(t.story() == expected)
        }
    }

    @Test func pressAfterATapCountsTheTap() {
        var t = GestureTester([("press", press { $0.taps = 1 })])
        t.tap(0, until: 80)
        t.down(200)
        t.wait(until: 900)
        #expect(t.story() == ["700 press began"])
        #expect(t.events.first?.values == .longPress(taps: 1))
    }

    @Test func pressWithoutItsTapFails() {
        var t = GestureTester([("press", press { $0.taps = 1 })])
        t.down(0)
        t.wait(until: 2_000)
        #expect(t.story() == [])
    }

    @Test func twoFingerPressCountsFromTheLastLanding() {
        var t = GestureTester([("press", press { $0.touches = 2 })])
        t.down(0)
        t.down(100, 200, 100, id: 1)
        t.wait(until: 900)
        #expect(t.story() == ["600 press began"])
        t.up(1_000)
        #expect(t.story().last == "1000 press ended")
    }

    @Test func waitingPressWhoseFingerLiftsFails() {
        var t = GestureTester(
            [("press", press()), ("longer", press { $0.minimumPressDuration = .milliseconds(900) })],
            waits: [("press", for: "longer")])
        t.tap(0, until: 700)
        #expect(t.finish() == [])
    }

    @Test func cancelledPressIsPaidBack() {
        var t = GestureTester([("press", press())])
        t.down(0)
        t.wait(until: 600)
        t.cancel(650)
        t.report(at: 660)
        t.up(700)
        #expect(t.finish() == ["500 press began", "650 press cancelled"])
    }
}
