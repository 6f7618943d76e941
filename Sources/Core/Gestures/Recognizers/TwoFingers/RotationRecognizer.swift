public import TaplineTouches

/// Two fingers that turn about each other: a continuous gesture with an angle.
public struct RotationRecognizer: Sendable {
    /// What makes a rotation.
    public struct Parameters: Equatable, Sendable {
        /// How far the fingers turn before the rotation begins: 10°, in radians.
        /// While they are young, the arc of one about the other has to be deliberate, too.
        public var slopRadians: Float = 10 * pi / 180
        /// For how long the landing of one of them makes the fingers young.
        public var youth = Youth.standard
        /// Below this span the angle is frozen: 6 mm, where the tremble of a finger would be a turn.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)
        /// Whether every event reports the turn since the one before it.
        public var isIncremental = false
        /// Which two fingers it measures.
        public var pair = PairRule.fixed

        /// A rotation with the default slop.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    private var pair = FingerPair()
    private var angle = AngleMeasure()
    private var movement = DeliberateMovement()
    private var hasBegun = false
    /// What events say when fewer than two fingers are left.
    private var focus = Point.zero

    /// A rotation by these rules.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Takes a report; true where two fingers moved.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        let step = pair.update(&table, mine: mine, at: now, by: parameters.pair)
        if !hasBegun, parameters.pair.startsAnew(with: step) {
            angle.set(0)
            movement = DeliberateMovement()
        }
        let isMeasured = angle.update(step, of: pair, minimumPt: parameters.minimumSpanPt)
        if pair.isComplete { focus = pair.middle(&table) }
        return isMeasured && pair.slots.intersects(table.changes.moved)
    }
}

extension RotationRecognizer: Recognizer {
    public static var filler: RotationRecognizer { RotationRecognizer() }
    public var kind: StaticString { "rotation" }
    public var isContinuous: Bool { true }
    public var fewestTouches: Int { 2 }
    public var traits: RecognizerTraits { .noDeadline | .trustsReports | .isOfPair }
    public var isIncremental: Bool { parameters.isIncremental }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        pair.offer(slot, of: &table, mine: mine, hasBegun: hasBegun, by: parameters.pair)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if let attempt = pair.attemptAlone(of: mine, &table) { return attempt }
        _ = measure(&table, mine: mine, at: now)
        let isFar = abs(angle.turned) >= parameters.slopRadians - AngleMeasure.toleranceRadians
        let arc = abs(angle.turned) * pair.vector.length
        if !isFar, pair.isComplete { movement.shrink(to: arc) }
        let attempt = pair.attempt(of: mine, &table, isFar: isFar && pair.isComplete)
        guard attempt == .undecided, parameters.slopRadians > 0 else { return attempt == .undecided ? .ready : attempt }
        let left = parameters.youth.left(at: table.youngestAge(of: pair.slots, at: now))
        return movement.isDeliberate(arc, slopPt: 0, left: left) ? .ready : .undecided
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        angle.set(0)
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let hasMoved = measure(&table, mine: mine, at: now)
        return table.progress(of: mine, hasMoved: hasMoved)
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let rotation = adjustment.rotation { angle.set(rotation) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: parameters.pair.count(of: mine), location: hasBegun ? focus : table.centroid(mine),
            values: .rotation(radians: angle.turned, velocity: angle.velocity))
    }

    public mutating func reset() { self = RotationRecognizer(parameters) }
}
