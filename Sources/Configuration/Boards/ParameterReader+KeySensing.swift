import TaplineChipModels
import TaplineCore

// How touch keys are measured: `sensing: {touch: 12, release: 6, debounce: 2, samples: 4, period: 16ms}`.

extension ParameterReader {
    /// What the board says of the measuring of `chip`'s keys.
    mutating func sensing(of chip: ControllerChip?) -> KeySensing {
        guard let chip, let node = node("sensing") else { return KeySensing() }
        guard let limits = chip.keyLimits else {
            refuse(
                at: node.mark, "a \(chip.name) has a panel, no keys",
                suggestion: "leave sensing out: a panel's thresholds are its maker's")
            return KeySensing()
        }
        return mapping(node, what: "sensing") { $0.sensing(chip.name, limits) }
    }

    private mutating func sensing(_ chip: String, _ limits: KeyLimits) -> KeySensing {
        var sensing = KeySensing()
        sensing.touch = byte(integer("touch", in: 1...Int(limits.touch)))
        sensing.release = byte(integer("release", in: 1...255))
        sensing.debounce = byte(integer("debounce", in: 0...7))
        sensing.samples = byte(integer("samples", in: 1...128))
        let period = time("period", in: .milliseconds(1)...(.milliseconds(140)))
        sensing.period = byte(period.map { Int($0.count / 1_000) })
        if sensing.release > 0, !limits.hasRelease {
            refuse("release", "a \(chip) has no threshold of its own for the release", suggestion: "take release out")
        } else if sensing.release > 0, sensing.release >= sensing.touch {
            refuse(
                "release", "a key is released by as much as touches it",
                suggestion: "write touch, and a smaller release: {touch: 12, release: 6}")
        }
        if sensing.debounce > limits.debounce {
            refuse("debounce", "a \(chip) has no debouncing", suggestion: "take more samples in place of debounce")
        }
        require("samples", sensing.samples, among: limits.samples, unit: "")
        let isWhole = (period?.count ?? 0) % 1_000 == 0
        require("period", isWhole ? sensing.period : 255, among: limits.periods, unit: "ms")
        return sensing
    }

    private func byte(_ number: Int?) -> UInt8 { UInt8(clamping: number ?? 0) }

    private mutating func require(
        _ key: String, _ value: UInt8, among list: InlineArray<8, UInt8>, unit: String
    ) {
        guard value != 0, KeyLimits.code(of: value, in: list) == nil else { return }
        var words = ""
        for index in 0..<8 where list[index] != 0 { words += (words.isEmpty ? "" : ", ") + "\(list[index])\(unit)" }
        refuse(key, "the chip cannot do that \(key)", suggestion: "write one of \(words)")
    }
}

extension ControllerChip {
    /// What can be said of the measuring of its keys; nil: it has none.
    var keyLimits: KeyLimits? {
        guard family.number >= 0 else { return nil }
        var search = SearchForKeyLimits()
        ChipFamilies.visit(family.number, &search)
        return search.limits
    }
}

private struct SearchForKeyLimits: FamilyVisitor {
    var limits: KeyLimits?

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) { limits = Model.Family.keyLimits }
}
