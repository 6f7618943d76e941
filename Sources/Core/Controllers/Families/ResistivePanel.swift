/// What a board says of a resistive panel of four wires: two plates, which a finger presses together.
public struct ResistivePanel: Equatable, Sendable {
    /// The resistance of the x plate from edge to edge, in ohm, at least 1.
    public var plate: UInt16 = 400
    /// The highest resistance between the plates, in ohm, at which they touch. (Linux has the same unless it is told otherwise.)
    public var touch: UInt16 = 4_095

    /// A usual panel.
    public init() {}
}

extension NamedFamily where Variant == ResistivePanel {
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> ResistivePanel {
        settings.resistive ?? usualVariant
    }
    public static var isResistive: Bool { true }
}
