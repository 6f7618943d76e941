/// A family whose chips boards can name, and that is looked for on a bus.
///
/// Boards, `tapline detect`, the suite that every chip passes, the fuzzer and the proofs learn all that they need of a
/// family here, and from its model. What makes it known to them is a line in the list of families, which stands beside
/// the models.
public protocol NamedFamily: ChipFamily where Report == ChipReport {
    /// What people call the family: `Hynitron`.
    static var name: StaticString { get }
    /// Its chips. The first one stands for those that do not say which they are.
    static var chips: NamedChips { get }
    /// Which of the family's variants `chip` is, with what a board says of it.
    static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Variant
    /// Whether its chips have keys in the place of a panel: as many as fingers.
    static var hasKeys: Bool { get }
    /// What a board can say of the measuring of its chips' keys; nil: they have none.
    static var keyLimits: KeyLimits? { get }
    /// Whether a board can say what the plates of its chips' panels are.
    static var isResistive: Bool { get }
    /// Whether its chips have a configuration that a board may bring.
    static var hasConfiguration: Bool { get }
    /// Whether `chip` tells how large its contacts are, or how hard they press.
    static func tellsSizes(_ chip: NamedChip) -> Bool

    // MARK: Being found

    /// Whether anything that its chips answer shows that it is one of them: others are not looked for.
    static var canBeFound: Bool { get }
    /// Where `chip` may sit: asked for each chip with a variant of its own.
    static func addresses(of chip: NamedChip) -> ChipAddresses
    /// Whether what `chip` answers cannot be the answer of somebody else.
    static func isCertain(_ chip: NamedChip) -> Bool
    /// The ``NamedChip/id`` of the chip that says this of itself.
    static func id(of identity: ControllerIdentity) -> UInt16
}

extension NamedFamily {
    /// The chip at `row` of ``chips``, nil where there is none. (Whoever wants one asks here, so that the list is there once.)
    @inline(never)
    public static func chip(_ row: Int) -> NamedChip? {
        let chips = chips
        return row >= 0 && row < chips.count ? chips[row] : nil
    }

    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Variant { usualVariant }
    public static var hasKeys: Bool { false }
    public static var keyLimits: KeyLimits? { nil }
    public static var isResistive: Bool { false }
    public static var hasConfiguration: Bool { false }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { false }
    public static var canBeFound: Bool { true }
    public static func addresses(of chip: NamedChip) -> ChipAddresses {
        ChipAddresses(usualAddress, alternativeAddress ?? 0)
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { true }
    public static func id(of identity: ControllerIdentity) -> UInt16 { identity.hexadecimalProduct }
}

extension NamedFamily where Variant == KeyGrid {
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> KeyGrid {
        settings.keys ?? usualVariant
    }
    public static var hasKeys: Bool { true }
}
