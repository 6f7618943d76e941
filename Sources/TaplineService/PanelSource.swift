public import TaplineBoards

/// Where a panel comes from, so that it can be loaded again.
public struct PanelSource: Equatable, Sendable {
    /// The configuration's file; nil: the built-in one.
    public var configuration: String?
    /// A board's name or file; nil: the one that the configuration names.
    public var board: String?

    /// A panel from these files.
    public init(configuration: String?, board: String?) {
        self.configuration = configuration
        self.board = board
    }

    /// Reads the files.
    ///
    /// - Throws: ``ServiceError``: what is wrong with them, exit code 78, or why they cannot be read.
    public func load<Kind: ConfigurableRecognizer>() throws(ServiceError) -> Panel<Kind> {
        try Panel<Kind>(configuration: configuration, board: board)
    }

    /// Reads the files again, while a panel runs: what may keep its reader waiting is not read.
    ///
    /// - Throws: ``ServiceError`` as ``load()`` does, and where the configuration is no file.
    func loadAgain<Kind: ConfigurableRecognizer>() throws(ServiceError) -> Panel<Kind> {
        if let configuration, configuration == "-" || Files.exists(configuration) && !Files.isFile(configuration) {
            throw ServiceError("\(configuration): is no file that can be read again", .inputOutput)
        }
        return try load()
    }
}
