public import TaplineTouches

/// Two fingers that carry, stretch and turn what lies under them: a continuous gesture with translation, scale and
/// rotation in one event.
///
/// Content stays under the fingers where each event is applied to it like this. Between two events of a gesture let Δ be
/// the difference of the translations, s the ratio of the scales, φ the difference of the rotations, and c the location
/// of the later event. A point p of the content then goes to
///
///     c + s · R(φ) · (p − (c − Δ)),   R(φ) · (x, y) = (x·cos φ − y·sin φ, x·sin φ + y·cos φ).
///
/// So it does when a finger leaves (the one that stays carries the content on) or lands (scale and rotation go on from
/// where they are). With ``Parameters/isIncremental`` events report Δ, s and φ themselves. As long as the same two fingers
/// stay, the formula also holds between any two events. Below ``Parameters/minimumSpanPt`` scale and rotation are
/// frozen.
public struct TransformRecognizer: Sendable {
    /// What makes a transform. The slop of any part begins it; the other parts are at identity there.
    public struct Parameters: Equatable, Sendable {
        /// How far the centroid goes: 10 pt, as for a pan.
        public var panSlopPt: Float = 10
        /// How much the span changes: 16 pt, as for a pinch.
        public var pinchSlopPt: Float = 16
        /// How far the fingers turn: 10°, as for a rotation, in radians.
        public var rotationSlopRadians: Float = 10 * pi / 180
        /// For how long the landing of one of them makes the fingers young: each part is then as far as it has to be alone.
        public var youth = Youth.standard
        /// Below this span scale and rotation are frozen: 6 mm, where two fingertips become one.
        public var minimumSpanPt: Float = 6 / Float(PanelGeometry.millimetresPerPoint)
        /// Whether every event reports what has changed since the one before it.
        public var isIncremental = false
        /// Which two fingers it measures.
        public var pair = PairRule.fixed

        /// A transform with the default slops.
        public init() {}
    }

    // (In this order there are few gaps.)
    private var span: SpanMeasure
    public let isIncremental: Bool
    private var hasBegun = false
    private let rule: PairRule
    private var pair = FingerPair()
    private let youth: Youth
    private var angle = AngleMeasure()
    /// The translation of the centroid: until it begins while both fingers are down, then since it began or was adjusted, pt.
    private var translation = Vector.zero
    private let slop: (panPt: Float, pinchPt: Float, rotationRadians: Float)
    private var movements = (pan: DeliberateMovement(), pinch: DeliberateMovement(), rotation: DeliberateMovement())

    /// The rule. (In its parts there are few gaps.)
    public var parameters: Parameters {
        var parameters = Parameters()
        (parameters.panSlopPt, parameters.pinchSlopPt) = (slop.panPt, slop.pinchPt)
        (parameters.rotationSlopRadians, parameters.minimumSpanPt) = (slop.rotationRadians, span.minimumPt)
        (parameters.youth, parameters.isIncremental, parameters.pair) = (youth, isIncremental, rule)
        return parameters
    }

    /// A transform by these rules. A minimum span below 1 pt counts as 1 pt.
    public init(_ parameters: Parameters = Parameters()) {
        slop = (parameters.panSlopPt, parameters.pinchSlopPt, parameters.rotationSlopRadians)
        (youth, isIncremental, rule) = (parameters.youth, parameters.isIncremental, parameters.pair)
        span = SpanMeasure(minimumPt: parameters.minimumSpanPt)
    }

