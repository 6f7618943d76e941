package import TaplineConfiguration
package import TaplineCore

/// What a plot shows of a motion sensor: its readings, and from which acceleration on the configuration's shakes count.
package struct PlotMotion {
    /// A threshold of a shake.
    package struct Threshold: Equatable {
        var name: String
        /// g.
        var value: Double
        /// Whether gravity is part of what it is compared with.
        var countsGravity: Bool
    }
    /// The acceleration at a time, and the part that is not gravity, g.
    package struct Reading {
        var time: Int64
        var acceleration: SIMD3<Double>
        var user: SIMD3<Double>
    }

    private(set) var readings: [Reading] = []
    package private(set) var thresholds: [Threshold] = []
    private var filter = MotionFilter()

    package init() {}

    /// Nothing yet, with the shakes of a configuration.
    package init(_ entries: [MotionDescription]) {
        for entry in entries {
            guard case .shake(let parameters) = entry.kind else { continue }
            let countsGravity =
                switch parameters.rule {
                case .swings, .jolts: false
                case .share, .peaks, .signs: true
                }
            thresholds.append(
                Threshold(name: entry.name, value: Double(parameters.threshold), countsGravity: countsGravity))
        }
    }

    /// Takes a reading; one outside `window`, µs, only says what gravity is.
    package mutating func take(_ reading: MotionReading, within window: ClosedRange<Int64> = 0...Int64.max) {
        let motion = filter.take(reading)
        guard window.contains(reading.time.microseconds) else { return }
        readings.append(
            Reading(
                time: min(reading.time.microseconds, 1 << 50), acceleration: SIMD3(reading.acceleration),
                user: SIMD3(motion.userAcceleration)))
    }

    /// A curve of `value` over time.
    func curve(_ value: (Reading) -> Double) -> [PlotData.Point] {
        readings.map { PlotData.Point(time: $0.time, value: value($0)) }
    }
}

extension SIMD3<Double> {
    /// Its length.
    var length: Double { (x * x + y * y + z * z).squareRoot() }
}
