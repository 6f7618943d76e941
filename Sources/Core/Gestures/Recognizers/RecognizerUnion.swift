public import TaplineTouches

/// A type whose value is a recognizer of one of several kinds. It passes on what an engine asks, written once for all unions:
/// a union itself only names its kinds.
public protocol RecognizerUnion: Recognizer {
    /// Asks its recognizer.
    func ask<Query: RecognizerQuery>(_ query: Query) -> Query.Answer
    /// Changes its recognizer, or asks it in its place.
    mutating func make<Change: RecognizerChange>(_ change: Change) -> Change.Answer
    /// Lets its recognizer ``Recognizer/invoke(_:_:_:)`` the call.
    mutating func dispatch<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>)
}

/// A question to a recognizer of any kind.
public protocol RecognizerQuery {
    associatedtype Answer
    /// What `recognizer` answers.
    func ask(_ recognizer: some Recognizer) -> Answer
}

/// A change of a recognizer of any kind, or a question that is asked in its place, without a copy of it.
public protocol RecognizerChange {
    associatedtype Answer
    /// Changes `recognizer`, or answers for it.
    func make(in recognizer: inout some Recognizer) -> Answer
}

/// One call of a recognizer: which function of ``Recognizer``, with what, and what came back.
public struct RecognizerCall: Sendable {
    enum Function { case offer, track, reachDeadline, isStillReady, controlAction, begin, follow, snapshot }

    let function: Function
    let mine: TouchSet
    let slot: Int
    let now: Instant
    var offer = Offer.ignore
    var attempt: Attempt = .possible
    var isStillReady = true
    var action: Control.Action?
    var progress = Progress.unchanged

    init(_ function: Function, mine: TouchSet, slot: Int = 0, at now: Instant = .zero) {
        self.function = function
        self.mine = mine
        self.slot = slot
        self.now = now
    }
}

extension Recognizer {
    /// Makes the call. What an event says, where that is asked for, is in `snapshot`.
    @inline(__always)
    public mutating func invoke<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>
    ) {
        switch call.function {
        case .offer: call.offer = offer(call.slot, of: &table, mine: call.mine)
        case .track: call.attempt = track(&table, mine: call.mine, at: call.now)
        case .reachDeadline: call.attempt = reachDeadline(&table, mine: call.mine, at: call.now)
        case .isStillReady: call.isStillReady = isStillReady(&table, mine: call.mine, at: call.now)
        case .controlAction: call.action = controlAction(&table, mine: call.mine)
        case .begin: begin(&table, mine: call.mine, at: call.now)
        case .follow: call.progress = follow(&table, mine: call.mine, at: call.now, into: &snapshot)
        case .snapshot: snapshot = self.snapshot(&table, mine: call.mine, at: call.now)
        }
    }
}

private struct Continuity: RecognizerQuery { func ask(_ r: some Recognizer) -> Bool { r.isContinuous } }
private struct Increments: RecognizerQuery { func ask(_ r: some Recognizer) -> Bool { r.isIncremental } }
private struct Tentativeness: RecognizerQuery { func ask(_ r: some Recognizer) -> Bool { r.isTentative } }
private struct FewestTouches: RecognizerQuery { func ask(_ r: some Recognizer) -> Int { r.fewestTouches } }
private struct Traits: RecognizerQuery { func ask(_ r: some Recognizer) -> RecognizerTraits { r.traits } }
private struct Meet: RecognizerChange {
    let rival: Rival
    func make(in r: inout some Recognizer) { r.meet(rival) }
}
private struct Reset: RecognizerChange { func make(in r: inout some Recognizer) { r.reset() } }
private struct Adjust: RecognizerChange {
    let adjustment: GestureAdjustment
    func make(in r: inout some Recognizer) { r.adjust(adjustment) }
}
// (Inlinable: other modules inline these.)
@usableFromInline struct KindName: RecognizerQuery {
    @inlinable init() {}
    @inlinable func ask(_ r: some Recognizer) -> StaticString { r.kind }
}
@usableFromInline struct Deadline: RecognizerChange {
    @inlinable init() {}
    @inlinable func make(in r: inout some Recognizer) -> Instant { r.deadline }
}
@usableFromInline struct DeadlineOrder: RecognizerChange {
    @inlinable init() {}
    @inlinable func make(in r: inout some Recognizer) -> Bool { r.deadlineComesFirst }
}
@usableFromInline struct Rejection: RecognizerChange {
    @inlinable init() {}
    @inlinable func make(in r: inout some Recognizer) -> Bool { r.hasRejectedReport }
}

extension RecognizerUnion {
    @inlinable public var kind: StaticString { ask(KindName()) }
    public var isContinuous: Bool { ask(Continuity()) }
    public var isIncremental: Bool { ask(Increments()) }
    public var isTentative: Bool { ask(Tentativeness()) }
    public var fewestTouches: Int { ask(FewestTouches()) }
    public var traits: RecognizerTraits { ask(Traits()) }
    @inlinable public var deadline: Instant {
        @inline(__always) mutating get { make(Deadline()) }
    }
    @inlinable public var deadlineComesFirst: Bool {
        @inline(__always) mutating get { make(DeadlineOrder()) }
    }
    @inlinable public var hasRejectedReport: Bool {
        mutating get { make(Rejection()) }
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) { make(Adjust(adjustment: adjustment)) }
    public mutating func meet(_ rival: Rival) { make(Meet(rival: rival)) }
    public mutating func reset() { make(Reset()) }

    /// Calls its recognizer and returns the call with what came back.
    @inline(__always)
    private mutating func made<let capacity: Int>(
        _ call: RecognizerCall, _ table: inout TouchTable<capacity>
    ) -> RecognizerCall {
        var call = call
        var snapshot = GestureSnapshot.none
        dispatch(&call, &snapshot, &table)
        return call
    }

    @inline(never)
    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { made(RecognizerCall(.offer, mine: mine, slot: slot), &table).offer }

    @inline(never)
    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { made(RecognizerCall(.track, mine: mine, at: now), &table).attempt }

    @inline(never)
    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { made(RecognizerCall(.reachDeadline, mine: mine, at: now), &table).attempt }

    @inline(never)
    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) { _ = made(RecognizerCall(.begin, mine: mine, at: now), &table) }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress { made(RecognizerCall(.follow, mine: mine, at: now), &table).progress }

    @inline(never)
    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, into snapshot: inout GestureSnapshot
    ) -> Progress {
        var call = RecognizerCall(.follow, mine: mine, at: now)
        dispatch(&call, &snapshot, &table)
        return call.progress
    }

    public mutating func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool { made(RecognizerCall(.isStillReady, mine: mine, at: now), &table).isStillReady }

    public mutating func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { made(RecognizerCall(.controlAction, mine: mine), &table).action }

    public mutating func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        var call = RecognizerCall(.snapshot, mine: mine, at: now)
        var snapshot = GestureSnapshot.none
        dispatch(&call, &snapshot, &table)
        return snapshot
    }
}
