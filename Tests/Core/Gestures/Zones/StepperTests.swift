import TestSupport

/// Steppers, segments and pages: values, repeats, limits, lines.
@Suite struct StepperTests {
    /// Zone 1: the control, from (100, 100) to (300, 200): its halves meet at 200.
    private func tester(
        _ control: Control, _ gestures: [(name: String, recognizer: StandardRecognizer)] = []
    ) -> GestureTester {
        let rectangle = Zone.Shape.rectangle(from: Point(x: 100, y: 100), to: Point(x: 300, y: 200))
        return GestureTester(gestures, zones: [Zone(shape: rectangle, control: control)])
    }
    private func stepper(
        _ minimum: Float = 0, _ maximum: Float = 10, step: Float = 1, wraps: Bool = false, repeats: Bool = true
    ) -> Control {
        .stepper(.init(minimum: minimum, maximum: maximum, step: step, wraps: wraps, repeats: repeats))
    }
    /// `action value` without press and release.
    private func steps(_ controls: [ControlEvent]) -> [String] {
        controls.filter { $0.isClick }.map { "\($0.time.microseconds / 1_000) \($0.action.name) \($0.value)" }
    }

    private func expectValue(
        _ panel: inout GestureTester, _ expected: Float, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let value = panel.controlValue(of: 1)
        #expect(value == expected, comment, sourceLocation: sourceLocation)
    }

