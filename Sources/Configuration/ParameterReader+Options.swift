import TaplineCore

extension ParameterReader {
    /// The value of `options`: `wakeTouch`, how long a panel rests before a finger only wakes it; nil: every finger counts.
    mutating func options() -> Microseconds? {
        guard let node = node("options") else { return nil }
        if let text = node.text, text.isEmpty { return nil }
        return mapping(node, what: "options") {
            $0.time("wakeTouch", in: .milliseconds(100)...(.milliseconds(86_400_000)), none: .unlimited)
        }
    }
}
