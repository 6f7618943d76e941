import TestSupport

/// Controls in zones take the gesture that is their own before recognizers of the zones around them do.
@Suite struct ControlTests {
    private func place(_ control: Control?) -> [Zone] {
        [
            Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 600, y: 480))),
            Zone(
                shape: .rectangle(from: Point(x: 200, y: 100), to: Point(x: 400, y: 300)), parent: 1,
                control: control),
            Zone(shape: .circle(center: Point(x: 300, y: 200), radius: 20), parent: 2),
        ]
    }
    /// A gesture of a zone around the control, on the panel or on the control's parent.
    private func panel(
        _ gestures: [(name: String, recognizer: StandardRecognizer)], on control: Control?, zone: Int = 0
    ) -> GestureTester {
        var zoneOf: [String: Int] = [:]
        for gesture in gestures { zoneOf[gesture.name] = zone }
        return GestureTester(gestures, zones: place(control), zoneOf: zoneOf, explains: true)
    }
    private func isTakenByTheControl(_ events: [GestureEvent]) -> Bool {
        events.count == 1 && events[0].state == .failed && events[0].reason == .control(zone: 2)
    }

    private static let all: [Control?] = [
        nil, .button, .switch, .horizontalSlider, .verticalSlider, .stepper(.init()), .segmented(3), .pageControl(3),
    ]

    @Test(arguments: 0..<8, [0, 1]) func singleTapBelongsToButtonsAndSwitches(_ index: Int, _ zone: Int) {
        let control = ControlTests.all[index]
        var t = panel([("tap", tap())], on: control, zone: zone)
        t.tap(0, until: 60, 250, 150)
        t.wait()
        if control != nil && control != .horizontalSlider && control != .verticalSlider {
            #expect(isTakenByTheControl(t.events))
        } else {
            #expect(t.story() == ["60 tap ended"])
        }
        // Beside the control it is free.
        t.tap(1_000, until: 1_060, 199, 150)
        #expect(t.finish().last == "1060 tap ended")
    }

    @Test(arguments: 0..<8) func twoTapsTwoFingersAndAPressAreFree(_ index: Int) {
        let control = ControlTests.all[index]
        var double = panel([("double", tap(taps: 2))], on: control)
        double.tap(0, until: 60, 250, 150)
        double.tap(200, until: 260, 250, 150)
        #expect(double.story() == ["260 double ended"])
        var two = panel([("two", tap(taps: 1, touches: 2))], on: control)
        two.down(0, 250, 150)
        two.down(10, 350, 150, id: 1)
        two.report(at: 20)
        two.up(60)
        two.up(70, id: 1)
        #expect(two.story() == ["70 two ended"])
        var press = panel([("press", press())], on: control)
        press.down(0, 250, 150)
        press.wait(until: 600)
        #expect(press.story() == ["500 press began"])
    }

    @Test(arguments: [false, true]) func sliderKeepsAFingerThatRolledAcrossItsAxisAndNoOther(_ isAlong: Bool) {
        var t = panel([("drag", .pan(PanRecognizer()))], on: .horizontalSlider)
        t.down(0, 250, 150)
        for n in 1...8 { t.down(Double(n) * 10, 250, 150 + Float(n) * 1.5) }
        t.down(300, 250, 162)
        for n in 1...20 {
            t.down(300 + Double(n) * 10, 250 + (isAlong ? Float(n) * 3 : 0), 162 + (isAlong ? 0 : Float(n) * 3))
        }
        t.up(510)
        #expect(isTakenByTheControl(t.events) == isAlong)
    }

    @Test(arguments: 0..<8, 0..<4) func oneFingerAlongTheAxisBelongsToSlidersAndSwitches(_ index: Int, _ kind: Int) {
        let control = ControlTests.all[index]
        let kinds: [StandardRecognizer] = [
            pan(), pan { $0.maximumTouches = 1 }, swipe(),
            .edgePan(
                EdgePanRecognizer(
                    {
                        var parameters = EdgePanRecognizer.Parameters.classic
                        parameters.edgeWidthPt = 400
                        return parameters
                    }())),
        ]
        for (x, y) in [(80, 0), (0, 80), (80, 8), (8, 80)] as [(Float, Float)] {
            var t = panel([("drag", kinds[kind])], on: control)
            t.drag(0, from: (250, 150), to: (250 + x, 150 + y), until: 100, lift: 110)
            t.wait()
            let isAcross = x > y
            if isAcross && (control == .switch || control == .horizontalSlider)
                || !isAcross && control == .verticalSlider
            {
                #expect(isTakenByTheControl(t.events), "\(String(describing: control)) \(x) \(y)")
            } else {
                #expect(t.story().first?.contains("drag") == true)
                #expect(t.events.allSatisfy { $0.state != .failed })
            }
        }
    }

    @Test func twoFingersAlongASliderAreFree() {
        for recognizer in [pan { $0.minimumTouches = 2 }, pan(), swipe { $0.touches = 2 }] {
            var t = panel([("drag", recognizer)], on: .horizontalSlider)
            t.report((0, 250, 150), (1, 250, 250), at: 0)
            t.report(at: 10)
            for i in 1...10 {
                t.report((0, 250 + 10 * Float(i), 150), (1, 250 + 10 * Float(i), 250), at: 10 + 10 * Double(i))
            }
            t.remove(0)
            t.up(120, id: 1)
            #expect(t.story().first?.contains("failed") == false)
        }
    }

    @Test func recognizersOfTheControlItselfAndInItAreFree() {
        for zone in [2, 3] {
            var t = panel([("tap", tap())], on: .button, zone: zone)
            t.tap(0, until: 60, 300, 200)
            #expect(t.story() == ["60 tap ended"])
        }
        // What lies in the control belongs to it, for those around it.
        var t = panel([("tap", tap())], on: .button, zone: 1)
        t.tap(0, until: 60, 300, 200)
        #expect(isTakenByTheControl(t.events))
    }

    @Test func whatWaitsForTheOneThatTheControlTookGoesOn() {
        var t = GestureTester(
            [("swipe", swipe()), ("press", press { $0.allowableMovementPt = 500 })], zones: place(.horizontalSlider),
            waits: [("press", for: "swipe")], explains: true)
        t.drag(0, from: (220, 150), to: (300, 150), until: 50)
        t.wait(until: 600)
        #expect(t.story() == ["20 swipe failed", "500 press began"])
    }

    @Test func fingerThatSlidesOntoAControlIsNotItsOwn() {
        var t = panel([("pan", pan())], on: .horizontalSlider)
        t.drag(0, from: (100, 150), to: (300, 150), until: 100, lift: 110)
        #expect(t.story() == ["10 pan began", "110 pan ended"])
    }

    @Test func failureNamesTheControl() {
        #expect("\(FailureReason.control(zone: 2).code)" == "control")
    }
}
