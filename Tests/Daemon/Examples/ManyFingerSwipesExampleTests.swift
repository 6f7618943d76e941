import TestSupport

/// boards/examples/many-finger-swipes.yaml: one finger meets 25/5, all the others are 25 away along the same axis, from one start.
@Suite struct ManyFingerSwipesExampleTests {
    private static let names = ["single", "double", "triple", "quadruple", "quintuple"]

    /// What fingers make that land 150 apart and go these ways in ten reports.
    private func swipes(_ ways: [(Float, Float)]) throws -> [String] {
        var bench = try ExampleBench("many-finger-swipes")
        for step in 0...10 {
            let share = Float(step) / 10
            var places: [Int: (Float, Float)] = [:]
            for (finger, way) in ways.enumerated() {
                places[finger] = (500 + way.0 * share, 500 + 150 * Float(finger) + way.1 * share)
            }
            bench.touch(Double(step) * 20, places)
        }
        bench.lift(220)
        bench.rest()
        return bench.hits.map { String($0.split(separator: " ")[1]) }.reduce(into: []) { names, name in
            if names.last != name { names.append(name) }
        }
    }

    @Test(arguments: 1...5)
    func asManyFingersAsTheNameSays(_ count: Int) throws {
        let told = [Self.names[count - 1]]
        for way in [(25, 5), (-25, -5), (5, 25), (-5, -25), (300, 0)] as [(Float, Float)] {
            #expect(try swipes(Array(repeating: way, count: count)) == told, "\(way)")
        }
        for way in [(24.9, 0), (24.9, 5), (0, -24.9), (25, 5.1), (-5.1, 25), (200, 40)] as [(Float, Float)] {
            #expect(try swipes(Array(repeating: way, count: count)) == [], "\(way)")
        }
    }

    @Test(arguments: 2...5)
    func allButOneMayGoAsideAsFarAsTheyLike(_ count: Int) throws {
        let told = [Self.names[count - 1]]
        for (lead, other, expected) in [
            ((25, 5), (25, 60), told), ((25, 5.1), (25, 60), []), ((24.9, 0), (25, 60), []), ((25, 0), (24.9, 60), []),
            ((40, 0), (-40, 0), told), ((40, 0), (0, 0), []), ((0, 40), (60, 25), told),
        ] as [((Float, Float), (Float, Float), [String])] {
            #expect(try swipes([lead] + Array(repeating: other, count: count - 1)) == expected, "\(lead) \(other)")
        }
    }

    @Test func allAreMeasuredFromWhereTheFirstOneLanded() throws {
        for (x, expected) in [(524.9, []), (525, ["60 double"]), (475, ["60 double"]), (475.1, [])]
            as [(Float, [String])]
        {
            var bench = try ExampleBench("many-finger-swipes")
            bench.touch(0, [0: (500, 500)])
            bench.touch(20, [1: (x, 700)])
            bench.touch(40, [1: (x, 701)])
            bench.touch(60, [0: (525, 500)])
            bench.lift(80)
            bench.rest()
            #expect(bench.hits == expected, "the second has landed at \(x)")
        }
    }

    @Test func howManyFingersThereAreIsJudgedAnew() throws {
        var bench = try ExampleBench("many-finger-swipes")
        bench.touch(0, [0: (500, 500)])
        bench.touch(20, [0: (530, 500)])
        bench.touch(40, [0: (540, 500), 1: (540, 700)])
        bench.touch(60, [0: (550, 500), 1: (550, 700)])
        bench.lift(80, 1)
        bench.touch(100, [0: (560, 500)])
        bench.lift(120)
        bench.rest()
        #expect(bench.hits == ["20 single", "40 single", "60 double", "100 single"])
        #expect(bench.story == ["20 single began", "60 double began", "120 single ended", "120 double ended"])
    }

    @Test func sixFingersAreTooMany() throws {
        #expect(try swipes(Array(repeating: (50, 0), count: 6)) == [])
    }

    @Test func itIsToldForTwoSecondsAndANewOneBeginsThemAnew() throws {
        var bench = try ExampleBench("many-finger-swipes")
        for start in [0, 1_500] as [Double] {
            bench.touch(start, [0: (500, 500), 1: (500, 650)])
            bench.touch(start + 20, [0: (525, 500), 1: (525, 700)])
            bench.lift(start + 40)
        }
        bench.draw((500, 500), (500, 530), from: 2_000)
        bench.rest()
        #expect(bench.hits == ["20 double", "1520 double", "2020 single"])
        #expect(bench.lines == ["20 GPIO24 on", "2020 GPIO23 on", "3520 GPIO24 off", "4020 GPIO23 off"])
    }
}
