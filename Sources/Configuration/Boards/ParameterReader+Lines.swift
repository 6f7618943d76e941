// Names of GPIO lines.
extension ParameterReader {
    /// A GPIO line by its name, 1…31 bytes (the kernel's limit).
    mutating func lineName(_ node: YAMLNode, _ key: String) -> String? {
        problems.note(node, .line)
        guard let name = text(node, key, limit: 31) else { return nil }
        let number = Quantity(name).flatMap { $0.unit.isEmpty ? $0.value : nil }
        if wholeNumber(name) != nil || number.map({ $0 == $0.rounded() }) == true {
            return refused(
                at: node.mark, "\(quoted(name)) is a number, and numbers of lines change between kernels",
                suggestion: "write the line's name: GPIO\(displayed(name))")
        }
        return name
    }
}