    /// Takes a report; true where the fingers are believed to be where they were before.
    private mutating func measure<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        let wasDoubtful = span.hasDropped
        let step = pair.update(&table, mine: mine, at: now, by: rule)
        let startsAnew = !hasBegun && rule.startsAnew(with: step)
        if startsAnew {
            span.forgetChange()
            angle.set(0)
            translation = .zero
            movements = (pan: DeliberateMovement(), pinch: DeliberateMovement(), rotation: DeliberateMovement())
        }
        let isMeasured = span.update(step, of: pair)
        _ = angle.update(step, of: pair, minimumPt: span.minimumPt)
        let same = table.continuing(rule.counted(mine - table.changes.ended, &table))
        // (How two fingers have gone before they were the pair counts for nothing.)
        var counts = hasBegun || same.isPair
        if startsAnew, case .anchored(_, before: nil) = step { counts = false }
        if counts { translation = translation + table.meanStep(same) }
        return wasDoubtful && isMeasured && step.isOfSamePair
    }

    private var hasTurned: Bool { abs(angle.turned) >= slop.rotationRadians - AngleMeasure.toleranceRadians }

    /// How far a part is.
    private enum Part: UInt8 { case belowSlop, undecided, deliberate }

    /// What it answers while it is possible, of fingers of whose youth `left` is left: each part is checked by itself.
    @inline(never)
    private mutating func check(left: Float) -> Attempt {
        let pan = TransformRecognizer.check(&movements.pan, translation.length, slopPt: slop.panPt, left)
        let pinch = TransformRecognizer.check(&movements.pinch, abs(span.change), slopPt: slop.pinchPt, left)
        // (Two at a time: `max` of three makes an array.)
        let farthest = max(max(pan.rawValue, pinch.rawValue), checkRotation(left).rawValue)
        if farthest == Part.deliberate.rawValue { return .ready }
        return farthest == Part.undecided.rawValue ? .undecided : .possible
    }

    /// Checks a part that has gone `distance` pt. (A slop of 0 asks for nothing.)
    private static func check(
        _ movement: inout DeliberateMovement, _ distance: Float, slopPt: Float, _ left: Float
    ) -> Part {
        if slopPt <= 0 { return .deliberate }
        if distance < slopPt - lengthTolerancePt {
            movement.shrink(to: slopPt)
            return .belowSlop
        }
        return movement.isDeliberate(distance, slopPt: slopPt, left: left) ? .deliberate : .undecided
    }

    private mutating func checkRotation(_ left: Float) -> Part {
        if slop.rotationRadians <= 0 { return .deliberate }
        let arc = abs(angle.turned) * pair.vector.length
        if !hasTurned {
            movements.rotation.shrink(to: arc)
            return .belowSlop
        }
        return movements.rotation.isDeliberate(arc, slopPt: 0, left: left) ? .deliberate : .undecided
    }
}

extension TransformRecognizer: Recognizer {
    public static var filler: TransformRecognizer { TransformRecognizer() }
    public var kind: StaticString { "transform" }
    public var isContinuous: Bool { true }
    public var fewestTouches: Int { 2 }
    public var traits: RecognizerTraits { .noDeadline | .isOfPair }
    public var hasRejectedReport: Bool { span.hasDropped }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        pair.offer(slot, of: &table, mine: mine, hasBegun: hasBegun, by: rule)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if let attempt = pair.attemptAlone(of: mine, &table) { return attempt }
        _ = measure(&table, mine: mine, at: now)
        let attempt = pair.attempt(of: mine, &table, isFar: span.isAnchored)
        guard attempt == .undecided else { return attempt }
        return check(left: youth.left(at: table.youngestAge(of: pair.slots, at: now)))
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        translation = .zero
        span.begin()
        angle.set(0)
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let isBelievedLate = measure(&table, mine: mine, at: now)
        // (When one of the two lifts, the one that counts from then on may move in the same report.)
        let counted = rule.counted(mine - table.changes.ended, &table)
        return table.progress(of: mine, hasMoved: isBelievedLate || counted.intersects(table.changes.moved))
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let translation = adjustment.translation { self.translation = translation }
        if let scale = adjustment.scale { span.set(scale) }
        if let rotation = adjustment.rotation { angle.set(rotation) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        let present = mine - table.changes.ended - table.changes.cancelled
        let fingers = rule.counted(present.isEmpty ? mine : present, &table)
        return GestureSnapshot(
            touches: fingers.countOfFew, location: table.centroid(fingers),
            values: .transform(
                translation: translation, velocity: table.velocity(fingers, at: now), scale: span.scale,
                radians: angle.turned, scaleVelocity: span.velocity, rotationVelocity: angle.velocity))
    }

    public mutating func reset() { self = TransformRecognizer(parameters) }
}
