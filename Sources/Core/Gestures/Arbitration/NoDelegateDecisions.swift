/// No answers: for an engine whose handler neither refuses touches nor decides relations. One that does is not asked.
public struct NoDelegateDecisions: DelegateDecisionStorage {
    @inline(__always)
    public static var areKept: Bool { false }

    @inline(__always)
    public init() {}

    @inline(__always)
    public subscript(r: Int) -> RelationAnswers {
        mutating get { RelationAnswers() }
        set {}
    }
}
