public import TaplineTouches

/// Fingers that rest, after none or some taps: a continuous gesture that begins by the clock.
public struct LongPressRecognizer: Sendable {
    /// What makes a long press.
    public struct Parameters: Equatable, Sendable {
        /// How long the fingers rest: 500 ms (UIKit).
        public var minimumPressDuration = Microseconds.milliseconds(500)
        /// How far a finger may go from its own start until the press has begun: 10 pt (UIKit); farther while the fingers are
        /// young, see ``Youth``.
        public var allowableMovementPt: Float = 10
        /// For how long the landing of one of them makes the fingers young.
        public var youth = Youth.standard
        /// How many fingers, 1…5.
        public var touches = 1
        /// How many taps come before the press, 0…16.
        public var taps = 0

        /// A press with one finger.
        public init() {}
    }

    /// Counts the taps before the press; the press is the landing after them.
    private var counter: TapCounter
    private var hasBegun = false
    private let youth: Youth
    private let allowableMovementPt: Float
    private let minimumPressDuration: ShortTime
    private var movement = DeliberateMovement()

    /// The rule.
    public var parameters: Parameters {
        var parameters = Parameters()
        parameters.minimumPressDuration = minimumPressDuration.microseconds
        (parameters.allowableMovementPt, parameters.youth) = (allowableMovementPt, youth)
        parameters.touches = counter.parameters.touches
        parameters.taps = taps
        return parameters
    }

    /// A press by these rules. Counts outside their ranges are clamped.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.taps = max(0, min(parameters.taps, 16))
        parameters.touches = max(1, min(parameters.touches, 5))
        (allowableMovementPt, youth) = (parameters.allowableMovementPt, parameters.youth)
        minimumPressDuration = ShortTime(parameters.minimumPressDuration)
        var taps = TapParameters()
        taps.taps = parameters.taps &+ 1
        taps.touches = parameters.touches
        taps.bounce = .zero
        if parameters.taps == 0 { taps.skew = .unlimited }
        counter = TapCounter(taps)
    }

    /// How many taps come before the press.
    private var taps: Int { counter.parameters.taps &- 1 }
    /// The taps are done: what is on the panel now is the press.
    private var isPressing: Bool { counter.completed == taps && counter.landed > 0 }
    private var isFullyDown: Bool { isPressing && counter.landed == counter.parameters.touches }
    private var pressEnd: Instant { counter.lastLanding + minimumPressDuration.microseconds }
}

extension LongPressRecognizer: Recognizer {
    public static var filler: LongPressRecognizer { LongPressRecognizer() }
    public var kind: StaticString { "longPress" }
    public var isContinuous: Bool { true }
    public var fewestTouches: Int { counter.parameters.touches }
    public var traits: RecognizerTraits { .deadlineIgnoresMoves | .trustsReports }

    public var deadline: Instant {
        mutating get {
            if !isPressing { return counter.deadline }
            return isFullyDown ? pressEnd : .never
        }
    }
    /// A lift at the very end of the press comes too late to fail it.
    public var deadlineComesFirst: Bool { isPressing }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if hasBegun { return .ignore }
        return counter.offer(slot, of: &table)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        guard isPressing else {
            let attempt = counter.track(&table, mine: mine, at: now)
            return attempt == .ready ? .possible : attempt
        }
        let limit = allowableMovementPt + lengthTolerancePt
        var farthest: Float = 0
        for slot in mine { farthest = max(farthest, table[slot].travel.lengthSquared) }
        if farthest <= limit * limit {
            movement.shrink(to: allowableMovementPt)
        } else if mine.intersects(table.changes.moved) {
            let distance = squareRoot(farthest)
            let left = youth.left(at: now - counter.lastLanding)
            if movement.isDeliberate(distance, slopPt: allowableMovementPt, left: left) {
                return .failed(.moved(pt: distance))
            }
        }
        if mine.intersects(table.changes.ended) { return .failed(.liftedEarly) }
        if isFullyDown, now >= pressEnd { return .ready }
        return farthest > limit * limit ? .possible : .possible(untilMoved: limit)
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        isPressing ? .ready : .failed(counter.failure(at: now))
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        if mine.intersects(table.changes.ended) { return .ended }
        return mine.intersects(table.changes.moved) ? .changed : .unchanged
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: mine.countOfFew, location: table.centroid(mine), values: .longPress(taps: taps))
    }

    public mutating func reset() {
        counter.reset()
        movement = DeliberateMovement()
        hasBegun = false
    }
}
