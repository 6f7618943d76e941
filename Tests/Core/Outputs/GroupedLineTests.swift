import TestSupport

/// Several lines that move together: numbers with a strobe, and encoders.
@Suite struct GroupedLineTests {
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
    private func makeCode() -> LineBench<4> {
        let all = RecognizerSet(4) | RecognizerSet(9) | RecognizerSet(2)
        var bench = LineBench<4>(
            LineOutput(gestures: RecognizerSet(4), pattern: .toggle),
            LineOutput(gestures: RecognizerSet(4) | RecognizerSet(2), pattern: .part),
            LineOutput(gestures: RecognizerSet(9) | RecognizerSet(2), pattern: .part),
            LineOutput(gestures: all, pattern: .part))
        let isThere = bench.bank.appendCode(of: all, pulse: .milliseconds(20), lines: 3)
        #expect(isThere)
        return bench
    }

    @Test func numberStandsBeforeItsStrobeAndUntilAfterIt() {
        var bench = makeCode()
        bench.handle(recognition(2, 10))
        #expect(bench.story == ["10 1 active", "10 2 active", "10 3 active"])
        bench.advance(to: Instant(microseconds: 29_999))
        #expect(bench.story.count == 3)
        bench.advance(to: ms(30))
        #expect(bench.story.dropFirst(3) == ["30 3 idle", "30 2 idle", "30 1 idle"])
        bench.advance(to: ms(1_000))
        #expect(bench.story.count == 6 && bench.bank.deadline == .never)
    }

    @Test func gestureThatIsNotAmongThemShowsNothing() {
        var bench = makeCode()
        bench.handle(recognition(3, 10))
        var failed = recognition(2, 10)
        failed.state = .failed
        bench.handle(failed)
        #expect(bench.story.isEmpty && bench.bank.deadline == .never)
    }

