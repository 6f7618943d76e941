import TaplineCore

extension ParameterReader {
    /// The value of `options`: `youth`, what the parameter of that name is for gestures that do not give it, is kept for them;
    /// `wakeTouch`, how long a panel rests before a finger only wakes it, is returned; nil: every finger counts.
    mutating func options() -> Microseconds? {
        guard let node = node("options") else { return nil }
        if let text = node.text, text.isEmpty { return nil }
        let (wakeTouch, youth) = mapping(node, what: "options") {
            ($0.time("wakeTouch", in: .milliseconds(100)...(.milliseconds(86_400_000)), none: .unlimited), $0.youth())
        }
        usualYouth = youth ?? usualYouth
        return wakeTouch
    }
}
