/// What a YAML file of this project is: the value of its `tapline:` header.
public enum TaplineFileKind: Equatable, Sendable {
    /// `tapline: board/1`: a panel and its computer.
    case board
    /// `tapline: config/1`: gestures and outputs.
    case configuration
    /// `tapline: stroke/1`: templates of strokes.
    case stroke

    /// The header's text.
    public var header: String {
        switch self {
        case .board: "board/1"
        case .configuration: "config/1"
        case .stroke: "stroke/1"
        }
    }

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
        if case .mapping = document.root.content, let header = document.root["tapline"] {
            switch header.text {
            case TaplineFileKind.board.header:
                self = .board
                return
            case TaplineFileKind.configuration.header:
                self = .configuration
                return
            case TaplineFileKind.stroke.header:
                self = .stroke
                return
            default:
                problems.add(
                    header.mark, "\(header.whatItIs) is no format that this version reads",
                    "it reads config/1, board/1 and stroke/1")
            }
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
            ConfigurationError(
                file: document.file, mark: document.root["tapline"]?.mark ?? .start,
                message: "this is \(found.name)", suggestion: "\(name) is wanted here: 'tapline: \(header)'"))
    }
}
