import Foundation
import TestSupport

/// What is true of an episode, to compare detectors with.
struct Episode {
    enum Kind: String, CaseIterable {
        case rest, hold, turning, shake, longShake, walking, bump, drop, bus
    }
    var kind: Kind
    /// s.
    var duration: Double
    var device: MovingDevice
    /// From when to when it is shaken, s.
    var shaken: ClosedRange<Double>?
    /// How it is held at the end, and for the last second at least.
    var orientation: DeviceOrientation
    /// The shake's frequency, Hz, and its largest acceleration, g.
    var frequency = 0.0
    var strength = 0.0

    /// An episode of a kind, or of any: a device in a hand that trembles, and what happens to it.
    init(_ kind: Kind? = nil, random r: inout SplitMix64) {
        self.kind = kind ?? Kind.allCases[r.next(below: Kind.allCases.count)]
        orientation = Self.held[r.next(below: 6)]
        duration = 4
        device = MovingDevice()
        let pose = Self.pose(orientation, tilt: 0.35, &r)
        device.pose = { _ in pose }
        if self.kind != .rest { tremble(&r) }
        switch self.kind {
        case .rest, .hold: break
        case .turning: turn(from: pose, &r)
        case .shake: shake(for: r.number(1.3...2.7), &r)
        case .longShake: shake(for: r.number(3.6...6), &r)
        case .walking: walk(for: 8, &r)
        case .bump: bump(&r)
        case .drop: drop(from: pose, &r)
        case .bus: ride(&r)
        }
    }

    static let held: [DeviceOrientation] = [
        .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown,
    ]

    /// Held so, off by up to `tilt` rad, towards any compass direction.
    static func pose(_ orientation: DeviceOrientation, tilt: Double, _ r: inout SplitMix64) -> Turn {
        let quarter = Double.pi / 2
        let up = Turn(about: Vector3(1, 0, 0), by: quarter)
        let exact: Turn =
            switch orientation {
            case .faceUp, .unknown: .none
            case .faceDown: Turn(about: Vector3(0, 1, 0), by: 2 * quarter)
            case .portrait: up
            case .portraitUpsideDown: up * Turn(about: Vector3(0, 0, 1), by: 2 * quarter)
            case .landscapeLeft: up * Turn(about: Vector3(0, 0, 1), by: quarter)
            case .landscapeRight: up * Turn(about: Vector3(0, 0, 1), by: -quarter)
            }
        let off = Turn(about: r.direction(), by: r.number(0...tilt))
        return Turn(about: Vector3(0, 0, 1), by: r.number(0...(2 * .pi))) * exact * off
    }

    /// A hand's tremor, 8 to 12 Hz, and its slow drift.
    private mutating func tremble(_ r: inout SplitMix64) {
        let (f, g) = (r.number(8...12), r.number(0.1...0.5))
        let (size, sway) = (r.number(0.005...0.03) * 9.81 / (f * f * 39.5), r.number(0.01...0.06))
        let (way, axis, phase) = (r.direction(), r.direction(), r.number(0...6))
        device.ways.append { way * (size * sin(2 * .pi * f * $0 + phase)) }
        device.tilts.append { axis * (sway * sin(2 * .pi * g * $0 + phase) + 0.0003 * sin(2 * .pi * f * $0)) }
        device.lever = r.direction() * r.number(0.05...0.3)
    }

    /// Turned to another orientation within 0.3 to 1.2 s, smoothly.
    private mutating func turn(from pose: Turn, _ r: inout SplitMix64) {
        orientation = Self.held[r.next(below: 6)]
        let other = Self.pose(orientation, tilt: 0.35, &r)
        let (start, length) = (r.number(0.5...1.2), r.number(0.3...1.2))
        device.pose = { t in
            let x = min(max((t - start) / length, 0), 1)
            return pose.going(x * x * x * (10 + x * (6 * x - 15)), to: other)
        }
    }

