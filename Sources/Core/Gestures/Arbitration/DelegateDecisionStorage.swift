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
