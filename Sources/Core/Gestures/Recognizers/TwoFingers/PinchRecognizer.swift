public import TaplineTouches

/// Two fingers that move apart or together: a continuous gesture with a scale, or, `discrete`, a single event.
public struct PinchRecognizer: Sendable {
    /// What makes a pinch.
    public struct Parameters: Equatable, Sendable {
        /// How much the span changes before the pinch begins: 16 pt (twice Android's touch slop of 8 dp).
        /// While the fingers are young, it is more.
        public var slopPt: Float = 16
        /// For how long the landing of one of them makes the fingers young.
        public var youth = Youth.standard
        /// Below this span the scale is frozen: 6 mm, where two fingertips become one.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)
        /// The change of the span that makes one discrete event, pt; nil: the pinch is continuous.
        public var discreteDeltaPt: Float?
        /// Whether every event reports the scale since the one before it.
        public var isIncremental = false

        /// A continuous pinch.
        public init() {}
    }

    // (In this order there are few gaps.)
    private var span: SpanMeasure
    private var pair = FingerPair()
    /// What events say when fewer than two fingers are left.
    private var focus = Point.zero
    /// The rule.
    public let parameters: Parameters
    private var movement = DeliberateMovement()
    private var hasBegun = false

    /// A pinch by these rules.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        span = SpanMeasure(minimumPt: parameters.minimumSpanPt)
    }

    /// Takes a report; true where two fingers moved, or are believed to be where they were before.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        let wasDoubtful = span.hasDropped
        let isMeasured = span.update(pair.update(&table, mine: mine, at: now), of: pair)
        if pair.isComplete { focus = pair.middle(&table) }
        return isMeasured && (wasDoubtful || mine.intersects(table.changes.moved))
    }
}

extension PinchRecognizer: Recognizer {
    public static var filler: PinchRecognizer { PinchRecognizer() }
    public var kind: StaticString { "pinch" }
    public var isContinuous: Bool { parameters.discreteDeltaPt == nil }
    public var fewestTouches: Int { 2 }
    public var traits: RecognizerTraits { .noDeadline | .isOfPair }
    public var isIncremental: Bool { parameters.isIncremental }
    public var hasRejectedReport: Bool { span.hasDropped }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        pair.offer(slot, of: &table, mine: mine, hasBegun: hasBegun)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        _ = measure(&table, mine: mine, at: now)
        let slop = parameters.discreteDeltaPt ?? parameters.slopPt
        let change = abs(span.change)
        if span.isAnchored, change < slop - lengthTolerancePt { movement.shrink(to: slop) }
        let attempt = pair.attempt(
            of: mine, &table, isFar: span.isAnchored && change >= slop - lengthTolerancePt)
        guard attempt == .undecided, slop > 0 else { return attempt == .undecided ? .ready : attempt }
        let left = parameters.youth.left(at: table.youngestAge(of: mine, at: now))
        return movement.isDeliberate(change, slopPt: slop, left: left) ? .ready : .undecided
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        span.begin()
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let hasMoved = measure(&table, mine: mine, at: now)
        return table.progress(of: mine, hasMoved: hasMoved)
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let scale = adjustment.scale { span.set(scale) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: mine.countOfFew, location: hasBegun ? focus : table.centroid(mine),
            values: parameters.discreteDeltaPt == nil
                ? .pinch(scale: span.scale, velocity: span.velocity) : .discretePinch(isOutward: span.change > 0))
    }

    public mutating func reset() { self = PinchRecognizer(parameters) }
}