    /// To and fro by the hand, about the wrist, or both, with a frequency that wanders and halves that differ.
    private mutating func shake(for length: Double, _ r: inout SplitMix64) {
        let start = r.number(0.6...1.2)
        shaken = start...(start + length)
        duration = start + length + 2.5
        frequency = r.number(2...7)
        strength = min(r.number(1.1...3), 0.15 * (2 * .pi * frequency) * (2 * .pi * frequency) / 9.81)
        let (f, a) = (frequency, strength)
        let (wander, rate, phase) = (r.number(0...0.5), r.number(0.3...1), r.number(0...6))
        let second = r.number(-0.15...0.15)
        let envelope: (Double) -> Double = { t in
            // (It begins and ends within a swing to and fro.)
            let x = min(t - start, start + length - t) * f
            return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x)
        }
        let angle: (Double) -> Double = { 2 * .pi * f * $0 + wander * sin(2 * .pi * rate * $0) + phase }
        let w = 2 * Double.pi * f
        let size = a * 9.81 / (w * w)
        // The wrist turns by up to 35° and does its share at the lever; the arm does the rest in the same direction.
        let axis = device.lever.crossed(r.direction())
        let unit = axis / max(axis.length, 1e-9)
        let reach = min(r.next(below: 2) == 0 ? r.number(0...0.15) : r.number(0.15...0.6), size / device.lever.length)
        let tangent = device.pose(start).applied(to: unit.crossed(device.lever))
        let way = tangent / max(tangent.length, 1e-9) * (size - reach * device.lever.length)
        device.ways.append { t in
            let x = angle(t)
            return way * (envelope(t) * (sin(x) + second / 4 * sin(2 * x)))
        }
        device.tilts.append { unit * (envelope($0) * reach * sin(angle($0))) }
    }

    /// Steps: the body goes up and down, sways at half the rate, heels strike, the arm swings.
    private mutating func walk(for length: Double, _ r: inout SplitMix64) {
        duration = length
        let f = r.number(1.5...2.4)
        let (rise, sway) = (r.number(0.008...0.02) * f / 2, r.number(0.005...0.02))
        let strike = r.number(0.1...0.7)
        let (decay, ring) = (r.number(0.015...0.04), r.number(10...20))
        let uneven = r.number(0...0.2)
        let wander = r.number(0...0.1)
        let phase: (Double) -> Double = { f * $0 + wander * sin(0.9 * $0) }
        device.ways.append { t in
            let x = 2 * .pi * phase(t)
            return Vector3(
                sway * sin(x / 2), 0.008 * sin(x + 1),
                rise * sin(x) + uneven * rise * sin(x / 2) + rise * 0.08 * sin(2 * x))
        }
        // The arm hangs from the shoulder and swings forth and back; the device is in the hand.
        let turn = device.pose(0).inverse
        let arm = r.number(0.02...0.28)
        let across = turn.applied(to: Vector3(1, 0, 0))
        device.tilts.append { across * (arm * sin(.pi * phase($0))) }
        device.lever = turn.applied(to: Vector3(0, 0, -r.number(0.3...0.65)))
        device.pushes.append { t in
            let x = phase(t)
            let since = (x - x.rounded(.down)) / f
            return turn.applied(to: Vector3(0, 0.2, 1))
                * (strike * exp(-since / decay) * sin(2 * .pi * ring * since) * 1.5)
        }
    }

    /// Jolts that ring out, 0.4 s apart or more. (Jolts to and fro that come faster are what a shake is made of.)
    private mutating func bump(_ r: inout SplitMix64) {
        var next = 0.5
        for _ in 0..<(1 + r.next(below: 3)) {
            let at = next + r.number(0...0.6)
            next = at + 0.4
            let (size, width) = (r.number(0.8...8), r.number(0.004...0.04))
            let (way, ring, decay) = (r.direction(), r.number(8...45), r.number(0.015...0.05))
            let rest = r.number(0.1...0.6)
            device.pushes.append { t in
                let x = t - at
                if x < 0 { return Vector3() }
                if x < width { return way * (size * sin(.pi * x / width)) }
                return way * (-size * rest * exp(-(x - width) / decay) * sin(2 * .pi * ring * (x - width)))
            }
        }
    }

    /// It slips out of the hand, tumbles, hits the floor, bounces, and lies.
    private mutating func drop(from pose: Turn, _ r: inout SplitMix64) {
        orientation = r.next(below: 2) == 0 ? .faceUp : .faceDown
        let lying = Self.pose(orientation, tilt: 0.02, &r)
        let start = r.number(0.6...1.2)
        var (at, flight) = (start, (2 * r.number(0.15...1.3) / 9.81).squareRoot())
        let bounce = r.number(0.15...0.5)
        let spin = r.direction() * r.number(0...8)
        let sensorPlace = r.direction() * r.number(0...0.05)
        while flight > 0.02 {
            device.flights.append(at...(at + flight))
            at += flight
            let (hit, size, width, way) = (at, min(flight * 40, 30), r.number(0.003...0.012), r.direction())
            device.pushes.append { t in
                let x = t - hit
                return x < 0 || x > width ? Vector3() : way * (size * sin(.pi * x / width))
            }
            flight *= device.flights.count == 1 ? 2 * bounce : bounce
        }
        let end = at
        duration = end + 2.5
        let first = device.flights[0].upperBound
        device.pose = { t in
            if t < start { return pose }
            if t < first { return pose * Turn(by: spin * (t - start)) }
            return (pose * Turn(by: spin * (first - start))).going(
                min((t - first) / max(end - first, 0.05), 1), to: lying)
        }
        // What turns pulls outwards where the sensor is.
        device.pushes.append { t in
            t < start || t > first ? Vector3() : spin.crossed(spin.crossed(sensorPlace)) / 9.81
        }
        let (ways, tilts) = (device.ways, device.tilts)
        device.ways = ways.map { way in { $0 < start ? way($0) : Vector3() } }
        device.tilts = tilts.map { tilt in { $0 < start ? tilt($0) : Vector3() } }
        device.lever = Vector3()
    }

    /// In a bus: 50 Hz of its engine, its idle, its road.
    private mutating func ride(_ r: inout SplitMix64) {
        duration = 6
        for (f, size) in [
            (r.number(49...51), r.number(0.05...0.4)), (r.number(10...28), r.number(0.01...0.08)),
            (r.number(1...3), r.number(0.03...0.2)), (r.number(4...8), r.number(0.02...0.12)),
        ] {
            let (way, phase) = (r.direction(), r.number(0...6))
            device.pushes.append { way * (size * sin(2 * .pi * f * $0 + phase)) }
        }
    }
}
