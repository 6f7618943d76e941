/// A direction on the oriented panel.
public enum Direction: UInt8, Equatable, Sendable {
    case left, right, up, down
}

/// Some of the four directions.
public struct DirectionSet: Equatable, Sendable {
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }
    /// None of them.
    public init() { bits = 0 }
    /// All four.
    public static var all: DirectionSet { DirectionSet(bits: 0b1111) }

    /// Whether `direction` is one of them.
    @inline(__always)
    public func contains(_ direction: Direction) -> Bool { bits & (1 << direction.rawValue) != 0 }
    /// Adds `direction`.
    public mutating func insert(_ direction: Direction) { bits |= 1 << direction.rawValue }
}
