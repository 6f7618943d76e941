/// Where an engine keeps what a delegate has answered: ``DelegateDecisions``, or ``NoDelegateDecisions`` where nobody decides relations. The
/// type decides, so that who has no such delegate pays nothing for it.
public protocol DelegateDecisionStorage: Sendable {
    /// Whether a delegate is asked which touches exist for whom, and, where it ``GestureDelegate/decidesRelations``, about
    /// those.
    static var areKept: Bool { get }

    /// Nothing asked yet.
    init()
    /// What was said of the recognizer at place `r`.
    subscript(r: Int) -> RelationAnswers { mutating get set }
}
