public import TaplineTouches

/// What a motion sensor measured at one instant, in the device's frame: x to the right of the panel held upright, y to its
/// top, z out of it towards the person (Linux's and Android's frame).
public struct MotionReading: Equatable, Sendable {
    /// When it was measured.
    public var time: Instant
    /// The specific force, g: an accelerometer at rest shows +1 on the axis that points up, as the kernel's
    /// `in_accel_*` do.
    public var acceleration: SIMD3<Float>
    /// How fast the device turns about each axis, rad/s, counter-clockwise seen from the axis' end; nil where there is no
    /// gyroscope, or it is off.
    public var rotationRate: SIMD3<Float>?

    /// One measurement.
    public init(at time: Instant, acceleration: SIMD3<Float>, rotationRate: SIMD3<Float>? = nil) {
        self.time = time
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}
