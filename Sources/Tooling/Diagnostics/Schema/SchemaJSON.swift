import TaplineFormats

/// JSON whose keys keep their order.
enum SchemaJSON {
    case mapping([Member])
    case array([SchemaJSON])
    /// A number, `true`, `false`.
    case raw(String)
    case text(String)

    /// A key and its value.
    struct Member {
        let key: String
        let value: SchemaJSON
    }

    static func object(_ members: [(key: String, value: SchemaJSON)]) -> SchemaJSON {
        .mapping(members.map { Member(key: $0.key, value: $0.value) })
    }

    static func texts(_ texts: [String]) -> SchemaJSON { .array(texts.map { .text($0) }) }

    /// The same text always; what has no room in a line of 120 bytes stands one below the other.
    func written(indent: String = "") -> String {
        let line = line
        guard indent.utf8.count + line.utf8.count > 120 else { return line }
        let inner = indent + "  "
        switch self {
        case .mapping(let members):
            let lines = members.map { inner + json($0.key) + ": " + $0.value.written(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let elements):
            guard elements.contains(where: { $0.isNested }) else { return wrapped(elements, inner, indent) }
            return "[\n" + elements.map { inner + $0.written(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .raw, .text: return line
        }
    }

    private var isNested: Bool {
        switch self {
        case .mapping, .array: true
        case .raw, .text: false
        }
    }

    private var line: String {
        switch self {
        case .mapping(let members):
            "{" + members.map { json($0.key) + ": " + $0.value.line }.joined(separator: ", ") + "}"
        case .array(let elements): "[" + elements.map { $0.line }.joined(separator: ", ") + "]"
        case .raw(let text): text
        case .text(let text): json(text)
        }
    }

    /// As many of `elements` in a line as have room.
    private func wrapped(_ elements: [SchemaJSON], _ inner: String, _ indent: String) -> String {
        var lines: [String] = []
        for element in elements {
            let text = element.line
            if let last = lines.last, last.utf8.count + text.utf8.count < 116 {
                lines[lines.count - 1] = last + ", " + text
            } else {
                lines.append(inner + text)
            }
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    }
}
