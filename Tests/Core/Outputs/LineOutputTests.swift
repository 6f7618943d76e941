import TestSupport

@Suite struct LineOutputTests {
    private func event(
        _ ms: Int64, _ state: GestureState, gesture: Int = 0, isContinuous: Bool = false
    ) -> GestureEvent {
        GestureEvent(
            time: Instant(microseconds: ms * 1_000), gesture: gesture, zone: 0, kind: "tap",
            isContinuous: isContinuous, state: state, touches: 1, location: .zero, values: .none, reason: nil)
    }
    private func ms(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

    @Test func pulseLastsItsLength() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
        bench.handle(event(10, .ended))
        #expect(bench.bank.deadline == ms(110))
        bench.advance(to: Instant(microseconds: 109_999))
        #expect(bench.story == ["10 0 active"])
        bench.advance(to: ms(500))
        #expect(bench.story == ["10 0 active", "110 0 idle"])
        #expect(bench.bank.deadline == .never)
    }

    @Test func repeatingGesturePulsesALineEachTimeAndFlipsItOnce() {
        func told(_ ms: Int64, _ state: GestureState, _ values: GestureValues) -> GestureEvent {
            GestureEvent(
                time: Instant(microseconds: ms * 1_000), gesture: 0, zone: 0, kind: "swipe", isContinuous: true,
                state: state, touches: 1, location: .zero, values: values)
        }
        for (pattern, values, story) in [
            (.pulse(.milliseconds(100)), .swipe(direction: .left, velocity: .zero), ["0 0 active", "190 0 idle"]),
            (.toggle, .swipe(direction: .left, velocity: .zero), ["0 0 active"]),
            (.hold, .swipe(direction: .left, velocity: .zero), ["0 0 active", "150 0 idle"]),
            // What is told of a pan as it goes on is no new pan.
            (.pulse(.milliseconds(100)), .pan(translation: .zero, velocity: .zero), ["0 0 active", "100 0 idle"]),
        ] as [(LinePattern, GestureValues, [String])] {
            var bench = LineBench<1>(LineOutput(gestures: RecognizerSet(0), pattern: pattern))
            bench.handle(told(0, .began, values))
            bench.handle(told(90, .changed, values))
            bench.advance(to: Instant(microseconds: 140_000))
            bench.handle(told(150, .ended, values))
            bench.advance(to: Instant(microseconds: 500_000))
            #expect(bench.story == story)
        }
    }

