import Foundation
import TestSupport

/// Gravity, user acceleration and attitude against what the device really did.
@Suite struct MotionFilterTests {
    /// The largest and the mean angle, degrees, between gravity as it is told and as it is, while a device is waved about.
    private func errors(gyroscope: Bool, seconds: Double, random: inout SplitMix64) -> (largest: Double, mean: Double) {
        var device = MovingDevice()
        let (a, b, c) = (random.number(0.2...0.8), random.number(0.2...0.8), random.number(0...6))
        device.pose = {
            Turn(about: Vector3(0, 0, 1), by: 1.5 * sin(a * 2 * $0))
                * Turn(about: Vector3(1, 0, 0), by: 1 + sin(b * 3 * $0 + c))
                * Turn(about: Vector3(0, 1, 0), by: sin(a * 4 * $0))
        }
        device.ways = [{ Vector3(0.04 * sin(7 * $0), 0.05 * sin(9 * $0), 0.03 * sin(11 * $0)) }]
        var sensor = Sensor(random: &random, rate: random.number(50...200))
        while (sensor.figures.gyroscopeNoise > 0) != gyroscope { sensor = Sensor(random: &random, rate: 100) }
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        sensor.readings(of: device, until: seconds) { engine.take($0, into: &told) }
        var (largest, sum, count) = (0.0, 0.0, 0.0)
        for motion in told.data where motion.reading.time.seconds > seconds / 2 {
            let truth = device.turn(motion.reading.time.seconds).inverse.applied(to: Vector3(0, 0, 1))
            let seen = Vector3(motion.gravity)
            let angle = atan2(truth.crossed(seen).length, (truth * seen).sum()) * 180 / .pi
            (largest, sum, count) = (max(largest, angle), sum + angle, count + 1)
            let parts = motion.gravity + motion.userAcceleration - motion.reading.acceleration
            #expect((parts * parts).sum() < 1e-9)
        }
        return (largest, sum / count)
    }

    @Test func gyroscopeKeepsGravityWhileTheDeviceIsWaved() {
        // (One sensor's own offsets cost it up to 7° in the mean.)
        var random = Seed.random("gravity")
        var means = 0.0
        for _ in 0..<10 {
            let (largest, mean) = errors(gyroscope: true, seconds: 40, random: &random)
            #expect(largest < 15, "\(largest)°")
            means += mean / 10
        }
        #expect(means < 5, "\(means)°")
    }

    @Test func aGyroscopesOffsetIsLearnt() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        for i in 0..<12_000 {
            engine.take(
                MotionReading(
                    at: .seconds(Double(i) / 100), acceleration: SIMD3(0, 0.6, 0.8), rotationRate: SIMD3(0.05, 0, -0.03)
                ),
                into: &told)
        }
        let last = told.data[11_999]
        #expect(abs(last.gravity.y - 0.6) < 0.002 && abs(last.attitude.pitch - 0.6435) < 0.003)
        #expect(last.userAcceleration.x.magnitude < 0.005)
    }

    @Test func attitudeFollowsTurnsOfKnownAngles() {
        // A quarter about each of the device's axes in turn, at any rate, evenly or not.
        var random = Seed.random("turns")
        for rate in [25.0, 60, 200] {
            var filter = MotionFilter()
            filter.trust = .milliseconds(100_000)
            var (t, truth) = (0.0, Turn.none)
            _ = filter.take(MotionReading(at: .seconds(t), acceleration: SIMD3(0, 0, 1), rotationRate: SIMD3()))
            for axis in [Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0.6, 0.8, 0)] {
                var angle = 0.0
                while angle < .pi / 2 {
                    let dt = random.number(0.7...1.3) / rate
                    let step = min(3 * dt, .pi / 2 - angle)
                    angle += step
                    t += dt
                    truth = truth * Turn(about: axis, by: step)
                    let up = truth.inverse.applied(to: Vector3(0, 0, 1))
                    _ = filter.take(
                        MotionReading(
                            at: .seconds(t), acceleration: SIMD3<Float>(up),
                            rotationRate: SIMD3<Float>(axis * (step / dt))))
                }
            }
            let q = SIMD4<Double>(filter.attitude.quaternion)
            #expect(abs((q * truth.q).sum()) > 0.9999, "\(rate) Hz: \(q), \(truth.q)")
        }
    }

    @Test func withoutAGyroscopeGravityIsTheSlowPart() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        engine.follow(to: 3, into: &told) { t in SIMD3(0.5 * Float(sin(2 * .pi * 10 * t)), 0, 1) }
        for motion in told.data.suffix(100) {
            #expect(abs(motion.gravity.x) < 0.05 && abs(motion.gravity.z - 1) < 1e-3)
        }
        // Lying, on its front, upright, on its right edge: pitch and roll in degrees.
        for (force, pitch, roll) in [
            (SIMD3<Float>(0, 0, 1), 0, 0), (SIMD3(0, 1, 0), 90, 0), (SIMD3(1, 0, 0), 0, -90), (SIMD3(0, 0, -1), 180, 0),
        ] as [(SIMD3<Float>, Float, Float)] {
            var filter = MotionFilter()
            let attitude = filter.take(MotionReading(at: .zero, acceleration: force)).attitude
            if abs(roll) != 90 { #expect(abs(abs(attitude.pitch) * 180 / pi - pitch) < 0.01) }
            #expect(abs(attitude.roll * 180 / pi - roll) < 0.01)
        }
    }

    @Test(arguments: [25.0, 50, 100, 200]) func filtersAreTheSameAtEveryRate(rate: Double) {
        // A step of 1 g: after one time constant 63 %.
        var low = LowPass(timeConstant: .milliseconds(200))
        var t = 0.0
        low.take(SIMD3(), at: .zero)
        while t < 0.1999 {
            t += 1 / rate
            low.take(SIMD3(1, 0, 0), at: .seconds(t))
        }
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        engine.dataFilter = .high(.milliseconds(200))
        var told = Told()
        engine.follow(to: 0.2001, rate: rate, into: &told) { t in SIMD3(t > 0 ? 1 : 0, 0, 1) }
        let fast = told.data[told.data.count - 1].filtered
        #expect(abs(low.value.x - 0.632) < 0.003 && abs(fast.x - 0.368) < 0.003)
    }

    @Test func filterAsWanted() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        engine.dataFilter = .low(.milliseconds(200))
        engine.follow(to: 3, into: &told) { t in SIMD3(0.5 * Float(sin(2 * .pi * 10 * t)), 0, 1) }
        #expect(told.data.suffix(100).allSatisfy { abs($0.filtered.x) < 0.05 && abs($0.filtered.z - 1) < 1e-3 })
        engine.dataFilter = .high(.milliseconds(200))
        told = Told()
        engine.follow(from: 3, to: 6, into: &told) { t in SIMD3(0.5 * Float(sin(2 * .pi * 10 * t)), 0, 1) }
        let fast = told.data.suffix(100)
        #expect(fast.map(\.filtered.x).max()! > 0.45 && fast.allSatisfy { abs($0.filtered.z) < 1e-3 })
    }
}
