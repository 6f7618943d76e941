public import TaplineTouches

/// Tells gravity from what the person adds, and how the device is turned: a value without a clock, the same figures on every
/// processor.
///
/// With a gyroscope it is Mahony's complementary filter (IEEE Trans. Autom. Control 53, 2008): the rotation rate turns the
/// attitude on, and the angle between the acceleration and where up should be pulls it back with 1/``trust``; what it had to
/// pull for longer is the gyroscope's offset (``offsetGain``). The acceleration counts less the farther its size is from 1 g, and
/// from 0.5 g on not at all. Without a gyroscope gravity is the acceleration's slow part (``LowPass``), and the attitude is the
/// shortest turn that leads there.
public struct MotionFilter: Sendable {
    /// With a gyroscope: how long the acceleration takes to correct the attitude by 63 %.
    public var trust = Microseconds.milliseconds(1_000)
    /// How fast the gyroscope's offset is learnt, 1/s².
    public var offsetGain: Float = 0.05
    /// How the device is turned.
    public private(set) var attitude = Attitude()
    /// The gyroscope's offset as it was learnt, rad/s, at most 0.2 about each axis.
    public private(set) var offset = SIMD3<Float>()
    private var slow = LowPass(timeConstant: .milliseconds(200))
    private var last = Instant.never

    /// A filter that has seen nothing.
    public init() {}

    /// Takes a reading and says what it means. After a second without any it begins anew.
    public mutating func take(_ reading: MotionReading) -> DeviceMotion {
        let gap = reading.time - last
        let isFirst = last == .never || LowPass.longestGap < gap || gap < .zero
        last = reading.time
        let up = slow.take(reading.acceleration, at: reading.time)
        var gravity = up
        if let rate = reading.rotationRate {
            if isFirst {
                attitude = Attitude(raising: up)
            } else {
                turn(by: rate, toward: reading.acceleration, for: gap.seconds)
            }
            gravity = attitude.up
        } else {
            attitude = Attitude(raising: up)
        }
        return DeviceMotion(
            reading: reading, gravity: gravity, userAcceleration: reading.acceleration - gravity, attitude: attitude)
    }

    private mutating func turn(by rate: SIMD3<Float>, toward acceleration: SIMD3<Float>, for seconds: Float) {
        var rate = rate - offset
        let size = squareRoot(dot(acceleration, acceleration))
        let weight = max(0, 1 - 2 * max(size - 1, 1 - size))
        if weight > 0 {
            let error = cross(acceleration / size, attitude.up) * weight
            rate += error / trust.seconds
            offset -= error * (offsetGain * seconds)
            offset.clamp(lowerBound: SIMD3(repeating: -0.2), upperBound: SIMD3(repeating: 0.2))
        }
        attitude = attitude.turned(by: rate * seconds)
    }
}

extension Attitude {
    /// Where the world's up is in the device's frame, of length 1.
    public var up: SIMD3<Float> {
        let q = quaternion
        return SIMD3(
            2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z)
    }
    /// The turn about the device's x axis, radians, -π…π: 0 where it lies, π/2 where it is held upright.
    public var pitch: Float { arcTangent(y: up.y, x: up.z) }
    /// The turn about its y axis, radians, -π/2…π/2: positive where its left edge is higher.
    public var roll: Float { arcTangent(y: -up.x, x: squareRoot(up.y * up.y + up.z * up.z)) }

    /// The shortest turn from lying that lets `up`, of any length, point up; about x where the device lies on its front.
    init(raising up: SIMD3<Float>) {
        let size = squareRoot(dot(up, up))
        guard size > 0 else {
            self.init()
            return
        }
        let unit = up / size
        // (The quaternion of the shortest turn from `unit` to z is unit × z, with 1 + unit · z.)
        let w = 1 + unit.z
        self.init(quaternion: w > 1e-6 ? Attitude.normalized(SIMD4(unit.y, -unit.x, 0, w)) : SIMD4(1, 0, 0, 0))
    }

    /// The attitude after a turn in the device's frame, about the axis of `angle`, by its length, radians.
    func turned(by angle: SIMD3<Float>) -> Attitude {
        // The half angle's sine over itself, and its cosine, as Taylor polynomials: within 10⁻⁴ up to 2 rad a step.
        let half = angle * 0.5
        let s = dot(half, half)
        let v = half * (1 - s * (1 / 6) * (1 - s * (1 / 20) * (1 - s * (1 / 42))))
        let w = 1 - s * 0.5 * (1 - s * (1 / 12) * (1 - s * (1 / 30)))
        let q = quaternion
        return Attitude(
            quaternion: Attitude.normalized(
                SIMD4(
                    q.w * v.x + q.x * w + q.y * v.z - q.z * v.y, q.w * v.y - q.x * v.z + q.y * w + q.z * v.x,
                    q.w * v.z + q.x * v.y - q.y * v.x + q.z * w, q.w * w - q.x * v.x - q.y * v.y - q.z * v.z)))
    }

    private static func normalized(_ q: SIMD4<Float>) -> SIMD4<Float> {
        let size = squareRoot(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
        return size > 0 ? q / size : SIMD4(0, 0, 0, 1)
    }
}
