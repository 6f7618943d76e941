import TaplineChipModels
package import TaplineCore

/// A touch controller that a board of this version can name: a chip of one of the families in ``TaplineChipModels/ChipFamilies``,
/// or `evdev`.
public struct ControllerChip: Equatable, Sendable {
    /// A family of chips, whose driver is theirs.
    public struct Family: Equatable, Sendable {
        /// Its number in the list, counted from 0; -1: there is no chip, but an input device of the kernel's.
        package let number: Int
        /// What people call it: `Goodix`.
        public let name: String

        /// An input device of the kernel's.
        public static var evdev: Family { Family(number: -1, name: "evdev") }
        /// No panel at all.
        public static var none: Family { Family(number: -2, name: "none") }
    }

    /// The name that board files use: `gt911`.
    public let name: String
    /// The family whose driver talks to the chip.
    public let family: Family
    /// The most fingers the chip reports.
    public let maximumFingers: Int
    /// Whether the chip has keys instead of a panel: as many as fingers.
    public let hasKeys: Bool
    /// Whether a board may bring its configuration.
    public let hasConfiguration: Bool
    /// Whether a board may say what the plates of its panel are.
    public let isResistive: Bool
    /// Whether it may tell how large its contacts are, in a unit of its own. (Of an input device its driver decides.)
    public let tellsSizes: Bool
    /// Its place among the chips of its family, counted from 0.
    package let row: Int

    /// The chips of all families, and `evdev`.
    public static var all: [ControllerChip] {
        var chips = ChipsOfFamilies()
        ChipFamilies.visit(&chips)
        chips.all.append(
            ControllerChip(
                name: "evdev", family: .evdev, maximumFingers: 16, hasKeys: false, hasConfiguration: false,
                isResistive: false, tellsSizes: true, row: 0))
        return chips.all
    }

    /// In the place of a controller where there is no panel.
    public static var none: ControllerChip {
        ControllerChip(
            name: "none", family: .none, maximumFingers: 1, hasKeys: false, hasConfiguration: false,
            isResistive: false, tellsSizes: false, row: 0)
    }

    /// The names of all chips, as board files use them.
    public static var allNames: [String] { all.map { $0.name } }
}

extension ControllerChip {
    /// The chip that board files call `name`, nil where there is none.
    public init?(name: String) {
        for chip in ControllerChip.all where chip.name == name {
            self = chip
            return
        }
        return nil
    }

    /// Which chip of its family says this of itself; itself where several do. nil where that is not known, nor what this one
    /// would say.
    package func relative(saying identity: ControllerIdentity) -> ControllerChip? {
        guard family.number >= 0 else { return nil }
        var search = SearchForChip(identity: identity, own: row)
        ChipFamilies.visit(family.number, &search)
        guard let row = search.row else { return nil }
        return row == self.row ? self : ControllerChip.all.first { $0.family == family && $0.row == row }
    }
}

/// Looks for the chip of a family that says something of itself.
private struct SearchForChip: FamilyVisitor {
    let identity: ControllerIdentity
    let own: Int
    var row: Int?

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        look(for: Model.Family.id(of: identity)) { Model.Family.chip($0) }
    }

    @inline(never)
    private mutating func look(for id: UInt16, chip: (Int) -> NamedChip?) {
        guard id != 0, let mine = chip(own)?.id, mine != 0 else { return }
        guard mine != id else {
            row = own
            return
        }
        var next = 0
        while let found = chip(next) {
            if found.id == id {
                row = next
                return
            }
            next += 1
        }
    }
}

/// Gathers the chips of every family.
private struct ChipsOfFamilies: FamilyVisitor {
    var all: [ControllerChip] = []
    var number = 0

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        add(
            Model.Family.name, Model.Family.hasKeys, Model.Family.hasConfiguration, Model.Family.isResistive,
            Model.Family.tellsSizes
        ) { Model.Family.chip($0) }
    }

    /// What is the same for every family, so that the program has it once.
    @inline(never)
    private mutating func add(
        _ name: StaticString, _ hasKeys: Bool, _ hasConfiguration: Bool, _ isResistive: Bool,
        _ tellsSizes: (NamedChip) -> Bool,
        chip: (Int) -> NamedChip?
    ) {
        let family = ControllerChip.Family(number: number, name: String(constant: name))
        var row = 0
        while let found = chip(row) {
            all.append(
                ControllerChip(
                    name: String(constant: found.name), family: family, maximumFingers: found.fingers,
                    hasKeys: hasKeys, hasConfiguration: hasConfiguration, isResistive: isResistive,
                    tellsSizes: tellsSizes(found), row: row))
            row += 1
        }
        number += 1
    }
}

extension String {
    /// Constant text.
    @inline(never)
    package init(constant text: StaticString) { self = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}
