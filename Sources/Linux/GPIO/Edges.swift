public import TaplineCore

/// The edges of an interrupt line that were read at once.
public struct Edges: Equatable, Sendable {
    /// How many were read, 1 or more.
    public var count: Int
    /// How many the kernel had to drop since the last read. libgpiod 1 does not know, and says 0.
    public var lost: Int
    /// When the last one came, on the monotonic clock.
    public var newest: Instant
}
