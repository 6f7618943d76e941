public import TaplineConfiguration
import TaplineLinux
public import TaplineSimulator

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

    /// The fingers that show what the configuration does on a simulated `board`: those of the recording beside it, under
    /// its name (`pinch.jsonl` beside `pinch.yaml`), scaled to the board; without one a demonstration of the first hour.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where that recording is none, 74 or 77 where it cannot be read.
    public func demonstration(on board: BoardDescription?) throws(ServiceError) -> FingerScript {
        guard let board, let recording else { return FingerScript.demo(on: board) }
        return try Trace.read(recording).script(on: board)
    }

    /// The recording beside the configuration, under its name; nil where there is none.
    public var recording: String? {
        guard let configuration else { return nil }
        let dot = configuration.utf8.lastIndex(of: UInt8(ascii: "."))
        let recording = (dot.map { String(configuration[..<$0]) } ?? configuration) + ".jsonl"
        let isBeside = DeviceFiles.folder(of: recording) == DeviceFiles.folder(of: configuration)
        return isBeside && Files.isFile(recording) ? recording : nil
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
