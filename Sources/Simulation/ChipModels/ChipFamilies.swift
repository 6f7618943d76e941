/// The families of chips: the list from which everything else is made that knows them all.
///
/// A line for each, which names the model; the model names the family. Boards, drivers, simulated chips, `tapline detect`,
/// the suite that every chip passes, the fuzzer, the proofs and the replay of recordings go through it. At an address that
/// several share they are asked in this order: those that know a list of ids before those that check more.
public enum ChipFamilies {
    // (Inlinable, so that what visits is made for each family when it is compiled, in whatever module it is.)

    /// Shows `visitor` each family.
    @inlinable
    public static func visit(_ visitor: inout some FamilyVisitor & ~Copyable) {
        visitor.visit(ListedFamily<GT911Model>())
        visitor.visit(ListedFamily<CST816Model>())
        visitor.visit(ListedFamily<FT5x06Model>())
        visitor.visit(ListedFamily<CST3xxModel>())
        visitor.visit(ListedFamily<ILI2xxxModel>())
        visitor.visit(ListedFamily<EXC3000Model>())
        visitor.visit(ListedFamily<CAP1xxxModel>())
        visitor.visit(ListedFamily<MPR121Model>())
        visitor.visit(ListedFamily<ST1633Model>())
        visitor.visit(ListedFamily<ILIV3Model>())
        visitor.visit(ListedFamily<ST7123Model>())
        visitor.visit(ListedFamily<CHSCModel>())
        visitor.visit(ListedFamily<AXS15231BModel>())
        visitor.visit(ListedFamily<TSC2007Model>())
    }

    /// Shows `visitor` the family with this number, counted from 0 in the order of the list.
    @inlinable
    public static func visit<Visitor: FamilyVisitor>(_ number: Int, _ visitor: inout Visitor) {
        var chosen = ChosenFamily(visitor: visitor, left: number)
        visit(&chosen)
        visitor = chosen.visitor
    }
}

/// Lets one family through.
@usableFromInline
struct ChosenFamily<Visitor: FamilyVisitor>: FamilyVisitor {
    @usableFromInline var visitor: Visitor
    @usableFromInline var left: Int

    @inlinable
    init(visitor: Visitor, left: Int) {
        self.visitor = visitor
        self.left = left
    }

    @inlinable
    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        if left == 0 { visitor.visit(family) }
        left &-= 1
    }
}
