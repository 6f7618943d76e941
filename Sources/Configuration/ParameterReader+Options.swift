import TaplineCore

extension ParameterReader {
    /// The value of `options`: `wakeTouch`, how long a panel rests before a finger only wakes it; nil: every finger counts.
    mutating func options() -> Microseconds? {
        guard let node = node("options") else { return nil }
        if let text = node.text, text.isEmpty { return nil }
        var reader = ParameterReader(node, what: "options", panel: panel, problems: problems)
        let wakeTouch = reader.time(
            "wakeTouch", in: Microseconds.milliseconds(100)...Microseconds.milliseconds(86_400_000), none: .unlimited)
        problems = reader.finish()
        return wakeTouch
    }
}
