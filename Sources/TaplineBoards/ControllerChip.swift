/// The touch controllers that a board of this version can name.
public enum ControllerChip: Equatable, Sendable {
    // The Goodix family: one register layout.
    case gt911, gt912, gt927, gt928, gt9271, gt967
    case gt1151, gt1158, gt5688, gt917s, gt9286
    // The FocalTech FT5x06 family: one register layout.
    case ft5x06, ft5206, ft5306, ft5406, ft5506, ft5726
    case ft6206, ft6236, ft6336
    /// EDT's M06 firmware: the same chips in another language.
    case edtM06

    /// The drivers that stand behind the chips.
    public enum Family: Equatable, Sendable {
        case goodix, focalTech
    }

    /// The driver that talks to the chip.
    public var family: Family {
        switch self {
        case .gt911, .gt912, .gt927, .gt928, .gt9271, .gt967, .gt1151, .gt1158, .gt5688, .gt917s, .gt9286: .goodix
        case .ft5x06, .ft5206, .ft5306, .ft5406, .ft5506, .ft5726, .ft6206, .ft6236, .ft6336, .edtM06: .focalTech
        }
    }

    /// The most fingers the chip reports. (Linux's `edt-ft5x06.c` says so for FocalTech's.)
    public var maximumFingers: Int {
        switch self {
        case .ft6206, .ft6236, .ft6336: 2
        case .gt911, .ft5x06, .ft5206, .ft5306, .ft5406, .edtM06: 5
        default: 10
        }
    }

    /// The chips by the names that board files use.
    static var names: [(name: String, value: ControllerChip)] {
        [
            ("gt911", .gt911), ("gt912", .gt912), ("gt927", .gt927), ("gt928", .gt928), ("gt9271", .gt9271),
            ("gt967", .gt967), ("gt1151", .gt1151), ("gt1158", .gt1158), ("gt5688", .gt5688), ("gt917s", .gt917s),
            ("gt9286", .gt9286), ("ft5x06", .ft5x06), ("ft5206", .ft5206), ("ft5306", .ft5306), ("ft5406", .ft5406),
            ("ft5506", .ft5506), ("ft5726", .ft5726), ("ft6206", .ft6206), ("ft6236", .ft6236), ("ft6336", .ft6336),
            ("edt-m06", .edtM06),
        ]
    }

    /// The names of all chips, as board files use them.
    public static var allNames: [String] { names.map { $0.name } }

    /// The chip that board files call `name`, nil where there is none.
    public init?(name: String) {
        for chip in ControllerChip.names where chip.name == name {
            self = chip.value
            return
        }
        return nil
    }

    /// The name that board files use: `gt911`.
    public var name: String {
        for chip in ControllerChip.names where chip.value == self { return chip.name }
        return ""
    }
}
