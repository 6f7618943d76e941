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
