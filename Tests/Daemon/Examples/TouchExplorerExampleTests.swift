import TestSupport

/// boards/examples/touch-explorer.yaml: every phase with the number of touches and the tap count, as it happens.
@Suite struct TouchExplorerExampleTests {
    /// The lines of the port without their time, spaces made one.
    private func said(_ bench: borrowing ExampleBench) -> [String] {
        bench.sent.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
    }

    @Test func everyPhaseIsToldAsItHappens() throws {
        var bench = try ExampleBench("touch-explorer")
        bench.touch(0, [0: (100, 100)])
        bench.touch(20, [0: (103, 104)])
        bench.touch(40, [:])
        bench.lift(60)
        #expect(
            said(bench) == [
                "touch 1 began at 100,100, touches 1, taps 1", "touch 1 moved at 103,104, touches 1, taps 1",
                "touch 1 ended at 103,104, touches 1, taps 1",
            ])
        #expect(bench.lines == ["0 GPIO23 on", "60 GPIO23 off"])
    }

    @Test func numberIsThatOfTheTouchesInThePhaseAndOneAtTheLastLift() throws {
        var bench = try ExampleBench("touch-explorer")
        bench.touch(0, [0: (100, 100)])
        bench.touch(20, [1: (400, 100)])
        bench.touch(40, [1: (410, 100)])
        bench.lift(60, 0)
        bench.lift(80)
        #expect(
            said(bench) == [
                "touch 1 began at 100,100, touches 1, taps 1", "touch 2 began at 400,100, touches 1, taps 1",
                "touch 2 moved at 410,100, touches 1, taps 1", "touch 1 ended at 100,100, touches 1, taps 1",
                "touch 2 ended at 410,100, touches 1, taps 1",
            ])
    }

    @Test func fingersThatLandMoveAndLiftTogetherAreTwo() throws {
        var bench = try ExampleBench("touch-explorer")
        bench.touch(0, [0: (100, 100), 1: (400, 100)])
        bench.touch(20, [:])
        bench.touch(40, [0: (110, 100), 1: (410, 100)])
        bench.lift(60)
        #expect(
            said(bench).map { $0.split(separator: ",").dropFirst().joined(separator: ",") }
                == Array(repeating: "100, touches 2, taps 1", count: 6))
    }

    @Test func theTapCountRisesWithin45PointsAnd350Milliseconds() throws {
        func taps(_ second: (x: Float, at: Double)) throws -> String? {
            var bench = try ExampleBench("touch-explorer")
            bench.touch(0, [0: (100, 100)])
            bench.lift(80)
            bench.touch(second.at, [0: (second.x, 100)])
            bench.lift(second.at + 80)
            return said(bench).last?.split(separator: " ").last.map(String.init)
        }
        #expect(try taps((100, 430)) == "2")
        #expect(try taps((100, 431)) == "1")
        #expect(try taps((145, 300)) == "2")
        #expect(try taps((145.1, 300)) == "1")
    }
}
