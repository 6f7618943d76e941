import CTaplineSystem
import TaplineBoards
import TaplineGestures
import TaplineSimulator
import TaplineTouches

/// The daemon: loads a configuration and runs it until it is asked to stop. It writes `events/1` to the standard output.
///
/// In this version it knows simulated boards only, and plays the demonstration on them.
public enum Daemon {
    /// The process's arguments: `taplined [--board BOARD] [--config FILE]`.
    public static func main() -> Never {
        var errors = OutputStream(descriptor: 2)
        do throws(ServiceError) {
            try run(arguments())
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
        usage: taplined [--board BOARD] [--config FILE]

        Runs a panel's gestures until it is asked to stop, and writes events/1 to the standard output. This version runs
        simulated boards only: it plays a demonstration on them and ends.
        """

    private static func run(_ arguments: [String]) throws(ServiceError) {
        var board: String?
        var config: String?
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h":
                var output = OutputStream()
                output.write(usage + "\n")
                try output.finish()
                return
            case "--board", "--config":
                guard let value = rest.popFirst() else {
                    throw ServiceError("\(option) wants a value\n\(usage)", .usage)
                }
                if option == "--board" { board = value } else { config = value }
            default:
                throw ServiceError("unknown argument \"\(option)\"\n\(usage)", .usage)
            }
        }
        guard board != nil || config != nil else { throw ServiceError("nothing to run\n\(usage)", .usage) }
        let panel = try Panel<StandardRecognizer>(configuration: config, board: board)
        var output = OutputStream()
        let script =
            if let size = panel.board?.panel {
                FingerScript.demo(width: Float(size.rawWidth), height: Float(size.rawHeight))
            } else {
                FingerScript.demo()
            }
        var run = SimulatedRun(panel: panel, script: script)
        run.format = .jsonl
        StopSignals.catch()
        try run.run(into: &output) { StopSignals.haveCome }
    }

    private static func exit(_ code: ExitCode) -> Never { tapline_exit(code.rawValue) }
}
