import TestSupport

/// What buttons, switches and sliders make of their own touch streams.
@Suite struct ControlEventTests {
    /// Zone 1: the control, from (100, 100) to (300, 200).
    private func tester(
        _ control: Control, _ gestures: [(name: String, recognizer: StandardRecognizer)] = [],
        zoneOf: [String: Int] = [:], multiple: Bool = false, shape: Zone.Shape? = nil
    ) -> GestureTester {
        let rectangle = Zone.Shape.rectangle(from: Point(x: 100, y: 100), to: Point(x: 300, y: 200))
        return GestureTester(
            gestures, zones: [Zone(shape: shape ?? rectangle, multipleTouch: multiple, control: control)],
            zoneOf: zoneOf)
    }

    @Test func buttonClicksWhenItsFingerLiftsInside() {
        var panel = tester(.button)
        panel.down(0, 150, 150)
        // Out and back in.
        panel.down(50, 500, 150)
        panel.down(100, 299.9, 199.9)
        panel.up(150)
        #expect(panel.controlStory() == ["0 1 press", "150 1 click"])
        #expect(panel.controls.last?.location == Point(x: 299.9, y: 199.9))
        #expect(panel.controls.first?.locationInZone == Point(x: 50, y: 50))
    }

    @Test func buttonDoesNotClickWhenItsFingerLiftsOutside() {
        var panel = tester(.button)
        panel.down(0, 150, 150)
        panel.down(100, 300, 150)
        panel.up(150)
        #expect(panel.controlStory() == ["0 1 press", "150 1 release"])
        // A finger that comes from outside is not the button's.
        panel.down(200, 50, 150)
        panel.down(250, 150, 150)
        panel.up(300)
        #expect(panel.controls.count == 2)
    }

    @Test func swipeOverAButtonIsNoClick() {  // case 47
        var panel = tester(.button, [("swipe", swipe())])
        panel.drag(0, from: (110, 150), to: (290, 150), until: 90, lift: 100)
        #expect(panel.story() == ["20 swipe ended"])
        #expect(panel.controlStory() == ["0 1 press", "20 1 cancel"])
    }

    @Test func tapOfTheZoneAroundLeavesTheClickToTheButton() {
        var panel = tester(.button, [("tap", tap())])
        panel.tap(0, until: 50, 150, 150)
        #expect(panel.story() == [])
        #expect(panel.controlStory() == ["0 1 press", "50 1 click"])
        // One on the button itself takes the touch away.
        var own = tester(.button, [("tap", tap())], zoneOf: ["tap": 1])
        own.tap(0, until: 50, 150, 150)
        #expect(own.story() == ["50 tap ended"])
        #expect(own.controlStory() == ["0 1 press", "50 1 cancel"])
    }

    @Test func clickWaitsForADoubleTapAroundAndIsToldWhenItComes() {
        var panel = tester(.button, [("double", tap(taps: 2))])
        panel.tap(0, until: 80, 150, 150)
        panel.wait(until: 429)
        #expect(panel.controlStory() == ["0 1 press"])
        panel.wait()
        #expect(panel.controlStory() == ["0 1 press", "430 1 click"])
    }

    /// (It pressed as the first one was cancelled, and was cancelled itself at once: a line flickered.)
    @Test func theSecondFingerOfADoubleTapAroundPressesNothing() {
        var panel = tester(.button, [("double", tap(taps: 2))])
        panel.tap(0, until: 80, 150, 150)
        panel.tap(200, until: 280, 150, 150)
        #expect(panel.story() == ["280 double ended"])
        #expect(panel.controlStory() == ["0 1 press", "280 1 cancel"])
    }

    @Test func controlFollowsOneFingerAtATime() {
        for multiple in [false, true] {
            var panel = tester(.button, multiple: multiple)
            panel.down(0, 150, 150)
            panel.down(50, 250, 150, id: 1)
            panel.report(at: 70)
            panel.up(100)
            panel.up(150, id: 1)
            #expect(panel.controlStory() == ["0 1 press", "100 1 click"])
        }
    }

    @Test func cancellationIsNoClick() {
        var panel = tester(.button)
        panel.down(0, 150, 150)
        panel.cancel(50)
        panel.up(100)
        panel.tap(200, until: 250, 150, 150)
        #expect(panel.controlStory() == ["0 1 press", "50 1 cancel", "200 1 press", "250 1 click"])
    }

