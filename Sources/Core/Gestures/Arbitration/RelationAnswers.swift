import TaplineTouches

/// What a delegate has said of one recognizer in the attempt under way, by the places of the others.
public struct RelationAnswers: Sendable {
    /// Those that it was asked about: whether this one waits for them.
    var askedOfRequirement = RecognizerSet()
    /// Those that this one waits for by such an answer.
    var requirements = RecognizerSet()
    /// Those that it was asked about: whether this one prevents them, and they it.
    var askedOfPrevention = RecognizerSet()
    /// Those that this one does not prevent by such an answer.
    var spares = RecognizerSet()
    /// Slots of the touches that do not exist for it: those hold beyond the attempt.
    var denied = TouchSet()

    /// Nothing said.
    @inline(__always)
    public init() {}
}
