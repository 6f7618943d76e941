import ArgumentParser
import TaplineDaemon

/// `tapline check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what is wrong in boards, configurations and strokes.",
        discussion: """
            Errors are file:line:column: what is wrong; what would be right. Exit code 78 where there is one. A \
            configuration is checked for its board: lines that the board takes, gestures of more fingers than it tells of \
            (a warning). Lines are those of a Raspberry Pi's header (GPIO17, or PIN11), or CHIP:NUMBER.
            """)

    @Option(
        help: "The board for which configurations are checked: a name, or a file. Without it: the one that they name.")
    var board: String?
    @Argument(help: "Boards (board/1), configurations (config/1) and strokes (stroke/1).")
    var files: [String]

    func run() throws {
        try reportExit { output, errors throws(ServiceError) in
            try CheckRun(files: files, board: board).run(into: &output, errors: &errors)
        }
    }
}
