import Foundation
import TestSupport

/// boards/examples/checkmark.yaml: a turn of 50 to 135 degrees between two reports' ways, after 10 pt.
@Suite struct CheckmarkExampleTests {
    /// What one finger makes that goes pieces of these lengths, turning by these degrees before each.
    private func checkmarks(_ pieces: (length: Double, turn: Double)..., towards: Double = 40) throws -> [String] {
        var bench = try ExampleBench("checkmark")
        var (x, y, direction) = (800.0, 800.0, towards)
        bench.touch(0, [0: (Float(x), Float(y))])
        for (index, piece) in pieces.enumerated() {
            direction += piece.turn
            x += piece.length * cos(direction * .pi / 180)
            y += piece.length * sin(direction * .pi / 180)
            bench.touch(Double(index + 1) * 20, [0: (Float(x), Float(y))])
        }
        bench.lift(Double(pieces.count + 1) * 20)
        bench.rest()
        return bench.hits
    }

    @Test(arguments: [40, 0, 90, 217] as [Double])
    func theTurnIs50To135DegreesEitherWay(_ towards: Double) throws {
        for turn in [50.1, 90, 134.9] {
            #expect(try checkmarks((30, 0), (30, turn), towards: towards) == ["40 checkmark"])
            #expect(try checkmarks((30, 0), (30, -turn), towards: towards) == ["40 checkmark"])
        }
        for turn in [0, 49.9, 135.1, 180] {
            #expect(try checkmarks((30, 0), (30, turn), towards: towards) == [])
            #expect(try checkmarks((30, 0), (30, -turn), towards: towards) == [])
        }
    }

    @Test func itComesAfter10PointsOfWay() throws {
        #expect(try checkmarks((9.9, 0), (30, -90)) == [])
        #expect(try checkmarks((10, 0), (30, -90), towards: 0) == [], "more than 10")
        #expect(try checkmarks((10.1, 0), (30, -90)) == ["40 checkmark"])
        #expect(try checkmarks((4, 0), (4, 0), (2.2, 0), (30, -90)) == ["80 checkmark"], "over several reports")
        #expect(try checkmarks((9, 0), (9, -90), (30, 100)) == ["60 checkmark"], "the first turn was too early")
    }

    @Test func turnsOfSeveralReportsAreNotAddedUp() throws {
        #expect(try checkmarks((30, 0), (10, -40), (10, -40), (10, -40)) == [])
        #expect(try checkmarks((30, 0), (10, -40), (10, -60)) == ["60 checkmark"])
    }

    @Test func eachCornerTellsAgain() throws {
        #expect(
            try checkmarks((30, 0), (1, -90), (50, 0), (50, 100), (50, 20), (50, -60)) == [
                "40 checkmark", "80 checkmark", "120 checkmark",
            ])
        var bench = try ExampleBench("checkmark")
        bench.draw((500, 500), (530, 530), (590, 450), (650, 530))
        bench.rest()
        #expect(bench.story == ["40 checkmark began", "80 checkmark ended"])
        #expect(bench.lines == ["40 GPIO23 on", "1660 GPIO23 off"], "the second one begins the time anew")
    }

    @Test func otherFingersDoNotExist() throws {
        var bench = try ExampleBench("checkmark")
        bench.touch(0, [0: (500, 500)])
        bench.touch(20, [0: (530, 530), 1: (900, 500)])
        bench.touch(40, [0: (560, 530), 1: (900, 600)])
        bench.touch(60, [0: (560, 400), 1: (1_000, 600)])
        bench.lift(80)
        bench.rest()
        #expect(bench.hits == ["60 checkmark"])
    }

    @Test func itIsToldForItsTimeAndANewOneBeginsItAnew() throws {
        var bench = try ExampleBench("checkmark")
        bench.draw((500, 500), (530, 530), (590, 450))
        bench.draw((500, 500), (530, 530), (590, 450), from: 1_000)
        bench.rest()
        #expect(bench.lines == ["40 GPIO23 on", "2640 GPIO23 off"])
    }
}
