/// The chips of a family: at most 16.
public struct NamedChips: Sendable {
    /// The most chips.
    public static var capacity: Int { 16 }
    private var rows = InlineArray<16, NamedChip>(repeating: NamedChip("", fingers: 1))
    /// How many there are, 0…16.
    public private(set) var count = 0

    /// None yet.
    public init() {}

    /// The chip at `index`, which must be less than ``count``.
    public subscript(index: Int) -> NamedChip { rows[index] }

    /// Adds a chip; beyond 16 it is dropped.
    @inline(never)
    public mutating func append(_ name: StaticString, id: UInt16 = 0, fingers: Int) {
        guard count < NamedChips.capacity else { return }
        rows[count] = NamedChip(name, id: id, fingers: fingers)
        count &+= 1
    }
}
