/// What a YAML file of this project is: the value of its `tapline:` header.
public enum TaplineFileKind: String, Sendable {
    /// A panel and its computer.
    case board = "board/1"
    /// Gestures and outputs.
    case configuration = "config/1"
    /// Templates of strokes.
    case stroke = "stroke/1"

    private var name: String {
        switch self {
        case .board: "a board"
        case .configuration: "a configuration"
        case .stroke: "a file of strokes"
        }
    }

    /// The kind that the header of `document` names.
    ///
    /// - Throws: Where there is no header or one that this version does not read.
    public init(_ document: YAMLDocument) throws(ConfigurationErrors) {
        var problems = document.problems
        if let header = document.root["tapline"] {
            if let kind = header.text.flatMap({ TaplineFileKind(rawValue: $0) }) {
                self = kind
                return
            }
            problems.add(
                header.mark, "\(header.whatItIs) is no format that this version reads",
                "it reads config/1, board/1 and stroke/1")
        } else {
            problems.add(
                document.root.mark, "the file has no header",
                "begin with 'tapline: config/1' or 'tapline: board/1'")
        }
        try problems.throwAny()
        // Not reached: an error has just been added.
        self = .configuration
    }

    /// Refuses `document` where its header does not name this kind.
    func require(in document: YAMLDocument) throws(ConfigurationErrors) {
        let found = try TaplineFileKind(document)
        guard found != self else { return }
        throw ConfigurationErrors(
            file: document.file, document.root["tapline"]?.mark ?? .start, "this is \(found.name)",
            "\(name) is wanted here: 'tapline: \(rawValue)'")
    }
}
