import TaplineConfiguration

/// How a panel's run is reported on the standard output.
public struct RunOptions: Sendable {
    /// The form of what is reported.
    public enum Format: Equatable, Sendable {
        /// Lines for people, coloured for a terminal.
        case text(isColoured: Bool)
        /// `events/1`.
        case jsonl
        /// Nothing: lines and serial ports are all that is wanted.
        case none
    }

    /// The form of what is reported.
    public var format: Format
    /// Whether failed and cancelled recognizers say why.
    public var explains: Bool
    /// What messages on the standard error begin with.
    public var program: String
    /// Whether the run is over when nobody reads the standard output any more: so for a command, not for a daemon.
    public var endsWithItsReader: Bool
    /// The service that the panel is, with its sockets and its metrics; nil: it is none.
    public var service: ServiceFolder?
    /// Whether the serial ports of a simulated panel are opened, too.
    public var opensPorts = false
    /// The real-time priority (SCHED_FIFO), 1…99; nil: none.
    public var realtimePriority: Int32?
    /// Whether the process's memory is kept out of the swap.
    public var locksMemory = false

    /// What `gpioinfo` calls the user of its lines, and messages where another panel wants one: at most 31 bytes.
    var consumer: String {
        guard let service else { return "tapline" }
        return String(decoding: "tapline@\(service.name)".utf8.prefix(31), as: UTF8.self)
    }

    /// What the panel's own input devices are called after.
    func panelName(_ board: BoardDescription) -> String { service?.name ?? board.name }

    /// A run that is reported in this way.
    public init(
        format: Format, explains: Bool = false, program: String = "tapline", endsWithItsReader: Bool = true
    ) {
        self.format = format
        self.explains = explains
        self.program = program
        self.endsWithItsReader = endsWithItsReader
    }
}
