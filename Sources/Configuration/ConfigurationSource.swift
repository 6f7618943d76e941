/// A `config/1` file whose text is read and whose board is known by name, but nothing else yet: lengths in px and %
/// need the panel. Load the board it names, then make the ``Configuration``.
public struct ConfigurationSource: Sendable {
    /// The file's tree.
    public let document: YAMLDocument
    /// What `board:` names: a board of the collection or a path; nil where the file leaves it open.
    public let boardName: String?

    /// The file in `bytes`, the content of `file`.
    ///
    /// - Throws: Where the bytes are no YAML, or no `config/1`.
    public init(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) {
        try self.init(YAMLDocument(bytes, file: file))
    }

    /// The file in `document`.
    ///
    /// - Throws: Where it is no `config/1`.
    public init(_ document: YAMLDocument) throws(ConfigurationErrors) {
        try TaplineFileKind.configuration.require(in: document)
        self.document = document
        if let name = document.root["board"]?.text, !name.isEmpty { boardName = name } else { boardName = nil }
    }

    /// An error at the value of `board:`, for callers that cannot find or read the board.
    public func boardError(_ message: String, suggestion: String) -> ConfigurationErrors {
        ConfigurationErrors(
            file: document.file, document.root["board"]?.mark ?? document.root.mark, message, suggestion)
    }

    /// An error at the value of `board:` for a name that is none of `boards`, with the nearest of them.
    public func unknownBoard(among boards: [String]) -> ConfigurationErrors {
        boardError(
            "unknown board \(quoted(boardName ?? ""))",
            suggestion: suggestion(for: boardName ?? "", among: boards))
    }
}
