import TaplineTouches

/// A direction on the oriented panel.
public enum Direction: UInt8, Equatable, Sendable {
    case left, right, up, down

    /// The direction's name in `events/1` and in configurations.
    public var name: StaticString {
        switch self {
        case .left: "left"
        case .right: "right"
        case .up: "up"
        case .down: "down"
        }
    }

    /// Where `travel` leads, within 45°; to a side where that is not clear.
    init(of travel: Vector) {
        let isAcross = abs(travel.x) >= abs(travel.y)
        self = isAcross ? (travel.x < 0 ? .left : .right) : (travel.y < 0 ? .up : .down)
    }

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

/// An edge of the oriented panel.
public enum Edge: UInt8, Equatable, Sendable {
    case left, right, top, bottom

    /// The edge's name in `events/1` and in configurations.
    public var name: StaticString {
        switch self {
        case .left: "left"
        case .right: "right"
        case .top: "top"
        case .bottom: "bottom"
        }
    }
}

/// Some of the four directions.
public typealias DirectionSet = SideSet<Direction>
/// Some of the four edges.
public typealias EdgeSet = SideSet<Edge>

/// Some of four directions or edges.
public struct SideSet<Side: RawRepresentable>: Equatable, Sendable where Side.RawValue == UInt8 {
    private var bits: UInt8

    private init(bits: UInt8) { self.bits = bits }
    /// None of them.
    public init() { bits = 0 }
    /// All four.
    public static var all: SideSet { SideSet(bits: 0b1111) }

    /// Whether `side` is one of them.
    public func contains(_ side: Side) -> Bool { bits & (1 << side.rawValue) != 0 }
    /// Adds `side`.
    public mutating func insert(_ side: Side) { bits |= 1 << side.rawValue }
    /// Takes `side` out.
    public mutating func remove(_ side: Side) { bits &= ~(1 << side.rawValue) }
    /// Those that are in both.
    public func intersection(_ other: SideSet) -> SideSet { SideSet(bits: bits & other.bits) }
    /// The first of those that are in both, nil where none is.
    func firstCommon(with other: SideSet) -> Side? {
        let common = bits & other.bits
        return common == 0 ? nil : Side(rawValue: UInt8(truncatingIfNeeded: common.trailingZeroBitCount))
    }
}
