extension ParameterReader {
    /// The value of `options`: none of them is in this version.
    mutating func options() {
        guard let node = node("options") else { return }
        if let text = node.text, text.isEmpty { return }
        var reader = ParameterReader(node, what: "options", panel: panel, problems: problems)
        if let entry = reader.entry("wakeTouch") {
            reader.refuse(
                at: entry.keyMark, "option 'wakeTouch' is not in this version yet", suggestion: "leave it out")
        }
        problems = reader.finish()
    }
}
