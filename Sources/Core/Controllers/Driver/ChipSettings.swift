/// What a board may say of a chip that means something to some families only.
public struct ChipSettings: Sendable {
    /// How touch keys lie; nil: as the family's largest chip has them, in one row.
    public var keys: KeyGrid?
    /// What the plates of a resistive panel are; nil: as the family has them.
    public var resistive: ResistivePanel?
    /// The configuration that a Goodix chip shall have; nil: its own.
    public var goodix: GoodixSettings?

    /// Nothing.
    public init() {}
}
