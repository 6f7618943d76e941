import TestSupport

/// The classic rule of many-finger swipes: one finger meets 25/5, all others go 25 that way.
@Suite struct ManyFingerSwipeTests {
    private func classic(_ touches: Int, _ change: (inout SwipeRecognizer.Parameters) -> Void = { _ in })
        -> StandardRecognizer
    {
        swipe {
            $0.touches = touches
            $0.deviationPt = 5
            $0.deviationTangent = 0
            $0.othersDeviationPt = .infinity
            $0.maxDuration = .unlimited
            $0.minimumVelocityPtPerSecond = 0
            change(&$0)
        }
    }

    /// Fingers that go straight on, each its way, in `steps` reports of 100 ms, and lift one after the other; where the
    /// swipe went.
    private func play(
        _ recognizer: StandardRecognizer, _ travels: [(Float, Float)], steps: Int = 20, liftsFirst first: Int = 0
    ) -> [Direction] {
        var t = GestureTester([("swipe", recognizer)])
        for i in travels.indices { t.place(Int32(i), 150 + 100 * Float(i), 240) }
        t.report(at: 0)
        for step in 1...steps {
            let u = Float(step) / Float(steps)
            for (i, travel) in travels.enumerated() {
                t.place(Int32(i), 150 + 100 * Float(i) + travel.0 * u, 240 + travel.1 * u)
            }
            t.report(at: Double(step) * 100)
        }
        for i in travels.indices {
            t.up(Double(steps + i + 1) * 100, id: Int32((i + first) % travels.count))
        }
        t.wait()
        return t.events.compactMap { if case .swipe(let direction, _) = $0.values { direction } else { nil } }
    }

    @Test(arguments: [2, 3, 4, 5])
    func oneFingerMeetsTheFiguresAndTheOthersOnlyTheDistance(_ touches: Int) {
        let others = Array(repeating: (25 as Float, 60 as Float), count: touches - 1)
        for fires in [SwipeRecognizer.Parameters.Fires.onDistance, .onLift] {
            let rule = classic(touches) { $0.fires = fires }
            for (leader, expected) in [
                ((25, 5), true), ((25, -5), true), ((25, 5.1), false), ((25, -5.1), false), ((24.9, 5), false),
                ((24.9, 0), false), ((60, 5), true), ((60, 5.1), false),
            ] as [((Float, Float), Bool)] {
                for place in 0..<touches {
                    var travels = others
                    travels.insert(leader, at: place)
                    #expect(play(rule, travels) == (expected ? [.right] : []), "\(leader) at \(place), \(fires)")
                }
            }
            for (other, expected) in [
                ((25, 100), true), ((24.9, 100), false), ((24.9, 0), false), ((-25, 0), false), ((0, 60), false),
                ((60, -20), true),
            ] as [((Float, Float), Bool)] {
                var travels = others
                travels[0] = other
                travels.append((26, 4))
                #expect(play(rule, travels) == (expected ? [.right] : []), "\(other), \(fires)")
                #expect(
                    play(rule, travels, liftsFirst: touches - 1) == (expected ? [.right] : []), "\(other), \(fires)")
            }
        }
    }

    @Test func itGoesAllFourWays() {
        for (leader, other, direction) in [
            ((25, 5), (25, 60), .right), ((-25, 5), (-25, 60), .left), ((5, 25), (60, 25), .down),
            ((5, -25), (60, -25), .up),
        ] as [((Float, Float), (Float, Float), Direction)] {
            for fires in [SwipeRecognizer.Parameters.Fires.onDistance, .onLift] {
                #expect(play(classic(2) { $0.fires = fires }, [other, leader]) == [direction])
                let one = classic(2) {
                    $0.fires = fires
                    $0.directions = DirectionSet()
                    $0.directions.insert(direction)
                }
                #expect(play(one, [leader, other]) == [direction])
                let none = classic(2) {
                    $0.fires = fires
                    $0.directions.remove(direction)
                }
                #expect(play(none, [leader, other]) == [])
            }
        }
    }

    @Test func withoutItEveryFingerHasToKeepToTheAxis() {
        let strict = classic(2) { $0.othersDeviationPt = nil }
        #expect(play(strict, [(25, 5), (25, 5)]) == [.right])
        #expect(play(strict, [(25, 5), (25, 5.1)]) == [])
        #expect(play(classic(2), [(25, 5), (25, 5.1)]) == [.right])
    }

    @Test func theOthersMayHaveALimitOfTheirOwn() {
        let rule = classic(2) { $0.othersDeviationPt = 12 }
        #expect(play(rule, [(25, 5), (25, 12)]) == [.right])
        #expect(play(rule, [(25, 5), (25, 12.1)]) == [])
        #expect(play(rule, [(25, 12), (25, 5)]) == [.right])
        #expect(play(rule, [(25, 6), (25, 12)]) == [], "nobody leads")
        let angle = classic(2) { ($0.othersDeviationPt, $0.othersDeviationTangent) = (0, 1) }
        #expect(play(angle, [(50, 5), (50, 50)]) == [.right])
        #expect(play(angle, [(50, 5), (50, 50.1)]) == [])
    }

    @Test func oneFingerAloneIsItsOwnLeader() {
        #expect(play(classic(1), [(25, 5)]) == [.right])
        #expect(play(classic(1), [(25, 5.1)]) == [])
    }

    @Test func speedAndTimeStillCountWhereTheyAreAskedFor() {
        // 25 pt in 2 s.
        let fast = classic(2) { $0.minimumVelocityPtPerSecond = 13 }
        #expect(play(fast, [(25, 5), (25, 30)]) == [])
        #expect(play(classic(2) { $0.minimumVelocityPtPerSecond = 12.5 }, [(25, 5), (25, 30)]) == [.right])
        #expect(play(classic(2) { $0.maxDuration = .milliseconds(1_999) }, [(25, 5), (25, 30)]) == [])
        #expect(play(classic(2) { $0.maxDuration = .milliseconds(2_000) }, [(25, 5), (25, 30)]) == [.right])
    }

    @Test func aPinchIsNoneOfThem() {
        #expect(play(classic(2), [(-40, 0), (40, 0)]) == [])
        #expect(play(classic(2), [(-40, 3), (40, -3)]) == [])
    }
}
