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

/// Where an engine stores what a delegate has decided: ``DelegateDecisions``, or ``NoDelegateDecisions`` where no delegate decides relations. The
/// type decides, so that an engine without such a delegate pays nothing.
public protocol DelegateDecisionStorage: Sendable {
    /// Whether a delegate is asked which touches exist for whom, and, where it ``GestureDelegate/decidesRelations``, about
    /// those.
    static var areStored: Bool { get }

    /// Nothing asked yet.
    init()
    /// What was decided about the recognizer at place `r`.
    subscript(r: Int) -> RelationDecisions { mutating get set }
}

/// The answers of a delegate about so many recognizers.
public struct DelegateDecisions<let recognizers: Int>: DelegateDecisionStorage {
    private var decisions = InlineArray<recognizers, RelationDecisions>(repeating: RelationDecisions())

    public static var areStored: Bool { true }

    public init() {}

    public subscript(r: Int) -> RelationDecisions {
        mutating get { decisions[r] }
        _modify { yield &decisions[r] }
    }
}

/// No decisions: for an engine whose handler neither refuses touches nor decides relations. One that does is not asked.
public struct NoDelegateDecisions: DelegateDecisionStorage {
    public static var areStored: Bool { false }

    public init() {}

    public subscript(r: Int) -> RelationDecisions {
        mutating get { RelationDecisions() }
        set {}
    }
}