    @Test(arguments: [
        (LinePattern.hold, ["1 0 active", "4 0 idle", "6 0 active", "7 0 idle"]),
        (.toggle, ["1 0 active", "2 0 idle", "6 0 active"]),
        (.pulse(.milliseconds(3)), ["1 0 active", "5 0 idle", "6 0 active", "9 0 idle"]),
    ])
    func lineFollowsWhatItsZoneIsTold(pattern: LinePattern, story: [String]) {
        var bench = LineBench<4>(LineOutput(touchesOf: 2, pattern: pattern))
        /// Whether the zone at `zone` handles it.
        func emit(_ at: Int64, _ phase: TouchPhase, to zone: Int = 2) -> Bool {
            bench.advance(to: ms(at))
            let touch = TouchEvent(
                time: ms(0), identity: 1, phase: phase, location: .zero, tapCount: 1, touches: 1, zone: zone)
            return bench.handle(touch, at: ms(at))
        }
        #expect(!emit(0, .began, to: 1))
        // Two fingers, of which one is taken away.
        for (at, phase) in [
            (1, TouchPhase.began), (2, .began), (2, .moved), (3, .cancelled), (4, .ended), (6, .began), (7, .ended),
        ] { #expect(emit(Int64(at), phase)) }
        bench.advance(to: ms(100))
        #expect(bench.story == story)
    }

    /// Somebody else answered when a switch was turned off, and the line that it held stayed active.
    @Test(arguments: [ControlEvent.Action.off, .release, .cancel])
    func lineThatAControlHoldsIsLetGoOfWhoeverAnswers(action: ControlEvent.Action) {
        var bench = LineBench<4>()
        for zone in [3, 4] {
            _ = bench.bank.append(
                LineOutput(gestures: RecognizerSet(), controls: ZoneSet(2), pattern: .hold).answering(as: zone))
        }
        let control: Control = action == .off ? .switch : .button
        for (i, action, responder) in [(0, action == .off ? .on : .press, 3), (1, action, 4)]
            as [(Int64, ControlEvent.Action, Int)]
        {
            bench.advance(to: ms(i))
            bench.bank.handleControl(
                ControlEvent(
                    time: ms(i), zone: 2, control: control, action: action, location: .zero, value: 0,
                    responder: .zone(responder)), into: &bench.lines)
        }
        #expect(bench.story == ["0 0 active", "1 0 idle"])
    }

    @Test(arguments: [
        (
            Control.button, [ControlEvent.Action.press, .click, .press, .release, .press, .cancel],
            ["1 0 active", "2 0 idle", "3 0 active", "4 0 idle", "5 0 active", "6 0 idle"], ["2 1 active"], 1
        ),
        (
            .switch, [.press, .on, .press, .release, .press, .off], ["2 0 active", "6 0 idle"],
            ["2 1 active", "6 1 idle"], 2
        ),
        (.verticalSlider, [.press, .change, .change, .release], ["1 0 active", "4 0 idle"], [], 0),
    ])
    func lineFollowsAControl(
        control: Control, actions: [ControlEvent.Action], held: [String], toggled: [String], pulses: Int
    ) {
        var bench = LineBench<4>()
        for pattern in [LinePattern.hold, .toggle, .pulse(Microseconds(500))] {
            _ = bench.bank.append(LineOutput(gestures: RecognizerSet(5), controls: ZoneSet(2), pattern: pattern))
        }
        for (index, action) in actions.enumerated() {
            for zone in [1, 2] {
                bench.advance(to: ms(Int64(index + 1)))
                bench.bank.handleControl(
                    ControlEvent(
                        time: ms(Int64(index + 1)), zone: zone, control: control, action: action, location: .zero,
                        value: 0), into: &bench.lines)
            }
        }
        #expect(bench.story.filter { $0.contains(" 0 ") } == held)
        #expect(bench.story.filter { $0.contains(" 1 ") } == toggled)
        #expect(bench.story.filter { $0.contains(" 2 active") }.count == pulses)
        #expect(bench.lines.controls == 2 * actions.count)
    }

    @Test func heldLineOfAZoneIsIdleAfterAReload() {
        var bench = LineBench<4>()
        let line = LineOutput(touchesOf: 0, pattern: .hold)
        _ = bench.bank.append(line)
        let touch = TouchEvent(
            time: .zero, identity: 1, phase: .began, location: .zero, tapCount: 1, touches: 1, zone: 0)
        let isHandled = bench.handle(touch, at: .zero)
        #expect(isHandled)
        #expect(bench.bank[0].isActive)
        var next = OutputBank<LineStory, 4>()
        _ = next.append(line)
        next.resume(0, from: bench.bank, at: 0)
        #expect(next[0] == line)
    }

    @Test func newGestureRestartsThePulse() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
        bench.handle(event(0, .ended))
        bench.handle(event(60, .ended))
        bench.advance(to: ms(1_000))
        #expect(bench.story == ["0 0 active", "160 0 idle"])
    }

