/// How a sensor sits in its device, and what its maker's tolerances make of a reading: from the chip's frame to the device's.
public struct SensorMounting: Equatable, Sendable {
    /// The rows of the mounting matrix, as the kernel's `mount_matrix` has them: the device's axes, each seen from the chip's.
    public var x = SIMD3<Float>(1, 0, 0)
    public var y = SIMD3<Float>(0, 1, 0)
    public var z = SIMD3<Float>(0, 0, 1)
    /// What the accelerometer shows on each of the chip's axes where there is nothing, g: it is taken away first.
    public var offset = SIMD3<Float>(repeating: 0)
    /// What each axis is multiplied by after that.
    public var scale = SIMD3<Float>(repeating: 1)

    /// A chip whose axes are the device's, and that needs no calibration.
    public init() {}

    /// The reading in the device's frame.
    public func apply(to reading: MotionReading) -> MotionReading {
        var reading = reading
        reading.acceleration = turn((reading.acceleration - offset) * scale)
        if let rate = reading.rotationRate { reading.rotationRate = turn(rate) }
        return reading
    }

    private func turn(_ v: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(dot(x, v), dot(y, v), dot(z, v))
    }
}
