import TaplineGestures
import TaplineOutputs
import TaplineTouches
import Testing

private struct Lines: OutputSink {
    var story: [String] = []
    var told = 0
    mutating func set(line: Int, active: Bool, at now: Instant) {
        story.append("\(now.microseconds / 1_000) \(line) \(active ? "active" : "idle")")
    }
    mutating func tell(_ event: GestureEvent) { told += 1 }
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

    @Test func newGestureRestartsThePulse() {
        var bank = OutputBank<Lines, 4>()
        var lines = Lines()
        _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
        bank.handle(event(0, .ended), into: &lines)
        bank.handle(event(60, .ended), into: &lines)
        bank.advance(to: ms(1_000), into: &lines)
        #expect(lines.story == ["0 0 active", "160 0 idle"])
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

    @Test func lineBeyondTheCapacityIsRefused() {
        var bank = OutputBank<Lines, 1>()
        let output = LineOutput(gestures: RecognizerSet(0), pattern: .hold)
        #expect(bank.append(output) == 0)
        #expect(bank.append(output) == nil)
        #expect(bank.count == 1 && bank[0] == output)
    }
}