    @Test func tapStepsUpInTheRightHalfAndDownInTheLeftWhenItLifts() {
        var panel = tester(stepper())
        panel.tap(0, until: 50, 200, 150)
        panel.tap(1_000, until: 1_050, 299.9, 150)
        panel.tap(2_000, until: 2_050, 199.9, 150)
        #expect(
            panel.controlStory() == [
                "0 1 press", "50 1 increase", "50 1 release", "1000 1 press", "1050 1 increase", "1050 1 release",
                "2000 1 press", "2050 1 decrease", "2050 1 release",
            ])
        #expect(panel.controls.map(\.value) == [0, 1, 1, 1, 2, 2, 2, 1, 1])
    }

    @Test func liftOutsideAndCancellationAreNoSteps() {
        var panel = tester(stepper())
        panel.down(0, 250, 150)
        panel.down(20, 250, 250)
        panel.up(40)
        panel.down(1_000, 250, 150)
        panel.cancel(1_020)
        panel.report(at: 1_030)
        panel.up(1_040)
        #expect(panel.controlStory() == ["0 1 press", "40 1 release", "1000 1 press", "1020 1 cancel"])
    }

    /// (A double tap on the panel holds back the first lift until it fails, 750 ms after the second landing.)
    @Test func fingerThatLandsWhileTheLiftBeforeItIsDelayedIsNotLost() {
        var panel = tester(stepper(0, 100), [("double", tap(taps: 2))])
        panel.tap(0, until: 50, 250, 150)
        panel.down(200, 250, 150)
        panel.wait(until: 1_400)
        panel.up(1_500)
        #expect(
            panel.controlStory() == [
                "0 1 press", "950 1 increase", "950 1 release", "950 1 press", "950 1 increase", "1150 1 increase",
                "1350 1 increase", "1500 1 release",
            ])
    }

    @Test func fingersThatLandBesideOneThatIsDownAreNotNext() {
        var panel = tester(.button, [("double", tap(taps: 2))])
        panel.down(0, 150, 150)
        panel.down(200, 250, 150, id: 1)
        panel.report(at: 220)
        panel.up(240, id: 1)
        panel.up(900)
        panel.wait()
        #expect(panel.controlStory() == ["0 1 press", "900 1 click"])
    }

    @Test func nextFingerThatAGestureTakesIsNoPress() {
        var panel = tester(.button, [("double", tap(taps: 2))])
        panel.tap(0, until: 50, 250, 150)
        panel.tap(200, until: 250, 250, 150)
        panel.wait()
        #expect(panel.controlStory().first == "0 1 press")
        #expect(!panel.controlStory().contains { $0.hasSuffix("click") })
        let presses = panel.controlStory().filter { $0.hasSuffix("press") }.count
        #expect(panel.controlStory().filter { $0.hasSuffix("cancel") }.count == presses)
    }

    @Test func heldFingerStepsAfterHalfASecondAndFasterAfterTwo() {
        var panel = tester(stepper(0, 100))
        panel.down(0, 250, 150)
        panel.wait(until: 499.999)
        #expect(steps(panel.controls) == [])
        panel.wait(until: 2_300)
        #expect(
            panel.controls.filter { $0.isClick }.map { $0.time.microseconds / 1_000 }
                == [500, 700, 900, 1_100, 1_300, 1_500, 1_700, 1_900, 2_100, 2_150, 2_200, 2_250, 2_300])
        #expect(panel.controls.last?.value == 13)
        // The lift is none after that.
        panel.up(2_320)
        panel.wait()
        #expect(panel.controlStory().last == "2320 1 release")
        let isAtRest = panel.isAtRest
        #expect(panel.controls.last?.value == 13 && isAtRest)
    }

    @Test func liftAtTheVeryInstantOfARepeatComesFirst() {
        for (lift, expected) in [
            (499.9, ["499 increase 1.0"]), (500, ["500 increase 1.0"]), (500.1, ["500 increase 1.0"]),
        ] {
            var panel = tester(stepper())
            panel.down(0, 250, 150)
            panel.up(lift)
            panel.wait()
            #expect(steps(panel.controls) == expected)
        }
        var panel = tester(stepper())
        panel.down(0, 250, 150)
        panel.up(700)
        panel.wait()
        #expect(steps(panel.controls) == ["500 increase 1.0"])
    }

    @Test func withoutRepeatsAHeldFingerStepsOnceWhenItLifts() {
        var panel = tester(stepper(repeats: false))
        panel.down(0, 250, 150)
        panel.wait(until: 5_000)
        let isAtRest = panel.isAtRest
        #expect(isAtRest)
        panel.up(5_000)
        #expect(steps(panel.controls) == ["5000 increase 1.0"])
    }

    @Test func heldFingerOutsideStepsNotAndInTheOtherHalfTheOtherWay() {
        var panel = tester(stepper(-10, 10))
        panel.down(0, 250, 150)
        panel.wait(until: 600)
        panel.down(600, 250, 250)
        panel.wait(until: 1_000)
        panel.down(1_000, 150, 150)
        panel.up(1_200)
        #expect(steps(panel.controls) == ["500 increase 1.0", "1100 decrease 0.0"])
    }

    @Test func nobodyHoldsAStepperForMoreThanAMinute() {
        var panel = tester(stepper(0, 10, wraps: true))
        panel.down(0, 250, 150)
        panel.wait()
        let isAtRest = panel.isAtRest
        #expect(isAtRest)
        let last = panel.controls.last?.time.microseconds ?? 0
        #expect(last < 60_000_000 && last >= 59_900_000)
        panel.up(90_000)
        #expect(panel.controlStory().last == "90000 1 release")
    }

    @Test func fingerWhoseLiftIsDelayedStepsOnceWhenItIsTold() {
        // The double tap around may yet come: the lift at 400 is told at 750.
        var panel = tester(stepper(), [("double", tap(taps: 2))])
        panel.down(0, 250, 150)
        panel.up(400)
        panel.wait()
        #expect(steps(panel.controls) == ["750 increase 1.0"])
    }

    @Test func limitsAreReachedAndNotTold() {
        var panel = tester(stepper(0, 2.5))
        for index in 0..<4 { panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 50, 250, 150) }
        #expect(steps(panel.controls) == ["50 increase 1.0", "1050 increase 2.0", "2050 increase 2.5"])
        for index in 4..<9 { panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 50, 150, 150) }
        #expect(
            steps(panel.controls).suffix(3) == ["4050 decrease 1.5", "5050 decrease 0.5", "6050 decrease 0.0"])
    }

    @Test func valuesThatWrapGoFromTheGreatestToTheLeastAndBack() {
        var panel = tester(stepper(0, 2, wraps: true))
        for index in 0..<4 { panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 50, 250, 150) }
        panel.tap(4_000, until: 4_050, 150, 150)
        panel.tap(5_000, until: 5_050, 150, 150)
        #expect(panel.controls.filter { $0.isClick }.map(\.value) == [1, 2, 0, 1, 0, 2])
        #expect(panel.controls.last { $0.isClick }?.action == .decrease)
    }

    @Test func tenTenthsAreOne() {
        var panel = tester(stepper(0, 1, step: 0.1, wraps: true))
        for index in 0..<10 { panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 50, 250, 150) }
        expectValue(&panel, 1)
        panel.tap(20_000, until: 20_050, 250, 150)
        expectValue(&panel, 0)
    }

    @Test func stepperBeginsAtZeroOrAtItsLeast() {
        var around = tester(stepper(-5, 5))
        expectValue(&around, 0)
        var above = tester(stepper(3, 5))
        expectValue(&above, 3)
        var below = tester(stepper(-5, -3))
        expectValue(&below, -3)
    }

    @Test func thirdStepperThatIsHeldStepsWhenItLifts() {
        let zones = (0..<3).map { index in
            Zone(
                shape: .rectangle(
                    from: Point(x: Float(index) * 200, y: 0), to: Point(x: Float(index) * 200 + 200, y: 100)),
                control: stepper())
        }
        var panel = GestureTester([], zones: zones)
        for index in 0..<3 { panel.down(Double(index) * 20, Float(index) * 200 + 150, 50, id: Int32(index)) }
        panel.report(at: 60)
        panel.wait(until: 600)
        var values = [panel.controlValue(of: 1), panel.controlValue(of: 2), panel.controlValue(of: 3)]
        #expect(values == [1, 1, 0])
        for index in 0..<3 { panel.up(610 + Double(index), id: Int32(index)) }
        values = [panel.controlValue(of: 1), panel.controlValue(of: 2), panel.controlValue(of: 3)]
        #expect(values == [1, 1, 1])
    }

    // MARK: Segments and pages

    @Test func segmentIsSelectedWhereTheFingerLifts() {
        var panel = tester(.segmented(4))
        expectValue(&panel, -1)
        panel.tap(0, until: 50, 149.9, 150)
        panel.tap(1_000, until: 1_050, 120, 150)
        panel.down(2_000, 120, 150)
        panel.down(2_010, 150, 150)
        panel.up(2_050)
        panel.tap(3_000, until: 3_050, 299.9, 150)
        panel.down(4_000, 120, 150)
        panel.down(4_010, 120, 201)
        panel.up(4_050)
        #expect(
            panel.controlStory() == [
                "0 1 press", "50 1 select", "50 1 release", "1000 1 press", "1050 1 release", "2000 1 press",
                "2050 1 select", "2050 1 release", "3000 1 press", "3050 1 select", "3050 1 release", "4000 1 press",
                "4050 1 release",
            ])
        #expect(panel.controls.filter { $0.isClick }.map(\.value) == [0, 1, 3])
        #expect(panel.controls.filter { $0.isClick }.map(\.number) == [1, 2, 4])
    }

    /// (A place in it is no fraction of its width: it trapped.)
    @Test func outlineWithoutAnEndHasItsFirstSegment() {
        let beyond = Zone.Shape.ring(center: Point(x: 400, y: 200), inner: 10, outer: .infinity)
        var panel = GestureTester([], zones: [Zone(shape: beyond, control: .segmented(3))])
        panel.tap(0, until: 50, 100, 150)
        #expect(panel.controlStory() == ["0 1 press", "50 1 select", "50 1 release"])
        #expect(panel.controls.map(\.value) == [-1, 0, 0])
    }

    @Test func pagesAreTurnedOneByOneAndNotBeyondTheLast() {
        var panel = tester(.pageControl(3))
        for (index, x) in ([150, 200, 250, 250, 199.9] as [Float]).enumerated() {
            panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 50, x, 150)
        }
        #expect(steps(panel.controls) == ["1050 next 1.0", "2050 next 2.0", "4050 previous 1.0"])
        #expect(panel.controls.last?.number == 2)
    }

    @Test func tapOfTheZoneAroundLeavesTheTapToThem() {
        for control in [stepper(), .segmented(2), .pageControl(2)] {
            var panel = tester(control, [("tap", tap())])
            panel.tap(0, until: 50, 250, 150)
            #expect(panel.story() == [] && steps(panel.controls).count == 1)
            // A drag is free.
            var dragged = tester(control, [("pan", pan())])
            dragged.drag(0, from: (120, 150), to: (290, 150), until: 60, lift: 70)
            #expect(dragged.controlStory().last?.hasSuffix("cancel") == true && steps(dragged.controls).isEmpty)
        }
    }

    @Test func valuesThatAreSetAreThoseThatTheControlCanHave() {
        for (control, given, expected) in [
            (stepper(-2, 2), 1.25, 1), (stepper(-2, 2), 1.5, 2), (stepper(-2, 2), 3, 2), (stepper(-2, 2), -3, -2),
            (stepper(-2, 2), .nan, -2),
            (.segmented(3), 1.9, 2), (.segmented(3), -0.4, 0), (.segmented(3), 7, 2), (.segmented(3), -1, -1),
            (.segmented(3), .nan, -1),
            (.pageControl(3), 5, 2), (.pageControl(3), -1, 0), (.pageControl(0), 1, 0),
        ] as [(Control, Float, Float)] {
            var panel = tester(control)
            let isTaken = panel.setControlValue(given, of: 1)
            #expect(isTaken)
            expectValue(&panel, expected, "\(control) \(given)")
        }
    }
}
