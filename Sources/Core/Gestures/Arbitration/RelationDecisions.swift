import TaplineTouches

/// What a delegate has decided about one recognizer in its attempt, by the places of the others.
public struct RelationDecisions: Sendable {
    /// Those about which it was asked whether this one waits for them.
    var queriedRequirements = RecognizerSet()
    /// Those that this one waits for by such a decision.
    var requirements = RecognizerSet()
    /// Those about which it was asked whether this one prevents them, and they it.
    var queriedPreventions = RecognizerSet()
    /// Those that this one does not prevent by such a decision.
    var spares = RecognizerSet()
    /// Slots of the touches that do not exist for it: those hold beyond the attempt.
    var denied = TouchSet()

    /// Nothing decided.
    public init() {}
}
