public import TaplineTouches

/// One or more taps in a row, with one or more fingers: a discrete gesture.
public struct TapRecognizer: Sendable {
    /// What makes a tap.
    public typealias Parameters = TapParameters

    private var counter: TapCounter
    private var isComplete = false

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
    public var fewestTouches: Int { parameters.touches }
    public var traits: RecognizerTraits { .deadlineIgnoresMoves | .trustsReports }
    public var isTentative: Bool { parameters.isTentative }
    public var deadline: Instant { mutating get { isComplete ? .never : counter.deadline } }

    /// tap(n) prevents tap(m) only where n ≥ m.
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
            counter.complete(at: table.centroid(mine))
            isComplete = true
            return .ready
        }
        let attempt = counter.track(&table, mine: mine, at: now)
        guard attempt == .ready else { return attempt }
        guard counter.completed >= parameters.taps else { return .possible }
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
            location: isComplete || mine.isEmpty ? counter.centroid : table.centroid(mine),
            values: .tap(taps: parameters.taps))
    }

    public mutating func reset() {
        counter.reset()
        isComplete = false
    }
}
