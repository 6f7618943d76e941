import TestSupport

/// boards/examples/tap-ladder.yaml: one to four taps, told 400 ms after the landing.
@Suite struct TapLadderExampleTests {
    /// What taps make whose fingers land at these times, and stay down for `press`.
    private func ladder(_ landings: Double..., press: Double = 60) throws -> [String] {
        var bench = try ExampleBench("tap-ladder")
        for landing in landings {
            bench.touch(landing, [0: (500, 500)])
            bench.lift(landing + press)
        }
        bench.rest()
        return bench.story
    }

    @Test func eachIsTold400MillisecondsAfterItsLanding() throws {
        #expect(try ladder(0) == ["400 single ended"])
        #expect(try ladder(0, 200) == ["600 double ended"])
        #expect(try ladder(0, 200, 350) == ["750 triple ended"])
    }

    @Test func theFourthIsToldAsItLands() throws {
        #expect(try ladder(0, 200, 350, 500) == ["500 quadruple ended"])
    }

    @Test func theNextLandingWithin400MillisecondsWithdrawsIt() throws {
        #expect(try ladder(0, 399) == ["799 double ended"])
        #expect(try ladder(0, 400) == ["800 double ended"])
        #expect(try ladder(0, 401) == ["400 single ended", "801 double ended"], "the touch still counts 2")
        #expect(try ladder(0, 400, 800) == ["1200 triple ended"])
        #expect(try ladder(0, 400, 801) == ["800 double ended", "1201 triple ended"])
        #expect(try ladder(0, 400, 800, 1_200) == ["1200 quadruple ended"])
        #expect(try ladder(0, 400, 800, 1_201) == ["1200 triple ended", "1201 quadruple ended"])
    }

    @Test func theFifthAndWhatFollowsItTellNothing() throws {
        #expect(try ladder(0, 150, 300, 450, 600) == ["450 quadruple ended"])
        #expect(try ladder(0, 150, 300, 450, 600, 750, 900, 1_050) == ["450 quadruple ended"])
        #expect(
            try ladder(0, 150, 300, 450, 600, 1_100) == ["450 quadruple ended", "1500 single ended"],
            "after a pause the row is over")
    }

    /// What taps make that land at these times and places, 20 ms each.
    private func taps(_ landings: (Double, Float)...) throws -> [String] {
        var bench = try ExampleBench("tap-ladder")
        for (landing, x) in landings {
            bench.touch(landing, [0: (x, 500)])
            bench.lift(landing + 20)
        }
        bench.rest()
        return bench.story
    }

    @Test func eachSingleTapWaitsItsOwnTimeAlsoWhereTheNextOneIsElsewhere() throws {
        #expect(try taps((0, 200), (160, 900)) == ["400 single ended", "560 single ended"])
        #expect(
            try taps((0, 200), (100, 500), (200, 900), (300, 1_200)) == [
                "400 single ended", "500 single ended", "600 single ended", "700 single ended",
            ])
        #expect(try taps((0, 200), (100, 200), (200, 900)) == ["500 double ended", "600 single ended"])
        #expect(try taps((0, 200), (100, 900), (250, 900)) == ["650 double ended"], "it withdraws all that wait")
    }

    @Test func fingersThatLandAtOnceAreTap1() throws {
        var bench = try ExampleBench("tap-ladder")
        bench.touch(0, [0: (500, 500), 1: (700, 500)])
        bench.lift(60)
        bench.rest()
        #expect(bench.story == ["400 single ended"])
    }

    @Test func otherFingersDoNotExist() throws {
        var bench = try ExampleBench("tap-ladder")
        bench.touch(0, [0: (500, 500)])
        bench.touch(100, [1: (900, 500)])
        bench.touch(140, [1: (900, 500)])
        bench.lift(200, 0)
        bench.lift(250)
        bench.rest()
        #expect(bench.story == ["400 single ended"])
    }

    @Test func theLandingCountsAndNotTheLift() throws {
        #expect(try ladder(0, press: 390) == ["400 single ended"])
        #expect(try ladder(0, press: 700) == ["400 single ended"], "the finger is still down")
        #expect(try ladder(0, 380, press: 330) == ["780 double ended"])
    }

    @Test func eachIsToldForItsTimeAndANewOneBeginsItAnew() throws {
        var bench = try ExampleBench("tap-ladder")
        for landing in [0, 1_000, 1_200, 2_700, 2_850, 3_000, 3_150] as [Double] {
            bench.touch(landing, [0: (500, 500)])
            bench.lift(landing + 60)
        }
        bench.rest()
        #expect(bench.story == ["400 single ended", "1600 double ended", "3150 quadruple ended"])
        #expect(
            bench.lines == [
                "400 GPIO23 on", "1600 GPIO24 on", "2000 GPIO23 off", "3150 GPIO16 on", "3200 GPIO24 off",
                "4750 GPIO16 off",
            ])

        var again = try ExampleBench("tap-ladder")
        for landing in [0, 1_000] as [Double] {
            again.touch(landing, [0: (500, 500)])
            again.lift(landing + 60)
        }
        again.rest()
        #expect(again.lines == ["400 GPIO23 on", "3000 GPIO23 off"])
    }
}
