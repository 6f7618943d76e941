import Foundation
import TaplineTouches
import Testing

@Suite struct VelocityTests {
    @Test func standstillSlowsDownToZeroAndNeverBackwards() {  // case 31
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        for i in 1...20 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
        var last = panel.velocity(at: 200).x
        #expect(abs(last - 1_000) < 1)
        for k in 1...8 {
            panel.still(200 + Double(k) * 10)
            let now = panel.velocity(at: 200 + Double(k) * 10).x
            #expect(now <= last && now >= 0)
            if k >= 5 { #expect(now == 0) }
            last = now
        }
    }

    @Test(arguments: [(30.0, 1_000 as Float), (3_000, 0)]) func liftAfterAPauseIsNoFling(
        _ lift: Double, _ expected: Float
    ) {  // case 32
        var panel = TablePanel<4>()
        panel.down(0, 10, 100)
        panel.down(10, 20, 100)
        panel.down(20, 30, 100)
        panel.up(lift)
        #expect(abs(panel.velocity(at: lift).x - expected) < 1)
    }

    @Test func twoMovesAreEnoughForAVelocity() {  // case 33
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        panel.down(10, 108, 100)
        panel.down(20, 116, 104)
        #expect(abs(panel.velocity(at: 20).x - 800) < 1)
        #expect(panel.velocity(at: 20).y > 0)
    }

    @Test func twoSamplesHalfAMillisecondApartDoNoHarm() {  // case 35
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        for t in [10, 20, 30, 40, 50, 50.5, 60, 70.0] {
            panel.down(t, 100 + Float(t), 100)
            #expect(abs(panel.velocity(at: t).x - 1_000) < 100, "at \(t)")
        }
        // With the jitter of whole pixels, too.
        var jittering = TablePanel<4>()
        jittering.down(0, 100, 100)
        for t in [10, 20, 30, 40, 50, 50.5, 60] { jittering.down(t, (100 + Float(t)).rounded(), 100) }
        #expect(abs(jittering.velocity(at: 60).x - 1_000) < 100)
    }

    @Test func lastSampleBackwardsDoesNotTurnTheVelocityRound() {  // case 37
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        for i in 1...10 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
        panel.down(110, 197, 100)
        #expect(panel.velocity(at: 110).x > 0)
    }

    @Test(arguments: [25.0, 60, 100, 120, 240]) func steadyMotionIsMeasuredAtAnyRate(_ rate: Double) {
        for start in [0, 1_234.567] {
            var panel = TablePanel<4>()
            var t = 0.0
            panel.down(start, 100, 300)
            while t < 400 {
                t += 1_000 / rate
                panel.down(start + t, 100 + Float(t), 300 - Float(t) / 2)
                let v = panel.velocity(at: start + t)
                #expect(abs(v.x - 1_000) < 15 && abs(v.y + 500) < 10, "\(rate) Hz at \(t): \(v)")
            }
            // Between reports it holds on; after two missed ones it is a standstill.
            #expect(panel.velocity(at: start + t + 500 / rate).x > 900)
            #expect(panel.velocity(at: start + t + max(41, 2_100 / rate)).x == 0)
        }
    }

    @Test func unevenSpacingIsNoNoise() {
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        for t in [3, 20, 22, 24, 45, 47, 66, 80, 81, 101, 117.0] { panel.down(t, 100 + 2 * Float(t), 100) }
        #expect(abs(panel.velocity(at: 117).x - 2_000) < 20)
    }

    @Test func directionIsTheWayGone() {
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] as [(Float, Float)] {
            var panel = TablePanel<4>()
            panel.down(0, 400, 240)
            for i in 1...10 { panel.down(Double(i) * 10, 400 + 5 * Float(i) * x, 240 + 5 * Float(i) * y) }
            let v = panel.velocity(at: 100)
            #expect(abs(v.x - 500 * x) < 1 && abs(v.y - 500 * y) < 1)
        }
    }

    @Test func restingFingerHasNoVelocity() {
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        #expect(panel.velocity(at: 0) == .zero)
        for i in 1...300 { panel.still(Double(i) * 10) }
        #expect(panel.velocity(at: 3_000) == .zero)
        // The rest does not drag on what comes after it.
        for i in 1...12 { panel.down(3_000 + Double(i) * 10, 100 + 10 * Float(i), 100) }
        #expect(abs(panel.velocity(at: 3_120).x - 1_000) < 1)
    }

