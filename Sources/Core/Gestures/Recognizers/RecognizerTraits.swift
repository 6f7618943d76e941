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
