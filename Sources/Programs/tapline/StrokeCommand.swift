import ArgumentParser
import TaplineDaemon

/// `tapline stroke`.
struct StrokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stroke",
        abstract: "Makes templates of what a finger draws in a recording.",
        discussion: """
            Writes stroke/1 to the standard output: every finger that goes 30 pt or more before it lifts is a stroke. A \
            configuration names the file:
              tapline stroke z recording.jsonl > z.json
              gestures: [{name: letter, kind: stroke, template: z.json}]
            """)

    @Option(help: "The board that turns and corrects its fingers. Without it: the one that the recording names.")
    var board: String?
    @Argument(help: "What events call the stroke.")
    var name: String
    @Argument(help: "The recording (trace/1), - for the standard input.")
    var recording: String

    func run() throws {
        try report { () throws(ServiceError) in
            var output = OutputStream()
            output.write(try StrokeRecording.strokeFile(name, recording: recording, board: board))
            try output.finish()
        }
    }
}
