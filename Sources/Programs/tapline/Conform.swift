import ArgumentParser
import TaplineConformance
import TaplineDaemon

/// `tapline conform`.
struct Conform: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays a conformance corpus and says where the recognizers differ from it.",
        discussion: """
            A corpus is a folder of cases, a case a folder of traces (trace/1), configurations (config/1) and what must \
            happen (expect/1, see FORMATS.md). Every variant is told with its result; where it failed, what was expected \
            and what happened. Exit code 70 where one failed, 65 or 78 where a file of the corpus is wrong.
            """)

    @Flag(name: .shortAndLong, help: "Tell only what failed, and the sum.")
    var quiet = false
    @Argument(help: "Folders of cases, or single cases.")
    var folders: [String]

    func run() throws {
        try reportExit { output, errors throws(ServiceError) in
            var report = ConformanceReport()
            report.isQuiet = quiet
            return try report.run(folders, into: &output, errors: &errors)
        }
    }
}
