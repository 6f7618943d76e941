import TaplineCore
import Testing

/// Several lines that move together: numbers with a strobe, and encoders.
@Suite struct GroupedLineTests {
    private struct Lines: OutputSink {
        var story: [String] = []
        var levels: UInt32 = 0
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            story.append("\(now.microseconds / 1_000) \(line) \(level.isActive ? "up" : "down")")
            levels = level.isActive ? levels | 1 << UInt32(line) : levels & ~(1 << UInt32(line))
        }
        mutating func emit(_ event: GestureEvent) {}
    }

    private func ms(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

    private func recognition(_ gesture: Int, _ at: Int64) -> GestureEvent {
        GestureEvent(
            time: ms(at), gesture: gesture, zone: 0, kind: "tap", isContinuous: false, state: .ended, touches: 1,
            location: .zero, values: .none)
    }

    private func rotation(_ degrees: Float, _ at: Int64, _ state: GestureState = .changed) -> GestureEvent {
        GestureEvent(
            time: ms(at), gesture: 7, zone: 0, kind: "rotation", isContinuous: true, state: state, touches: 2,
            location: .zero, values: .rotation(radians: degrees * .pi / 180, velocity: 0))
    }

    /// Gestures 4, 9 and 2 are the numbers 1, 2 and 3 on lines 1 and 2, after a line of its own; line 3 is the strobe.
    private func makeCode() -> OutputBank<Lines, 4> {
        var bank = OutputBank<Lines, 4>()
        _ = bank.append(LineOutput(gestures: RecognizerSet(4), pattern: .toggle))
        let all = RecognizerSet(4) | RecognizerSet(9) | RecognizerSet(2)
        _ = bank.append(LineOutput(gestures: RecognizerSet(4) | RecognizerSet(2), pattern: .part))
        _ = bank.append(LineOutput(gestures: RecognizerSet(9) | RecognizerSet(2), pattern: .part))
        _ = bank.append(LineOutput(gestures: all, pattern: .part))
        let isThere = bank.appendCode(of: all, pulse: .milliseconds(20), lines: 3)
        #expect(isThere)
        return bank
    }

    @Test func numberStandsBeforeItsStrobeAndUntilAfterIt() {
        var bank = makeCode()
        var lines = Lines()
        bank.handle(recognition(2, 10), into: &lines)
        #expect(lines.story == ["10 1 up", "10 2 up", "10 3 up"])
        bank.advance(to: Instant(microseconds: 29_999), into: &lines)
        #expect(lines.story.count == 3)
        bank.advance(to: ms(30), into: &lines)
        #expect(lines.story.dropFirst(3) == ["30 3 down", "30 2 down", "30 1 down"])
        bank.advance(to: ms(1_000), into: &lines)
        #expect(lines.story.count == 6 && bank.deadline == .never)
    }

    @Test func gestureThatIsNotAmongThemShowsNothing() {
        var bank = makeCode()
        var lines = Lines()
        bank.handle(recognition(3, 10), into: &lines)
        var failed = recognition(2, 10)
        failed.state = .failed
        bank.handle(failed, into: &lines)
        #expect(lines.story.isEmpty && bank.deadline == .never)
    }

    @Test func twoThatAreAlikeAreTwoWithAPauseBetween() {
        var bank = makeCode()
        var lines = Lines()
        bank.handle(recognition(9, 10), into: &lines)
        bank.handle(recognition(9, 11), into: &lines)
        bank.advance(to: ms(1_000), into: &lines)
        #expect(
            lines.story == [
                "10 2 up", "10 3 up", "30 3 down", "30 2 down", "50 2 up", "50 3 up", "70 3 down", "70 2 down",
            ])
    }

    @Test func recognitionInThePauseWaitsForItsEnd() {
        var bank = makeCode()
        var lines = Lines()
        bank.handle(recognition(9, 10), into: &lines)
        bank.advance(to: ms(35), into: &lines)
        bank.handle(recognition(4, 35), into: &lines)
        // (Its own line flips at once.)
        #expect(lines.story.last == "35 0 up")
        bank.advance(to: ms(49), into: &lines)
        #expect(lines.levels == 1)
        bank.advance(to: ms(50), into: &lines)
        #expect(lines.levels == 0b1011)
    }

    @Test func numbersOfNoRecognitionAreEverMixed() {
        var bank = makeCode()
        var lines = Lines()
        for (index, gesture) in [4, 9, 2, 9, 4].enumerated() {
            bank.handle(recognition(gesture, Int64(index)), into: &lines)
        }
        var seen: [UInt32] = []
        var now: Int64 = 4
        while bank.deadline < .never {
            if lines.levels & 0b1000 != 0 { seen.append(lines.levels >> 1 & 3) }
            now = bank.deadline.microseconds / 1_000
            bank.advance(to: ms(now), into: &lines)
        }
        #expect(seen == [1, 2, 3, 2, 1])
    }

    @Test func eightWaitAndANinthIsCounted() {
        var bank = makeCode()
        var lines = Lines()
        for _ in 0..<9 { bank.handle(recognition(2, 0), into: &lines) }
        #expect(bank.lostCodes == 0)
        bank.handle(recognition(2, 0), into: &lines)
        #expect(bank.lostCodes == 1)
        bank.advance(to: ms(10_000), into: &lines)
        #expect(lines.story.filter { $0.hasSuffix("3 up") }.count == 9)
    }

    @Test func thereIsPlaceForTwoCodesAndTwoEncoders() {
        var bank = OutputBank<Lines, 8>()
        for _ in 0..<8 { _ = bank.append(LineOutput(gestures: RecognizerSet(0), pattern: .part)) }
        let isTooLong = !bank.appendCode(of: RecognizerSet(0), pulse: .milliseconds(1), lines: 9)
        #expect(isTooLong)
        for place in 0..<3 {
            let code = bank.appendCode(of: RecognizerSet(0), pulse: .milliseconds(1), lines: 2)
            let dial = bank.appendQuadrature(of: RecognizerSet(0), step: 1, interval: .zero)
            #expect(code == (place < 2) && dial == (place < 2))
        }
    }

    // MARK: Encoders

    private func makeDial(step degrees: Float = 6) -> OutputBank<Lines, 2> {
        var bank = OutputBank<Lines, 2>()
        for _ in 0..<2 { _ = bank.append(LineOutput(gestures: RecognizerSet(7), pattern: .part)) }
        let isThere = bank.appendQuadrature(
            of: RecognizerSet(7), step: degrees * .pi / 180, interval: .milliseconds(2))
        #expect(isThere)
        return bank
    }

    /// What an encoder's reader counts: a step a change of one line; anything else is an error.
    private func count(_ story: [String]) -> (steps: Int, errors: Int) {
        let ring = [0b00, 0b01, 0b11, 0b10]
        var (levels, steps, errors) = (0, 0, 0)
        for line in story {
            let words = line.split(separator: " ")
            let bit = words[1] == "0" ? 1 : 2
            let next = words[2] == "up" ? levels | bit : levels & ~bit
            let from = ring.firstIndex(of: levels) ?? 0
            if ring[(from + 1) % 4] == next {
                steps += 1
            } else if ring[(from + 3) % 4] == next {
                steps -= 1
            } else {
                errors += 1
            }
            levels = next
        }
        return (steps, errors)
    }

    @Test func firstLineLeadsClockwise() {
        var bank = makeDial()
        var lines = Lines()
        bank.handle(rotation(0, 0, .began), into: &lines)
        bank.handle(rotation(5.9, 10), into: &lines)
        #expect(lines.story.isEmpty)
        bank.handle(rotation(6.01, 20), into: &lines)
        #expect(lines.story == ["20 0 up"])
        bank.handle(rotation(12.01, 30), into: &lines)
        bank.handle(rotation(18.01, 40), into: &lines)
        bank.handle(rotation(24.01, 50), into: &lines)
        #expect(lines.story == ["20 0 up", "30 1 up", "40 0 down", "50 1 down"])
    }

    @Test func secondLineLeadsTheOtherWay() {
        var bank = makeDial()
        var lines = Lines()
        bank.handle(rotation(0, 0, .began), into: &lines)
        bank.handle(rotation(-6.01, 20), into: &lines)
        bank.handle(rotation(-12.01, 30), into: &lines)
        #expect(lines.story == ["20 1 up", "30 0 up"])
    }

    @Test func stepsOfAQuickTurnGoOutOneAtATime() {
        var bank = makeDial()
        var lines = Lines()
        bank.handle(rotation(0, 0, .began), into: &lines)
        bank.handle(rotation(30.1, 10), into: &lines)
        #expect(lines.story == ["10 0 up"] && bank.deadline == ms(12))
        bank.handle(rotation(30.1, 11, .ended), into: &lines)
        bank.advance(to: ms(100), into: &lines)
        #expect(lines.story.map { $0.split(separator: " ")[0] } == ["10", "12", "14", "16", "18"])
        #expect(count(lines.story) == (5, 0))
        #expect(bank.deadline == .never)
    }

    @Test func fingerThatTremblesAtAStepMakesOne() {
        var bank = makeDial()
        var lines = Lines()
        bank.handle(rotation(0, 0, .began), into: &lines)
        for at in 1..<50 { bank.handle(rotation(at % 2 == 0 ? 5.8 : 6.2, Int64(at) * 10), into: &lines) }
        #expect(count(lines.story) == (1, 0))
        bank.handle(rotation(0.1, 1_000), into: &lines)
        #expect(count(lines.story) == (1, 0), "not yet back by a whole step")
        bank.handle(rotation(-0.1, 1_010), into: &lines)
        #expect(count(lines.story) == (0, 0))
    }

    @Test func everyGestureGoesOnWhereTheLastLeftTheDial() {
        var bank = makeDial()
        var lines = Lines()
        for turn in 0..<6 {
            let at = Int64(turn) * 1_000
            bank.handle(rotation(0, at, .began), into: &lines)
            bank.handle(rotation(18.1, at + 10), into: &lines)
            bank.advance(to: ms(at + 500), into: &lines)
            bank.handle(rotation(18.1, at + 600, turn % 2 == 0 ? .ended : .cancelled), into: &lines)
        }
        #expect(count(lines.story) == (18, 0))
    }

    @Test func randomTurnsAreCountedExactlyAndNeverSkipALine() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("GroupedLineTests seed \(seed)")
        var state = seed
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var bank = makeDial(step: 3)
        var lines = Lines()
        var angle: Float = 0
        var most: Float = 0
        bank.handle(rotation(0, 0, .began), into: &lines)
        for at in 1..<2_000 {
            angle += Float(random(401) - 200) / 10
            most = max(most, abs(angle))
            bank.advance(to: ms(Int64(at) * 10), into: &lines)
            bank.handle(rotation(angle, Int64(at) * 10), into: &lines)
        }
        bank.advance(to: ms(1_000_000), into: &lines)
        let (steps, errors) = count(lines.story)
        #expect(errors == 0)
        #expect(abs(Float(steps) - angle / 3) <= 1.01, "\(steps) steps for \(angle) degrees")
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30]) func angleThatIsNoneIsNoStep(angle: Float) {
        var bank = makeDial()
        var lines = Lines()
        bank.handle(rotation(0, 0, .began), into: &lines)
        bank.handle(rotation(angle, 10), into: &lines)
        bank.advance(to: ms(1_000), into: &lines)
        #expect(lines.story.isEmpty)
    }
}
