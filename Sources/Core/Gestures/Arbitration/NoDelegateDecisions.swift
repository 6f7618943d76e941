/// No decisions: for an engine whose handler neither refuses touches nor decides relations. One that does is not asked.
public struct NoDelegateDecisions: DelegateDecisionStorage {
    public static var areStored: Bool { false }

    public init() {}

    public subscript(r: Int) -> RelationDecisions {
        mutating get { RelationDecisions() }
        set {}
    }
}
