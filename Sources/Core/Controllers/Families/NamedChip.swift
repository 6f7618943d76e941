/// A chip by name.
public struct NamedChip: Sendable {
    /// The name in board files: `cst816t`.
    public let name: StaticString
    /// By what its family tells it from its kin: mostly what the chip says of itself. 0: there is nothing.
    public let id: UInt16
    /// The most fingers that it reports, 1…16; of touch keys how many there are.
    public let fingers: Int

    /// A chip.
    public init(_ name: StaticString, id: UInt16 = 0, fingers: Int) {
        self.name = name
        self.id = id
        self.fingers = fingers
    }
}
