import TestSupport

/// boards/examples/pinch.yaml: two fingers whose distance grows or shrinks by 100 pt.
@Suite struct PinchExampleTests {
    /// What two fingers make whose distance is each of `spans` in turn, in a line that leans by (along, down).
    private func pinches(_ spans: Float..., lean: (Float, Float) = (1, 0)) throws -> [String] {
        var bench = try ExampleBench("pinch")
        for (index, span) in spans.enumerated() {
            let (x, y) = (span * lean.0 / 2, span * lean.1 / 2)
            bench.touch(Double(index) * 20, [0: (1_000 - x, 1_000 - y), 1: (1_000 + x, 1_000 + y)])
        }
        bench.lift(Double(spans.count) * 20)
        bench.rest()
        return told(bench)
    }

    /// Every time that the pinch is told: `time outward` or `inward`.
    private func told(_ bench: borrowing ExampleBench) -> [String] {
        bench.events.filter { $0.isRecognition || $0.isRepetition }.map { event in
            guard case .discretePinch(let isOutward) = event.values else { return "?" }
            return "\(event.time.microseconds / 1_000) \(isOutward ? "outward" : "inward")"
        }
    }

    @Test func grownByMoreThan100IsOutward() throws {
        #expect(try pinches(200, 250, 299.9) == [])
        #expect(try pinches(200, 250, 300) == [], "more than 100")
        #expect(try pinches(200, 250, 300.1) == ["40 outward"])
        #expect(try pinches(200, 250, 299, 301, lean: (0.6, 0.8)) == ["60 outward"])
    }

    @Test func shrunkByMoreThan100IsInward() throws {
        #expect(try pinches(300, 250, 200.1) == [])
        #expect(try pinches(300, 250, 200) == [], "more than 100")
        #expect(try pinches(300, 250, 199.9) == ["40 inward"])
        #expect(try pinches(300, 250, 201, 199, lean: (0, 1)) == ["60 inward"])
    }

    @Test func theChangeCountsFromWhereTheFingersLanded() throws {
        #expect(try pinches(200, 260, 140, 220, 199) == [])
        #expect(try pinches(200, 140, 220, 301) == ["60 outward"])
        #expect(try pinches(20, 30, 55, 100, 121) == ["80 outward"], "however near they landed")
    }

    @Test func itIsToldAgainAtEachMoveOutwardAndInwardInOnePinch() throws {
        #expect(
            try pinches(200, 301, 500, 300, 150, 99, 60, 110, 301) == [
                "20 outward", "40 outward", "100 inward", "120 inward", "160 outward",
            ])
    }

    @Test func theNextPairStartsAnew() throws {
        var bench = try ExampleBench("pinch")
        bench.touch(0, [0: (500, 500), 1: (700, 500)])
        bench.touch(20, [1: (770, 500)])
        bench.lift(40, 1)
        bench.touch(60, [2: (770, 500)])
        bench.touch(80, [2: (800, 500)])
        bench.touch(100, [2: (870, 500)])
        bench.touch(120, [2: (870.1, 500)])
        bench.lift(140)
        bench.rest()
        #expect(told(bench) == ["120 outward"], "70 and then 30 of another pair are not 100")
    }

    @Test func aThirdFingerThatRestsDoesNotMatterNorItsLift() throws {
        for isEarly in [true, false] {
            var bench = try ExampleBench("pinch")
            bench.touch(0, [0: (500, 500), 1: (700, 500)])
            bench.touch(20, [1: (760, 500), 2: (600, 900)])
            bench.touch(40, [1: (780, 500)])
            if isEarly { bench.lift(50, 2) }
            bench.touch(60, [1: (801, 500)])
            bench.touch(80, [1: (599, 500)])
            bench.lift(100)
            bench.rest()
            #expect(told(bench) == ["60 outward", "80 inward"])
        }
    }

    @Test func whoRestedBesideIsOfTheNextPair() throws {
        var bench = try ExampleBench("pinch")
        bench.touch(0, [0: (500, 500), 1: (700, 500)])
        bench.touch(20, [2: (500, 900)])
        bench.touch(40, [1: (690, 500)])
        bench.lift(60, 1)
        bench.touch(80, [2: (500, 1_000)])
        bench.touch(100, [2: (500, 1_000.1)])
        bench.lift(120)
        bench.rest()
        #expect(told(bench) == ["100 outward"])
        #expect(bench.story == ["100 pinch began", "120 pinch ended"])
    }

    @Test func oneFingerMakesNone() throws {
        var bench = try ExampleBench("pinch")
        bench.draw((200, 200), (500, 200))
        bench.rest()
        #expect(bench.story == [])
    }

    @Test func itIsToldForItsTimeAndANewOneBeginsItAnew() throws {
        var bench = try ExampleBench("pinch")
        for start in [0, 1_000] as [Double] {
            bench.touch(start, [0: (500, 500), 1: (700, 500)])
            bench.touch(start + 20, [0: (450, 500), 1: (760, 500)])
            bench.lift(start + 40)
        }
        bench.rest()
        #expect(bench.lines == ["20 GPIO23 on", "2620 GPIO23 off"])
    }
}