    @Test func switchTurnsOnAndOff() {
        var panel = tester(.switch)
        panel.tap(0, until: 50, 150, 150)
        panel.tap(1_000, until: 1_050, 150, 150)
        panel.down(2_000, 150, 150)
        panel.down(2_050, 50, 150)
        panel.up(2_100)
        panel.tap(3_000, until: 3_050, 150, 150)
        #expect(
            panel.controlStory() == [
                "0 1 press", "50 1 on", "1000 1 press", "1050 1 off", "2000 1 press", "2100 1 release",
                "3000 1 press", "3050 1 on",
            ])
        #expect(panel.controls.map(\.value) == [0, 1, 1, 0, 0, 0, 0, 1])
    }

    /// It took the drag from the gestures around it, and then toggled.
    @Test func switchFollowsADrag() {
        func told(from value: Float, to end: (Float, Float)) -> [String] {
            var panel = tester(.switch)
            if value == 1 { panel.tap(0, until: 50, 150, 150) }
            panel.drag(1_000, from: (150, 150), to: end, until: 1_200, lift: 1_210)
            return panel.controlStory().suffix(2).map { String($0.split(separator: " ").last!) }
        }
        // (The zone ends at 300.)
        for end in [(Float(175), Float(150)), (250, 160), (400, 150)] {
            #expect(told(from: 0, to: end) == ["press", "on"])
            #expect(told(from: 1, to: end) == ["press", "release"])
        }
        for end in [(Float(125), Float(150)), (20, 140)] {
            #expect(told(from: 1, to: end) == ["press", "off"])
            #expect(told(from: 0, to: end) == ["press", "release"])
        }
        // A tap that rolls, and a finger that goes up.
        for end in [(Float(174), Float(150)), (140, 190)] {
            #expect(told(from: 0, to: end) == ["press", "on"])
            #expect(told(from: 1, to: end) == ["press", "off"])
        }
        #expect(told(from: 0, to: (150, 20)) == ["press", "release"])
        // Between two pixels.
        var panel = tester(.switch)
        panel.drag(0, from: (200.9, 150), to: (175.5, 150), until: 200, lift: 210)
        #expect(panel.controlStory() == ["0 1 press", "210 1 release"])
    }

    /// It was measured from where the finger was when the lift before came, which a double tap around it delays.
    @Test func switchIsDraggedFromTheLandingOfAFingerThatWaited() {
        for lift in [350.0, 700] {
            var panel = tester(.switch, [("double", tap(taps: 2))])
            panel.tap(0, until: 40, 150, 150)
            panel.drag(150, from: (160, 150), to: (225, 150), until: 280, lift: lift)
            panel.wait()
            let told = panel.controlStory().map { String($0.split(separator: " ").last!) }
            #expect(told == ["press", "on", "press", "release"], "\(panel.controlStory())")
        }
    }

    @Test(arguments: [
        (Control.horizontalSlider, [0.25, 0.5, 1, 0, 0.5] as [Float]),
        (.verticalSlider, [0.75, 0.5, 0, 1, 0.5]),
    ])
    func sliderFollowsItsFinger(control: Control, values: [Float]) {
        var panel = tester(control)
        // A quarter in, half, beyond the end, before the beginning, half.
        panel.down(0, 150, 125)
        panel.down(10, 200, 150)
        panel.down(20, 400, 300)
        panel.down(30, 20, 20)
        panel.down(40, 200, 150)
        panel.up(50)
        #expect(
            panel.controlStory() == [
                "0 1 press", "10 1 change", "20 1 change", "30 1 change", "40 1 change", "50 1 release",
            ])
        #expect(panel.controls.map(\.value) == values + [0.5])
    }

    /// 100 pt wide, from 100 to 300 across and 100 to 200 down: −40 to 60 in steps of 25.
    @Test(
        arguments: [
            (100, -40), (124, -40), (126, -15), (150, -15), (174, -15), (176, 10), (224, 10), (226, 35), (274, 35),
            (276, 60),
            (301, 60), (20, -40),
        ] as [(Float, Float)])
    func sliderHasTheNearestOfItsSteps(x: Float, value: Float) {
        var panel = tester(.slider(.init(.horizontal, minimum: -40, maximum: 60, step: 25)))
        #expect(panel.controlValue(of: 1) == 10, "it begins with what is nearest to 0")
        panel.down(0, 150, 150)
        panel.down(10, x, 150)
        panel.up(20)
        #expect(panel.controls.last?.value == value && panel.controls.first?.value == -15)
        #expect(panel.controls.last?.number == Int(value + 40) / 25)
    }

    @Test func sliderWithinAStepTellsNoChange() {
        var panel = tester(.slider(.init(.vertical, maximum: 10, step: 5)))
        for (i, y) in [150, 151, 160, 149].enumerated() { panel.down(Double(i) * 10, 150, Float(y)) }
        panel.up(40)
        #expect(panel.controlStory() == ["0 1 press", "40 1 release"])
        #expect(panel.controls.map(\.value) == [5, 5])
    }

    /// Lines that show its number would chatter.
    @Test func sliderOfStepsKeepsItsValueWhereAFingerRestsOnTheBorderOfTwo() {
        var panel = tester(.slider(.init(.horizontal, maximum: 10, step: 1)))
        // The border of 5 and 6 is at 210 pt.
        for (i, x) in [209, 213, 207, 213.9, 208, 214.1, 207, 212, 206.1, 205.9, 211].enumerated() {
            panel.down(Double(i) * 10, Float(x), 150)
        }
        panel.up(200)
        #expect(panel.controlStory() == ["0 1 press", "10 1 change", "90 1 change", "200 1 release"])
        #expect(panel.controls.map(\.value) == [5, 6, 5, 5])
        // Of small steps a quarter is kept: here 0.5 pt.
        panel = tester(.slider(.init(.horizontal, maximum: 100, step: 1)))
        for (i, x) in [200, 201.2, 200.6, 200.4].enumerated() { panel.down(Double(i) * 10, Float(x), 150) }
        #expect(panel.controls.map(\.value) == [50, 51, 50])
        // It ends at its ends.
        for (i, x) in [299.9, 310, 100.4, 99].enumerated() { panel.down(Double(i) * 10 + 40, Float(x), 150) }
        #expect(panel.controls.suffix(2).map(\.value) == [100, 0])
    }

    @Test func sliderHearsOnlyOfItsOwnAxis() {
        var panel = tester(.horizontalSlider)
        panel.down(0, 150, 125)
        panel.down(10, 150, 190)
        panel.up(20)
        #expect(panel.controlStory() == ["0 1 press", "20 1 release"])
    }

    @Test func panAlongASliderIsTheSliders() {
        // Across it the pan of the zone around takes the finger away.
        for (x, y, story) in [
            (290, 150, ["0 1 press", "10 1 change", "20 1 change", "30 1 change", "40 1 release"]),
            (150, 190, ["0 1 press", "10 1 cancel"]),
        ] as [(Float, Float, [String])] {
            var panel = tester(.horizontalSlider, [("pan", pan())])
            panel.drag(0, from: (150, 150), to: (x, y), until: 30, lift: 40)
            #expect(panel.controlStory() == story)
            #expect(panel.story().isEmpty == (story.count > 2))
        }
    }

    @Test func roundSliderGoesFromRimToRim() {
        var panel = tester(.horizontalSlider, shape: .circle(center: Point(x: 200, y: 150), radius: 100))
        panel.down(0, 150, 150)
        panel.down(10, 300, 150)
        panel.up(20)
        #expect(panel.controls.map(\.value) == [0.25, 1, 1])
    }

    @Test func valuesCanBeSet() {
        var panel = tester(.horizontalSlider)
        let taken = [(0.3, 1), (2, 1), (-1, 1), (.nan, 1), (0.5, 0), (0.5, 2), (0.5, -1)].map { (value: Float, zone) in
            panel.setControlValue(value, of: zone)
        }
        #expect(taken == [true, true, true, true, false, false, false])
        #expect(panel.controlValue(of: 1) == 0)
        panel.setControlValue(0.75, of: 1)
        #expect(panel.controlValue(of: 1) == 0.75)
        var toggle = tester(.switch)
        toggle.setControlValue(1, of: 1)
        toggle.tap(0, until: 50, 150, 150)
        #expect(toggle.controlStory() == ["0 1 press", "50 1 off"])
        var button = tester(.button)
        button.setControlValue(1, of: 1)
        #expect(button.controlValue(of: 1) == 0)
    }

    @Test func touchInAPartOfAControlIsTheControls() {
        let rectangle = Zone.Shape.rectangle(from: Point(x: 100, y: 100), to: Point(x: 300, y: 200))
        for listening in [[], [2]] {
            var panel = GestureTester(
                [],
                zones: [
                    Zone(shape: rectangle, control: .button),
                    Zone(shape: .circle(center: Point(x: 200, y: 150), radius: 20), parent: 1),
                ], listeningTo: listening)
            panel.tap(0, until: 50, 200, 150)
            // Unless somebody handles it there.
            #expect(panel.controlStory() == (listening.isEmpty ? ["0 1 press", "50 1 click"] : []))
        }
    }

    @Test func unhandledTouchesBesideAControlAreCounted() {
        var panel = tester(.button)
        panel.tap(0, until: 50, 20, 20)
        #expect(panel.delivery.unhandledTouches == 2)
        #expect(panel.controls.isEmpty)
    }
}
