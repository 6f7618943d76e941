import TaplineCore
import Testing

/// What the reference has found: the smallest scripts of engine and reference differing, and what is right.
@Suite struct ReferenceCases {
    /// `ms gesture state`, without `changed`, of a script on which both agree.
    private func story(_ make: (inout ReferenceScript) -> Void) -> [String] {
        var script = ReferenceScript()
        make(&script)
        let run = ReferenceRun(script)
        #expect(run.difference == nil)
        return run.told.filter { $0.state != .changed }.map {
            "\($0.time.microseconds / 1_000) \($0.gesture) \($0.state)"
        }
    }

    @Test func thirdFingerThatProvesRealBetweenReportsSettlesNoDoubtAboutASpan() {
        var script = ReferenceScript()
        script.gestures.append(.init(rule: .pinch(changed(.classic) { $0.slopPt = 5 })))
        script.steps.append((0, .report([.init(id: 0, x: 360, y: 50), .init(id: 1, x: 460, y: 50)])))
        script.steps.append((100_000, .report([.init(id: 0, x: 360, y: 50), .init(id: 1, x: 470, y: 60)])))
        script.steps.append(
            (
                120_000,
                .report([
                    .init(id: 1, x: 470, y: 60), .init(id: 0, x: 340, y: 420), .init(id: 3, x: 540, y: 420),
                ])
            ))
        script.steps.append((200_000, .report([.init(id: 0, x: 340, y: 420), .init(id: 3, x: 540, y: 420)])))
        let run = ReferenceRun(script)
        #expect(run.difference == nil)
        #expect(run.told.map { "\($0.time.microseconds / 1_000) \($0.state)" } == ["100 began", "210 ended"])
    }

