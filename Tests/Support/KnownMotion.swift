public import TaplineChipModels

/// A finger's way along a line, pt, and its speed, pt/s, at a time, s.
public struct KnownMotion {
    public var name: String
    public var duration: Double
    public var place: (Double) -> Double
    public var speed: (Double) -> Double
    /// What an error is measured against, pt/s.
    public var scale: Double

    /// From one speed to another.
    public init(_ name: String, from first: Double, to last: Double, in duration: Double) {
        self.name = "\(name), \(first) to \(last) pt/s in \(duration) s"
        self.duration = duration
        let acceleration = (last - first) / duration
        place = { first * $0 + acceleration * $0 * $0 / 2 }
        speed = { first + acceleration * $0 }
        scale = last
    }

    /// From rest to rest with the least jerk (Flash and Hogan 1985). At its end the speed is 0: an error is measured
    /// against the highest speed.
    public init(minimumJerk distance: Double, in duration: Double) {
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

    /// The times of reports until the motion's end, s: evenly spaced, or each up to 30 % early or late; the first and the last exact.
    public func times(_ rate: Double, uneven: Bool, _ random: inout SplitMix64) -> [Double] {
        KnownMotion.times(rate, until: duration, uneven: uneven, &random)
    }
    /// The same until `end`, s.
    public static func times(
        _ rate: Double, until end: Double, uneven: Bool, _ random: inout SplitMix64
    ) -> [Double] {
        let count = Int(end * rate)
        return (0...count).map { i in
            let isInside = i > 0 && i < count
            let jitter = uneven && isInside ? Double.random(in: -0.3...0.3, using: &random) : 0
            return end - (Double(count - i) + jitter) / rate
        }
    }

    /// One of each kind.
    public static func some(_ random: inout SplitMix64) -> [KnownMotion] {
        let duration = Double.random(in: 0.12...0.5, using: &random)
        let speed = Double.random(in: 200...3_000, using: &random)
        let share = Double.random(in: 0...0.8, using: &random)
        return [
            KnownMotion("constant", from: speed, to: speed, in: duration),
            KnownMotion("accelerating", from: share * speed, to: speed, in: duration),
            KnownMotion("braking", from: speed, to: max(share, 0.2) * speed, in: duration),
            KnownMotion(
                minimumJerk: Double.random(in: 40...600, using: &random),
                in: Double.random(in: 0.25...0.6, using: &random)),
        ]
    }
}
