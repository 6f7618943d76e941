import TaplineCore
import TaplineFormats

/// What a motion sensor measures at a time, in the device's frame: a daemon's data, or a recording's reading.
package struct ViewMotion: Equatable, Sendable {
    /// µs.
    package var time: Int64
    /// The acceleration, g.
    package var acceleration: SIMD3<Double>
    /// The rotation rate, rad/s; nil where there is no gyroscope.
    package var rotationRate: SIMD3<Double>?
    /// The part that holds against gravity, g; nil where it is not told.
    package var gravity: SIMD3<Double>?

    package init(
        time: Int64, acceleration: SIMD3<Double>, rotationRate: SIMD3<Double>? = nil, gravity: SIMD3<Double>? = nil
    ) {
        self.time = time
        self.acceleration = acceleration
        self.rotationRate = rotationRate
        self.gravity = gravity
    }

    /// Reads it from a line's keys; nil where they are not what they should be.
    init?(_ value: JSONReader.Value, at time: Int64) {
        func vector(_ field: EventField) -> SIMD3<Double>?? {
            guard let value = value[field] else { return .some(nil) }
            guard case .array(let fields) = value, fields.count == 3 else { return nil }
            let numbers = fields.compactMap { $0.double }.filter { $0 > -1_000 && $0 < 1_000 }
            return numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : nil
        }
        guard let acceleration = vector(.acceleration) ?? nil, let rate = vector(.rotationRate),
            let gravity = vector(.gravity)
        else { return nil }
        self.init(time: time, acceleration: acceleration, rotationRate: rate, gravity: gravity)
    }
}
