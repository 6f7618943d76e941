import Foundation
import TestSupport

typealias Vector3 = SIMD3<Double>

/// Double-precision geometry of a device that moves. (Nothing here knows of detectors.)
struct Turn {
    /// The rotation from the device's frame to the world's: x, y, z, w.
    var q: SIMD4<Double>

    static let none = Turn(q: SIMD4(0, 0, 0, 1))

    /// By an angle about an axis, radians.
    init(about axis: Vector3, by angle: Double) {
        let unit = axis / max(axis.length, 1e-12)
        let s = sin(angle / 2)
        q = SIMD4(unit.x * s, unit.y * s, unit.z * s, cos(angle / 2))
    }
    /// By a vector's length about the vector.
    init(by vector: Vector3) { self.init(about: vector, by: vector.length) }
    init(q: SIMD4<Double>) { self.q = q }

    static func * (a: Turn, b: Turn) -> Turn {
        let (a, b) = (a.q, b.q)
        return Turn(
            q: SIMD4(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z))
    }
    var inverse: Turn { Turn(q: SIMD4(-q.x, -q.y, -q.z, q.w)) }

    func applied(to v: Vector3) -> Vector3 {
        let u = Vector3(q.x, q.y, q.z)
        let t = 2 * u.crossed(v)
        return v + q.w * t + u.crossed(t)
    }

    /// The part `share` of the shortest way from here to `other`.
    func going(_ share: Double, to other: Turn) -> Turn {
        var d = inverse * other
        if d.q.w < 0 { d.q = -d.q }
        let half = acos(min(1, d.q.w))
        return self * Turn(about: Vector3(d.q.x, d.q.y, d.q.z), by: 2 * half * share)
    }
}

extension SIMD3<Double> {
    var length: Double { (x * x + y * y + z * z).squareRoot() }
    func crossed(_ b: Self) -> Self { Self(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x) }
}

/// How a device moves: where a hand holds it, how it is turned, and what pushes it, as sums of parts. Lengths in m, times in s.
struct MovingDevice {
    /// How it is held.
    var pose: (Double) -> Turn = { _ in .none }
    /// What moves it in the world.
    var ways: [(Double) -> Vector3] = []
    /// Small turns beside the pose, rad, in the device's frame.
    var tilts: [(Double) -> Vector3] = []
    /// What pushes it in the device's frame besides, g.
    var pushes: [(Double) -> Vector3] = []
    /// Where it is from the joint that it turns about, in its own frame.
    var lever = Vector3()
    /// While it flies nothing holds it.
    var flights: [ClosedRange<Double>] = []

    func turn(_ t: Double) -> Turn {
        var tilt = Vector3()
        for part in tilts { tilt += part(t) }
        return pose(t) * Turn(by: tilt)
    }

    private func place(_ t: Double) -> Vector3 {
        var p = turn(t).applied(to: lever)
        for way in ways { p += way(t) }
        return p
    }

    /// What an ideal sensor would measure: specific force in g, rotation rate in rad/s. (Differences over 2 ms, of which a
    /// movement of 10 Hz loses a thousandth.)
    func measured(at t: Double) -> (force: Vector3, rate: Vector3) {
        let h = 0.001
        let now = turn(t)
        let change = turn(t - h).inverse * turn(t + h)
        let rate = Vector3(change.q.x, change.q.y, change.q.z) * (change.q.w < 0 ? -1 : 1) / h
        var force = Vector3()
        if !flights.contains(where: { $0.contains(t) }) {
            let acceleration = (place(t + h) + place(t - h) - 2 * place(t)) / (h * h) / 9.80665
            force = now.inverse.applied(to: acceleration + Vector3(0, 0, 1))
        }
        for push in pushes { force += push(t) }
        return (force, rate)
    }
}

/// A family's sensor as its datasheet describes it: typical figures, rounded.
struct SensorFigures {
    var name: String
    /// mg/√Hz, mg on each axis, mg per unit, g.
    var noise: Double
    var offset: Double
    var unit: Double
    var ranges: [Double]
    /// °/s/√Hz and °/s, 0: no gyroscope.
    var gyroscopeNoise = 0.0
    var gyroscopeOffset = 0.0

