import ArgumentParser
import TaplineDaemon
import TaplineDiagnostics
import TaplineViews

/// `tapline init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Makes a service of a panel: from nothing to a lamp.",
        discussion: """
            Looks for the panel on I2C buses, as tapline detect does, and among input devices; chooses the board that fits, or \
            makes one; asks which line the lamp hangs on; and shows what it would do before it does it: write \
            /etc/tapline/NAME.yaml, free the chip from a driver of the kernel, give the service its devices, start \
            tapline@NAME. Then it says when to swipe, and shows the first gesture. Where a bus comes only with a line \
            of config.txt, it writes that, stops before the computer starts again, and goes on with the same command. \
            Only a line that was named is ever driven.

            A file that is replaced is kept beside it, FILE.DATE.tapline. --undo takes back what was done, unless \
            something was changed since.

            Exit code 64 where options are missing and nobody can be asked, 69 where nothing answers, 77 without root.
            """)

    @Argument(help: "The panel's name: that of its configuration and its service.")
    var name = "panel"
    @Option(help: "The board: a name, or a file. Without it: the one that fits what is found.")
    var board: String?
    @Option(help: "The line that the lamp hangs on: GPIO23. Without it: asked for.")
    var line: String?
    @Option(help: "A serial port in place of a line; it gets the events.")
    var serial: String?
    @Option(help: "What switches the lamp: swipe, tap, double-tap, long-press.")
    var gesture = "swipe"
    @Flag(help: "Ask nothing: touch the buses, do what was planned.")
    var yes = false
    @Flag(name: [.customShort("n"), .long], help: "Only show what would be done.")
    var dryRun = false
    @Flag(help: "Take back what was done for this name.")
    var undo = false
    @Flag(help: "Replace files of this name that are there, after a copy.")
    var force = false

    func run() throws {
        try report { () throws(ServiceError) in
            var options = InitOptions(name: name)
            options.board = board
            options.line = line
            options.serial = serial
            options.gesture = gesture
            options.isAllowed = yes
            options.isDry = dryRun
            options.isForced = force
            var output = OutputStream()
            var errors = OutputStream(descriptor: 2)
            var run = InitRun(options, execute: { Program.run($0) }, status: { ControlClient.status(at: $0) })
            run.isUndo = undo
            if case .running(let panel) = try run.run(into: &output, errors: &errors) {
                try Monitor.showFirstGesture(of: panel)
            }
        }
    }
}
