/// The answers of a delegate about so many recognizers.
public struct DelegateDecisions<let recognizers: Int>: DelegateDecisionStorage {
    private var answers = InlineArray<recognizers, RelationAnswers>(repeating: RelationAnswers())

    @inline(__always)
    public static var areKept: Bool { true }

    public init() {}

    @inline(__always)
    public subscript(r: Int) -> RelationAnswers {
        mutating get { answers[r] }
        _modify { yield &answers[r] }
    }
}
