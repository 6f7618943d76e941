import CTaplineSystem
public import TaplineBoards
import TaplineGestures
import TaplineSimulator
import TaplineTouches

/// The daemon: loads a configuration and runs its panel until it is asked to stop. It writes `events/1` to the standard
/// output, and what happens to the devices to the standard error.
public enum Daemon {
    /// The process's arguments: `taplined [--board BOARD] [--config FILE]`.
    public static func main() -> Never { main(kinds: StandardRecognizer.self) }

    /// The same with kinds of one's own: `EitherRecognizer<StandardRecognizer, …>`.
    public static func main<Kind: ConfigurableRecognizer>(kinds: Kind.Type) -> Never {
        var errors = OutputStream(descriptor: 2)
        do throws(ServiceError) {
            try run(arguments(), kinds: kinds)
            exit(.done)
        } catch {
            errors.write("taplined: \(error.description)\n")
            errors.flush()
            exit(error.exitCode)
        }
    }

    /// The process's arguments without its name. Bytes that are no UTF-8 are replaced.
    private static func arguments() -> [String] {
        var arguments: [String] = []
        while let argument = unsafe tapline_argument(Int32(arguments.count + 1)) {
            unsafe arguments.append(String(cString: argument))
        }
        return arguments
    }

    private static let usage = """
        usage: taplined [--board BOARD] [--config FILE] [--quiet] [--explain]

        Runs a panel's gestures until it is asked to stop, and writes events/1 to the standard output.

          --board BOARD   the board: a name, or a file; without it the one that the configuration names
          --config FILE   the configuration; without it the built-in gestures
          --quiet         no events on the standard output: lines and serial ports are all
          --explain       say why recognizers fail or are cancelled
          --help          this text

        SIGHUP reads the configuration again, SIGUSR1 tells the counters, SIGTERM and SIGINT end it: touches are
        cancelled, lines get their idle levels. It tells systemd when it is ready (Type=notify) and that it lives
        (WatchdogSec=). A simulated board plays a demonstration and ends.
        """

    private static func run<Kind: ConfigurableRecognizer>(
        _ arguments: [String], kinds: Kind.Type
    ) throws(ServiceError) {
        var source = PanelSource(configuration: nil, board: nil)
        var options = RunOptions(format: .jsonl, program: "taplined", endsWithItsReader: false)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h":
                var output = OutputStream()
                output.write(usage + "\n")
                try output.finish()
                return
            case "--quiet": options.format = .none
            case "--explain": options.explains = true
            case "--board", "--config":
                guard let value = rest.popFirst() else {
                    throw ServiceError("\(option) wants a value\n\(usage)", .usage)
                }
                if option == "--board" { source.board = value } else { source.configuration = value }
            default:
                throw ServiceError("unknown argument \"\(option)\"\n\(usage)", .usage)
            }
        }
        guard source.board != nil || source.configuration != nil else {
            throw ServiceError("nothing to run\n\(usage)", .usage)
        }
        let panel: Panel<Kind> = try source.load()
        if panel.board?.bus == .simulated {
            try demonstrate(panel, from: source, options: options)
        } else {
            try DevicePanel.run(panel, from: source, options: options)
        }
    }

    private static func demonstrate<Kind: ConfigurableRecognizer>(
        _ panel: Panel<Kind>, from source: PanelSource, options: RunOptions
    ) throws(ServiceError) {
        var run = SimulatedRun(panel: panel, script: try source.demonstration(on: panel.board))
        run.format = options.format
        run.explains = options.explains
        var output = OutputStream()
        StopSignals.catch()
        try run.run(into: &output) { StopSignals.haveCome }
    }

    private static func exit(_ code: ExitCode) -> Never { tapline_exit(code.rawValue) }
}
