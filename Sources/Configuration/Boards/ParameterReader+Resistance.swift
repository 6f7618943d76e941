import TaplineCore

// What the plates of a resistive panel are: `resistance: {plate: 300ohm, touch: 4095ohm}`.

extension ParameterReader {
    /// What the board says of the plates of `chip`'s panel; nil where it says nothing.
    mutating func resistance(of chip: ControllerChip?) -> ResistivePanel? {
        guard let chip, let node = node("resistance") else { return nil }
        guard chip.isResistive else {
            return refused(
                at: node.mark, "a \(chip.name) has no resistive panel",
                suggestion: "leave resistance out: a tsc2007 has one")
        }
        return mapping(node, what: "a resistance") { reader in
            var panel = ResistivePanel()
            if let plate = reader.ohms("plate", in: 1...10_000) { panel.plate = plate }
            if let touch = reader.ohms("touch", in: 1...65_535) { panel.touch = touch }
            return panel
        }
    }

    private mutating func ohms(_ key: String, in range: ClosedRange<Double>) -> UInt16? {
        guard let node = node(key) else { return nil }
        let ohms = value(node, key, .quantity(range, units: ["ohm"]), in: range) { text in
            Quantity(text).flatMap { $0.unit == "ohm" ? $0.value.rounded() : nil }
        }
        return ohms.map { UInt16($0) }
    }
}
