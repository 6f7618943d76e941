import CTaplineSystem
public import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineSimulator

/// The daemon: loads a configuration and runs its panel until it is asked to stop. It writes `events/1` to the standard
/// output, and what happens to the devices to the standard error.
public enum Daemon {
    /// The process's arguments: `taplined [--board BOARD] [--config FILE]`.
    public static func main() -> Never { main(kinds: StandardRecognizer.self) }

    /// The same with kinds of one's own: `EitherRecognizer<StandardRecognizer, …>`.
    public static func main<Kind: ConfigurableRecognizer>(kinds: Kind.Type) -> Never {
        do throws(ServiceError) {
            try run(arguments(), kinds: kinds)
            exit(.done)
        } catch {
            OutputStream.writeError("taplined: \(error.description)\n")
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
        usage: taplined [--name NAME] [--board BOARD] [--config FILE] [--quiet] [--explain] [--serial] [--realtime N] [--lock-memory]

        Runs a panel's gestures until it is asked to stop, and writes events/1 to the standard output.

          --name NAME     as a service: /etc/tapline/NAME.yaml unless --config is given, the sockets events and control
                          and metrics.prom in /run/tapline/NAME or RUNTIME_DIRECTORY, nothing on the standard output

          --board BOARD   the board: a name, or a file; without it the one that the configuration names
          --config FILE   the configuration; without it the built-in gestures
          --quiet         no events on the standard output: lines and serial ports are all
          --explain       say why recognizers fail or are cancelled
          --serial        of a simulated panel: open the configuration's serial ports, and play over and over
          --realtime N    run with the real-time priority N, 1 to 99
          --lock-memory   keep the memory out of the swap
          --version       the version
          --help          this text

        SIGHUP reads the configuration again, SIGUSR1 tells the counters, SIGTERM and SIGINT end it: touches are
        cancelled, lines get their idle levels. It tells systemd when it is ready (Type=notify) and that it lives
        (WatchdogSec=). A simulated board plays a demonstration and ends; with sockets, by --name or in the
        configuration, it plays it over and over. With TAPLINE_FINGERS=RECORDING no device is opened, whatever the board:
        the recording's fingers (trace/1) touch a simulated chip, as fast as it goes, or with --name in their own time.
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
                return try print(usage)
            case "--version": return try print(TaplineVersion.text)
            case "--quiet": options.format = .none
            case "--explain": options.explains = true
            case "--lock-memory": options.locksMemory = true
            case "--serial": options.opensPorts = true
            case "--board", "--config", "--name", "--realtime":
                guard let value = rest.popFirst() else {
                    throw ServiceError("\(option) wants a value; see taplined --help", .usage)
                }
                switch option {
                case "--board": source.board = value
                case "--config": source.configuration = value
                case "--name": options.service = try ServiceFolder(value)
                default:
                    guard let priority = Int32(value), (1...99).contains(priority) else {
                        throw ServiceError("--realtime wants a priority, 1 to 99; see taplined --help", .usage)
                    }
                    options.realtimePriority = priority
                }
            default:
                throw ServiceError("unknown argument \"\(option)\"; see taplined --help", .usage)
            }
        }
        if let service = options.service {
            if source.configuration == nil { source.configuration = service.configuration }
            options.format = .none
        }
        guard source.board != nil || source.configuration != nil else {
            throw ServiceError("nothing to run; see taplined --help", .usage)
        }
        let panel: Panel<Kind> = try source.load()
        let injected = try SimulatedFingers.chosen(for: panel.board)
        guard injected != nil || panel.board?.bus == .simulated else {
            return try DevicePanel.run(panel, from: source, options: options)
        }
        let fingers: FingerScript
        if let injected { fingers = injected } else { fingers = try source.demonstration(on: panel.board) }
        if options.service != nil || options.opensPorts || injected == nil && !panel.configuration.sockets.isEmpty {
            try DevicePanel.run(panel, from: source, fingers: fingers, options: options)
        } else {
            try play(fingers, on: panel, isLive: injected == nil, options: options)
        }
    }

    private static func print(_ text: String) throws(ServiceError) {
        var output = OutputStream()
        output.write(text + "\n")
        try output.finish()
    }

    private static func play<Kind: ConfigurableRecognizer>(
        _ fingers: FingerScript, on panel: Panel<Kind>, isLive: Bool, options: RunOptions
    ) throws(ServiceError) {
        var run = SimulatedRun(panel: panel, script: fingers)
        run.isLive = isLive
        run.simulatesRealBoards = true
        run.format = options.format
        run.explains = options.explains
        var output = OutputStream()
        StopSignals.catch()
        try run.run(into: &output) { StopSignals.haveCome }
    }

    private static func exit(_ code: ExitCode) -> Never { tapline_exit(code.rawValue) }
}
