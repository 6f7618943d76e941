public import TaplineTouches

/// Fingers that rest, after none or some taps: a continuous gesture that begins by the clock.
public struct LongPressRecognizer: Sendable {
    /// What makes a long press.
    public struct Parameters: Equatable, Sendable {
        /// How long the fingers rest: 500 ms (UIKit).
        public var minimumPressDuration = Microseconds.milliseconds(500)
        /// How far a finger may go from its own start until the press has begun: 10 pt (UIKit).
        public var allowableMovementPt: Float = 10
        /// How many fingers, 1…5.
        public var touches = 1
        /// How many taps come before the press, 0…16.
        public var taps = 0

        /// A press with one finger.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    /// Counts the taps before the press; the press is the landing after them.
    private var counter: TapCounter
    private var hasBegun = false

    /// A press by these rules. Counts outside their ranges are clamped.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.taps = max(0, min(parameters.taps, 16))
        parameters.touches = max(1, min(parameters.touches, 5))
        self.parameters = parameters
        var taps = TapParameters()
        taps.taps = parameters.taps &+ 1
        taps.touches = parameters.touches
        taps.bounce = .zero
        if parameters.taps == 0 { taps.skew = .unlimited }
        counter = TapCounter(taps)
    }

    /// The taps are done: what is on the panel now is the press.
    private var isPressing: Bool { counter.completed == parameters.taps && counter.landed > 0 }
    private var isFullyDown: Bool { isPressing && counter.landed == parameters.touches }
    private var pressEnd: Instant { counter.lastLanding + parameters.minimumPressDuration }
}

extension LongPressRecognizer: Recognizer {
    public static var filler: LongPressRecognizer { LongPressRecognizer() }
    public var kind: StaticString { "longPress" }
    public var isContinuous: Bool { true }

    @inline(__always)
    public var deadline: Instant {
        if !isPressing { return counter.deadline }
        return isFullyDown ? pressEnd : .never
    }
    /// A lift at the very end of the press comes too late to fail it.
    public var deadlineComesFirst: Bool { isPressing }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        hasBegun ? .ignore : counter.offer(slot, of: &table)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        guard isPressing else {
            let attempt = counter.track(&table, mine: mine, at: now)
            return attempt == .ready ? .possible : attempt
        }
        let limit = parameters.allowableMovementPt + lengthTolerancePt
        for slot in mine & table.changes.moved {
            let way = table[slot].travel.lengthSquared
            if way > limit * limit { return .failed(.moved(pt: squareRoot(way))) }
        }
        if mine.intersects(table.changes.ended) { return .failed(.liftedEarly) }
        return isFullyDown && now >= pressEnd ? .ready : .possible
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
            touches: mine.count, location: table.centroid(mine), values: .longPress(taps: parameters.taps))
    }

    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func reset() {
        counter.reset()
        hasBegun = false
    }
}