    @Test func moveAfterALongSilenceIsFinite() {
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        panel.down(10, 110, 100)
        panel.down(7_200_000, 200, 100)
        panel.down(7_200_010, 210, 100)
        let v = panel.velocity(at: 7_200_010)
        #expect(v.x.isFinite && v.x > 0 && v.x <= 1_100)
    }

    @Test func velocityIsFiniteAtAnySpacingAndNeverOfTheWrongSign() {
        let seed = UInt64.random(in: 0 ... .max)
        print("velocity: seed \(seed)")
        var random = SeededRandom(seed: seed)
        for _ in 0..<3_000 {
            var panel = TablePanel<2>()
            var micros: Double = Double(Int.random(in: 0...10_000_000, using: &random))
            var x: Float = 400
            let step: Float = Float.random(in: 0...100, using: &random)
            let gaps = [0, 1, 10, 500, 4_000, 10_000, 40_000, 3_000_000, 5_000_000_000.0]
            panel.down(micros / 1_000, x, 100)
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                micros += gaps.randomElement(using: &random)! * Double.random(in: 0...2, using: &random)
                x += Float.random(in: 0...step, using: &random)
                panel.down(micros / 1_000, x, 100)
                let v = panel.velocity(at: micros / 1_000)
                #expect(v.x.isFinite && v.x >= 0 && v.y == 0, "seed \(seed)")
            }
        }
    }

    // MARK: Recorded flings

    private struct Header: Decodable {
        var vx: Double
        var vy: Double
        enum CodingKeys: String, CodingKey {
            case vx = "expected_vx"
            case vy = "expected_vy"
        }
    }
    private struct Line: Decodable {
        var t: Double
        var c: [[Double]]
    }

    @Test func recordedFlingsHaveTheVelocityOfTheirHeader() throws {
        guard let folder = ProcessInfo.processInfo.environment["TAPLINE_RECORDINGS"] else {
            print("skipped: TAPLINE_RECORDINGS is not set")
            return
        }
        let directory = URL(fileURLWithPath: folder).appendingPathComponent("velocity")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
        #expect(files.count == 13)
        // The expected figures are a parabola's slope at the last sample. It runs ahead of a finger that speeds up
        // until it lifts, falls behind one that slows down, and overshoots to the other direction where one almost
        // stops. A line stays between the last step and the mean.
        let overshoot = "almost stopped: the parabola overshoots to the other direction"
        var explained = ["velocity_01": "slows down", "velocity_02": overshoot]
        for n in ["04", "05", "07", "08", "09", "11", "12"] { explained["velocity_" + n] = "speeds up until it lifts" }
        print("fling         expected vx, vy        measured vx, vy     magnitude  angle")
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
            let header = try JSONDecoder().decode(Header.self, from: lines[0])
            var panel = TablePanel<4>()
            for line in lines.dropFirst() {
                let report = try JSONDecoder().decode(Line.self, from: line)
                panel.report(report.t / 1_000, report.c.map { (Int32($0[0]), Float($0[1]), Float($0[2])) })
            }
            let last = try JSONDecoder().decode(Line.self, from: lines[lines.count - 1])
            let v = panel.velocity(at: last.t / 1_000)
            let expected = Vector(x: Float(header.vx), y: Float(header.vy))
            let ratio = expected.length > 0 ? v.length / expected.length : 0
            let cosine = v.length > 0 ? v.dot(expected) / v.length / expected.length : 0
            let angle = acos(min(1, cosine)) * 180 / .pi
            print(
                String(
                    format: "%@  %9.1f %9.1f  %9.1f %9.1f  %8.2f  %5.1f°",
                    name, expected.x, expected.y, v.x, v.y, ratio, angle) + (explained[name].map { "  \($0)" } ?? ""))
            #expect(explained[name] == overshoot || angle < 20, "\(name)")
            #expect(explained[name] != nil || abs(ratio - 1) <= 0.25, "\(name)")
            #expect(explained[name] == overshoot || (0.6...1.4).contains(ratio), "\(name)")
        }
    }
}
