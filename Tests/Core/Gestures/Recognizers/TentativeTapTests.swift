import TestSupport

@Suite struct TentativeTapTests {
    private func once() -> StandardRecognizer { tap { $0.isTentative = true } }
    private func single(_ change: (inout TapRecognizer.Parameters) -> Void = { _ in }) -> GestureTester {
        GestureTester([("single", once()), ("double", tap(taps: 2))], waits: [("single", for: "double")])
    }

    @Test func itIsToldAtTheLiftAndConfirmedOnceTheDoubleTapHasFailed() {
        var t = single()
        t.tap(0, until: 80)
        #expect(t.story() == ["80 single tentative"])
        t.wait(until: 429)
        #expect(t.story() == ["80 single tentative"])
        #expect(t.finish() == ["80 single tentative", "430 single confirmed"])
        let isAtRest = t.isAtRest
        #expect(isAtRest)
    }

    @Test func theDoubleTapRevokesIt() {
        var t = single()
        t.taps((0, 80), (200, 260))
        #expect(t.finish() == ["80 single tentative", "260 double ended", "260 single revoked"])
    }

    @Test func oneThatWaitsForNobodyIsToldAndConfirmedAtOnce() {
        var t = GestureTester([("single", once())])
        t.tap(0, until: 80)
        #expect(t.story() == ["80 single tentative", "80 single confirmed"])
        #expect(t.events.allSatisfy { $0.values == .tap(taps: 1) && $0.location == Point(x: 100, y: 100) })
        #expect(t.events.map(\.isRecognition) == [false, true])
    }

    @Test func withoutItNothingIsToldBeforeTheEnd() {
        var t = GestureTester([("single", tap()), ("double", tap(taps: 2))], waits: [("single", for: "double")])
        t.tap(0, until: 80)
        #expect(t.story() == [])
        #expect(t.finish() == ["430 single ended"])
    }

    @Test func aTapThatFailsBeforeItIsReadyIsNeverTold() {
        var t = GestureTester(
            [("single", once()), ("double", tap(taps: 2))], waits: [("single", for: "double")], explains: true)
        t.down(0)
        t.up(751)
        t.wait()
        #expect(t.events.map(\.state).allSatisfy { $0 == .failed })
        #expect(!t.events.isEmpty)
    }

    @Test func aDoubleTapIsToldWhileItWaitsForATripleTap() {
        var t = GestureTester(
            [("double", tap { ($0.taps, $0.isTentative) = (2, true) }), ("triple", tap(taps: 3))],
            waits: [("double", for: "triple")])
        t.tap(0, until: 50)
        #expect(t.story() == [], "one tap is no double tap, not even tentatively")
        t.tap(150, until: 200)
        #expect(t.story() == ["200 double tentative"])
        #expect(t.finish() == ["200 double tentative", "550 double confirmed"])
    }

    @Test func onDownItIsToldAtTheLanding() {
        var t = GestureTester(
            [
                (
                    "single",
                    tap {
                        ($0.fires, $0.interval, $0.intervalFrom, $0.isTentative) = (
                            .onDown, .milliseconds(400), .down, true
                        )
                    }
                ),
                (
                    "double",
                    tap { ($0.taps, $0.fires, $0.interval, $0.intervalFrom) = (2, .onDown, .milliseconds(400), .down) }
                ),
            ], waits: [("single", for: "double")])
        t.tap(0, until: 80)
        #expect(t.story() == ["0 single tentative"])
        #expect(t.finish() == ["0 single tentative", "400 single confirmed"])
    }

    @Test func aCancellationWhileTheSecondTapIsUnderWayRevokesIt() {
        var t = single()
        t.tap(0, until: 80)
        t.down(200)
        t.cancel(210)
        #expect(t.finish() == ["80 single tentative", "210 single revoked"])
    }

    @Test func anotherThatPreventsItRevokesIt() {
        // The swipe begins with the second landing of what might have been a double tap, and shares no touch: only the
        // double tap's failing confirms. One that shares the touch revokes.
        var t = GestureTester(
            [
                ("single", once()), ("never", press { $0.minimumPressDuration = .milliseconds(2_000) }),
                ("two", tap(taps: 2)),
            ],
            waits: [("single", for: "two")])
        t.taps((0, 80), (150, 200))
        #expect(t.story() == ["80 single tentative", "200 two ended", "200 single revoked"])

        var free = single()
        free.tap(0, until: 80)
        free.down(150)
        free.slide(from: 150, to: 250, 300, 100)
        free.up(260)
        free.wait()
        #expect(free.story().prefix(1) == ["80 single tentative"])
        #expect(free.story().filter { $0.contains("confirmed") }.count == 1)
    }

    @Test func whyIsToldWithTheRevocationAlone() {
        var t = GestureTester(
            [("single", once()), ("double", tap(taps: 2))], waits: [("single", for: "double")], explains: true)
        t.taps((0, 80), (200, 260))
        t.wait()
        let told = t.events.filter { t.name($0) == "single" }
        #expect(told.map(\.state) == [.tentative, .revoked])
        #expect(told.last?.reason == .required(1) || told.last?.reason == .prevented(by: 1))
    }

    @Test func theNextTapBeginsAnew() {
        var t = single()
        t.taps((0, 80), (200, 260), (1_000, 1_080))
        #expect(
            t.finish() == [
                "80 single tentative", "260 double ended", "260 single revoked", "1080 single tentative",
                "1430 single confirmed",
            ])
    }
}
