public import TaplineTouches

/// Two fingers that move apart or together: a continuous gesture with a scale, or, `discrete`, a single event, or, repeating, one
/// at each move that is far enough.
public struct PinchRecognizer: Sendable {
    /// What makes a pinch.
    public struct Parameters: Equatable, Sendable {
        /// Which ways a discrete pinch may go.
        public enum Directions: UInt8, Equatable, Sendable {
            case all, inward, outward
        }
        /// How much the span changes before the pinch begins: 16 pt (twice Android's touch slop of 8 dp).
        /// While the fingers are young, it is more.
        public var slopPt: Float = 16
        /// For how long the landing of one of them makes the fingers young.
        public var youth = Youth.standard
        /// Below this span the scale is frozen: 6 mm, where two fingertips become one.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)
        /// The change of the span that makes one discrete event, pt; nil: the pinch is continuous.
        public var discreteDeltaPt: Float?
        /// Which ways a discrete one may go. One that goes another way fails, or, repeating, is not told.
        public var directions = Directions.all
        /// Whether a discrete one goes on after it is recognized: it is told again at each move as long as the span differs by so much
        /// from what it was when the pair was first down. Spans are then taken as they come, however they jump.
        public var isRepeating = false
        /// Which two fingers it measures.
        public var pair = PairRule.fixed
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
    /// Whether the fingers were apart when a discrete one was told last.
    private var isOutward = false

    /// A pinch by these rules.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.isRepeating = parameters.isRepeating && parameters.discreteDeltaPt != nil
        if parameters.discreteDeltaPt == nil { parameters.directions = .all }
        self.parameters = parameters
        span = SpanMeasure(minimumPt: parameters.minimumSpanPt)
    }

    /// Takes a report; true where two fingers moved, or are believed to be where they were before.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        let wasDoubtful = span.hasDropped
        let step = pair.update(&table, mine: mine, at: now, by: parameters.pair)
        if parameters.pair.startsAnew(with: step) {
            span.forgetChange()
            if !hasBegun { movement = DeliberateMovement() }
        }
        let isMeasured = span.update(step, of: pair, asTheyCome: parameters.isRepeating)
        if pair.isComplete { focus = pair.middle(&table) }
        return isMeasured && (wasDoubtful && step.isOfSamePair || pair.slots.intersects(table.changes.moved))
    }

    /// The change that makes it.
    private var slopPt: Float { parameters.discreteDeltaPt ?? parameters.slopPt }

    /// Whether the span differs by as much as makes it.
    private var isFar: Bool { span.isAnchored && abs(span.change) >= slopPt - lengthTolerancePt }

    /// Whether it goes a way that counts.
    private var goesItsWay: Bool {
        switch parameters.directions {
        case .all: true
        case .inward: span.change < 0
        case .outward: span.change > 0
        }
    }
}

extension PinchRecognizer: Recognizer {
    public static var filler: PinchRecognizer { PinchRecognizer() }
    public var kind: StaticString { "pinch" }
    public var isContinuous: Bool { parameters.discreteDeltaPt == nil || parameters.isRepeating }
    public var fewestTouches: Int { 2 }
    public var traits: RecognizerTraits { .noDeadline | .isOfPair }
    public var isIncremental: Bool { parameters.isIncremental }
    public var hasRejectedReport: Bool { span.hasDropped }

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
        let isFar = isFar
        if span.isAnchored, !isFar { movement.shrink(to: slopPt) }
        let attempt = pair.attempt(of: mine, &table, isFar: isFar)
        guard attempt == .undecided else { return attempt }
        isOutward = span.change > 0
        let left = parameters.youth.left(at: table.youngestAge(of: pair.slots, at: now))
        guard slopPt <= 0 || movement.isDeliberate(abs(span.change), slopPt: slopPt, left: left) else {
            return .undecided
        }
        if goesItsWay { return .ready }
        return parameters.isRepeating ? .possible : .failed(.wrongDirection)
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
        guard parameters.isRepeating else { return table.progress(of: mine, hasMoved: hasMoved) }
        let isTold = hasMoved && isFar && goesItsWay
        if isTold { isOutward = span.change > 0 }
        return table.progress(of: mine, hasMoved: isTold)
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let scale = adjustment.scale { span.set(scale) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: parameters.pair.count(of: mine), location: hasBegun ? focus : table.centroid(mine),
            values: parameters.discreteDeltaPt == nil
                ? .pinch(scale: span.scale, velocity: span.velocity) : .discretePinch(isOutward: isOutward))
    }

    public mutating func reset() { self = PinchRecognizer(parameters) }
}
