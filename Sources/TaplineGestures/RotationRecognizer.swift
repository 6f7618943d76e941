public import TaplineTouches

/// Two fingers that turn about each other: a continuous gesture with an angle.
public struct RotationRecognizer: Sendable {
    /// What makes a rotation.
    public struct Parameters: Equatable, Sendable {
        /// How far the fingers turn before the rotation begins: 10°, in radians.
        public var slopRadians: Float = 10 * pi / 180
        /// Below this span the angle is frozen: 6 mm, where the tremble of a finger would be a turn.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)

        /// A rotation with the default slop.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    private var pair = FingerPair()
    /// The angle turned: until it begins since the fingers landed, then since it began; radians, clockwise, unwrapped.
    private var turned: Float = 0
    /// The last vector that was long enough to measure from; zero: none.
    private var reference = Vector.zero
    private var hasBegun = false
    private var focus = Point.zero
    private var velocity: Float = 0

    /// A rotation by these rules.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Takes a report; true where two fingers moved.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        switch pair.update(&table, mine: mine) {
        case .incomplete:
            reference = .zero
            return false
        case .anchored(let vector):
            reference = measurable(vector)
            focus = table.centroid(pair.slots)
            velocity = 0
            return false
        case .moved(let from, let to):
            if reference == .zero { reference = measurable(from) }
            let next = measurable(to)
            velocity = 0
            if next != .zero {
                let relative = pair.relativeVelocity(&table, at: now)
                velocity = (next.x * relative.y - next.y * relative.x) / next.lengthSquared
                if reference != .zero {
                    turned += arcTangent(
                        y: reference.x * next.y - reference.y * next.x, x: reference.dot(next))
                }
            }
            reference = next
            focus = table.centroid(pair.slots)
            return mine.intersects(table.changes.moved)
        }
    }

    /// The vector, or zero where it is too short.
    private func measurable(_ vector: Vector) -> Vector {
        vector.lengthSquared >= parameters.minimumSpanPt * parameters.minimumSpanPt ? vector : .zero
    }
}

extension RotationRecognizer: Recognizer {
    public static var filler: RotationRecognizer { RotationRecognizer() }
    public var kind: StaticString { "rotation" }
    public var isContinuous: Bool { true }
    public var deadline: Instant { .never }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        pair.offer(of: &table, mine: mine, hasBegun: hasBegun)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        _ = measure(&table, mine: mine, at: now)
        if (mine - table.changes.ended).isEmpty { return .failed(.liftedEarly) }
        // A turn is a sum of many small ones: it reaches the slop within their rounding.
        let isFar = abs(turned) >= parameters.slopRadians - 1e-5
        return isFar && !pair.slots.isEmpty ? .ready : .possible
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        turned = 0
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let hasMoved = measure(&table, mine: mine, at: now)
        if (mine - table.changes.ended).isEmpty { return .ended }
        return hasMoved ? .changed : .unchanged
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: mine.count, location: hasBegun ? focus : table.centroid(mine),
            values: .rotation(radians: turned, velocity: velocity))
    }

    public mutating func reset() { self = RotationRecognizer(parameters) }
}
