public import TaplineTouches

/// The scalar product.
func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }

/// The vector product.
func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// A low pass of the first order that is the same at any sampling rate, evenly sampled or not: `1 - e^(-dt/τ)` of the
/// difference goes over at each sample. (The power is that of the third Taylor polynomial: no libm; within 4 % at any dt.)
public struct LowPass: Equatable, Sendable {
    /// τ: after this time 63 % of a step have gone over. Its limit is 1/(2πτ): 200 ms are 0.8 Hz.
    public var timeConstant: Microseconds
    /// What has passed, that is the slow part; 0 before the first sample.
    public private(set) var value = SIMD3<Float>()
    private var last = Instant.never

    /// How long samples may be missing; then the filter begins anew.
    static var longestGap: Microseconds { .milliseconds(1_000) }

    /// A filter that has seen nothing.
    public init(timeConstant: Microseconds) { self.timeConstant = timeConstant }

    /// Takes a sample and returns the slow part. The first one, and one after a second without any, passes as it is.
    @discardableResult
    public mutating func take(_ sample: SIMD3<Float>, at time: Instant) -> SIMD3<Float> {
        let gap = time - last
        if last == .never || LowPass.longestGap < gap || timeConstant <= .zero {
            value = sample
        } else {
            value += (sample - value) * LowPass.share(of: gap, timeConstant)
        }
        last = time
        return value
    }

    /// `1 - e^(-length/timeConstant)`, 0…1.
    static func share(of length: Microseconds, _ timeConstant: Microseconds) -> Float {
        guard length > .zero else { return 0 }
        let x = length.seconds / timeConstant.seconds
        return 1 - 1 / (1 + x * (1 + x * (0.5 + x * (1 / 6))))
    }
}

/// What somebody wants of the acceleration's frequencies.
public enum AccelerationFilter: Equatable, Sendable {
    /// All.
    case none
    /// The slow part; see ``LowPass``.
    case low(Microseconds)
    /// What is left without the slow part.
    case high(Microseconds)
}
