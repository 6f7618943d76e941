import TaplineCore
import Testing

private struct Lines: OutputSink {
    var story: [String] = []
    var told = 0
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        story.append("\(now.microseconds / 1_000) \(line) \(level.isActive ? "active" : "idle")")
    }
    mutating func emit(_ event: GestureEvent) { told += 1 }
    var controls = 0
    mutating func emit(_ event: ControlEvent) { controls += 1 }
}

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
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
        bank.handle(event(10, .ended), into: &lines)
        #expect(bank.deadline == ms(110))
        bank.advance(to: Instant(microseconds: 109_999), into: &lines)
        #expect(lines.story == ["10 0 active"])
        bank.advance(to: ms(500), into: &lines)
        #expect(lines.story == ["10 0 active", "110 0 idle"])
        #expect(bank.deadline == .never)
    }

    @Test(arguments: [
        (LinePattern.hold, ["1 0 active", "4 0 idle", "6 0 active", "7 0 idle"]),
        (.toggle, ["1 0 active", "2 0 idle", "6 0 active"]),
        (.pulse(.milliseconds(3)), ["1 0 active", "5 0 idle", "6 0 active", "9 0 idle"]),
    ])
    func lineFollowsWhatItsZoneIsTold(pattern: LinePattern, story: [String]) {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(touchesOf: 2, pattern: pattern))
        /// Whether the zone at `zone` handles it.
        func emit(_ at: Int64, _ phase: TouchPhase, to zone: Int = 2) -> Bool {
            bank.advance(to: ms(at), into: &lines)
            let touch = TouchEvent(
                time: ms(0), identity: 1, phase: phase, location: .zero, tapCount: 1, touches: 1, zone: zone)
            return bank.handleTouch(touch, responder: .zone(zone), at: ms(at), into: &lines)
        }
        #expect(!emit(0, .began, to: 1))
        // Two fingers, of which one is taken away.
        for (at, phase) in [
            (1, TouchPhase.began), (2, .began), (2, .moved), (3, .cancelled), (4, .ended), (6, .began), (7, .ended),
        ] { #expect(emit(Int64(at), phase)) }
        bank.advance(to: ms(100), into: &lines)
        #expect(lines.story == story)
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
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        for pattern in [LinePattern.hold, .toggle, .pulse(Microseconds(500))] {
            _ = bank.append(LineOutput(gestures: RecognizerSet(5), controls: ZoneSet(2), pattern: pattern))
        }
        for (index, action) in actions.enumerated() {
            for zone in [1, 2] {
                bank.advance(to: ms(Int64(index + 1)), into: &lines)
                bank.handleControl(
                    ControlEvent(
                        time: ms(Int64(index + 1)), zone: zone, control: control, action: action, location: .zero,
                        value: 0), into: &lines)
            }
        }
        #expect(lines.story.filter { $0.contains(" 0 ") } == held)
        #expect(lines.story.filter { $0.contains(" 1 ") } == toggled)
        #expect(lines.story.filter { $0.contains(" 2 active") }.count == pulses)
        #expect(lines.controls == 2 * actions.count)
    }

    @Test func heldLineOfAZoneIsIdleAfterAReload() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        let line = LineOutput(touchesOf: 0, pattern: .hold)
        _ = bank.append(line)
        let touch = TouchEvent(
            time: .zero, identity: 1, phase: .began, location: .zero, tapCount: 1, touches: 1, zone: 0)
        #expect(bank.handleTouch(touch, responder: .zone(0), at: .zero, into: &lines))
        #expect(bank[0].isActive)
        var next = OutputBank<Lines, 4>()
        _ = next.append(line)
        next.resume(0, from: bank[0])
        #expect(next[0] == line)
    }

    @Test func newGestureRestartsThePulse() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
        bank.handle(event(0, .ended), into: &lines)
        bank.handle(event(60, .ended), into: &lines)
        bank.advance(to: ms(1_000), into: &lines)
        #expect(lines.story == ["0 0 active", "160 0 idle"])
    }

    @Test func aLineFollowsTheStateOfATentativeTapThatItWasGiven() {
        for (trigger, story) in [
            (.recognition, ["130 0 active", "140 0 idle"]),
            (.tentative, ["0 0 active", "10 0 idle", "30 0 active", "40 0 idle"]),
            (.revocation, ["20 0 active", "30 0 idle"]),
        ] as [(LineTrigger, [String])] {
            var bank = OutputBank<Lines, 4>()
            var lines = Lines()
            _ = bank.append(
                LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(10)), trigger: trigger))
            for (time, state) in [(0, .tentative), (20, .revoked), (30, .tentative), (130, .confirmed)]
                as [(Int64, GestureState)]
            {
                bank.advance(to: ms(time), into: &lines)
                bank.handle(event(time, state), into: &lines)
            }
            bank.advance(to: ms(1_000), into: &lines)
            #expect(lines.story == story)
        }
    }

    @Test func aHeldLineIsActiveWhileATapIsInDoubt() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .hold))
        for (time, state) in [(0, .tentative), (30, .confirmed), (50, .tentative), (60, .revoked)]
            as [(Int64, GestureState)]
        { bank.handle(event(time, state), into: &lines) }
        #expect(lines.story == ["0 0 active", "30 0 idle", "50 0 active", "60 0 idle"])
    }

    @Test func pulseHearsOnlyRecognition() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(10))))
        for state in [GestureState.failed, .cancelled, .changed] { bank.handle(event(0, state), into: &lines) }
        for state in [GestureState.changed, .ended, .cancelled] {
            bank.handle(event(0, state, isContinuous: true), into: &lines)
        }
        bank.handle(event(0, .ended, gesture: 1), into: &lines)
        #expect(lines.story.isEmpty)
        #expect(lines.told == 7)
        bank.handle(event(0, .began, isContinuous: true), into: &lines)
        #expect(lines.story == ["0 0 active"])
    }

    @Test func holdLastsFromBeganToTheEndOfTheLastGesture() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0) | RecognizerSet(1), pattern: .hold))
        bank.handle(event(0, .began, isContinuous: true), into: &lines)
        bank.handle(event(10, .changed, isContinuous: true), into: &lines)
        bank.handle(event(20, .began, gesture: 1, isContinuous: true), into: &lines)
        bank.handle(event(30, .ended, isContinuous: true), into: &lines)
        bank.handle(event(40, .cancelled, gesture: 1, isContinuous: true), into: &lines)
        #expect(lines.story == ["0 0 active", "40 0 idle"])
        #expect(bank.deadline == .never)
    }

    @Test func pulsesEndInTimeOrder() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        for length in [300, 100, 200] as [Int64] {
            _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(length))))
        }
        bank.handle(event(0, .ended), into: &lines)
        bank.advance(to: ms(1_000), into: &lines)
        #expect(lines.story.suffix(3) == ["100 1 idle", "200 2 idle", "300 0 idle"])
    }

    @Test func toggleFlipsAtEachRecognitionAndKeepsItsLevel() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0) | RecognizerSet(1), pattern: .toggle))
        bank.handle(event(10, .ended), into: &lines)
        #expect(bank[0].isActive && bank.deadline == .never)
        bank.advance(to: ms(100_000), into: &lines)
        // A continuous gesture flips it where it begins, not where it goes on or ends.
        for (time, state) in [(200_000, .began), (200_010, .changed), (200_020, .ended)] as [(Int64, GestureState)] {
            bank.handle(event(time, state, gesture: 1, isContinuous: true), into: &lines)
        }
        bank.handle(event(300_000, .ended), into: &lines)
        #expect(lines.story == ["10 0 active", "200000 0 idle", "300000 0 active"])
    }

    @Test func toggleHearsOnlyRecognition() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .toggle))
        for state in [GestureState.failed, .cancelled, .changed] { bank.handle(event(0, state), into: &lines) }
        for state in [GestureState.changed, .ended, .cancelled] {
            bank.handle(event(0, state, isContinuous: true), into: &lines)
        }
        bank.handle(event(0, .ended, gesture: 1), into: &lines)
        #expect(lines.story.isEmpty && !bank[0].isActive)
    }

    @Test func everyLandingFlipsAToggleOfTheFingers() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(touchesWith: .toggle))
        for (time, landings, isTouched) in [
            (0, 1, true), (10, 0, true), (20, 0, false), (30, 1, true), (40, 2, true), (50, 3, true),
        ] as [(Int64, Int, Bool)] {
            bank.handleTouches(landings: landings, isTouched: isTouched, at: ms(time), into: &lines)
        }
        // Two landings in one report are two flips: nothing has changed, and nothing is told.
        #expect(lines.story == ["0 0 active", "30 0 idle", "50 0 active"])
    }

    @Test func aReloadKeepsTogglesAndPulsesAndEndsHolds() {
        let patterns = [LinePattern.toggle, .pulse(.milliseconds(100)), .hold, .toggle, .pulse(.milliseconds(100))]
        var old = OutputBank<Lines, 5>()
        for pattern in patterns { _ = old.append(LineOutput(gestures: RecognizerSet(0), pattern: pattern)) }
        var lines = Lines()
        old.handle(event(1_000, .began, isContinuous: true), into: &lines)
        #expect((0..<5).allSatisfy { old[$0].isActive })

        var new = OutputBank<Lines, 5>()
        // The last two have changed: what was a toggle pulses now, with nothing to end its level, and the reverse.
        for pattern in [patterns[0], .pulse(.milliseconds(500)), .hold, patterns[4], patterns[3]] {
            _ = new.append(LineOutput(gestures: RecognizerSet(3), pattern: pattern))
        }
        lines.story = []
        for index in 0..<5 { new.resume(index, from: old[index]) }
        #expect((0..<5).map { new[$0].isActive } == [true, true, false, false, false])
        #expect(new.deadline == ms(1_100), "the end of the pulse under way, not a new one")
        #expect(lines.story.isEmpty)

        new.advance(to: ms(5_000), into: &lines)
        new.handle(event(6_000, .ended, gesture: 3), into: &lines)
        #expect(lines.story == ["1100 1 idle", "6000 0 idle", "6000 1 active", "6000 3 active", "6000 4 active"])
    }

    @Test func aHeldLineThatIsReloadedDoesNotWaitForAnEndThatNeverComes() {
        var old = LineOutput(gestures: RecognizerSet(0), pattern: .hold)
        var bank = OutputBank<Lines, 1>()
        var lines = Lines()
        _ = bank.append(old)
        bank.handle(event(0, .began, isContinuous: true), into: &lines)
        old = bank[0]
        bank.resume(0, from: old)
        bank.handle(event(10, .began, gesture: 0, isContinuous: true), into: &lines)
        bank.handle(event(20, .ended, gesture: 0, isContinuous: true), into: &lines)
        #expect(lines.story == ["0 0 active", "10 0 active", "20 0 idle"])
    }

    @Test func resumingALineThatIsNotThereDoesNothing() {
        var bank = OutputBank<Lines, 2>()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .toggle))
        let before = bank[0]
        for index in [-1, 1, 2, .min, .max] { bank.resume(index, from: before) }
        #expect(bank.count == 1 && bank[0] == before)
    }

    @Test func lineBeyondTheCapacityIsRefused() {
        var bank = OutputBank<Lines, 1>()
        let output = LineOutput(gestures: RecognizerSet(0), pattern: .hold)
        #expect(bank.append(output) == 0)
        #expect(bank.append(output) == nil)
        #expect(bank.count == 1 && bank[0] == output)
    }
}
