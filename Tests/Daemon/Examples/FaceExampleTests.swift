import Foundation
import TestSupport

/// boards/examples/face.yaml: every event tells what has changed since the one before it.
@Suite struct FaceExampleTests {
    /// Two fingers around (1000, 1000), at a distance and an angle in degrees, report by report.
    private func hands(_ pairs: [(span: Double, degrees: Double)]) throws -> [GestureEvent] {
        var bench = try ExampleBench("face")
        for (index, pair) in pairs.enumerated() {
            let x = Float(pair.span / 2 * cos(pair.degrees * .pi / 180))
            let y = Float(pair.span / 2 * sin(pair.degrees * .pi / 180))
            bench.touch(Double(index) * 20, [0: (1_000 - x, 1_000 - y), 1: (1_000 + x, 1_000 + y)])
        }
        bench.lift(Double(pairs.count) * 20)
        bench.rest()
        return bench.events
    }

    private func scales(_ events: [GestureEvent]) -> [Float] {
        events.compactMap { if case .pinch(let scale, _) = $0.values { scale } else { nil } }
    }

    private func angles(_ events: [GestureEvent]) -> [Float] {
        events.compactMap { if case .rotation(let radians, _) = $0.values { radians * 180 / .pi } else { nil } }
    }

    @Test func theScaleIsThatSinceTheLastEvent() throws {
        let events = try hands([(200, 0), (216.1, 0), (259.3, 0), (311.2, 0), (249, 0)])
        #expect(events.map(\.state) == [.began, .changed, .changed, .changed, .ended])
        #expect(zip(scales(events), [1, 1.2, 1.2, 0.8, 1] as [Float]).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test func itTakes16PointsToScale() throws {
        #expect(try hands([(200, 0), (215.9, 0)]).isEmpty)
        #expect(try hands([(200, 0), (184.1, 0)]).isEmpty)
        #expect(try hands([(200, 0), (216.1, 0)]).map(\.state) == [.began, .ended])
        #expect(try hands([(200, 0), (183.9, 0)]).map(\.state) == [.began, .ended])
    }

    @Test func theTiltIsThatSinceTheLastEvent() throws {
        let events = try hands([(200, 0), (200, 10.1), (200, 15.1), (200, 35.1), (200, 25.1)])
        #expect(events.map(\.state) == [.began, .changed, .changed, .changed, .ended])
        #expect(zip(angles(events), [0, 5, 20, -10, 0] as [Float]).allSatisfy { abs($0 - $1) < 0.01 })
    }

    @Test func itTakes10DegreesToTilt() throws {
        #expect(try hands([(200, 0), (200, 9.9)]).isEmpty)
        #expect(try hands([(200, 0), (200, -9.9)]).isEmpty)
        #expect(try hands([(200, 0), (200, 10.1)]).map(\.state) == [.began, .ended])
        #expect(try hands([(200, 0), (200, -10.1)]).map(\.state) == [.began, .ended])
    }

    @Test func itScalesAndTiltsTogether() throws {
        let events = try hands([(200, 0), (240, 15), (300, 30)])
        #expect(scales(events).count == 3 && angles(events).count == 3)
        #expect(!events.contains { $0.state == .cancelled })
    }

    /// What one finger makes that goes these ways from (500, 500), a report every 20 ms unless told otherwise.
    private func finger(_ ways: [(Float, Float)], every step: Double = 20) throws -> (ExampleStory, [GestureEvent]) {
        var bench = try ExampleBench("face")
        bench.touch(0, [0: (500, 500)])
        for (index, way) in ways.enumerated() {
            bench.touch(Double(index + 1) * step, [0: (500 + way.0, 500 + way.1)])
        }
        bench.lift(Double(ways.count + 1) * step)
        bench.rest()
        return (ExampleStory(told: bench.story, lines: bench.lines), bench.events)
    }

    private struct ExampleStory {
        var told: [String]
        var lines: [String]
    }

    @Test func theMoodMovesByWhatHasChangedSinceTheLastEvent() throws {
        let (_, events) = try finger([(25.1, 0), (35, 3), (65, 3), (55, -7)])
        let steps = events.compactMap { if case .pan(let translation, _) = $0.values { translation } else { nil } }
        #expect(events.map(\.state) == [.began, .changed, .changed, .changed, .ended])
        #expect(
            zip(steps, [(0, 0), (9.9, 3), (30, 0), (-10, -10), (0, 0)] as [(Float, Float)]).allSatisfy {
                abs($0.x - $1.0) < 0.01 && abs($0.y - $1.1) < 0.01
            })
    }

    @Test func theMoodMovesOnceItIsNoSwipe() throws {
        let (still, events) = try finger([(24.9, 0)])
        #expect(events.map(\.kind.description) == ["tap"] && still.lines == ["40 GPIO23 on"], "a tap that rolls")
        #expect(try finger([(25, 0)]).0.told.first == "20 mood began", "across is no way of the brow")
    }

    @Test func aSwipeUpOrDownTurnsTheBrowAndNotTheMood() throws {
        for way in [-1, 1] as [Float] {
            let (face, _) = try finger([(0, way * 12), (0, way * 25)])
            #expect(face.told == ["40 brow ended"])
            #expect(face.lines == ["40 GPIO24 on", "140 GPIO24 off"])
        }
        #expect(try finger([(0, 12), (0, 24.9)]).0.told.contains("60 brow ended") == false)
        #expect(try finger([(12, 0), (25, 0)]).0.told.contains { $0.contains("brow") } == false)
    }

    @Test func aSlowWayUpMovesTheMoodOnceItIsNoSwipeAnyMore() throws {
        let (face, _) = try finger((1...12).map { (0, Float($0) * -4) }, every: 50)
        #expect(face.told == ["500 mood began", "650 mood ended"])
    }

    @Test func aTapOpensAndClosesTheEyes() throws {
        var bench = try ExampleBench("face")
        for (landing, lift) in [(0, 80), (1_000, 1_750), (3_000, 3_751), (5_000, 5_080)] as [(Double, Double)] {
            bench.touch(landing, [0: (500, 500)])
            bench.lift(lift)
        }
        bench.rest()
        #expect(bench.story == ["80 eyes ended", "1750 eyes ended", "5080 eyes ended"])
        #expect(bench.lines == ["80 GPIO23 on", "1750 GPIO23 off", "5080 GPIO23 on"])
    }
}
