/// Random numbers that are the same on every processor: SplitMix64 (Steele, Lea and Flood, 2014). Print the seed and a
/// failure can be repeated.
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    /// The sequence that belongs to `seed`.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z &>> 31)
    }

    /// The next number of 0 ..< `limit`, which must be positive. (Not exactly even; even enough for scripts.)
    public mutating func next(below limit: Int) -> Int {
        Int(truncatingIfNeeded: next() &>> 33) % limit
    }
}
