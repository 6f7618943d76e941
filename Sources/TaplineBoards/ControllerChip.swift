/// The touch controllers that a board of this version can name.
public enum ControllerChip: Equatable, Sendable {
    // The Goodix family: one register layout.
    case gt911, gt912, gt927, gt928, gt9271, gt967
    case gt1151, gt1158, gt5688, gt917s, gt9286

    /// The drivers that stand behind the chips.
    public enum Family: Equatable, Sendable {
        case goodix
    }

    /// The driver that talks to the chip.
    public var family: Family { .goodix }

    /// The most fingers the chip reports; for most, the family's limit.
    public var maximumFingers: Int { self == .gt911 ? 5 : 10 }

    /// The chips by the names that board files use.
    static var names: [(name: String, value: ControllerChip)] {
        [
            ("gt911", .gt911), ("gt912", .gt912), ("gt927", .gt927), ("gt928", .gt928), ("gt9271", .gt9271),
            ("gt967", .gt967), ("gt1151", .gt1151), ("gt1158", .gt1158), ("gt5688", .gt5688), ("gt917s", .gt917s),
            ("gt9286", .gt9286),
        ]
    }

    /// The name that board files use: `gt911`.
    public var name: String {
        for chip in ControllerChip.names where chip.value == self { return chip.name }
        return ""
    }
}
