import ArgumentParser
import TaplineCore
import TaplineDaemon
import TaplineDiagnostics

/// `tapline lines`.
struct Lines: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Works with the output lines of a configuration.", subcommands: [Test.self])

    /// `tapline lines test`.
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Moves each output line once.",
            discussion: """
                Takes every line that the configuration names, at its idle level, and makes one after the other active \
                for half a second and idle again. Each is told as it moves. Control-C ends it; every line is left idle.

                A line that cannot be had is told with who uses it, before any moves: exit code 69, 77 where \
                permission is missing.
                """)

        @Option(help: "The configuration whose outputs move.")
        var config: String
        @Option(help: "The board: a name, or a file. Without it: the one that the configuration names.")
        var board: String?

        func run() throws {
            try report { () throws(ServiceError) in
                let panel: Panel<StandardRecognizer> = try PanelSource(configuration: config, board: board).load()
                var output = OutputStream()
                try LinesTest(panel).run(into: &output)
            }
        }
    }
}
