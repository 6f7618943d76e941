/// A value of a YAML file, with its place.
public struct YAMLNode: Sendable {
    /// What a node can be.
    public enum Content: Sendable {
        /// A single value as text; empty where nothing was written.
        case scalar(String)
        /// A list.
        case sequence([YAMLNode])
        /// Keys and values in the order of the file, no key twice.
        case mapping([Entry])
    }

    /// A key and its value.
    public struct Entry: Sendable {
        /// The key's text.
        public let key: String
        /// Where the key stands.
        public let keyMark: YAMLMark
        /// The value.
        public let value: YAMLNode
    }

    /// Where the node begins.
    public let mark: YAMLMark
    /// What it is.
    public let content: Content

    /// The text of a scalar, nil for lists and mappings.
    public var text: String? {
        if case .scalar(let text) = content { return text }
        return nil
    }

    /// The value of `key` in a mapping, nil where there is none.
    public subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        for entry in entries where entry.key == key { return entry.value }
        return nil
    }

    /// What the node is, for messages: "a list".
    var whatItIs: String {
        switch content {
        case .scalar(let text): text.isEmpty ? "nothing" : quoted(text)
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
