/// A family in the list: its driver is `ChipDriver<Model.Family>`, and `Model` simulates its chips. It stands for the
/// types, which Embedded Swift does not pass as values.
public struct ListedFamily<Model: FamilyModel> {
    /// The family of a model.
    @inlinable
    public init() {}
}
