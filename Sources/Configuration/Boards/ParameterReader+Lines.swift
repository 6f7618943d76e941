// Names of GPIO lines.
extension ParameterReader {
    /// A GPIO line by its name, 1…31 bytes (the kernel's limit).
    mutating func lineName(_ node: YAMLNode, _ key: String) -> String? {
        problems.note(node, .line)
        guard let name = text(node, key, limit: 31) else { return nil }
        if wholeNumber(name) != nil {
            return refused(
                at: node.mark, "\(quoted(name)) is a number, and numbers of lines change between kernels",
                suggestion: "write the line's name: GPIO\(displayed(name))")
        }
        return name
    }
}
