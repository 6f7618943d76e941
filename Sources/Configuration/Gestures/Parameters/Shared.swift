import TaplineCore

// Parameters that several kinds have.
extension ParameterReader {
    /// `extraTouches`, of the kinds that a finger too many fails.
    public mutating func extraTouches() {
        var ignores = false
        choice(
            "extraTouches", &ignores, [("fail", false), ("ignore", true)],
            "whether a finger too many fails it, or does not exist for it")
        ignoresExtraTouches = ignores
    }

    /// `pair`, of the kinds that measure two fingers.
    mutating func pair(_ value: inout PairRule) {
        choice(
            "pair", &value, [("fixed", .fixed), ("oldest", .oldest)],
            "whether a third finger is one too many, or the two that landed first count and the next two start anew")
        if value == .oldest, node("extraTouches")?.text == "ignore" {
            refuse(
                "pair", "pair: oldest takes every finger, extraTouches: ignore none beyond two",
                suggestion: "leave out extraTouches, or write pair: fixed")
        }
    }

    /// `repeating`, of the kinds that just happen; `condition` is what it asks of `other`, where it does not hold.
    mutating func repeating(_ value: inout Bool, if holds: Bool = true, else condition: String = "") {
        boolean(
            "repeating", &value,
            "whether it goes on and is told again at each further move that makes it, until its fingers lift")
        if value, !holds {
            refuse("repeating", "such a gesture happens once: it cannot be repeating", suggestion: condition)
        }
    }

    /// `exceeds` in place of the length under `key`: a limit that is reached only by more.
    mutating func exceeds(
        _ value: inout Float, insteadOf key: String, in range: ClosedRange<Float> = 0...10_000, _ help: StaticString
    ) {
        describe("exceeds", .length(range), or: "none", default: "none", help)
        if node("exceeds")?.text == "none" { return }
        guard let limit = length("exceeds", in: range) else { return }
        if contains(key) {
            refuse("exceeds", "\(quoted(key)) and 'exceeds' both say how far", suggestion: "keep one of them")
        }
        value = .exceeding(limit)
    }
}
