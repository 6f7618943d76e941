/// Gives a gesture's parameters other values and leaves every other byte of the configuration as it is: comments, order, line ends.
public enum GestureEdit {
    /// `bytes`, a configuration, with another value of a parameter.
    ///
    /// - Parameters:
    ///   - key: the parameter, a part behind a point: `slop.pan`.
    ///   - gesture: its place in `gestures`, from 0.
    ///   - value: as YAML writes it in one line: `300ms`.
    /// - Returns: nil where there is no such gesture, or the text cannot be edited so that this value changes.
    public static func setting(_ key: String, of gesture: Int, to value: String, in bytes: [UInt8]) -> [UInt8]? {
        guard let node = node(of: gesture, in: bytes), let edited = edited(key, of: node, to: value, in: bytes),
            let after = self.node(of: gesture, in: edited), self.value(of: key, in: after) == value
        else { return nil }
        return edited
    }

    /// What the gesture at `gesture` of the configuration `bytes` gives for `key`; nil: nothing.
    static func value(of key: String, in gesture: YAMLNode) -> String? {
        let parts = parts(of: key)
        return parts.group.map { gesture[$0]?[parts.key]?.text } ?? gesture[parts.key]?.text
    }

    private static func node(of gesture: Int, in bytes: [UInt8]) -> YAMLNode? {
        guard let root = try? YAMLDocument(bytes, file: "").root,
            case .sequence(let gestures)? = root["gestures"]?.content, gestures.indices.contains(gesture),
            case .mapping = gestures[gesture].content
        else { return nil }
        return gestures[gesture]
    }

    private static func edited(_ key: String, of node: YAMLNode, to value: String, in bytes: [UInt8]) -> [UInt8]? {
        let parts = parts(of: key)
        guard let group = parts.group else { return setting(key, in: node, to: value, bytes) }
        guard let inner = node[group] else { return setting(group, in: node, to: "{\(parts.key): \(value)}", bytes) }
        guard case .mapping = inner.content else { return nil }
        return setting(parts.key, in: inner, to: value, bytes)
    }

    private static func setting(_ key: String, in node: YAMLNode, to value: String, _ bytes: [UInt8]) -> [UInt8] {
        if let entry = node.entry(key) { return node.replacing(entry, with: value, in: bytes) }
        return node.inserting("\(key): \(value)", after: node.lastEntry, in: bytes)
    }

    private static func parts(of key: String) -> (group: String?, key: String) {
        let parts = key.split(separator: ".", maxSplits: 1).map { String($0) }
        return parts.count == 2 ? (parts[0], parts[1]) : (nil, key)
    }
}
