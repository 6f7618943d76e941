/// Gives keys of a board's text other values and leaves every other byte as it is: comments, order, line ends, whatever
/// style the file is written in.
public struct BoardEdit: Sendable {
    /// A key that was set.
    public struct Change: Equatable, Sendable {
        /// The key, `transform.rotate`.
        public let key: String
        /// Its value as the file had it; nil: it was not there.
        public let old: String?
        /// Its value as the file has it now.
        public let new: String
    }

    /// The board's new text.
    public let bytes: [UInt8]
    /// What was set, in the order in which it was asked for.
    public let changes: [Change]

    /// The board in `bytes`, the content of `file`, with `settings`: keys, those of a mapping behind a point
    /// (`transform.rotate`), and values as YAML writes them in one line (`[0x5d]`, `none`).
    ///
    /// - Throws: What is wrong with the board that it would become; or that its text cannot be edited, with what to write
    ///   by hand.
    public init(
        _ bytes: [UInt8], file: String, settings: [(key: String, value: String)]
    ) throws(ConfigurationErrors) {
        var edited = bytes
        var changes: [Change] = []
        for (key, value) in settings {
            try YAMLDocument(edited, file: file).problems.throwAny()
            guard !value.isEmpty, !value.unicodeScalars.contains(where: isControl),
                let next = try? BoardEdit.setting(key, to: value, in: edited)
            else {
                throw ConfigurationErrors(
                    file: file, .start, "\(quoted(key)) cannot be set to \(quoted(value)) here",
                    "write it yourself: \(displayed(key)): \(displayed(value))")
            }
            changes.append(Change(key: key, old: BoardEdit.value(of: key, in: edited), new: value))
            edited = next
        }
        _ = try BoardDescription(edited, file: file)
        self.bytes = edited
        self.changes = changes
    }

    /// The text of the value of `key` in `bytes`; nil where it is not there.
    private static func value(of key: String, in bytes: [UInt8]) -> String? {
        guard var found = try? YAMLDocument(bytes, file: "").root else { return nil }
        for part in key.split(separator: ".") {
            guard let value = found[String(part)] else { return nil }
            found = value
        }
        return String(decoding: bytes[found.range], as: UTF8.self)
    }

    /// `bytes` with another value of `key`; nil where other keys would change, too, or the value would be another one.
    private static func setting(
        _ key: String, to value: String, in bytes: [UInt8]
    ) throws(ConfigurationErrors) -> [UInt8]? {
        let path = key.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard path.count <= 2, path.allSatisfy({ isKey($0) }) else { return nil }
        let root = try YAMLDocument(bytes, file: "").root
        guard case .mapping = root.content else { return nil }
        let edited: [UInt8]
        if let entry = root.entry(path[0]) {
            if path.count == 1 {
                edited = root.replacing(entry, with: value, in: bytes)
            } else if case .mapping = entry.value.content {
                if let inner = entry.value.entry(path[1]) {
                    edited = entry.value.replacing(inner, with: value, in: bytes)
                } else {
                    edited = entry.value.inserting("\(path[1]): \(value)", after: entry.value.lastEntry, in: bytes)
                }
            } else {
                edited = root.replacing(entry, with: "{\(path[1]): \(value)}", in: bytes)
            }
        } else {
            let written = path.count == 1 ? value : "{\(path[1]): \(value)}"
            edited = root.inserting("\(path[0]): \(written)", after: root.lastEntry, in: bytes)
        }
        let result = try YAMLDocument(edited, file: "").root
        guard result.others(than: path[0], in: edited) == root.others(than: path[0], in: bytes),
            var found = result[path[0]]
        else { return nil }
        if path.count == 2 {
            let before = root[path[0]]?.others(than: path[1], in: bytes) ?? []
            guard found.others(than: path[1], in: edited) == before, let inner = found[path[1]] else {
                return nil
            }
            found = inner
        }
        return Array(edited[found.range]) == Array(value.utf8) ? edited : nil
    }

    /// Whether `text` is a key as boards have them.
    private static func isKey(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_")
            }
    }
}
