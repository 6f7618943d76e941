/// A limit of time in 32 bits, for rules of which there are many: whole µs from 0 to 71 minutes, or none. A longer one counts
/// as none.
public struct ShortTime: Equatable, Sendable {
    private var count: UInt32

    /// The limit `time`.
    public init(_ time: Microseconds) {
        if time.count >= 0xFFFF_FFFF {
            count = .max
        } else {
            count = time.count < 0 ? 0 : UInt32(truncatingIfNeeded: time.count)
        }
    }

    /// The limit, ``Microseconds/unlimited`` for none.
    #if BAREMETAL
        @inline(never)
    #endif
    public var microseconds: Microseconds {
        count == .max ? .unlimited : Microseconds(Int64(_truncatingBits: UInt(truncatingIfNeeded: count)))
    }
}
