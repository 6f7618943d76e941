import Foundation
import TestSupport

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

    @Test func fingerThatMovesForMinutesKeepsItsVelocity() {
        var panel = TablePanel<4>()
        for i in 0...20_000 {
            let x: Float = 100 + Float(abs(i % 400 - 200))
            panel.down(Double(i) * 10, x, 100)
            if i % 400 == 150 { #expect(abs(panel.velocity(at: Double(i) * 10).x + 100) < 0.1, "after \(i) reports") }
        }
    }

    @Test(arguments: [9_000.0, 100_000, 5_000_000]) func fingerThatRestedUnseenHasTheVelocityOfItsLastMoves(
        _ pause: Double
    ) {
        var panel = TablePanel<4>()
        panel.down(0, 100, 100)
        panel.down(10, 110, 100)
        for i in 0...9 { panel.down(pause + Double(i) * 10, 110, 100 + 5 * Float(i)) }
        let velocity = panel.velocity(at: pause + 90)
        #expect(velocity.x == 0)
        #expect(abs(velocity.y - 500) < 1)
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

    /// Reports at about this rate, each up to 40 % early or late: their times, ms.
    private func jittered(_ rate: Double, count: Int, _ random: inout SplitMix64) -> [Double] {
        (1...count).map { (Double($0) + Double.random(in: -0.4...0.4, using: &random)) * 1_000 / rate }
    }

    @Test(arguments: [25.0, 60, 100, 120, 240]) func jitteredMotionIsMeasuredAtAnyRate(_ rate: Double) {
        let seed = Seed.fresh()
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            var panel = TablePanel<4>()
            panel.down(0, 100, 300)
            let times = jittered(rate, count: 24, &random)
            for t in times {
                panel.down(t, 100 + Float(t), 300 - Float(t) / 2)
                let v = panel.velocity(at: t)
                #expect(abs(v.x - 1_000) < 20 && abs(v.y + 500) < 10, "\(rate) Hz at \(t): \(v), seed \(seed)")
            }
            // In whole pixels, too: two of them a whole pixel off each, over the shortest way that is measured.
            var coarse = TablePanel<4>()
            coarse.down(0, 100, 300)
            for t in times { coarse.down(t, (100 + Float(t)).rounded(), 300) }
            #expect(abs(coarse.velocity(at: times.last!).x - 1_000) < 100, "\(rate) Hz, seed \(seed)")
        }
    }

    @Test(arguments: [25.0, 60, 100, 120, 240]) func standstillIsZeroAtAnyRate(_ rate: Double) {
        // case 31
        let seed = Seed.fresh()
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            var panel = TablePanel<4>()
            panel.down(0, 100, 100)
            let times = jittered(rate, count: 60, &random)
            for t in times[..<24] { panel.down(t, 100 + Float(t), 100) }
            let stop = times[23]
            var last = panel.velocity(at: stop).x
            for t in times[24...] {
                panel.still(t)
                let now = panel.velocity(at: t).x
                #expect(now <= last + 0.01 && now >= 0, "\(rate) Hz, \(t - stop) ms, seed \(seed)")
                // The median interval of jittered reports is at most 1.8 periods. (Instants are whole µs: two of them
                // may lie one nearer than their times.)
                if t - stop > max(40, 3.6 * 1_000 / rate) + 0.001 {
                    #expect(now == 0, "\(rate) Hz, \(t - stop) ms, seed \(seed)")
                }
                last = now
            }
            #expect(last == 0)
        }
    }

    @Test(arguments: [25.0, 60, 100, 120, 240]) func kickBackAtTheLiftStaysPositiveAtAnyRate(_ rate: Double) {
        // case 37
        let seed = Seed.fresh()
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            var panel = TablePanel<4>()
            panel.down(0, 100, 100)
            let times = jittered(rate, count: 24, &random)
            for t in times.dropLast() { panel.down(t, 100 + Float(t), 100) }
            let place = 100 + Float(times[22])
            panel.down(times[23], place - 3, 100)
            panel.up(times[23] + 1)
            let lift = panel.velocity(at: times[23] + 1).x
            // Of reports that are rare and jitter, too little may be left to say which way: of 18 at 25 Hz one, of 60,000 at
            // 60 Hz one, where the last interval is nearly the longest there can be. Never is it back.
            #expect(rate < 100 ? lift >= 0 : lift > 0, "\(rate) Hz: \(lift), seed \(seed)")
        }
        var steady = TablePanel<4>()
        steady.down(0, 100, 100)
        for i in 1...10 { steady.down(Double(i) * 1_000 / rate, 100 + 1_000 / Float(rate) * Float(i), 100) }
        steady.down(11_000 / rate, 100 + 10_000 / Float(rate) - 3, 100)
        #expect(steady.velocity(at: 11_000 / rate).x > 0)
    }

    /// A finger at 1 pt a ms, whose last report shows it 3 pt back: one interval three times as long as the others, and a
    /// last step that is longer than all but it.
    @Test(arguments: [
        [-240, -190, -174, -144, -110, -83, -49.9, 0], [-320, -287, -245, -213, -183, -120, -100, -32.3, 0],
        [-320, -284, -243, -218, -154, -135, -100.4, -30.3, 0],
    ]) func kickBackAfterAnUnevenStepIsNoTurn(_ times: [Double]) {
        var panel = TablePanel<4>()
        for t in times.dropLast() { panel.down(1_000 + t, 500 + Float(t), 100) }
        panel.down(1_000, 500 + Float(times[times.count - 2]) - 3, 100)
        #expect(panel.velocity(at: 1_000).x >= 0)
    }

    /// Two reports soon after each other show it still: the fit of both is steeper than that of the first.
    @Test(arguments: [[52.2, 62.2, 116, 152.6], [53.8, 62.3, 103, 166], [69.1, 81.2, 142, 174]])
    func unevenReportsDoNotSpeedUpAFingerThatStandsStill(_ times: [Double]) {
        var panel = TablePanel<4>()
        for t in [-263, -220, -165, -123, -93, -38, 0.0] { panel.down(300 + t, 400 + Float(t), 100) }
        var told = [panel.velocity(at: 300).x]
        for t in times {
            panel.still(300 + t)
            told.append(panel.velocity(at: 300 + t).x)
            #expect(told.last! <= told[told.count - 2] && told.last! >= 0, "\(t) ms")
        }
        #expect(told.last == 0)
        // The same where nobody has asked in between.
        for asked in 1...times.count {
            var silent = TablePanel<4>()
            for t in [-263, -220, -165, -123, -93, -38, 0.0] { silent.down(300 + t, 400 + Float(t), 100) }
            for t in times.prefix(asked) { silent.still(300 + t) }
            #expect(silent.velocity(at: 300 + times[asked - 1]).x == told[asked])
        }
    }

    @Test func aPauseInQuickReportsDoesNotSlowDownWhatFollows() {
        for pause in [95.0, 150, 500, 1_500] {
            var panel = TablePanel<4>()
            panel.down(0, 100, 100)
            for i in 1...10 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
            panel.down(100 + pause, 210, 100)
            panel.down(110 + pause, 220, 100)
            #expect(panel.velocity(at: 110 + pause).x > 900, "\(pause) ms")
        }
    }

    @Test func stepBackAfterAPauseIsNotAsFastAsTheWayBeforeIt() {
        for pause in [110.0, 300, 600, 1_500] {
            for back in [3, 10, 30] as [Float] {
                var panel = TablePanel<4>()
                panel.down(0, 100, 100)
                for i in 1...20 { panel.down(Double(i) * 10, 100 + 10 * Float(i), 100) }
                panel.down(200 + pause, 300 - back, 100)
                let velocity = panel.velocity(at: 200 + pause).x
                #expect(abs(velocity + back / Float(pause / 1_000)) < 1, "\(back) pt after \(pause) ms")
            }
            // Nor where there are but two steps.
            var short = TablePanel<4>()
            short.down(0, 100, 100)
            short.down(10, 200, 100)
            short.down(10 + pause, 170, 100)
            #expect(short.velocity(at: 10 + pause).x < 0, "\(pause) ms")
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
        var random = Seed.random("velocity")
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
                #expect(v.x.isFinite && v.x >= 0 && v.y == 0)
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

    @Test(.needsRecordings) func recordedFlingsHaveTheVelocityOfTheirHeader() throws {
        let files = try Recordings.traces(in: ["velocity"]).map { URL(fileURLWithPath: $0) }
        #expect(files.count == 13)
        // The expected figures are a parabola's slope at the last sample, which overshoots to the other direction where a
        // finger almost stops.
        let overshoot = "almost stopped: the parabola overshoots to the other direction"
        let explained = ["velocity_02": overshoot]
        var near = 0
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
            #expect(explained[name] != nil || angle < 6, "\(name)")
            if abs(ratio - 1) <= 0.2 { near += 1 }
        }
        print("within 20 %: \(near) of \(files.count)")
        #expect(near >= 12)
    }
}
