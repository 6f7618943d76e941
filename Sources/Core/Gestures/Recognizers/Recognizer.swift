public import TaplineTouches

/// Some of the recognizers of an engine.
public typealias RecognizerSet = BitSet<UInt32>

/// A recognizer: a value that watches touches and says when they make its gesture.
///
/// It decides on its own touches only; who wins is the engine's concern. The engine offers it every touch that lands
/// in its zone (``offer(_:of:mine:)``), calls it when its touches change while it is possible (``track(_:mine:at:)``) and
/// after it has begun (``follow(_:mine:at:)``), and calls it at its ``deadline``. `mine` are the slots of the touches
/// it has taken, those that lift in this very report included.
///
/// What is asked of it while it runs is `mutating` so that it is not copied for the question: ``deadline``, ``snapshot(_:mine:at:)``,
/// ``isStillReady(_:mine:at:)`` and ``controlAction(_:mine:)`` must not change what it decides.
///
/// The library's kinds are in ``StandardRecognizer``; a kind of your own joins them with ``EitherRecognizer``, as
/// <doc:WriteARecognizer> shows.
public protocol Recognizer: Sendable {
    /// The kind's name in configurations and events.
    var kind: StaticString { get }
    /// Whether it goes on after it is recognized (`began → changed* → ended`).
    var isContinuous: Bool { get }
    /// Whether its values begin again after every event; read once, when an engine is made.
    var isIncremental: Bool { get }
    /// Whether an event is emitted as soon as it is ready, even while it waits for others, and another one afterwards that
    /// confirms or revokes it; read once, when an engine is made. Discrete kinds only.
    var isTentative: Bool { get }
    /// The fewest fingers that make it: files are checked for what a panel can tell. 1 by default.
    var fewestTouches: Int { get }
    /// What an engine need not ask it; read once, when an engine is made. By default it is asked everything.
    var traits: RecognizerTraits { get }
    /// When the clock alone changes something, ``Instant/never`` where nothing.
    var deadline: Instant { mutating get }
    /// Whether the deadline counts before a report of the same instant.
    var deadlineComesFirst: Bool { mutating get }
    /// Whether it rejected the last report as impossible: then it is called for the next one even where nothing has moved.
    var hasRejectedReport: Bool { mutating get }
    /// Any value: it fills the engine's empty places and is never used.
    static var filler: Self { get }

    /// Whether recognizing this one makes `other` fail or cancel where they share a touch.
    func canPrevent(_ other: Self) -> Bool

    /// A touch has landed: does the recognizer take it?
    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer

    /// Something happened to its touches while it is possible. Asked again after it was ready, too.
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt

    /// It has answered ``Attempt/compare``: here are the engine's templates, and the paths of those touches that it has
    /// taken with ``Offer/takeWithPath``. A path can be read up to the report in which its touch ends, that one included.
    mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt

    /// Its deadline has come while it is possible.
    mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt

    /// Whether what made it ready still holds now that it may fire.
    mutating func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool

    /// Which action of a control the gesture is, now that it is ready; nil, which is the default: none. Controls take
    /// such a gesture before recognizers of the zones around them do.
    mutating func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action?

    /// The engine lets it be recognized.
    mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant)

    /// Something happened to its touches after it has begun. Continuous kinds only. (Where the last of them has gone and it has not
    /// answered ``Progress/ended``, the engine ends it.)
    mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress

    /// The same and, unless nothing is new, what an event says of it, in `snapshot`: one call instead of two.
    mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, into snapshot: inout GestureSnapshot
    ) -> Progress

    /// Its values go on from these; what is nil stays. Continuous kinds only, while it runs.
    mutating func adjust(_ adjustment: GestureAdjustment)

    /// What an event says of it now.
    mutating func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot

    /// Another recognizer may get the same fingers.
    mutating func meet(_ rival: Rival)

    /// Back to possible, ready for the next fingers.
    mutating func reset()
}

extension Recognizer {
    public var fewestTouches: Int { 1 }
    public var traits: RecognizerTraits { .none }
    public var deadline: Instant { mutating get { .never } }
    public var deadlineComesFirst: Bool { mutating get { false } }
    public var isIncremental: Bool { false }
    public var isTentative: Bool { false }
    public var hasRejectedReport: Bool { mutating get { false } }
    public mutating func adjust(_ adjustment: GestureAdjustment) {}
    public mutating func meet(_ rival: Rival) {}
    public func canPrevent(_ other: Self) -> Bool { true }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt { .possible }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .possible }

    public mutating func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool { true }

    public mutating func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { nil }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {}

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress { .ended }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, into snapshot: inout GestureSnapshot
    ) -> Progress {
        let progress = follow(&table, mine: mine, at: now)
        if progress != .unchanged { snapshot = self.snapshot(&table, mine: mine, at: now) }
        return progress
    }
}

