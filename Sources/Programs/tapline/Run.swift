import ArgumentParser
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import TaplineViews

/// `tapline run`.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a panel: fingers become gestures, gestures move lines.",
        discussion: """
            Fingers touch the panel, gestures and levels of lines are told as they happen, until control-C: then what \
            is under way is cancelled and every line gets its idle level. SIGHUP reads the configuration again and \
            SIGUSR1 tells the counters, where the panel is real or has sockets; else SIGHUP ends it. On a simulated \
            board the fingers of a recording (scaled to the board) touch the registers of a simulated chip: those of \
            --fingers, else of NAME.jsonl beside the configuration NAME.yaml, else of a built-in demonstration; it \
            ends when they are done. With sockets, by --sockets or in the configuration, they come over and over, and tapline monitor FOLDER shows them. Boards are looked for in \
            the folders of TAPLINE_BOARDS, ./boards, /etc/tapline/boards and /usr/share/tapline/boards. With \
            TAPLINE_FINGERS=RECORDING no device is opened, whatever the board: its chip is simulated.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl
    }

    @Option(help: "The board: a name, or a file. Without it: the one that the configuration names.")
    var board: String?
    @Option(help: "The configuration. Without it: the built-in gestures, and no lines.")
    var config: String?
    @Option(
        help:
            "Whose fingers touch a simulated panel, and how it moves: a recording (trace/1). Without it: a demonstration."
    )
    var fingers: String?
    @Flag(help: "Water on a simulated panel: contacts that are no fingers, which the board's 'ghosts' are to drop.")
    var ghosts = false
    @Option(help: "How events are written: text for people, jsonl for machines (events/1).")
    var format = Format.text
    @Flag(help: "Do not wait for the clock: run a simulated panel as fast as it goes.")
    var fast = false
    @Option(
        help: ArgumentHelp(
            "Serve the sockets events and control in this folder, as a service does: for tapline monitor FOLDER.",
            valueName: "folder"))
    var sockets: String?
    @Flag(
        help:
            "Open the serial ports of a simulated panel, which then plays over and over: for a host that is being written."
    )
    var serial = false
    @Flag(help: "Say why recognizers fail or are cancelled.")
    var explain = false
    @Argument(help: .hidden)
    var files: [String] = []

    func validate() throws {
        guard let file = files.first else { return }
        throw ValidationError("unexpected argument '\(printable(file))'; a configuration is given by --config")
    }

    func run() throws {
        try report { () throws(ServiceError) in
            let source = PanelSource(configuration: config, board: board ?? (config == nil ? "simulated" : nil))
            let panel: Panel<StandardRecognizer> = try source.load()
            var output = OutputStream()
            let isColoured = output.wantsColour
            var options = RunOptions(
                format: format == .jsonl ? .jsonl : .text(isColoured: isColoured), explains: explain)
            guard sockets != "" else { throw ServiceError("--sockets is empty; write a folder", .usage) }
            options.service = sockets.map { ServiceFolder(path: $0) }
            options.opensPorts = serial
            guard sockets == nil && !serial || !fast else {
                let reader =
                    serial
                    ? "--serial and --fast: whoever reads a port" : "--sockets and --fast: whoever reads a socket"
                throw ServiceError("\(reader) is not that fast; leave one out", .usage)
            }
            let injected = try SimulatedFingers.chosen(for: panel.board, unless: fingers)
            guard panel.board?.bus == .simulated || injected != nil else {
                guard fingers == nil, !fast, !ghosts else {
                    throw ServiceError(
                        "--fingers, --fast and --ghosts are for simulated boards: the fingers on a real one are real; without "
                            + "the panel: --board simulated, or TAPLINE_FINGERS=RECORDING",
                        .usage)
                }
                return try DevicePanel.run(panel, from: source, options: options)
            }
            var chosen: FingerScript
            if let injected { chosen = injected } else { chosen = try script(for: panel, from: source) }
            if ghosts, let board = panel.board {
                let (width, height) = (Float(board.panel.rawWidth), Float(board.panel.rawHeight))
                chosen = chosen.wet(width: width, height: height, fingers: board.maximumFingers)
            }
            if sockets != nil || serial || injected == nil && !fast && !panel.configuration.sockets.isEmpty {
                return try DevicePanel.run(panel, from: source, fingers: chosen, options: options)
            }
            var run = SimulatedRun(panel: panel, script: chosen)
            run.format = options.format
            run.isLive = !fast && injected == nil
            run.simulatesRealBoards = true
            run.explains = explain
            StopSignals.catch()
            if format == .text, !panel.configuration.commands.isEmpty {
                OutputStream.writeError(
                    "note: commands (run:) are not run here: Documentation/Watch.md says what runs them\n")
            }
            let hasHappened = try run.run(into: &output) { StopSignals.haveCome }
            if !hasHappened, fingers == nil, injected == nil, source.recording == nil {
                OutputStream.writeError(
                    "note: the fingers of the built-in demonstration make none of these gestures where they are: it shows a tap, a "
                        + "double tap, a long press, a swipe to the right and a drag of one finger. Fingers "
                        + "of your own (trace/1, FORMATS.md): --fingers RECORDING, or NAME.jsonl beside NAME.yaml\n")
            }
        }
    }

    /// The fingers: a recording, scaled to the board's raw pixels, or the demonstration.
    private func script(
        for panel: Panel<StandardRecognizer>, from source: PanelSource
    ) throws(ServiceError) -> FingerScript {
        guard let board = panel.board, let fingers else { return try source.demonstration(on: panel.board) }
        let trace = try Trace.read(fingers)
        if trace.otherEvents > 0 {
            OutputStream.writeError(
                "note: \(trace.otherEvents) cancellations and faults of \(fingers) are no fingers and are left out; "
                    + "tapline replay plays them\n")
        }
        if trace.board == nil, board.panel.isTransformed {
            OutputStream.writeError(
                "note: \(fingers) names no board: its places are what the chip reports, before the board's transform; tapline replay has "
                    + "them as the eye sees them\n")
        }
        return trace.script(on: board)
    }
}
