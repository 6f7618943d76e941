// Values without a unit.
extension ParameterReader {
    /// A whole number within `range`. With `any`, the word `any` is allowed too and stands for that number.
    public mutating func integer(_ key: String, in range: ClosedRange<Int>, any: Int? = nil, word: String = "any")
        -> Int?
    {
        guard let node = node(key) else { return nil }
        if any != nil { problems.note(node, .values(.word([word]))) }
        if let any, node.text == word { return any }
        return integer(node, key, in: range)
    }

    /// `right` says what to write where the range alone does not.
    mutating func integer(
        _ node: YAMLNode, _ name: String, in range: ClosedRange<Int>, right: String? = nil
    ) -> Int? {
        value(node, name, .integer(range), in: range, right: right, wholeNumberOfYAML)
    }

    /// A number without a unit within `range`; never NaN or infinite.
    public mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        node(key).flatMap { number($0, key, in: range) }
    }

    mutating func number(_ node: YAMLNode, _ name: String, in range: ClosedRange<Double>) -> Double? {
        value(node, name, .number(range), in: range) { text in
            Quantity(text).flatMap { $0.unit.isEmpty ? $0.value : nil } ?? wholeNumber(text).map { Double($0) }
        }
    }

    /// What `convert` makes of the text of `node`, within `range`; `right` in place of what `values` suggest.
    mutating func value<Value: Comparable>(
        _ node: YAMLNode, _ name: String, _ values: ParameterValues, in range: ClosedRange<Value>, right: String? = nil,
        or word: String? = nil, _ convert: (String) -> Value?
    ) -> Value? {
        problems.note(node, .values(values))
        let value = node.text.flatMap(convert)
        if let value, range.contains(value) { return value }
        refuse(node, name, values, isNone: value == nil, right: right, or: word)
        return nil
    }

    // (Not in line: what is around it is made anew for each type.)
    @inline(never)
    private mutating func refuse(
        _ node: YAMLNode, _ name: String, _ values: ParameterValues, isNone: Bool, right: String?, or word: String?
    ) {
        let other = word.map { ", or \($0)" } ?? ""
        let wanted = values.wanted
        if isNone {
            problems.add(
                node.mark, "\(quoted(name)) is \(node.whatItIs), which is no \(wanted.noun)",
                (right ?? wanted.suggestion) + other)
        } else {
            problems.add(
                node.mark, "\(quoted(name)) is out of range: \(displayed(node.text ?? ""))",
                (right ?? values.inRange) + other)
        }
    }

    /// `true` or `false`.
    public mutating func boolean(_ key: String) -> Bool? {
        guard let node = node(key) else { return nil }
        problems.note(node, .values(.boolean))
        if let truth = node.truth { return truth }
        problems.add(node.mark, "\(quoted(key)) is \(node.whatItIs)", "write true or false")
        return nil
    }

    /// One of a few words.
    public mutating func choice<Value>(_ key: String, _ choices: [(name: String, value: Value)]) -> Value? {
        node(key).flatMap { choice($0, key, choices) }
    }

    mutating func choice<Value>(
        _ node: YAMLNode, _ name: String, _ choices: [(name: String, value: Value)]
    ) -> Value? {
        word(node, name, among: choices.map { $0.name }).map { choices[$0].value }
    }

    /// The index of the word in `node` among `words`.
    private mutating func word(_ node: YAMLNode, _ name: String, among words: [String]) -> Int? {
        problems.note(node, .values(.word(words)))
        if let index = words.firstIndex(where: { $0 == node.text }) { return index }
        // (Of words that are numbers: `+90` is 90.)
        if let number = node.text.flatMap(wholeNumberOfYAML),
            let index = words.firstIndex(where: { wholeNumber($0) == number })
        {
            return index
        }
        problems.add(
            node.mark, "\(quoted(name)) is \(node.whatItIs)", suggestion(for: node.text ?? "", among: words))
        return nil
    }

    /// Some of a few words: a list, a single one without brackets, or `all`; at least one.
    public mutating func choices<Value>(_ key: String, _ choices: [(name: String, value: Value)]) -> [Value]? {
        guard let node = node(key) else { return nil }
        if node.text == "all" { return choices.map { $0.value } }
        let values = elements(node, key, among: choices.map { $0.name }).compactMap { choice($0, key, choices) }
        return values.isEmpty ? nil : values
    }

    /// A text of 1 to `limit` bytes of UTF-8 without control characters.
    public mutating func text(_ key: String, limit: Int = 255) -> String? {
        node(key).flatMap { text($0, key, limit: limit) }
    }

    mutating func text(_ node: YAMLNode, _ name: String, limit: Int) -> String? {
        problems.note(node, .text(limit: limit))
        guard let text = node.text, !text.isEmpty else {
            problems.add(
                node.mark, "\(quoted(name)) is \(node.whatItIs)", "write a text of 1 to \(limit) bytes")
            return nil
        }
        guard text.utf8.count <= limit else {
            problems.add(
                node.mark, "\(quoted(name)) has \(text.utf8.count) bytes", "write at most \(limit)")
            return nil
        }
        for scalar in text.unicodeScalars where isControl(scalar) {
            problems.add(node.mark, "\(quoted(name)) holds a control character", "write it as plain text in one line")
            return nil
        }
        return text
    }

    /// The elements of a list, or `node` itself where it is a single value; an error where there is none, or where the value is a text
    /// of several of `names`.
    mutating func elements(_ node: YAMLNode, _ name: String, among names: [String] = []) -> [YAMLNode] {
        problems.note(node, .elements)
        switch node.content {
        case .sequence(let elements) where !elements.isEmpty: return elements
        case .scalar(let text) where !text.isEmpty:
            let parts = several(in: text, among: names)
            if parts.isEmpty { return [node] }
            problems.add(
                node.mark, "\(quoted(name)) is \(quoted(text)), one text", "write \(name): [\(listed(parts))]")
        case .sequence:
            problems.add(node.mark, "\(quoted(name)) is an empty list", "name at least one")
        case .scalar, .mapping:
            problems.add(node.mark, "\(quoted(name)) is \(node.whatItIs)", "write one value or a list: [a, b]")
        }
        return []
    }

    /// The elements of a list of exactly `count`; an error and nil for anything else.
    mutating func list(_ node: YAMLNode, _ name: String, count: Int, example: String) -> [YAMLNode]? {
        problems.note(node, .list(count...count))
        if case .sequence(let elements) = node.content {
            if elements.count == count { return elements }
            problems.add(node.mark, "\(quoted(name)) has \(elements.count) elements, not \(count)", "write \(example)")
        } else {
            problems.add(node.mark, "\(quoted(name)) is \(node.whatItIs)", "write \(example)")
        }
        return nil
    }
}