/// What another recognizer is to one that is told of it.
public enum Rival: Sendable {
    /// It measures two fingers against each other, and this one would prevent it. Told once, when an engine is made.
    case pair
    /// Its movement is ``Attempt/undecided``, and this one is ready and waits only for that. Told whenever that is found.
    case undecided
}

/// What a recognizer says to a touch that has landed.
public enum Offer: Equatable, Sendable {
    /// The touch is mine: it counts, and whoever shares it is a rival.
    case take
    /// The same, and its path is stored for ``Recognizer/compare(_:with:of:mine:at:)``. Where there is no place for it, I fail
    /// with ``FailureReason/noRoom``.
    case takeWithPath
    /// It is beyond the fingers that make me, and mine unless such fingers are ignored
    /// (``GestureSetup/ignoreExtraTouches(of:)``).
    case takeExtra
    /// Not mine, but call me when it moves or lifts. (Whoever takes no touch at all is never recognized.)
    case watch
    /// It does not matter to me.
    case ignore
    /// I fail because of it; where I have begun, I am cancelled.
    case fail(FailureReason)
}

/// What a recognizer says while it is possible.
public enum Attempt: Equatable, Sendable {
    /// Not yet; and nothing changes before one of my fingers lands, lifts, or gets this far from where it landed, pt: until
    /// then I need not be called when it moves. 0: call me for every move.
    case possible(untilMoved: Float)
    /// Far enough by the slop, but the movement is not deliberate yet (``Youth``): call me for every move, and let recognizers with
    /// ``RecognizerTraits/leavesFirstToMovement`` wait.
    case undecided
    /// As far as I am concerned: now.
    case ready
    /// It depends on the engine's templates: ask ``Recognizer/compare(_:with:of:mine:at:)`` at once.
    case compare
    /// Not any more.
    case failed(FailureReason)

    /// Not yet: call me for every move.
    public static var possible: Attempt { .possible(untilMoved: 0) }
}

/// What a recognizer says after it has begun.
public enum Progress: Equatable, Sendable {
    /// Nothing new.
    case unchanged
    /// New values.
    case changed
    /// Over.
    case ended
    /// Over, and not what it was taken for: its fingers no longer fit.
    case cancelled
}

/// What an engine need not ask a recognizer, because the answer is known: so that no call is made in vain. A set of options,
/// joined with `|`: an array literal would need the heap.
public struct RecognizerTraits: Equatable, Sendable {
    private var bits: UInt8

    /// It wants to be asked everything.
    public static var none: RecognizerTraits { RecognizerTraits(bits: 0) }
    /// Its ``Recognizer/deadline`` is always ``Instant/never``.
    public static var noDeadline: RecognizerTraits { RecognizerTraits(bits: 1) }
    /// Its ``Recognizer/deadline`` changes when a touch lands or lifts, but not when one moves.
    public static var deadlineIgnoresMoves: RecognizerTraits { RecognizerTraits(bits: 2) }
    /// Its ``Recognizer/hasRejectedReport`` is always false.
    public static var trustsReports: RecognizerTraits { RecognizerTraits(bits: 4) }

    /// It measures two fingers against each other: a pan leaves fingers that part to it.
    public static var isOfPair: RecognizerTraits { RecognizerTraits(bits: 8) }
    /// It waits while one that would prevent it is ``Attempt/undecided``.
    public static var leavesFirstToMovement: RecognizerTraits { RecognizerTraits(bits: 16) }

    /// It is discrete and may be recognized again before its fingers are up: after each time it stays possible as long as it has a
    /// ``Recognizer/deadline``.
    public static var recurs: RecognizerTraits { RecognizerTraits(bits: 32) }

    /// The options of both.
    public static func | (a: RecognizerTraits, b: RecognizerTraits) -> RecognizerTraits {
        RecognizerTraits(bits: a.bits | b.bits)
    }
    /// Whether all of `options` are among them.
    public func contains(_ options: RecognizerTraits) -> Bool { bits & options.bits == options.bits }
}
