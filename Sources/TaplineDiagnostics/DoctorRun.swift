import TaplineBoards
import TaplineDevices
import TaplineGestures
public import TaplineService
public import TaplineTouches

/// `tapline doctor`: looks at a board's computer, tells the findings.
public struct DoctorRun {
    /// The board: a name, or a file.
    public var board: String
    /// A configuration whose lines are looked at, too; nil: none.
    public var configuration: String?
    /// How long the panel is watched; zero: not.
    public var watchTime: Microseconds

    /// A run.
    public init(board: String, configuration: String? = nil, watchTime: Microseconds) {
        self.board = board
        self.configuration = configuration
        self.watchTime = watchTime
    }

    /// Runs, and tells what was found.
    ///
    /// - Returns: ``ExitCode/done`` where all is well, else what the first problem says: 69 for a device, 77 for
    ///   permission, 78 for a board's file.
    /// - Throws: ``ServiceError`` where the files are wrong, or the output cannot be written.
    public func run(into output: inout OutputStream, errors: inout OutputStream) throws(ServiceError) -> ExitCode {
        let panel = try Panel<StandardRecognizer>(configuration: configuration, board: board)
        guard let description = panel.board else { return .done }
        let findings: [DoctorFinding]
        if description.bus == .simulated {
            findings = [.fine("bus", "the board \"\(description.name)\" is simulated: there is nothing to look at")]
        } else if !KnownFamily.all.contains(where: { $0.family == description.controller.family }) {
            findings = [Doctor.noChip(description, boardName: board)]
        } else {
            StopSignals.catch()
            var facts = MachineFacts(board: description)
            facts.boardName = board
            facts.boardFile = BoardLibrary().file(of: board) ?? ""
            facts.lookAtFiles()
            let seconds = watchTime.count / 1_000_000
            facts.lookAtDevices(outputs: panel.configuration.outputs, watchTime: watchTime) {
                errors.write("Move a finger on the panel, and take it off, for \(seconds) s…\n")
                errors.flush()
            }
            findings = Doctor.examine(facts)
        }
        let report = DoctorReport(findings: findings, isColoured: output.wantsColour)
        output.write(report.text)
        try output.finish()
        return report.exitCode
    }
}
