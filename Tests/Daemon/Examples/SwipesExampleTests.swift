import Testing

/// boards/examples/swipes.yaml: 25 pt one way, at most 5 aside, at any speed.
@Suite struct SwipesExampleTests {
    /// What one finger that goes from (500, 500) by these steps makes.
    private func swipes(_ ways: [(Float, Float)], every step: Double = 20) throws -> [String] {
        var bench = try ExampleBench("swipes")
        bench.touch(0, [0: (500, 500)])
        for (index, way) in ways.enumerated() {
            bench.touch(Double(index + 1) * step, [0: (500 + way.0, 500 + way.1)])
        }
        bench.lift(Double(ways.count + 1) * step)
        bench.rest()
        return bench.story
    }

    @Test(arguments: [(25, 0), (25, 5), (25, -5), (-25, 5), (300, 5), (-300, -5)] as [(Float, Float)])
    func acrossIs25AlongAndAtMost5Aside(way: (Float, Float)) throws {
        #expect(try swipes([way]) == ["20 across ended"])
        #expect(try swipes([(way.1, way.0)]) == ["20 upDown ended"])
    }

    @Test(
        arguments: [
            (24.9, 0), (-24.9, 0), (24.9, 5), (25, 5.1), (-25, 5.1), (25, -5.1), (300, 5.1), (300, 40), (30, 30),
            (0, 0),
        ] as [(Float, Float)])
    func lessAlongOrMoreAsideIsNone(way: (Float, Float)) throws {
        #expect(try swipes([way]) == [])
        #expect(try swipes([(way.1, way.0)]) == [])
    }

    @Test func itIsToldOnTheWayAndOnce() throws {
        #expect(try swipes([(10, 0), (24, 0), (26, 0), (200, 0), (0, 0), (-200, 0)]) == ["60 across ended"])
    }

    @Test func speedAndDurationDoNotMatter() throws {
        #expect(try swipes([(8, 0), (16, 1), (24, 2), (32, 3)], every: 60_000) == ["240000 across ended"])
        #expect(try swipes([(500, 0)], every: 1) == ["1 across ended"])
    }

    @Test func whoHasGoneAsideMayNotComeBack() throws {
        #expect(try swipes([(25, 6), (60, 0), (200, 0)]) == [])
        #expect(try swipes([(10, 9), (25, 5)]) == ["40 across ended"], "before 25 pt nobody is judged")
    }

    @Test func aSecondFingerMakesItNone() throws {
        var bench = try ExampleBench("swipes")
        bench.touch(0, [0: (500, 500)])
        bench.touch(20, [0: (510, 500), 1: (700, 500)])
        bench.touch(40, [0: (600, 500), 1: (800, 500)])
        bench.touch(60, [0: (610, 500), 1: (810, 500)])
        bench.lift(80)
        bench.rest()
        #expect(bench.story == [])
    }

    @Test func itIsToldForTwoSecondsAndANewOneBeginsThemAnew() throws {
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500))
        bench.draw((500, 500), (500, 470), from: 1_000)
        bench.draw((500, 500), (470, 500), from: 1_900)
        bench.rest()
        #expect(bench.story == ["20 across ended", "1020 upDown ended", "1920 across ended"])
        #expect(bench.lines == ["20 GPIO23 on", "1020 GPIO24 on", "3020 GPIO24 off", "3920 GPIO23 off"])
    }

    @Test func afterTwoSecondsTheLineIsIdle() throws {
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500))
        bench.draw((500, 500), (530, 500), from: 3_000)
        bench.rest()
        #expect(bench.lines == ["20 GPIO23 on", "2020 GPIO23 off", "3020 GPIO23 on", "5020 GPIO23 off"])
    }
}
