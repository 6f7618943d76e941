import ArgumentParser
import TaplineBoards
import TaplineControllers
import TaplineGestures
import TaplineService
import TaplineSimulator
import TaplineTouches

/// `tapline run`.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Does the daemon's work in the foreground.",
        discussion: """
            On a simulated board fingers of a recording (or a built-in demonstration) touch the registers of a GT911; \
            the driver reads them, and gestures and levels of lines are told as they happen. It ends when the fingers \
            are done; control-C cancels what is under way and idles every line.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl
    }

    @Option(help: "The board: a name, or a file. Without it: the one that the configuration names.")
    var board: String?
    @Option(help: "The configuration. Without it: the built-in gestures, and no lines.")
    var config: String?
    @Option(help: "Whose fingers touch a simulated panel: a recording (trace/1). Without it: a demonstration.")
    var fingers: String?
    @Option(help: "How events are written: text for people, jsonl for machines (events/1).")
    var format = Format.text
    @Flag(help: "Do not wait for the clock: run a simulated panel as fast as it goes.")
    var fast = false
    @Flag(help: "Say why recognizers fail or are cancelled.")
    var explain = false

    func run() throws {
        try report { () throws(ServiceError) in
            let panel = try Panel<StandardRecognizer>(
                configuration: config, board: board ?? (config == nil ? "simulated" : nil))
            var run = SimulatedRun(panel: panel, script: try script(for: panel))
            var output = OutputStream()
            let isColoured = output.wantsColour
            run.format = format == .jsonl ? .jsonl : .text(isColoured: isColoured)
            run.isLive = !fast
            run.explains = explain
            StopSignals.catch()
            try run.run(into: &output) { StopSignals.haveCome }
        }
    }

    /// The fingers: a recording, scaled to the board's raw pixels, or the demonstration.
    private func script(for panel: Panel<StandardRecognizer>) throws(ServiceError) -> FingerScript {
        guard let board = panel.board else { return FingerScript.demo() }
        let size = board.panel
        guard let fingers else {
            return FingerScript.demo(width: Float(size.rawWidth), height: Float(size.rawHeight))
        }
        return try Trace.read(fingers).script(width: size.rawWidth, height: size.rawHeight)
    }
}
