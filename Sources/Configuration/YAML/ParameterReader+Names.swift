// Names of gestures and zones, and lists of named things.
extension ParameterReader {
    /// The elements of the list `key`, at most `capacity`; an error beyond.
    mutating func entries(_ key: String, _ what: String, capacity: Int) -> [YAMLNode] {
        guard let node = node(key) else { return [] }
        problems.note(node, .list(0...capacity))
        switch node.content {
        case .sequence(let elements): return first(capacity, of: elements, what)
        case .scalar(let text) where text.isEmpty: return []
        case .scalar, .mapping:
            refuse(at: node.mark, "\(quoted(key)) is \(node.whatItIs)", suggestion: "write a list of \(what)")
            return []
        }
    }

    /// At most the first `capacity` of `elements`; an error beyond.
    mutating func first(_ capacity: Int, of elements: [YAMLNode], _ what: String) -> [YAMLNode] {
        guard elements.count > capacity else { return elements }
        refuse(
            at: elements[capacity].mark, "there are \(elements.count) \(what)",
            suggestion: "at most \(capacity) have room")
        return Array(elements.prefix(capacity))
    }

    /// The `name` of a gesture or zone: 1…31 bytes, no comma, no control character, no space at either end, not one
    /// of `taken`.
    mutating func name(taken: [String]) -> String? {
        guard let node = required("name", example: "name: …") else { return nil }
        problems.note(node, .name)
        guard let name = text(node, "name", limit: ConfigurationLimits.nameBytes) else {
            if let text = node.text { problems.refusedNames.append(text) }
            return nil
        }
        if name.utf8.contains(0x2C) {
            problems.refusedNames.append(name)
            return refused(
                at: node.mark, "name \(quoted(name)) holds a comma", suggestion: "commas part the serial line's values")
        }
        if name.utf8.first == 0x20 || name.utf8.last == 0x20 {
            problems.refusedNames.append(name)
            return refused(
                at: node.mark, "name \(quoted(name)) begins or ends with a space",
                suggestion: "leave it out: commands are read without it")
        }
        if taken.contains(name) {
            return refused(
                at: node.mark, "name \(quoted(name)) is given a second time", suggestion: "every name is unique")
        }
        return name
    }

    /// The index of the name that `node` holds among `names`; an error with the nearest one where it is none.
    mutating func index(of node: YAMLNode, _ what: String, among names: [String]) -> Int? {
        problems.note(node, what == "kind" ? .values(.word(names)) : .text(limit: 255))
        guard let text = node.text, !text.isEmpty else {
            return refused(at: node.mark, "a \(what) is expected, not \(node.whatItIs)", suggestion: "write its name")
        }
        for index in names.indices where names[index] == text { return index }
        if problems.refusedNames.contains(text) { return nil }
        return refused(
            at: node.mark, "unknown \(what) \(quoted(text))",
            suggestion: whatElse(text, what)
                ?? (names.isEmpty ? "there are no \(what)s" : suggestion(for: text, among: names)))
    }

    /// What is to be said of a name that stands for something, but not for a gesture of fingers, where one is wanted.
    private func whatElse(_ name: String, _ what: String) -> String? {
        guard what.hasPrefix("gesture") else { return nil }
        if name == "touches" {
            return "touches are no gesture: a line, a key, a port or a socket follows them, alone: on: touches"
        }
        if known.zones.names.contains(name) {
            return
                "it is a zone and no gesture; a line follows its touches: {on: touches, zone: \(displayed(name)), hold: true, line: GPIO23}"
        }
        let others = known.gestures.dropFirst(known.recognizers)
        return others.contains { $0.name == name }
            ? "it is no gesture of fingers: it waits for none, and none for it" : nil
    }

    /// The indices of a list of names (or of a single one), ascending, none twice, with the places they stand at.
    mutating func indices(
        _ node: YAMLNode, _ key: String, _ what: String, among names: [String]
    ) -> [(index: Int, mark: YAMLMark)] {
        var found: [(index: Int, mark: YAMLMark)] = []
        for element in elements(node, key, among: names) {
            guard let index = index(of: element, what, among: names) else { continue }
            guard !found.contains(where: { $0.index == index }) else { continue }
            found.append((index, element.mark))
        }
        return found.sorted { $0.index < $1.index }
    }
}
