/// What is done with each family of the list: generic over the family, so that it needs no existential.
public protocol FamilyVisitor: ~Copyable {
    /// Called for each family.
    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>)
}
