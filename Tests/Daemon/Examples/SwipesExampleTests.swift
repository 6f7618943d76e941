import TestSupport

/// boards/examples/swipes.yaml: 25 pt one way, at most 5 aside, at any speed.
@Suite struct SwipesExampleTests {
    /// What one finger that goes from (500, 500) by these steps is told to make, each time.
    private func swipes(_ ways: [(Float, Float)], every step: Double = 20) throws -> [String] {
        var bench = try ExampleBench("swipes")
        bench.touch(0, [0: (500, 500)])
        for (index, way) in ways.enumerated() {
            bench.touch(Double(index + 1) * step, [0: (500 + way.0, 500 + way.1)])
        }
        bench.lift(Double(ways.count + 1) * step)
        bench.rest()
        return bench.hits
    }

    @Test(arguments: [(25, 0), (25, 5), (25, -5), (-25, 5), (300, 5), (-300, -5)] as [(Float, Float)])
    func acrossIs25AlongAndAtMost5Aside(way: (Float, Float)) throws {
        #expect(try swipes([way]) == ["20 across"])
        #expect(try swipes([(way.1, way.0)]) == ["20 upDown"])
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

    @Test func itIsToldAgainAtEachFurtherMove() throws {
        #expect(
            try swipes([(10, 0), (24, 0), (26, 0), (200, 0), (0, 0), (-200, 0)]) == [
                "60 across", "80 across", "120 across",
            ])
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500), (540, 500), (505, 500), (540, 500))
        bench.rest()
        #expect(bench.story == ["20 across began", "100 across ended"], "one gesture from the first hit to the lift")
        #expect(bench.hits == ["20 across", "40 across", "80 across"])
    }

    @Test func aReportWithoutAMoveTellsNothing() throws {
        #expect(try swipes([(30, 0), (30, 0), (30, 0), (31, 0)]) == ["20 across", "80 across"])
    }

    @Test func speedAndDurationDoNotMatter() throws {
        #expect(try swipes([(8, 0), (16, 1), (24, 2), (32, 3)], every: 60_000) == ["240000 across"])
        #expect(try swipes([(500, 0)], every: 1) == ["1 across"])
    }

    @Test func whoHasGoneAsideMayComeBack() throws {
        #expect(try swipes([(30, 8), (50, 4)]) == ["40 across"])
        #expect(try swipes([(25, 6), (60, 0), (200, 5.1), (200, 5)]) == ["40 across", "80 across"])
        #expect(try swipes([(300, 200), (40, 40), (3, 40)]) == ["60 upDown"])
    }

    @Test func oneTouchMayGoAcrossAndThenUp() throws {
        #expect(
            try swipes([(30, 0), (60, 0), (30, 0), (0, -20), (0, -25), (5, -60), (6, -70), (-25, -5)]) == [
                "20 across", "40 across", "60 across", "100 upDown", "120 upDown", "160 across",
            ])
    }

    @Test func otherFingersDoNotExist() throws {
        var bench = try ExampleBench("swipes")
        bench.touch(0, [0: (500, 500)])
        bench.touch(20, [0: (510, 500), 1: (700, 500)])
        bench.touch(40, [0: (600, 500), 1: (700, 700)])
        bench.lift(60, 0)
        bench.touch(80, [1: (700, 900)])
        // One that comes while the second still rests is a finger of its own.
        bench.touch(100, [2: (300, 300)])
        bench.touch(120, [2: (300, 330)])
        bench.lift(140, 1)
        bench.lift(160)
        bench.rest()
        #expect(bench.hits == ["40 across", "120 upDown"])
        #expect(
            bench.story == ["40 across began", "60 across ended", "120 upDown began", "160 upDown ended"])
    }

    @Test func itIsToldForTwoSecondsAndANewOneBeginsThemAnew() throws {
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500))
        bench.draw((500, 500), (500, 470), from: 1_000)
        bench.draw((500, 500), (470, 500), from: 1_900)
        bench.rest()
        #expect(bench.hits == ["20 across", "1020 upDown", "1920 across"])
        #expect(bench.lines == ["20 GPIO23 on", "1020 GPIO24 on", "3020 GPIO24 off", "3920 GPIO23 off"])
    }

    @Test func eachFurtherMoveBeginsTheTwoSecondsAnew() throws {
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500), (560, 500), (590, 500), every: 1_000)
        bench.rest()
        #expect(bench.lines == ["1000 GPIO23 on", "5000 GPIO23 off"])
    }

    @Test func afterTwoSecondsTheLineIsIdle() throws {
        var bench = try ExampleBench("swipes")
        bench.draw((500, 500), (530, 500))
        bench.draw((500, 500), (530, 500), from: 3_000)
        bench.rest()
        #expect(bench.lines == ["20 GPIO23 on", "2020 GPIO23 off", "3020 GPIO23 on", "5020 GPIO23 off"])
    }
}
