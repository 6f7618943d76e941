import TestSupport

/// A knob's edges become steps, however quick it is turned.
@Suite struct RotaryEncoderTests {
    /// The levels of a period, clockwise.
    private static let period = [(false, false), (true, false), (true, true), (false, true)]

    /// Turns by `edges` of `time` µs each, from `phase` on; the sum of steps.
    private func turn(
        _ knob: inout RotaryEncoder, by edges: Int, from phase: Int = 0, time: Int64, at start: Int64 = 0
    ) -> Int32 {
        var sum: Int32 = 0
        for i in 1...abs(edges) {
            let levels = Self.period[(phase + (edges < 0 ? -i : i)) & 3]
            let now = Instant(microseconds: start + Int64(i) * time)
            // One line changes at a time; the other edge is none.
            sum += knob.set(first: levels.0, second: levels.1, at: now)
        }
        return sum
    }

    @Test func twoHundredStepsASecondAreAllCounted() {
        var knob = RotaryEncoder()
        #expect(turn(&knob, by: 4 * 2_000, time: 1_250) == 2_000)
        #expect(turn(&knob, by: -4 * 2_000, time: 1_250, at: 10_000_000) == -2_000)
        #expect(knob.position == 0)
        #expect(knob.invalid == 0)
    }

    @Test func edgesOfSingleLinesCountAsLevelsOfBothDo() {
        var random = Seed.random("edges of a knob")
        for detents in [RotaryEncoder.Detents.one, .two, .four] {
            var byEdges = RotaryEncoder(detents: detents)
            var byLevels = RotaryEncoder(detents: detents)
            var phase = 0
            for i in 0..<10_000 {
                let before = Self.period[phase & 3]
                phase += random.next(below: 2) == 0 ? 1 : -1
                let now = Instant(microseconds: Int64(i) * 700)
                let levels = Self.period[phase & 3]
                let steps =
                    levels.0 != before.0
                    ? byEdges.set(first: levels.0, at: now) : byEdges.set(second: levels.1, at: now)
                #expect(steps == byLevels.set(first: levels.0, second: levels.1, at: now))
            }
            #expect(byEdges.invalid == 0)
            let edges = detents == .one ? 4 : detents == .two ? 2 : 1
            // (It rests within a step of where it was turned to.)
            #expect(abs(Int(byEdges.position) * edges - phase) < edges)
        }
    }

    @Test func everyKindOfKnobMakesItsSteps() {
        for (detents, steps) in [(RotaryEncoder.Detents.one, Int32(10)), (.two, 20), (.four, 40)] {
            var knob = RotaryEncoder(detents: detents)
            #expect(turn(&knob, by: 40, time: 5_000) == steps)
            #expect(turn(&knob, by: -40, time: 5_000, at: 1_000_000) == -steps)
        }
    }

    @Test func aContactThatBouncesMakesNoSteps() {
        var knob = RotaryEncoder()
        var steps: Int32 = 0
        for i in 0..<100 { steps += knob.set(first: i % 2 == 0, second: false, at: Instant(microseconds: Int64(i))) }
        #expect(steps == 0)
        #expect(knob.invalid == 0)
    }

    @Test func aTurnThatComesBackBeforeTheDetentMakesNoStep() {
        var knob = RotaryEncoder()
        #expect(turn(&knob, by: 3, time: 5_000) == 0)
        #expect(turn(&knob, by: -3, from: 3, time: 5_000, at: 20_000) == 0)
        #expect(turn(&knob, by: 4, time: 5_000, at: 40_000) == 1)
    }

    @Test func edgesThatCannotFollowEachOtherAreCounted() {
        var knob = RotaryEncoder()
        #expect(knob.set(first: true, second: true, at: .ms(1)) == 0)
        #expect(knob.invalid == 1)
        #expect(knob.set(first: true, at: .ms(2)) == 0)
        #expect(knob.invalid == 2)
        // It has turned by half a period, and nobody knows which way.
        #expect(knob.set(first: false, second: false, at: .ms(3)) == 0)
        #expect(knob.invalid == 3)
        #expect(knob.position == 0)
    }

    @Test func oneMissedPairOfLevelsLosesNoStep() {
        for missed in 1...3 {
            var knob = RotaryEncoder()
            var steps: Int32 = 0
            for i in 1...4 where i != missed {
                let levels = Self.period[i & 3]
                steps += knob.set(first: levels.0, second: levels.1, at: .ms(Int64(i)))
            }
            #expect(steps == 1, "without \(missed)")
            #expect(knob.invalid == 1)
        }
    }

    @Test func quickStepsAreLarger() {
        func step(_ gap: Int64, back: Bool = false) -> Int32 {
            var knob = RotaryEncoder(detents: .four, acceleration: 4, quick: .milliseconds(60))
            #expect(knob.set(first: true, at: .ms(0)) == 1)
            let now = Instant(microseconds: gap)
            return back ? knob.set(first: false, at: now) : knob.set(second: true, at: now)
        }
        #expect(step(60_001) == 1)
        #expect(step(30_001) == 1)
        #expect(step(30_000) == 2)
        #expect(step(20_000) == 3)
        #expect(step(15_001) == 3)
        #expect(step(15_000) == 4)
        #expect(step(1) == 4)
        #expect(step(0) == 4)
        // A turn back is a correction.
        #expect(step(1, back: true) == -1)
        var plain = RotaryEncoder(detents: .four)
        #expect(turn(&plain, by: 100, time: 1) == 100)
    }
}
