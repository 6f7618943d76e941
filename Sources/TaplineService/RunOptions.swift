/// How a panel's run is told on the standard output.
public struct RunOptions: Sendable {
    /// The form of what is told.
    public enum Format: Equatable, Sendable {
        /// Lines for people, coloured for a terminal.
        case text(isColoured: Bool)
        /// `events/1`.
        case jsonl
        /// Nothing: lines and serial ports are all that is wanted.
        case none
    }

    /// The form of what is told.
    public var format: Format
    /// Whether failed and cancelled recognizers say why.
    public var explains: Bool
    /// What messages on the standard error begin with.
    public var program: String
    /// Whether the run is over when nobody reads the standard output any more: so for a command, not for a daemon.
    public var endsWithItsReader: Bool

    /// A run that is told in this way.
    public init(
        format: Format, explains: Bool = false, program: String = "tapline", endsWithItsReader: Bool = true
    ) {
        self.format = format
        self.explains = explains
        self.program = program
        self.endsWithItsReader = endsWithItsReader
    }
}
