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
        /// The key's bytes in the file.
        let keyRange: Range<Int>
        /// The value.
        public let value: YAMLNode
    }

    /// Where the node begins.
    public let mark: YAMLMark
    /// Its bytes in the file, from the first to behind the last one. Comments and line ends behind a list or a mapping in
    /// block style do not belong to it.
    let range: Range<Int>
    /// What it is.
    public let content: Content

    /// The text of a scalar, nil for lists and mappings.
    public var text: String? {
        if case .scalar(let text) = content { return text }
        return nil
    }

    /// What a scalar says, in each of YAML's spellings; nil: neither true nor false.
    var truth: Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// The value of `key` in a mapping, nil where there is none.
    public subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The entry of `key` in a mapping, nil where there is none.
    func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
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
