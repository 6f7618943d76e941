public import TaplineTouches

/// One or more taps in a row, with one or more fingers: a discrete gesture.
public struct TapRecognizer: Sendable {
    /// What makes a tap, with the defaults of the field.
    public struct Parameters: Equatable, Sendable {
        /// When a tap is recognized.
        public enum Fires: Equatable, Sendable {
            /// When the last finger of the last tap lifts (UIKit).
            case onLift
            /// When the last finger of the last tap lands.
            case onDown
        }
        /// Where the time between two taps is counted from.
        public enum IntervalStart: Equatable, Sendable {
            /// From the last finger's lift to the next landing.
            case up
            /// From the first landing to the next landing.
            case down
        }
        /// How many taps in a row, 1…16.
        public var taps = 1
        /// How many fingers, 1…5.
        public var touches = 1
        /// The longest time from the first landing to the last lift: 750 ms, UIKit's as measured.
        public var maxPress = Microseconds.milliseconds(750)
        /// How far a finger may go from its own start, and a later tap from the first: 45 pt, UIKit's as measured.
        public var movementPt: Float = 45
        /// The longest time between taps: 350 ms, UIKit's as measured.
        public var interval = Microseconds.milliseconds(350)
        /// Where ``interval`` is counted from.
        public var intervalFrom = IntervalStart.up
        /// When the tap is recognized.
        public var fires = Fires.onLift
        /// A landing at the same spot sooner than this after a lift is the same finger bouncing: 40 ms.
        public var bounce = Microseconds.milliseconds(40)
        /// The longest time from the first to the last finger's landing: 200 ms.
        public var skew = Microseconds.milliseconds(200)
        /// Whether it is told at once where it has to wait for others, and confirmed or revoked afterwards.
        public var isTentative = false

        /// A single tap with one finger.
        public init() {}
    }

    private var counter: TapCounter
    private var isComplete = false
    private var place = Point.zero

    /// A tap by these rules. Counts outside their ranges are clamped.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.taps = max(1, min(parameters.taps, 16))
        parameters.touches = max(1, min(parameters.touches, 5))
        counter = TapCounter(parameters)
    }

    /// The rule.
    public var parameters: Parameters { counter.parameters }
}

extension TapRecognizer: Recognizer {
    public static var filler: TapRecognizer { TapRecognizer() }
    public var kind: StaticString { "tap" }
    public var isContinuous: Bool { false }
    public var isTentative: Bool { parameters.isTentative }
    @inline(__always)
    public var deadline: Instant { isComplete ? .never : counter.deadline }

    /// tap(n) prevents tap(m) only where n ≥ m.
    #if NOALLOC
        @_noAllocation
    #endif
    public func canPrevent(_ other: TapRecognizer) -> Bool { parameters.taps >= other.parameters.taps }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        guard isComplete else { return counter.offer(slot, of: &table) }
        if table[slot].sinceLift < parameters.bounce { return .watch }
        // Recognized on its landing and still waiting for others: it has not lifted yet.
        return table.company(of: slot, in: mine).isEmpty ? .ignore : .fail(.extraTouch)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if isComplete { return .ready }
        let isLast = counter.completed &+ 1 == parameters.taps
        if parameters.fires == .onDown, isLast, counter.landed == parameters.touches {
            place = table.centroid(mine)
            isComplete = true
            return .ready
        }
        let attempt = counter.track(&table, mine: mine, at: now)
        guard attempt == .ready else { return attempt }
        guard counter.completed >= parameters.taps else { return .possible }
        place = counter.centroid
        isComplete = true
        return .ready
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        .failed(counter.failure(at: now))
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { parameters.taps == 1 && parameters.touches == 1 ? .tap : nil }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: parameters.touches,
            location: isComplete ? place : mine.isEmpty ? counter.centroid : table.centroid(mine),
            values: .tap(taps: parameters.taps))
    }

    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func reset() {
        counter.reset()
        isComplete = false
    }
}