    static let all = [
        SensorFigures(name: "LIS3DH", noise: 0.22, offset: 40, unit: 1, ranges: [2, 4, 8, 16]),
        SensorFigures(name: "ADXL345", noise: 0.39, offset: 60, unit: 3.9, ranges: [2, 4, 8, 16]),
        SensorFigures(name: "MMA8451", noise: 0.13, offset: 20, unit: 0.25, ranges: [2, 4, 8]),
        SensorFigures(name: "MMA8452", noise: 0.13, offset: 20, unit: 1, ranges: [2, 4, 8]),
        SensorFigures(
            name: "MPU6050", noise: 0.4, offset: 65, unit: 0.061, ranges: [2, 4, 8, 16], gyroscopeNoise: 0.005,
            gyroscopeOffset: 5),
        SensorFigures(
            name: "LSM6DS3", noise: 0.09, offset: 40, unit: 0.061, ranges: [2, 4, 8, 16], gyroscopeNoise: 0.007,
            gyroscopeOffset: 5),
        SensorFigures(
            name: "BMI160", noise: 0.18, offset: 40, unit: 0.061, ranges: [2, 4, 8, 16], gyroscopeNoise: 0.007,
            gyroscopeOffset: 3),
        SensorFigures(name: "KX023", noise: 0.2, offset: 25, unit: 0.061, ranges: [2, 4, 8]),
        SensorFigures(name: "MSA311", noise: 0.5, offset: 70, unit: 1, ranges: [2, 4, 8, 16]),
    ]
}

/// One such sensor, with its own offsets, at a rate that is not exact.
struct Sensor {
    var figures: SensorFigures
    var range: Double
    var rate: Double
    /// Of the time between two readings: how much it is off at most.
    var jitter: Double
    private var offset: Vector3
    private var gyroscopeOffset: Vector3
    private var random: SplitMix64

    init(random: inout SplitMix64, rate: Double? = nil) {
        figures = SensorFigures.all[random.next(below: SensorFigures.all.count)]
        range = figures.ranges[random.next(below: figures.ranges.count)]
        self.rate =
            (rate ?? [25, 26, 50, 62.5, 100, 104, 125, 200][random.next(below: 8)]) * random.number(0.97...1.03)
        jitter = random.next(below: 2) == 0 ? 0.02 : random.number(0.05...0.3)
        offset = Vector3(random.normal(), random.normal(), random.normal()) * (figures.offset / 2000)
        gyroscopeOffset =
            Vector3(random.normal(), random.normal(), random.normal()) * (figures.gyroscopeOffset * .pi / 360)
        self.random = SplitMix64(seed: random.next())
    }

    /// Readings of a device from 0 to `end` s, as they begin at `start`; one in 500 is lost.
    mutating func readings(
        of device: MovingDevice, until end: Double, from start: Double = 0, _ take: (MotionReading) -> Void
    ) {
        var number = 0.0
        while true {
            let t = (number + random.number(-jitter...jitter) / 2) / rate
            number += 1
            guard t <= end else { return }
            guard t >= 0, random.next(below: 500) > 0 else { continue }
            let (force, turning) = device.measured(at: t)
            let unit = figures.unit / 1000 * (range / figures.ranges[0])
            let noise = figures.noise / 1000 * (rate / 2).squareRoot()
            func raw(_ v: Double, _ offset: Double) -> Float {
                let seen = v + offset + random.normal() * noise
                return Float((min(max(seen, -range), range) / unit).rounded() * unit)
            }
            let acceleration = SIMD3(raw(force.x, offset.x), raw(force.y, offset.y), raw(force.z, offset.z))
            var turned: SIMD3<Float>?
            if figures.gyroscopeNoise > 0 {
                let noise = figures.gyroscopeNoise * .pi / 180 * (rate / 2).squareRoot()
                turned = SIMD3<Float>(
                    turning + gyroscopeOffset + Vector3(random.normal(), random.normal(), random.normal()) * noise)
            }
            take(
                MotionReading(
                    at: Instant(microseconds: Int64((start + t) * 1e6)), acceleration: acceleration,
                    rotationRate: turned))
        }
    }
}

extension SplitMix64 {
    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
    /// Normally distributed about 0, deviation 1.
    mutating func normal() -> Double {
        (-2 * log(number(1e-12...1))).squareRoot() * cos(2 * .pi * number(0...1))
    }
    /// A direction.
    mutating func direction() -> Vector3 {
        while true {
            let v = Vector3(number(-1...1), number(-1...1), number(-1...1))
            if v.length > 0.1, v.length <= 1 { return v / v.length }
        }
    }
}
