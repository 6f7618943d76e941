import ArgumentParser
import CTaplineTool
import TaplineConfiguration
import TaplineDaemon
import TaplineFormats
import TaplineViews

/// The command line for people.
@main
struct Tapline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tapline",
        abstract: "Fingers on a touch panel become gestures, and gestures become levels of lines.",
        discussion: """
            Start with the built-in simulated panel:
              tapline run --board simulated

            The kinds of gestures, and the parameters of one:
              tapline help gesture
              tapline help gesture pan

            Exit codes follow sysexits.h: 0 done, 64 usage, 65 bad data, 69 device unavailable, 70 a recognizer \
            that does not conform, 74 input or output error, 77 permission, 78 bad configuration.
            """,
        version: TaplineVersion.text,
        subcommands: [
            InitCommand.self, Run.self, ReplayCommand.self, Check.self, Detect.self, DoctorCommand.self, Lines.self,
            Calibrate.self, AcceptanceCommand.self,
            BoardCommand.self, Conform.self, StrokeCommand.self, MonitorCommand.self,
            PlotCommand.self, RecordCommand.self, WatchCommand.self, StatusCommand.self, ReportCommand.self,
            SchemaCommand.self,
        ])

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        var output = OutputStream()
        if words.starts(with: ["help", "gesture"]) {
            do throws(ServiceError) {
                output.write(try GestureHelp.text(of: words.dropFirst(2).first))
                try output.finish()
            } catch {
                end(error)
            }
            return
        }
        refuseUnknown(words)
        // (Help and the version are printed by the library that reads the command line.)
        _ = tapline_tool_check_printed()
        main(nil)
    }

    /// Ends with the nearest name where a command, or one of its own, is none.
    private static func refuseUnknown(_ words: [String]) {
        var above: any ParsableCommand.Type = Tapline.self
        for word in words where !above.configuration.subcommands.isEmpty {
            let commands = above.configuration.subcommands
            guard !word.hasPrefix("-") else { return }
            if word == "help" { continue }
            if let command = commands.first(where: { $0._commandName == word }) {
                above = command
                continue
            }
            let names = commands.map { $0._commandName }
            let nearest = nearestName(to: word, among: names).map { "did you mean '\($0)'? " } ?? ""
            end(
                ServiceError(
                    "there is no command '\(printable(word))'; \(nearest)there are \(names.joined(separator: ", "))",
                    .usage))
        }
    }

    private static func end(_ error: ServiceError) -> Never {
        OutputStream.writeError(error.description + "\n")
        exit(withError: ExitCode(error.exitCode.rawValue))
    }
}

/// Runs `work` with the standard output and the standard error. Its exit code ends the process, unless that is 0; an error of
/// it does with its message.
func reportExit(
    _ work: (inout OutputStream, inout OutputStream) throws(ServiceError) -> TaplineDaemon.ExitCode
) throws {
    var code = TaplineDaemon.ExitCode.done
    try report { () throws(ServiceError) in
        var output = OutputStream()
        var errors = OutputStream(descriptor: 2)
        code = try work(&output, &errors)
    }
    if code != .done { throw ArgumentParser.ExitCode(code.rawValue) }
}

/// Runs `work`; an error of it ends the process with its message and exit code.
func report(_ work: () throws(ServiceError) -> Void) throws {
    do throws(ServiceError) {
        try work()
    } catch {
        OutputStream.writeError(error.description + "\n")
        throw ExitCode(error.exitCode.rawValue)
    }
}
