public import TaplineTouches

/// Two fingers that move apart or together: a continuous gesture with a scale, or, `discrete`, a single event.
public struct PinchRecognizer: Sendable {
    /// What makes a pinch.
    public struct Parameters: Equatable, Sendable {
        /// How much the span changes before the pinch begins: 16 pt (twice Android's touch slop of 8 dp).
        public var slopPt: Float = 16
        /// Below this span the scale is frozen: 6 mm, where two fingertips become one.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)
        /// The change of the span that makes one discrete event, pt; nil: the pinch is continuous.
        public var discreteDeltaPt: Float?

        /// A continuous pinch.
        public init() {}
    }

    /// A change of the span by more than this factor in one report is dropped once: 2 outward, 0.1 inward.
    public static var impossibleRatio: (low: Float, high: Float) { (0.1, 2) }

    /// The rule.
    public let parameters: Parameters
    private var pair = FingerPair()
    /// The span where the pinch is measured from, pt: not below the minimum. 0 while there is none.
    private var anchorSpan: Float = 0
    /// The span of the last report that counted, pt.
    private var span: Float = 0
    /// The scale at the anchor.
    private var anchorScale: Float = 1
    private var hasDropped = false
    private var hasBegun = false
    /// The change of the span since the fingers landed, over all pairs, pt.
    private var change: Float = 0
    /// What events say when fewer than two fingers are left.
    private var focus = Point.zero
    private var velocity: Float = 0

    /// A pinch by these rules.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// How much larger the span is than where the pinch began, 1 there.
    public var scale: Float { anchorSpan > 0 ? anchorScale * (span / anchorSpan) : anchorScale }

    /// Takes a report; true where two fingers moved.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        switch pair.update(&table, mine: mine) {
        case .incomplete:
            anchor(at: 0)
            return false
        case .anchored(let vector):
            anchor(at: effective(vector))
            remember(&table, vector, at: now)
            return false
        case .moved(let from, let to):
            if span == 0 { anchor(at: effective(from)) }
            let next = effective(to)
            let ratio = next / span
            if ratio > PinchRecognizer.impossibleRatio.high || ratio < PinchRecognizer.impossibleRatio.low,
                !hasDropped
            {
                hasDropped = true
                return false
            }
            hasDropped = false
            change += next - span
            span = next
            remember(&table, to, at: now)
            return mine.intersects(table.changes.moved)
        }
    }

    private func effective(_ vector: Vector) -> Float { max(vector.length, parameters.minimumSpanPt) }

    /// From here on the scale is measured from `span`, and goes on from what it is.
    private mutating func anchor(at span: Float) {
        anchorScale = scale
        anchorSpan = span
        self.span = span
        hasDropped = false
    }

    private mutating func remember<let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ vector: Vector, at now: Instant
    ) {
        focus = table.centroid(pair.slots)
        velocity = 0
        guard anchorSpan > 0 else { return }
        let length = vector.length
        guard length > parameters.minimumSpanPt else { return }
        velocity = pair.relativeVelocity(&table, at: now).dot(vector) / length / anchorSpan * anchorScale
    }
}

extension PinchRecognizer: Recognizer {
    public static var filler: PinchRecognizer { PinchRecognizer() }
    public var kind: StaticString { "pinch" }
    public var isContinuous: Bool { parameters.discreteDeltaPt == nil }
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
        let limit = (parameters.discreteDeltaPt ?? parameters.slopPt) - lengthTolerancePt
        return anchorSpan > 0 && abs(change) >= limit ? .ready : .possible
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        // The velocity is one of the scale, which is 1 here.
        if span > 0 { velocity *= anchorSpan / (anchorScale * span) }
        anchorScale = 1
        anchorSpan = span
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
            values: parameters.discreteDeltaPt == nil
                ? .pinch(scale: scale, velocity: velocity) : .discretePinch(isOutward: change > 0))
    }

    public mutating func reset() { self = PinchRecognizer(parameters) }
}