    @Test func aLineFollowsTheStateOfATentativeTapThatItWasGiven() {
        for (trigger, story) in [
            (.recognition, ["130 0 active", "140 0 idle"]),
            (.tentative, ["0 0 active", "10 0 idle", "30 0 active", "40 0 idle"]),
            (.revocation, ["20 0 active", "30 0 idle"]),
        ] as [(LineTrigger, [String])] {
            var bench = LineBench<4>(
                LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(10)), trigger: trigger))
            for (time, state) in [(0, .tentative), (20, .revoked), (30, .tentative), (130, .confirmed)]
                as [(Int64, GestureState)]
            {
                bench.advance(to: ms(time))
                bench.handle(event(time, state))
            }
            bench.advance(to: ms(1_000))
            #expect(bench.story == story)
        }
    }

    @Test func aLinePulsesWhereAGestureEndsAndNotWhereItIsCancelled() {
        var bench = LineBench<4>(
            LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(10)), trigger: .end))
        for (time, state) in [(0, .began), (20, .changed), (100, .ended), (200, .began), (300, .cancelled)]
            as [(Int64, GestureState)]
        {
            bench.advance(to: ms(time))
            bench.handle(event(time, state))
        }
        bench.advance(to: ms(1_000))
        #expect(bench.story == ["100 0 active", "110 0 idle"])
    }

    @Test func aHeldLineIsActiveWhileATapIsInDoubt() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0), pattern: .hold))
        for (time, state) in [(0, .tentative), (30, .confirmed), (50, .tentative), (60, .revoked)]
            as [(Int64, GestureState)]
        { bench.handle(event(time, state)) }
        #expect(bench.story == ["0 0 active", "30 0 idle", "50 0 active", "60 0 idle"])
    }

    @Test func pulseHearsOnlyRecognition() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(10))))
        for state in [GestureState.failed, .cancelled, .changed] { bench.handle(event(0, state)) }
        for state in [GestureState.changed, .ended, .cancelled] {
            bench.handle(event(0, state, isContinuous: true))
        }
        bench.handle(event(0, .ended, gesture: 1))
        #expect(bench.story.isEmpty)
        #expect(bench.lines.told == 7)
        bench.handle(event(0, .began, isContinuous: true))
        #expect(bench.story == ["0 0 active"])
    }

    @Test func holdLastsFromBeganToTheEndOfTheLastGesture() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0) | RecognizerSet(1), pattern: .hold))
        bench.handle(event(0, .began, isContinuous: true))
        bench.handle(event(10, .changed, isContinuous: true))
        bench.handle(event(20, .began, gesture: 1, isContinuous: true))
        bench.handle(event(30, .ended, isContinuous: true))
        bench.handle(event(40, .cancelled, gesture: 1, isContinuous: true))
        #expect(bench.story == ["0 0 active", "40 0 idle"])
        #expect(bench.bank.deadline == .never)
    }

    @Test func pulsesEndInTimeOrder() {
        var bench = LineBench<4>()
        for length in [300, 100, 200] as [Int64] {
            _ = bench.bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(length))))
        }
        bench.handle(event(0, .ended))
        bench.advance(to: ms(1_000))
        #expect(bench.story.suffix(3) == ["100 1 idle", "200 2 idle", "300 0 idle"])
    }

    @Test func toggleFlipsAtEachRecognitionAndKeepsItsLevel() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0) | RecognizerSet(1), pattern: .toggle))
        bench.handle(event(10, .ended))
        #expect(bench.bank[0].isActive && bench.bank.deadline == .never)
        bench.advance(to: ms(100_000))
        // A continuous gesture flips it where it begins, not where it goes on or ends.
        for (time, state) in [(200_000, .began), (200_010, .changed), (200_020, .ended)] as [(Int64, GestureState)] {
            bench.handle(event(time, state, gesture: 1, isContinuous: true))
        }
        bench.handle(event(300_000, .ended))
        #expect(bench.story == ["10 0 active", "200000 0 idle", "300000 0 active"])
    }

    @Test func latchIsActiveFromOneGestureToAnother() {
        let (up, down) = (RecognizerSet(0), RecognizerSet(1))
        let pattern = LinePattern.latch(off: down, offControls: ZoneSet(2))
        var bench = LineBench<4>(
            LineOutput(gestures: up | down, controls: ZoneSet(1) | ZoneSet(2), pattern: pattern))
        for (time, gesture) in [(10, 1), (20, 0), (30, 0), (40, 1), (50, 1), (60, 0)] {
            bench.handle(event(Int64(time), .ended, gesture: gesture))
        }
        #expect(bench.story == ["20 0 active", "40 0 idle", "60 0 active"])
        // What only goes on, fails or is somebody else's changes nothing.
        bench.handle(event(70, .failed, gesture: 1))
        bench.handle(event(70, .ended, gesture: 2))
        #expect(bench.bank[0].isActive && bench.bank[0].pattern == pattern)
        // A reload keeps its level and what makes it idle.
        var next = LineOutput(gestures: up | down, pattern: .latch(off: up, offControls: ZoneSet()))
        next.resume(from: bench.bank[0])
        #expect(next.isActive && next.pattern == .latch(off: up, offControls: ZoneSet()))
        var toggle = LineOutput(gestures: up, pattern: .toggle)
        toggle.resume(from: bench.bank[0])
        #expect(!toggle.isActive)
    }

    @Test func latchWithATimeEndsByItselfOrBefore() {
        let pattern = LinePattern.latch(off: RecognizerSet(1), offControls: ZoneSet(2), for: .milliseconds(100))
        let line = LineOutput(
            gestures: RecognizerSet(0) | RecognizerSet(1), controls: ZoneSet(1) | ZoneSet(2), pattern: pattern)
        var bench = LineBench<4>(line)
        bench.handle(event(0, .ended, gesture: 0))
        bench.handle(event(80, .ended, gesture: 0))
        bench.advance(to: ms(300))
        bench.handle(event(400, .ended, gesture: 0))
        bench.handle(event(430, .ended, gesture: 1))
        bench.advance(to: ms(1_000))
        #expect(bench.story == ["0 0 active", "180 0 idle", "400 0 active", "430 0 idle"])
        bench.handle(event(1_100, .ended, gesture: 0))
        // A reload keeps the end, too.
        var next = LineOutput(gestures: line.gestures, controls: line.controls, pattern: pattern)
        next.resume(from: bench.bank[0])
        #expect(next.isActive && next.deadline == ms(1_200))
        next = LineOutput(gestures: line.gestures, pattern: .latch(off: RecognizerSet(1), offControls: ZoneSet()))
        next.resume(from: bench.bank[0])
        #expect(next.isActive && next.deadline == .never)
        // The bug: a time that the configuration has from now on did not count.
        var timed = LineOutput(gestures: line.gestures, pattern: pattern)
        timed.resume(from: next, now: ms(1_110))
        #expect(timed.isActive && timed.deadline == ms(1_210))
    }

    /// Two relays for the two ways of a motor: never are both active, whichever line comes first.
    @Test func whatBecomesIdleIsSetBeforeWhatBecomesActive() {
        func line(_ on: Int, off: Int) -> LineOutput {
            LineOutput(
                gestures: RecognizerSet(on) | RecognizerSet(off), controls: ZoneSet(on + 1) | ZoneSet(off + 1),
                pattern: .latch(off: RecognizerSet(off), offControls: ZoneSet(off + 1)))
        }
        var bench = LineBench<4>(line(0, off: 1), line(1, off: 0))
        for (time, gesture) in [(10, 0), (20, 1), (30, 0)] {
            bench.handle(event(Int64(time), .ended, gesture: gesture))
        }
        bench.bank.handleControl(
            ControlEvent(time: ms(40), zone: 2, control: .button, action: .click, location: .zero, value: 0),
            into: &bench.lines)
        #expect(
            bench.story == [
                "10 0 active", "20 0 idle", "20 1 active", "30 1 idle", "30 0 active", "40 0 idle", "40 1 active",
            ])
    }

    @Test func latchFollowsClicks() {
        var bench = LineBench<4>(
            LineOutput(
                gestures: RecognizerSet(), controls: ZoneSet(1) | ZoneSet(2),
                pattern: .latch(off: RecognizerSet(), offControls: ZoneSet(2))))
        for (time, zone, action) in [
            (10, 1, ControlEvent.Action.press), (20, 1, .click), (30, 2, .press), (40, 2, .cancel), (50, 2, .press),
            (60, 2, .click),
        ] {
            bench.bank.handleControl(
                ControlEvent(
                    time: ms(Int64(time)), zone: zone, control: .button, action: action, location: .zero, value: 0),
                into: &bench.lines)
        }
        #expect(bench.story == ["20 0 active", "60 0 idle"])
    }

    @Test func toggleHearsOnlyRecognition() {
        var bench = LineBench<4>(LineOutput(gestures: RecognizerSet(0), pattern: .toggle))
        for state in [GestureState.failed, .cancelled, .changed] { bench.handle(event(0, state)) }
        for state in [GestureState.changed, .ended, .cancelled] {
            bench.handle(event(0, state, isContinuous: true))
        }
        bench.handle(event(0, .ended, gesture: 1))
        #expect(bench.story.isEmpty && !bench.bank[0].isActive)
    }

    @Test func everyLandingFlipsAToggleOfTheFingers() {
        var bench = LineBench<4>(LineOutput(touchesWith: .toggle))
        for (time, landings, isTouched) in [
            (0, 1, true), (10, 0, true), (20, 0, false), (30, 1, true), (40, 2, true), (50, 3, true),
        ] as [(Int64, Int, Bool)] {
            bench.bank.handleTouches(landings: landings, isTouched: isTouched, at: ms(time), into: &bench.lines)
        }
        // Two landings in one report are two flips: nothing has changed, and nothing is told.
        #expect(bench.story == ["0 0 active", "30 0 idle", "50 0 active"])
    }

    @Test func aReloadKeepsTogglesAndPulsesAndEndsHolds() {
        let patterns = [LinePattern.toggle, .pulse(.milliseconds(100)), .hold, .toggle, .pulse(.milliseconds(100))]
        var old = OutputBank<LineStory, 5>()
        for pattern in patterns { _ = old.append(LineOutput(gestures: RecognizerSet(0), pattern: pattern)) }
        var lines = LineStory()
        old.handle(event(1_000, .began, isContinuous: true), into: &lines)
        #expect((0..<5).allSatisfy { old[$0].isActive })

        var new = OutputBank<LineStory, 5>()
        // The last two have changed: what was a toggle pulses now, with nothing to end its level, and the reverse.
        for pattern in [patterns[0], .pulse(.milliseconds(500)), .hold, patterns[4], patterns[3]] {
            _ = new.append(LineOutput(gestures: RecognizerSet(3), pattern: pattern))
        }
        lines.story = []
        for index in 0..<5 { new.resume(index, from: old, at: index) }
        #expect((0..<5).map { new[$0].isActive } == [true, true, false, false, false])
        #expect(new.deadline == ms(1_100), "the end of the pulse under way, not a new one")
        #expect(lines.story.isEmpty)

        new.advance(to: ms(5_000), into: &lines)
        new.handle(event(6_000, .ended, gesture: 3), into: &lines)
        #expect(lines.story == ["1100 1 idle", "6000 0 idle", "6000 1 active", "6000 3 active", "6000 4 active"])
    }

    @Test func aHeldLineThatIsReloadedDoesNotWaitForAnEndThatNeverComes() {
        var bench = LineBench<1>()
        _ = bench.bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .hold))
        bench.handle(event(0, .began, isContinuous: true))
        bench.bank.resume(0, from: bench.bank, at: 0)
        bench.handle(event(10, .began, gesture: 0, isContinuous: true))
        bench.handle(event(20, .ended, gesture: 0, isContinuous: true))
        #expect(bench.story == ["0 0 active", "10 0 active", "20 0 idle"])
    }

    @Test func resumingALineThatIsNotThereDoesNothing() {
        var bank = OutputBank<LineStory, 2>()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .toggle))
        let before = bank[0]
        for index in [-1, 1, 2, .min, .max] {
            bank.resume(index, from: bank, at: 0)
            bank.resume(0, from: bank, at: index)
        }
        #expect(bank.count == 1 && bank[0] == before)
    }

    @Test func lineBeyondTheCapacityIsRefused() {
        var bank = OutputBank<LineStory, 1>()
        let output = LineOutput(gestures: RecognizerSet(0), pattern: .hold)
        #expect(bank.append(output) == 0)
        #expect(bank.append(output) == nil)
        #expect(bank.count == 1 && bank[0] == output)
    }
}
