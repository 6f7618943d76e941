public import TaplineTouches

/// A tap by the touch's own tap count (``Touch/tapCount``): a discrete gesture of one finger.
///
/// It is recognized ``Parameters/wait`` after the landing of a touch that is the asked-for tap in a row, however long the finger stays
/// and wherever it goes, unless the tap after it lands before. Several may wait at once, each for its own time: taps elsewhere.
public struct CountedTapRecognizer: Sendable {
    /// What makes a tap.
    public struct Parameters: Equatable, Sendable {
        /// Which tap in a row, 1…16.
        public var taps = 1
        /// How long after its landing it is recognized, unless the next tap in the row lands before: 0, as it lands.
        public var wait = Microseconds.zero

        /// A single tap, as it lands.
        public init() {}
    }

    /// How many can wait: 6. Of what lands beyond that nothing comes, and it is counted (``TouchCounters/tapOverflows``).
    public static var capacity: Int { 6 }

    /// The rule.
    public let parameters: Parameters
    /// The landing of the oldest one that waits; how long after it each landed, µs, in their order, and where.
    private var oldest = Instant.zero
    private var delays = InlineArray<6, UInt32>(repeating: 0)
    private var places = InlineArray<6, Point>(repeating: .zero)
    /// Where the one landed that events are about.
    private var location = Point.zero
    private var storedCount: UInt8 = 0
    /// Whether the oldest one is recognized, as far as this recognizer is concerned.
    private var isReady = false

    /// A tap by these rules. Counts outside their ranges are clamped; a wait is an hour at most.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.taps = max(1, min(parameters.taps, 16))
        parameters.wait = max(.zero, min(parameters.wait, .milliseconds(3_600_000)))
        self.parameters = parameters
    }

    /// How many wait.
    private var count: Int { Int(storedCount) }

    private mutating func append(_ touch: Touch) {
        if count == 0 { (oldest, location) = (touch.startTime, touch.start) }
        delays[count] = UInt32(truncatingIfNeeded: max((touch.startTime - oldest).count, 0))
        places[count] = touch.start
        storedCount &+= 1
    }

    private mutating func removeOldest() {
        storedCount &-= 1
        let step = delays[1]
        for i in 0..<count { (delays[i], places[i]) = (delays[i &+ 1] &- step, places[i &+ 1]) }
        oldest = oldest + Microseconds(Int64(_truncatingBits: UInt(truncatingIfNeeded: step)))
    }
}

extension CountedTapRecognizer: Recognizer {
    public static var filler: CountedTapRecognizer { CountedTapRecognizer() }
    public var kind: StaticString { "tap" }
    public var isContinuous: Bool { false }
    public var traits: RecognizerTraits { .deadlineIgnoresMoves | .trustsReports | .recurs }
    public var deadline: Instant { count == 0 ? .never : oldest + parameters.wait }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        let touch = table[slot]
        let company = table.company(of: slot, in: mine)
        if !company.isEmpty {
            // Fingers that land at once are one tap.
            return touch.startTime == table[company.first].startTime ? .ignore : .fail(.extraTouch)
        }
        let taps = Int(touch.tapCount)
        if taps == parameters.taps &+ 1, count > 0 { return .fail(.nextTap(count: taps)) }
        guard taps == parameters.taps else { return .ignore }
        guard count < CountedTapRecognizer.capacity else {
            table.countTapOverflow()
            // (What is watched is not offered again, and so counted once.)
            return .watch
        }
        append(touch)
        return .take
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if parameters.wait == .zero, count > 0 { isReady = true }
        return isReady ? .ready : .possible(untilMoved: .infinity)
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        isReady = true
        return .ready
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { parameters.taps == 1 ? .tap : nil }

    /// Events are about the oldest; what becomes of the others is still open.
    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        isReady = false
        location = places[0]
        removeOldest()
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(touches: 1, location: location, values: .tap(taps: parameters.taps))
    }

    public mutating func reset() { self = CountedTapRecognizer(parameters) }
}