    @Test func twoThatAreAlikeAreTwoWithAPauseBetween() {
        var bench = makeCode()
        bench.handle(recognition(9, 10))
        bench.handle(recognition(9, 11))
        bench.advance(to: ms(1_000))
        #expect(
            bench.story == [
                "10 2 active", "10 3 active", "30 3 idle", "30 2 idle", "50 2 active", "50 3 active", "70 3 idle",
                "70 2 idle",
            ])
    }

    @Test func recognitionInThePauseWaitsForItsEnd() {
        var bench = makeCode()
        bench.handle(recognition(9, 10))
        bench.advance(to: ms(35))
        bench.handle(recognition(4, 35))
        // (Its own line flips at once.)
        #expect(bench.story.last == "35 0 active")
        bench.advance(to: ms(49))
        #expect(bench.lines.levels == 1)
        bench.advance(to: ms(50))
        #expect(bench.lines.levels == 0b1011)
    }

    @Test func numbersOfNoRecognitionAreEverMixed() {
        var bench = makeCode()
        for (index, gesture) in [4, 9, 2, 9, 4].enumerated() {
            bench.handle(recognition(gesture, Int64(index)))
        }
        var seen: [UInt32] = []
        var now: Int64 = 4
        while bench.bank.deadline < .never {
            if bench.lines.levels & 0b1000 != 0 { seen.append(bench.lines.levels >> 1 & 3) }
            now = bench.bank.deadline.microseconds / 1_000
            bench.advance(to: ms(now))
        }
        #expect(seen == [1, 2, 3, 2, 1])
    }

    @Test func eightWaitAndANinthIsCounted() {
        var bench = makeCode()
        for _ in 0..<9 { bench.handle(recognition(2, 0)) }
        #expect(bench.bank.lostCodes == 0)
        bench.handle(recognition(2, 0))
        #expect(bench.bank.lostCodes == 1)
        bench.advance(to: ms(10_000))
        #expect(bench.story.filter { $0.hasSuffix("3 active") }.count == 9)
    }

    @Test func thereIsPlaceForTwoCodesAndTwoEncoders() {
        var bank = OutputBank<LineStory, 8>()
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

    private func makeDial(step degrees: Float = 6) -> LineBench<2> {
        let part = LineOutput(gestures: RecognizerSet(7), pattern: .part)
        var bench = LineBench<2>(part, part)
        let isThere = bench.bank.appendQuadrature(
            of: RecognizerSet(7), step: degrees * .pi / 180, interval: .milliseconds(2))
        #expect(isThere)
        return bench
    }

    /// What an encoder's reader counts: a step a change of one line; anything else is an error.
    private func count(_ story: [String]) -> (steps: Int, errors: Int) {
        let ring = [0b00, 0b01, 0b11, 0b10]
        var (levels, steps, errors) = (0, 0, 0)
        for line in story {
            let words = line.split(separator: " ")
            let bit = words[1] == "0" ? 1 : 2
            let next = words[2] == "active" ? levels | bit : levels & ~bit
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
        var bench = makeDial()
        bench.handle(rotation(0, 0, .began))
        bench.handle(rotation(5.9, 10))
        #expect(bench.story.isEmpty)
        bench.handle(rotation(6.01, 20))
        #expect(bench.story == ["20 0 active"])
        bench.handle(rotation(12.01, 30))
        bench.handle(rotation(18.01, 40))
        bench.handle(rotation(24.01, 50))
        #expect(bench.story == ["20 0 active", "30 1 active", "40 0 idle", "50 1 idle"])
    }

    @Test func secondLineLeadsTheOtherWay() {
        var bench = makeDial()
        bench.handle(rotation(0, 0, .began))
        bench.handle(rotation(-6.01, 20))
        bench.handle(rotation(-12.01, 30))
        #expect(bench.story == ["20 1 active", "30 0 active"])
    }

    @Test func stepsOfAQuickTurnGoOutOneAtATime() {
        var bench = makeDial()
        bench.handle(rotation(0, 0, .began))
        bench.handle(rotation(30.1, 10))
        #expect(bench.story == ["10 0 active"] && bench.bank.deadline == ms(12))
        bench.handle(rotation(30.1, 11, .ended))
        bench.advance(to: ms(100))
        #expect(bench.story.map { $0.split(separator: " ")[0] } == ["10", "12", "14", "16", "18"])
        #expect(count(bench.story) == (5, 0))
        #expect(bench.bank.deadline == .never)
    }

    @Test func fingerThatTremblesAtAStepMakesOne() {
        var bench = makeDial()
        bench.handle(rotation(0, 0, .began))
        for at in 1..<50 { bench.handle(rotation(at % 2 == 0 ? 5.8 : 6.2, Int64(at) * 10)) }
        #expect(count(bench.story) == (1, 0))
        bench.handle(rotation(0.1, 1_000))
        #expect(count(bench.story) == (1, 0), "not yet back by a whole step")
        bench.handle(rotation(-0.1, 1_010))
        #expect(count(bench.story) == (0, 0))
    }

    @Test func everyGestureGoesOnWhereTheLastLeftTheDial() {
        var bench = makeDial()
        for turn in 0..<6 {
            let at = Int64(turn) * 1_000
            bench.handle(rotation(0, at, .began))
            bench.handle(rotation(18.1, at + 10))
            bench.advance(to: ms(at + 500))
            bench.handle(rotation(18.1, at + 600, turn % 2 == 0 ? .ended : .cancelled))
        }
        #expect(count(bench.story) == (18, 0))
    }

    @Test func randomTurnsAreCountedExactlyAndNeverSkipALine() {
        var random = Seed.random("turns")
        var bench = makeDial(step: 3)
        var angle: Float = 0
        var most: Float = 0
        bench.handle(rotation(0, 0, .began))
        for at in 1..<2_000 {
            angle += Float(random.next(below: 401) - 200) / 10
            most = max(most, abs(angle))
            bench.advance(to: ms(Int64(at) * 10))
            bench.handle(rotation(angle, Int64(at) * 10))
        }
        bench.advance(to: ms(1_000_000))
        let (steps, errors) = count(bench.story)
        #expect(errors == 0)
        #expect(abs(Float(steps) - angle / 3) <= 1.01, "\(steps) steps for \(angle) degrees")
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30]) func angleThatIsNoneIsNoStep(angle: Float) {
        var bench = makeDial()
        bench.handle(rotation(0, 0, .began))
        bench.handle(rotation(angle, 10))
        bench.advance(to: ms(1_000))
        #expect(bench.story.isEmpty)
    }
}
