import TaplineTouches

/// How far apart the fingers of a pair are, as a scale: what pinch and transform measure.
struct SpanMeasure: Sendable {
    /// A change of the span by more than one of these factors, a tenth or double, in one report is rejected once. (Exactly a
    /// tenth is possible, whichever way its rounding went.)
    static var impossibleRatio: (low: Float, high: Float) { (0.09999, 2.0001) }

    /// When a span was rejected that the report after it did not show any more.
    private var droppedAt = Instant(microseconds: .min)
    /// Below this span the scale is frozen, pt.
    let minimumPt: Float
    /// The span where the scale is measured from, pt: not below the minimum. 0 while there is none.
    private var anchorSpan: Float = 0
    /// The span of the last report that counted, pt.
    private var span: Float = 0
    /// The scale at the anchor.
    private var anchorScale: Float = 1
    /// What ``scale`` is multiplied with, for one that was set.
    private var factor: Float = 1
    /// The change of the span since the fingers landed, over all pairs, pt.
    private(set) var change: Float = 0
    /// How fast the scale since ``begin()`` changes, 1/s: setting the scale leaves it alone.
    private(set) var velocity: Float = 0
    /// Whether the last span was rejected.
    private(set) var hasDropped = false

    /// A scale that is frozen below a span of `minimumPt`, and below 1 pt in any case.
    init(minimumPt: Float) { self.minimumPt = max(minimumPt, 1) }

    /// Whether there are two fingers to measure.
    var isAnchored: Bool { anchorSpan > 0 }

    /// How much larger the span is than where it began, 1 there, or than where the scale was set.
    var scale: Float { total * factor }

    private var total: Float { anchorSpan > 0 ? anchorScale * (span / anchorSpan) : anchorScale }

    /// Goes on from `scale`, more than 0.
    mutating func set(_ scale: Float) { factor = scale / total }

    /// The scale is 1 here.
    mutating func begin() {
        if span > 0 { velocity *= anchorSpan / (anchorScale * span) }
        anchorScale = 1
        anchorSpan = span
        factor = 1
    }

    /// The change counts from here.
    mutating func forgetChange() { change = 0 }

    /// Takes what the pair has done; true where the span was measured. A jump is rejected once, unless spans are taken `asTheyCome`.
    mutating func update(_ step: FingerPair.Step, of pair: FingerPair, asTheyCome: Bool = false) -> Bool {
        switch step {
        case .incomplete:
            if pair.velocity == .zero || isCredible(pair) { measureVelocity(of: pair) }
            anchor(at: 0)
            return false
        case .anchored(let vector, let before):
            anchor(at: effective(before ?? vector))
            return take(vector, of: pair, asTheyCome) && before != nil
        case .moved(let vector):
            return take(vector, of: pair, asTheyCome)
        case .unreported:
            return false
        }
    }

    /// Takes a span of the fingers it is anchored at; false where it cannot be.
    private mutating func take(_ vector: Vector, of pair: FingerPair, _ asTheyCome: Bool) -> Bool {
        let next = effective(vector)
        let ratio = next / span
        guard SpanMeasure.isPossible(ratio) || hasDropped || asTheyCome else {
            hasDropped = true
            droppedAt = pair.velocityTime
            return false
        }
        // Where the fingers still are, or half the way there, the rejected one was no jump.
        if hasDropped, !SpanMeasure.isPossible(ratio * ratio) { droppedAt = Instant(microseconds: .min) }
        hasDropped = false
        change += next - span
        span = next
        if isCredible(pair) { measureVelocity(of: pair) }
        return true
    }

    private static func isPossible(_ ratio: Float) -> Bool {
        ratio <= impossibleRatio.high && ratio >= impossibleRatio.low
    }

    /// Whether velocity is measured on no step any more that was rejected: the velocity stays what it was.
    private func isCredible(_ pair: FingerPair) -> Bool { pair.velocityTime - droppedAt > Velocity.window }

    private func effective(_ vector: Vector) -> Float { max(vector.length, minimumPt) }

    /// From here on the scale is measured from `span`, and goes on from what it is.
    private mutating func anchor(at span: Float) {
        anchorScale = total
        anchorSpan = span
        self.span = span
        hasDropped = false
    }

    private mutating func measureVelocity(of pair: FingerPair) {
        let length = pair.vector.length
        guard pair.velocity != .zero, length > minimumPt else {
            velocity = 0
            return
        }
        // Of fingers that have parted before nothing is left to measure.
        guard anchorSpan > 0 else { return }
        velocity = pair.velocity.dot(pair.vector) / length / anchorSpan * anchorScale
    }
}
