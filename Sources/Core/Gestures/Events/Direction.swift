import TaplineTouches

/// A direction on the oriented panel.
public enum Direction: UInt8, Equatable, Sendable {
    case left, right, up, down

    /// How far `travel` leads this way (negative: the other way), and how far off it.
    func parts(of travel: Vector) -> (along: Float, off: Float) {
        switch self {
        case .left: (-travel.x, abs(travel.y))
        case .right: (travel.x, abs(travel.y))
        case .up: (-travel.y, abs(travel.x))
        case .down: (travel.y, abs(travel.x))
        }
    }
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
    /// Takes `direction` out.
    public mutating func remove(_ direction: Direction) { bits &= ~(1 << direction.rawValue) }
    /// The first of those that are in both, nil where none is.
    func firstCommon(with other: DirectionSet) -> Direction? {
        let common = bits & other.bits
        return common == 0 ? nil : Direction(rawValue: UInt8(truncatingIfNeeded: common.trailingZeroBitCount))
    }
}

/// An edge of the oriented panel.
public enum Edge: UInt8, Equatable, Sendable {
    case left, right, top, bottom
}

/// Some of the four edges.
public struct EdgeSet: Equatable, Sendable {
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }
    /// None of them.
    public init() { bits = 0 }
    /// All four.
    public static var all: EdgeSet { EdgeSet(bits: 0b1111) }

    /// Whether `edge` is one of them.
    @inline(__always)
    public func contains(_ edge: Edge) -> Bool { bits & (1 << edge.rawValue) != 0 }
    /// Adds `edge`.
    public mutating func insert(_ edge: Edge) { bits |= 1 << edge.rawValue }
    /// Those that are in both.
    public func intersection(_ other: EdgeSet) -> EdgeSet { EdgeSet(bits: bits & other.bits) }
}
