/// The figures of velocity.
public enum Velocity {
    /// How far back the fit looks: 100 ms.
    public static var window: Microseconds { .milliseconds(100) }
    /// A standstill longer than this, and than twice the median report interval of the touch, is velocity 0: 40 ms.
    public static var standstill: Microseconds { .milliseconds(40) }
    /// After resting so long the way before does not count any more.
    static var forgetAfterMicroseconds: Float { 2_000_000 }

    /// ``window`` and ``standstill`` as numbers, µs.
    static var windowMicroseconds: Float { 100_000 }
    static var standstillMicroseconds: Float { 40_000 }
    /// The path of the last 50 ms has the direction of a finger that has turned round.
    static var recentMicroseconds: Float { 50_000 }

    /// A sample counts with the square of the rest of the window that it is young: 1 for the newest, at the window's end
    /// the square of this.
    static var leastRest: Float { 0.1 }

    /// How much four samples count, whose ages, µs, negative, are measured against the window by `share`; nothing where
    /// there is no bit in `lanes`.
    @inline(__always)
    static func weights(of times: SIMD4<Float>, _ share: SIMD4<Float>, _ lanes: SIMD4<Int32>) -> SIMD4<Float> {
        let least = SIMD4(repeating: leastRest)
        let rest = times * share + 1
        let counted = rest.replacing(with: least, where: rest .< least)
        return (counted * counted).replacing(with: 0, where: lanes .== 0)
    }
}
