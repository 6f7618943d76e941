import TaplineCore
import Testing

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
        return zip(bench.events, bench.story).map { event, words in
            guard case .discretePinch(let isOutward) = event.values else { return words }
            return "\(words) \(isOutward ? "outward" : "inward")"
        }
    }

    @Test func grownByMoreThan100IsOutward() throws {
        #expect(try pinches(200, 250, 299.9) == [])
        #expect(try pinches(200, 250, 300.1) == ["40 pinch ended outward"])
        #expect(try pinches(200, 250, 299, 301, lean: (0.6, 0.8)) == ["60 pinch ended outward"])
    }

    @Test func shrunkByMoreThan100IsInward() throws {
        #expect(try pinches(300, 250, 200.1) == [])
        #expect(try pinches(300, 250, 199.9) == ["40 pinch ended inward"])
        #expect(try pinches(300, 250, 201, 199, lean: (0, 1)) == ["60 pinch ended inward"])
    }

    @Test func theChangeCountsFromWhereTheFingersLanded() throws {
        #expect(try pinches(200, 260, 140, 220, 199) == [])
        #expect(try pinches(200, 140, 220, 301) == ["60 pinch ended outward"])
    }

    @Test func itIsToldOnceATime() throws {
        #expect(try pinches(200, 301, 500, 300, 150) == ["20 pinch ended outward"])
    }

    @Test func oneFingerOrThreeMakeNone() throws {
        var bench = try ExampleBench("pinch")
        bench.draw((200, 200), (500, 200))
        for (index, span) in ([200, 250, 450] as [Float]).enumerated() {
            bench.touch(
                1_000 + Double(index) * 20,
                [0: (1_000 - span / 2, 500), 1: (1_000 + span / 2, 500), 2: (1_000, 1_500)])
        }
        bench.lift(1_100)
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