    @Test func discretePinchThatDoublesInOneReportAndRestsIsOne() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .pinch(changed(.init()) { $0.discreteDeltaPt = 40 })))
                s.steps.append((0, .report([.init(id: 0, x: 740, y: 20), .init(id: 1, x: 760, y: 40)])))
                for time in [10_000, 20_000] as [Int64] {
                    s.steps.append((time, .report([.init(id: 0, x: 740, y: 20), .init(id: 1, x: 710, y: 100)])))
                }
            } == ["20 0 ended"])
    }

    @Test func panDoesNotBeginBecauseAContactBesideItIsConfirmed() {
        #expect(
            story { s in
                s.zones.append(Zone(shape: .circle(center: Point(x: 100, y: 200), radius: 150), parent: 0))
                s.gestures.append(.init(rule: .pan(changed(.init()) { $0.maximumTouches = 1 }), zone: 1))
                s.steps.append((0, .report([.init(id: 0, x: 170, y: 200)])))
                for time in [60_000, 100_000] as [Int64] {
                    s.steps.append((time, .report([.init(id: 0, x: 540, y: 420), .init(id: 1, x: 580, y: 420)])))
                }
            } == ["110 0 failed"])
    }

    @Test func landingWhereOneOfSixFingersHasJustLiftedIsItsBounce() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .tap(changed(.init()) { $0.touches = 3 })))
                let hand = [(120, 230), (240, 200), (350, 200), (10, 200), (160, 150), (280, 30)]
                s.steps.append(
                    (
                        0,
                        .report(
                            hand.enumerated().map { .init(id: Int32($0 + 1), x: Float($1.0), y: Float($1.1)) })
                    ))
                s.steps.append((100_000, .report([.init(id: 0, x: 120, y: 230)])))
            } == ["17 0 failed"])
    }

    @Test func fingerThatProvesRealAsTheOthersLiftIsTheThirdOfARotation() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .rotation(.init())))
                s.steps.append((0, .report([.init(id: 1, x: 430, y: 380), .init(id: 0, x: 550, y: 320)])))
                s.steps.append(
                    (
                        1_000,
                        .report([
                            .init(id: 1, x: 430, y: 380), .init(id: 0, x: 550, y: 320), .init(id: 2, x: 660, y: 320),
                        ])
                    ))
                s.steps.append((2_000, .report([.init(id: 2, x: 660, y: 320)])))
            } == ["2 0 failed"])
    }

    @Test func fingerThatProvesRealAsTheFirstLiftsIsTheSecondOfAPan() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .pan(changed(.init()) { $0.maximumTouches = 1 })))
                s.steps.append((0, .report([.init(id: 0, x: 100, y: 100)])))
                s.steps.append((10_000, .report([.init(id: 0, x: 100, y: 100), .init(id: 1, x: 300, y: 100)])))
                s.steps.append((20_000, .report([.init(id: 1, x: 300, y: 100)])))
                s.steps.append((30_000, .report([.init(id: 1, x: 400, y: 100)])))
            } == ["20 0 failed"])
    }

    @Test func fingerThatProvesRealAsTheFirstLiftsIsTheSecondOfAnEdgePan() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .edgePan(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 10, y: 100)])))
                s.steps.append((10_000, .report([.init(id: 0, x: 10, y: 100), .init(id: 1, x: 10, y: 300)])))
                s.steps.append((20_000, .report([.init(id: 1, x: 10, y: 300)])))
                s.steps.append((30_000, .report([.init(id: 1, x: 100, y: 300)])))
            } == ["20 0 failed"])
    }

    @Test func fingerThatLandsInTheReportThatEndsAPressIsTheNextPress() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .longPress(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 100, y: 100)])))
                s.steps.append((600_000, .report([.init(id: 1, x: 400, y: 100)])))
                s.steps.append((1_200_000, .report([])))
            } == ["500 0 began", "600 0 ended", "1100 0 began", "1200 0 ended"])
    }

    @Test func whoeverWaitsFailsAtTheInstantThatTheOtherIsRecognized() {
        // The swipe is recognized long before the double tap is ready; the third one waits for the double tap only.
        #expect(
            story { s in
                s.gestures.append(.init(rule: .tap(changed(.init()) { $0.taps = 2 })))
                s.gestures.append(.init(rule: .tap(.init())))
                s.waits.append(.init(first: 0, second: 1))
                s.steps.append((0, .report([.init(id: 0, x: 500, y: 100)])))
                s.steps.append((60_000, .report([])))
                s.steps.append((200_000, .report([.init(id: 0, x: 500, y: 100)])))
                s.steps.append((260_000, .report([])))
            } == ["60 1 ended", "60 0 failed", "260 1 ended", "260 0 failed"])
    }

    @Test func whoeverWaitsFailsWhereItTakesAFingerOfOneThatHasBegun() {
        #expect(
            story { s in
                s.gestures.append(
                    .init(
                        rule: .pan(
                            changed(.init()) {
                                $0.maximumTouches = 2
                                $0.slopPt = 0
                            })))
                s.gestures.append(.init(rule: .tap(.init())))
                s.waits.append(.init(first: 1, second: 0))
                s.oneWay.append(.init(first: 0, second: 1))
                s.steps.append((0, .report([.init(id: 0, x: 630, y: 100)])))
                s.steps.append((300_000, .report([.init(id: 0, x: 630, y: 100), .init(id: 1, x: 700, y: 100)])))
                s.steps.append((400_000, .report([.init(id: 0, x: 630, y: 100)])))
            } == ["0 0 began", "0 1 failed", "410 0 ended"])
    }

    @Test func whoeverAsksLateFailsWhereTheOtherWasRecognizedAndCancelled() {
        // The rotation is ready after the first transform has begun and the second one has cancelled it.
        #expect(
            story { s in
                s.gestures.append(.init(rule: .rotation(.init())))
                s.gestures.append(.init(rule: .transform(.init())))
                s.gestures.append(.init(rule: .transform(.init())))
                s.waits.append(.init(first: 0, second: 1, how: .asked))
                s.together.append(.init(first: 0, second: 1, how: .forKind))
                s.oneWay.append(.init(first: 1, second: 2, how: .askedOfOther))
                s.steps.append((0, .report([.init(id: 0, x: 50, y: 200), .init(id: 1, x: 504, y: 40)])))
                s.steps.append((40_000, .report([.init(id: 0, x: 5, y: 200), .init(id: 1, x: 504, y: 40)])))
                s.steps.append((100_000, .report([.init(id: 0, x: 5, y: 200), .init(id: 1, x: 117, y: 260)])))
            } == ["40 1 began", "40 2 began", "40 1 cancelled", "100 0 failed", "110 2 ended"])
    }

    @Test func sequenceThatOneWhoGoesBackHeldTogetherIsOver() {
        // The new finger does not exist for the long press, which alone joined the tap's finger to the pan's.
        #expect(
            story { s in
                s.gestures.append(.init(rule: .pan(changed(.init()) { $0.slopPt = 0 })))
                s.gestures.append(.init(rule: .longPress(changed(.init()) { $0.taps = 2 }), deafFromX: 250))
                s.gestures.append(
                    .init(
                        rule: .tap(
                            changed(.init()) {
                                $0.taps = 2
                                $0.interval = .milliseconds(200)
                                $0.fires = .onDown
                            })))
                s.waits.append(.init(first: 0, second: 2))
                s.steps.append((0, .report([.init(id: 0, x: 150, y: 230)])))
                s.steps.append((20_000, .report([])))
                s.steps.append((50_000, .report([.init(id: 0, x: 110, y: 230)])))
                s.steps.append((1_100_000, .report([.init(id: 1, x: 700, y: 40)])))
            } == [
                "20 0 failed", "50 0 began", "50 1 failed", "220 2 failed", "1100 2 failed", "1110 0 ended",
            ])
    }

    @Test func spanOfExactlyATenthIsPossible() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .transform(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 60, y: 440), .init(id: 1, x: 660, y: 140)])))
                s.steps.append((10_000, .report([.init(id: 1, x: 660, y: 140), .init(id: 0, x: 720, y: 170)])))
                s.steps.append((30_000, .report([.init(id: 1, x: 660, y: 140), .init(id: 0, x: 720, y: 170)])))
            } == ["10 0 began", "40 0 ended"])
    }

    @Test func fingersThatProveRealTogetherAreOneSequence() {
        // The second one lifts in that report; the first one is no new attempt.
        #expect(
            story { s in
                s.gestures.append(.init(rule: .edgePan(.init())))
                s.steps.append((0, .report([.init(id: 2, x: 600, y: 140), .init(id: 3, x: 660, y: 170)])))
                s.steps.append((17_000, .report([.init(id: 2, x: 600, y: 140)])))
            } == ["17 0 failed"])
    }

    @Test func bounceThatStaysDownDoesNotHoldUpTheTap() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .tap(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 450, y: 170)])))
                s.steps.append((70_000, .report([])))
                s.steps.append((100_000, .report([.init(id: 0, x: 540, y: 140), .init(id: 1, x: 440, y: 170)])))
                s.steps.append((200_000, .report([.init(id: 1, x: 440, y: 170)])))
                s.steps.append((580_000, .report([.init(id: 1, x: 440, y: 170), .init(id: 0, x: 520, y: 170)])))
                s.steps.append((640_000, .report([.init(id: 1, x: 440, y: 170)])))
            } == ["70 0 ended", "200 0 ended", "640 0 ended"])
    }

    @Test func waitingEdgePanThatHasGoneBackDoesNotBegin() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .longPress(changed(.init()) { $0.taps = 1 })))
                s.gestures.append(.init(rule: .edgePan(.init())))
                s.waits.append(.init(first: 1, second: 0))
                s.steps.append((0, .report([.init(id: 0, x: 10, y: 200)])))
                s.steps.append((300_000, .report([.init(id: 0, x: 20, y: 200)])))
                s.steps.append((700_000, .report([.init(id: 0, x: 10, y: 200)])))
                s.steps.append((1_200_000, .report([])))
            } == ["750 0 failed", "1200 1 failed"])
    }

    @Test func waitingEdgePanBeginsWhereItLeadsInwardAgain() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .longPress(changed(.init()) { $0.taps = 1 })))
                s.gestures.append(.init(rule: .edgePan(.init())))
                s.waits.append(.init(first: 1, second: 0))
                s.steps.append((0, .report([.init(id: 0, x: 10, y: 200)])))
                s.steps.append((300_000, .report([.init(id: 0, x: 20, y: 200)])))
                s.steps.append((700_000, .report([.init(id: 0, x: 10, y: 200)])))
                s.steps.append((1_200_000, .report([.init(id: 0, x: 30, y: 200)])))
            } == ["750 0 failed", "1200 1 began", "1210 1 ended"])
    }

    @Test func fingerThatTakesThePlaceOfAnotherInAPairTurnsNothing() {
        // The first finger jumps: at the second report that says so it is another finger.
        #expect(
            story { s in
                s.hasMillimetres = true
                s.gestures.append(.init(rule: .rotation(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 640, y: 300), .init(id: 1, x: 10, y: 200)])))
                s.steps.append((10_000, .report([.init(id: 0, x: 640, y: 300), .init(id: 1, x: 10, y: 200)])))
                s.steps.append((20_000, .report([.init(id: 0, x: 110, y: 200), .init(id: 1, x: 10, y: 200)])))
                s.steps.append((30_000, .report([.init(id: 0, x: 110, y: 200), .init(id: 1, x: 10, y: 200)])))
                s.steps.append((40_000, .report([.init(id: 0, x: 111, y: 200), .init(id: 1, x: 10, y: 200)])))
            } == ["50 0 failed"])
    }

    @Test func transformThatBeginsWithAJumpTellsItWhereTheFingersRest() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .transform(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 540, y: 380), .init(id: 1, x: 620, y: 380)])))
                s.steps.append((20_000, .report([.init(id: 0, x: 740, y: 380), .init(id: 1, x: 420, y: 380)])))
                s.steps.append((30_000, .report([.init(id: 0, x: 740, y: 380), .init(id: 1, x: 420, y: 380)])))
                s.steps.append((40_000, .report([.init(id: 0, x: 740, y: 380), .init(id: 1, x: 420, y: 380)])))
            } == ["20 0 began", "50 0 ended"])
    }

    @Test func transformWhoseFingerLiftsAfterAJumpTellsNothing() {
        #expect(
            story { s in
                s.gestures.append(.init(rule: .transform(.init())))
                s.steps.append((0, .report([.init(id: 0, x: 540, y: 380), .init(id: 1, x: 620, y: 380)])))
                s.steps.append((20_000, .report([.init(id: 0, x: 740, y: 380), .init(id: 1, x: 420, y: 380)])))
                s.steps.append((30_000, .report([.init(id: 0, x: 740, y: 380)])))
            } == ["20 0 began", "40 0 ended"])
    }
}
