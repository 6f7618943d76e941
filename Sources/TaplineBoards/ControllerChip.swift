/// A touch controller that a board of this version can name.
public struct ControllerChip: Equatable, Sendable {
    /// The drivers that stand behind the chips.
    public enum Family: Equatable, Sendable {
        case goodix, focalTech, hynitron, cst3xx, sitronix, ilitek, eeti
        case mpr121, cap1xxx
        /// No chip: an input device of the kernel's.
        case evdev
    }

    /// The name that board files use: `gt911`.
    public let name: String
    /// The driver that talks to the chip.
    public let family: Family
    /// The most fingers the chip reports.
    public let maximumFingers: Int

    private init(_ name: String, _ family: Family, fingers: Int) {
        self.name = name
        self.family = family
        maximumFingers = fingers
    }

    /// The list of chips: a line for each. (Linux's `edt-ft5x06.c` says how many fingers FocalTech's report.)
    public static var all: [ControllerChip] {
        [
            ControllerChip("gt911", .goodix, fingers: 5),
            ControllerChip("gt912", .goodix, fingers: 10),
            ControllerChip("gt927", .goodix, fingers: 10),
            ControllerChip("gt928", .goodix, fingers: 10),
            ControllerChip("gt9271", .goodix, fingers: 10),
            ControllerChip("gt967", .goodix, fingers: 10),
            ControllerChip("gt1151", .goodix, fingers: 10),
            ControllerChip("gt1158", .goodix, fingers: 10),
            ControllerChip("gt5688", .goodix, fingers: 10),
            ControllerChip("gt917s", .goodix, fingers: 10),
            ControllerChip("gt9286", .goodix, fingers: 10),
            ControllerChip("ft5x06", .focalTech, fingers: 5),
            ControllerChip("ft5206", .focalTech, fingers: 5),
            ControllerChip("ft5306", .focalTech, fingers: 5),
            ControllerChip("ft5406", .focalTech, fingers: 5),
            ControllerChip("ft5506", .focalTech, fingers: 10),
            ControllerChip("ft5726", .focalTech, fingers: 10),
            ControllerChip("ft6206", .focalTech, fingers: 2),
            ControllerChip("ft6236", .focalTech, fingers: 2),
            ControllerChip("ft6336", .focalTech, fingers: 2),
            ControllerChip("edt-m06", .focalTech, fingers: 5),
            ControllerChip("cst816s", .hynitron, fingers: 1),
            ControllerChip("cst816t", .hynitron, fingers: 1),
            ControllerChip("cst816d", .hynitron, fingers: 1),
            ControllerChip("cst820", .hynitron, fingers: 1),
            ControllerChip("cst716", .hynitron, fingers: 1),
            ControllerChip("ili210x", .ilitek, fingers: 2),
            ControllerChip("ili2117", .ilitek, fingers: 10),
            ControllerChip("ili251x", .ilitek, fingers: 10),
            ControllerChip("exc3000", .eeti, fingers: 10),
            ControllerChip("exc80h60", .eeti, fingers: 10),
            ControllerChip("exc80h84", .eeti, fingers: 10),
            ControllerChip("exc81w32", .eeti, fingers: 10),
            ControllerChip("cst226se", .cst3xx, fingers: 5),
            ControllerChip("cst3240", .cst3xx, fingers: 5),
            ControllerChip("cst328", .cst3xx, fingers: 5),
            ControllerChip("cst340", .cst3xx, fingers: 5),
            ControllerChip("st1232", .sitronix, fingers: 2),
            ControllerChip("st1633", .sitronix, fingers: 5),
            // Touch keys: a finger for each.
            ControllerChip("mpr121", .mpr121, fingers: 12),
            ControllerChip("cap1106", .cap1xxx, fingers: 6),
            ControllerChip("cap1126", .cap1xxx, fingers: 6),
            ControllerChip("cap1133", .cap1xxx, fingers: 3),
            ControllerChip("cap1166", .cap1xxx, fingers: 6),
            ControllerChip("cap1188", .cap1xxx, fingers: 8),
            ControllerChip("cap1203", .cap1xxx, fingers: 3),
            ControllerChip("cap1206", .cap1xxx, fingers: 6),
            ControllerChip("cap1208", .cap1xxx, fingers: 8),
            ControllerChip("cap1293", .cap1xxx, fingers: 3),
            ControllerChip("cap1296", .cap1xxx, fingers: 6),
            ControllerChip("cap1298", .cap1xxx, fingers: 8),
            ControllerChip("evdev", .evdev, fingers: 16),
        ]
    }

    /// Whether the chip has keys instead of a panel: as many as fingers.
    public var hasKeys: Bool { family == .mpr121 || family == .cap1xxx }

    /// The names of all chips, as board files use them.
    public static var allNames: [String] { all.map { $0.name } }

    /// The chip that board files call `name`, nil where there is none.
    public init?(name: String) {
        for chip in ControllerChip.all where chip.name == name {
            self = chip
            return
        }
        return nil
    }
}
