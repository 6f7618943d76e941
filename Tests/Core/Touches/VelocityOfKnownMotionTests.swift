import Foundation
import Recordings
import TaplineChipModels
import TaplineCore
import Testing

/// Velocity against motion that is known from a formula. Nothing here knows how it is measured.
@Suite struct VelocityOfKnownMotionTests {
    /// A finger's way along a line, pt, and its speed, pt/s, at a time, s.
    private struct Motion {
        var name: String
        var duration: Double
        var place: (Double) -> Double
        var speed: (Double) -> Double
        /// What an error is measured against, pt/s.
        var scale: Double

        /// From one speed to another.
        init(_ name: String, from first: Double, to last: Double, in duration: Double) {
            self.name = "\(name), \(first) to \(last) pt/s in \(duration) s"
            self.duration = duration
            let acceleration = (last - first) / duration
            place = { first * $0 + acceleration * $0 * $0 / 2 }
            speed = { first + acceleration * $0 }
            scale = last
        }

        /// From rest to rest with the least jerk (Flash and Hogan 1985). At its end the speed is 0: an error is measured
        /// against the highest speed.
        init(minimumJerk distance: Double, in duration: Double) {
            name = "minimum jerk, \(distance) pt in \(duration) s"
            self.duration = duration
            place = { time in
                let s = time / duration
                return distance * s * s * s * (10 + s * (6 * s - 15))
            }
            speed = { time in
                let s = time / duration
                return distance / duration * 30 * s * s * (1 - s) * (1 - s)
            }
            scale = 1.875 * distance / duration
        }
    }

    /// The reports of a motion, s: evenly spaced, or each up to 30 % early or late; the first and the last exact.
    private func times(_ rate: Double, until end: Double, uneven: Bool, _ random: inout SplitMix64) -> [Double] {
        let count = Int(end * rate)
        return (0...count).map { i in
            let isInside = i > 0 && i < count
            let jitter = uneven && isInside ? Double.random(in: -0.3...0.3, using: &random) : 0
            return end - (Double(count - i) + jitter) / rate
        }
    }

    /// The velocity along the way when the finger lifts, a report after its last place.
    private func atTheLift(
        _ motion: Motion, _ times: [Double], rate: Double, degrees: Double, noise: (x: Double, y: Double) = (0, 0),
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

    private func motions(_ random: inout SplitMix64) -> [Motion] {
        let duration = Double.random(in: 0.12...0.5, using: &random)
        let speed = Double.random(in: 200...3_000, using: &random)
        let share = Double.random(in: 0...0.8, using: &random)
        return [
            Motion("constant", from: speed, to: speed, in: duration),
            Motion("accelerating", from: share * speed, to: speed, in: duration),
            Motion("braking", from: speed, to: max(share, 0.2) * speed, in: duration),
            Motion(
                minimumJerk: Double.random(in: 40...600, using: &random),
                in: Double.random(in: 0.25...0.6, using: &random)),
        ]
    }

    @Test(arguments: [40.0, 60, 100, 120, 240], [false, true])
    func liftIsMeasuredToATenth(_ rate: Double, uneven: Bool) {
        let seed = Seed.fresh()
        print("velocity at the lift, \(rate) Hz: seed \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let degrees = Double.random(in: 0..<360, using: &random)
            for motion in motions(&random) {
                let times = times(rate, until: motion.duration, uneven: uneven, &random)
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
            for motion in motions(&random) {
                let times = times(25, until: motion.duration, uneven: false, &random)
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
        let motion = Motion("constant", from: 50, to: 50, in: 0.5)
        let errors = (0..<4_000).map { _ in
            let end = motion.duration + Double.random(in: 0..<1 / rate, using: &random)
            let times = times(rate, until: end, uneven: false, &random)
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
