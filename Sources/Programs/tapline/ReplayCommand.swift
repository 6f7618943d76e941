import ArgumentParser
import TaplineConfiguration
import TaplineCore
import TaplineDaemon

/// `tapline replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Runs a recording through the gestures, as fast as it goes.",
        discussion: """
            Reads trace/1 or bus/1 and writes events/1 to the standard output. The clock is the recording's; after its \
            last line it runs on until nothing is pending. The panel is the recording's, too. What bus/1 recorded from \
            a chip's wires goes through the chip's driver; a board that it names must be known.
            """)

    @Option(help: "The configuration. Without it: the built-in one, on the whole panel.")
    var config: String?
    @Option(help: "The board that turns and corrects recorded fingers. Without it: the one that the recording names.")
    var board: String?
    @Flag(help: "Write every change of a touch, too.")
    var touches = false
    @Flag(help: "Write what zones are told of their touches, too: those that an output follows.")
    var streams = false
    @Flag(help: "Say why recognizers fail or are cancelled.")
    var explain = false
    @Argument(help: "The recording (trace/1 or bus/1), - for the standard input.")
    var recording: String

    func run() throws {
        try report { () throws(ServiceError) in
            let reader = try RecordingReader(recording)
            var replay = try Replay<StandardRecognizer>(
                reader.recording, file: recording == "-" ? "standard input" : recording, configuration: config,
                board: board)
            replay.emitsTouches = touches
            replay.tellsStreams = streams
            replay.explains = explain
            var output = OutputStream()
            for doubt in try replay.run(reader, into: &output) { OutputStream.writeError("note: \(doubt)\n") }
        }
    }
}
