public import TaplineCore

/// A panel whose chip is simulated.
public struct ModelledPanel: Sendable {
    /// The chip.
    public var chip: NamedChip
    /// Its 7-bit address, nil: the usual one.
    public var address: UInt8?
    /// Raw pixels across.
    public var width: Int
    /// Raw pixels down.
    public var height: Int
    /// The most fingers that it reports.
    public var fingers: Int
    /// How touch keys lie; nil: in one row.
    public var keys: KeyGrid?
    /// What the plates of a resistive panel are; nil: usual ones.
    public var resistive: ResistivePanel?

    /// A panel of 800 × 480 pixels.
    public init(_ chip: NamedChip) {
        self.chip = chip
        width = 800
        height = 480
        fingers = chip.fingers
    }

    /// ``width``, as registers hold it.
    public var registerWidth: UInt16 { UInt16(clamping: width) }
    /// ``height``, as registers hold it.
    public var registerHeight: UInt16 { UInt16(clamping: height) }
}
