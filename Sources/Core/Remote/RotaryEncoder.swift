public import TaplineTouches

/// A knob on two lines that turn as Gray code: their edges become steps, quick ones larger steps.
///
/// Clockwise the first line leads. A step is made where the knob rests, if most of the way there was seen: a contact that
/// bounces goes back and forth and makes none, and where both levels are read together, one edge that was missed loses none.
public struct RotaryEncoder: Sendable {
    /// How often the knob rests in a period of its lines.
    public enum Detents: Equatable, Sendable {
        /// Once, where both lines are idle: a step is four edges.
        case one
        /// Twice, where both lines are alike.
        case two
        /// After each edge.
        case four

        fileprivate var edges: Int32 { self == .one ? 4 : self == .two ? 2 : 1 }
    }

    /// Where the knob rests.
    public let detents: Detents
    /// The largest factor of a quick step, 1…1000; 1: all steps are alike.
    public let acceleration: Int
    /// The longest time between two steps of one direction of which the second is quick. A step in a third of it counts 3.
    public let quick: Microseconds
    /// Steps since the start, clockwise positive; the count wraps.
    public private(set) var position: Int32 = 0
    /// Edges that cannot follow each other: some were missed. The count wraps.
    public private(set) var invalid: UInt32 = 0
    private var state: UInt8
    private var edges: Int32 = 0
    private var lastStep = Instant.never
    private var isClockwise = true

    /// A knob whose lines have these levels now.
    public init(
        detents: Detents = .one, acceleration: Int = 1, quick: Microseconds = .milliseconds(60),
        first: Bool = false, second: Bool = false
    ) {
        self.detents = detents
        self.acceleration = max(1, acceleration)
        self.quick = quick
        state = RotaryEncoder.phase(first, second)
    }

    /// An edge of one line: it is active from `now` on, or idle. The steps that it completes, clockwise positive.
    public mutating func set(first isActive: Bool, at now: Instant) -> Int32 {
        missed(isActive == isFirstActive)
        return turn(to: RotaryEncoder.phase(isActive, isSecondActive), at: now)
    }

    /// The same of the second line.
    public mutating func set(second isActive: Bool, at now: Instant) -> Int32 {
        missed(isActive == isSecondActive)
        return turn(to: RotaryEncoder.phase(isFirstActive, isActive), at: now)
    }

    /// The levels of both lines, for whoever reads them together.
    public mutating func set(first: Bool, second: Bool, at now: Instant) -> Int32 {
        turn(to: RotaryEncoder.phase(first, second), at: now)
    }

    private var isFirstActive: Bool { state == 1 || state == 2 }
    private var isSecondActive: Bool { state > 1 }

    /// The place in a period: 0 both idle, 1 the first active, 2 both, 3 the second.
    private static func phase(_ first: Bool, _ second: Bool) -> UInt8 {
        second ? (first ? 2 : 3) : (first ? 1 : 0)
    }

    private mutating func missed(_ isSo: Bool) {
        if isSo { invalid &+= 1 }
    }

    private mutating func turn(to new: UInt8, at now: Instant) -> Int32 {
        switch (new &- state) & 3 {
        case 0: return 0
        case 1: edges &+= 1
        case 3: edges &-= 1
        default: invalid &+= 1
        }
        state = new
        guard detents == .four || (detents == .two ? new & 1 : new) == 0 else { return 0 }
        // (The knob rests. Of four edges two must have been seen, and more one way than the other.)
        let isStep = abs(edges) * 2 >= detents.edges && edges != 0
        let clockwise = edges > 0
        edges = 0
        return isStep ? step(clockwise, at: now) : 0
    }

    private mutating func step(_ clockwise: Bool, at now: Instant) -> Int32 {
        var size: Int32 = 1
        if acceleration > 1, clockwise == isClockwise, lastStep < .never {
            let gap = max(1, (now - lastStep).count)
            let factor = Int(truncatingIfNeeded: min(quick.count / gap, 1_000))
            size = Int32(truncatingIfNeeded: max(1, min(acceleration, factor)))
        }
        (lastStep, isClockwise) = (now, clockwise)
        position &+= clockwise ? 1 : -1
        return clockwise ? size : -size
    }
}
