import ArgumentParser
import TaplineConfiguration
import TaplineDaemon
import TaplineViews

/// `tapline record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records what fingers do on a panel.",
        discussion: """
            Writes the fingers as the chip tells them (trace/1), or with --bus what goes over its wires (bus/1), until \
            control-C: the file is complete whenever it ends. A board's panel is opened as tapline run does; a panel that \
            runs here is recorded beside its daemon, by its name:
              tapline record --board hyperpixel4 fingers.jsonl
              tapline record lamp fingers.jsonl
            tapline replay plays it, tapline plot draws it, with the transform of the board that it names. On a simulated board \
            the fingers are those of --fingers, else of a demonstration.

            Beside a daemon fingers are recorded from when none is down on. What is recorded with --bus begins there with what went over the wires when the daemon identified the \
            chip, however long ago; a finger that is on the panel when it begins is known from its next report on.

            With --motion the readings of its motion sensor are recorded, too; it is powered meanwhile.

            Exit code 69 where a device cannot be used, or the panel does not run or ends meanwhile; 74 where the file is \
            there already or cannot be written; 77 where permission is missing.
            """)

    @Option(help: "The board whose panel is recorded: a name, or a file.")
    var board: String?
    @Flag(help: "Record what goes over the chip's wires.")
    var bus = false
    @Flag(help: "Record the motion sensor, too.")
    var motion = false
    @Flag(help: "Replace a file that is there already.")
    var force = false
    @Option(help: "End after so long: milliseconds, or with a unit (us, ms, s, min, h).", transform: period)
    var duration: Period?
    @Option(help: "Whose fingers touch a simulated panel: a recording (trace/1), scaled to the board.")
    var fingers: String?
    @Flag(help: "Do not wait for the clock: run a simulated panel as fast as it goes.")
    var fast = false
    @Argument(
        help: ArgumentHelp(
            "The name of a panel that runs here or its control socket, not with --board; then the recording, or -.",
            valueName: "[panel] file"))
    var names: [String]

    func validate() throws {
        guard names.count == (board == nil ? 2 : 1) else {
            throw ValidationError("write tapline record PANEL FILE, or tapline record --board BOARD FILE")
        }
        guard !bus || !motion else { throw ValidationError("--motion is recorded with fingers, not with --bus") }
        guard board != nil || fingers == nil && !fast else {
            throw ValidationError("--fingers and --fast are for simulated boards: --board simulated")
        }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            let kind: RecordingFile.Kind = bus ? .bus : .touches
            guard let board else {
                let panels = ViewSource.panels
                guard panels.contains(names[0]) || !panels.contains(names[1]) || ViewSource.isThere(names[0]) else {
                    throw ServiceError(
                        "the panel comes first, then the recording: tapline record \(names[1]) \(names[0])", .usage)
                }
                let source = ViewSource.control(try ViewSource.controlSocket(of: names[0]))
                let file = try RecordingFile(names[1], kind: kind, replaces: force)
                var recorder = try FollowRecorder(source, into: file, withMotion: motion)
                recorder.duration = duration?.length
                return try recorder.run()
            }
            let recording = try BoardRecording(board: board)
            let script = try fingers.map { name throws(ServiceError) in
                try Trace.read(name).script(on: recording.board)
            }
            let file = try RecordingFile(names[0], kind: kind, replaces: force)
            try file.record(
                recording, named: board, withMotion: motion, fingers: script, isLive: !fast, duration: duration?.length)
        }
    }
}
