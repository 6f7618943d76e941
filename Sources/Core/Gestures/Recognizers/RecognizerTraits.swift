/// What an engine need not ask a recognizer, because the answer is known: so that nobody is visited in vain.
public struct RecognizerTraits: Equatable, Sendable {
    /// Its ``Recognizer/deadline`` is always ``Instant/never``.
    public var hasNoDeadline = false
    /// Its ``Recognizer/deadline`` changes when a touch lands or lifts, but not when one moves.
    public var keepsDeadlineInMoves = false
    /// Its ``Recognizer/isDoubtful`` is always false.
    public var neverDoubts = false

    /// It wants to be asked everything.
    public init() {}

    /// One that neither waits for the clock nor doubts.
    static var toClockAndDoubts: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.hasNoDeadline = true
        traits.neverDoubts = true
        return traits
    }
    /// One that never doubts, and whose time counts from landings and lifts.
    static var toDoubts: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.keepsDeadlineInMoves = true
        traits.neverDoubts = true
        return traits
    }
    /// One that does not wait for the clock.
    static var toClock: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.hasNoDeadline = true
        return traits
    }
}
