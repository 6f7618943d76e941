import Foundation
import TestSupport

/// Velocity against motion that is known from a formula. Nothing here knows how it is measured.
@Suite struct VelocityOfKnownMotionTests {
    /// The velocity along the way when the finger lifts, a report after its last place.
    private func atTheLift(
        _ motion: KnownMotion, _ times: [Double], rate: Double, degrees: Double, noise: (x: Double, y: Double) = (0, 0),
        _ random: inout SplitMix64
    ) -> Double {
        let (x, y) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        var panel = TablePanel<2>()
        for time in times {
            let place = motion.place(time)
            panel.down(
                1_000 * (1 + time), Float(2_000 + place * x + noise.x * gauss(&random)),
                Float(2_000 + place * y + noise.y * gauss(&random)))
        }
        let lift = 1_000 * (1 + times.last! + 1 / rate)
        panel.up(lift)
        let velocity = panel.velocity(at: lift)
        return Double(velocity.x) * x + Double(velocity.y) * y
    }

    /// A number with a normal distribution of deviation 1.
    private func gauss(_ random: inout SplitMix64) -> Double {
        (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
            * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    @Test(arguments: [40.0, 60, 100, 120, 240], [false, true])
    func liftIsMeasuredToATenth(_ rate: Double, uneven: Bool) {
        let seed = Seed.fresh()
        print("velocity at the lift, \(rate) Hz: seed \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let degrees = Double.random(in: 0..<360, using: &random)
            for motion in KnownMotion.some(&random) {
                let times = motion.times(rate, uneven: uneven, &random)
                let measured = atTheLift(motion, times, rate: rate, degrees: degrees, &random)
                let error = (measured - motion.speed(motion.duration)) / motion.scale
                #expect(abs(error) <= 0.1, "\(motion.name): off by \(error), seed \(seed)")
            }
        }
    }

    /// Three samples leave nothing to judge a parabola by: no worse than the straight line through them.
    @Test func atTwentyFiveReportsASecondItIsNoWorseThanALine() {
        let seed = Seed.fresh()
        print("velocity at 25 Hz: seed \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            for motion in KnownMotion.some(&random) {
                let times = motion.times(25, uneven: false, &random)
                let measured = atTheLift(motion, times, rate: 25, degrees: 0, &random)
                let truth = motion.speed(motion.duration)
                let last = times.suffix(3)
                let mean = last.reduce(0, +) / Double(last.count)
                let line =
                    last.map { ($0 - mean) * motion.place($0) }.reduce(0, +)
                    / last.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
                #expect(
                    abs(measured - truth) <= abs(line - truth) + 0.001 * motion.scale,
                    "\(motion.name): \(measured), a line \(line), \(truth), seed \(seed)")
            }
        }
    }

    @Test(arguments: [60.0, 100], [0, 0.5]) func slowFingerIsMeasuredCalmlyInNoise(_ rate: Double, across: Double) {
        let seed = Seed.fresh()
        var random = SplitMix64(seed: seed)
        let motion = KnownMotion("constant", from: 50, to: 50, in: 0.5)
        let errors = (0..<4_000).map { _ in
            let end = motion.duration + Double.random(in: 0..<1 / rate, using: &random)
            let times = KnownMotion.times(rate, until: end, uneven: false, &random)
            return atTheLift(motion, times, rate: rate, degrees: 0, noise: (0.5, across), &random) / 50 - 1
        }
        let bias = errors.reduce(0, +) / Double(errors.count)
        let deviation = (errors.map { ($0 - bias) * ($0 - bias) }.reduce(0, +) / Double(errors.count)).squareRoot()
        print(
            String(
                format: "50 pt/s at %g Hz, noise of 0.5 px along and %g across: bias %+.3f, deviation %.3f, seed %llu",
                rate, across, bias, deviation, seed))
        #expect(abs(bias) <= 0.02)
        #expect(deviation <= 0.15)
    }
}
