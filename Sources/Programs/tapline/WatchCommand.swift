import ArgumentParser
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineViews

/// `tapline watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Runs a command for each gesture.",
        discussion: """
            The source is that of tapline monitor. The command is started as whoever runs this, once for each gesture that is \
            complete (--on has other moments):
              tapline watch lamp --gesture louder --exec 'mpc volume +5'
              tapline watch --gesture zoom --on changed --jobs 1 --exec '/usr/local/bin/zoom --to {scale}'
            No shell sees it. Words are divided by spaces before anything is filled in; '…' and "…" hold a word together, \\ \
            takes a character as it is, {{ is a brace. What an event does not tell is empty; one that would \
            leave a whole word empty runs nothing, and is told once. A value that \
            would make an option of a word (it begins it with -, and is no number), or another program of the first, is left \
            out and told. A shell is had by naming it, values as its arguments, never in its program: --exec 'sh -c "echo \\"$1\\" >> log" sh {gesture}'.

            In braces: \(CommandTemplate.placeholders.joined(separator: ", ")).

            Those of one gesture run one after the other. While as many commands run as --jobs allows, up to \(GestureCommands.queueLength) gestures wait; more are left out \
            and told. A command that fails is told with its exit code on the standard error (128 and the signal's number for a \
            killed one). Its input is the null device, its output that of this command.

            A source that goes is waited for. Exit code 0 at the end of a file, after so many commands, and when asked to \
            stop; commands that run then go on. 65 for a file of which nothing makes sense, 78 for a gesture that the panel has not; 69 or 74 where the source is not there, 77 where permission is missing.
            """)

    @Option(help: "The command.")
    var exec: String?
    @Option(
        help: ArgumentHelp(
            "In place of --exec: the commands of a configuration's outputs ({on: lamp, run: [mpc, next]}), which only root may write.",
            valueName: "file"))
    var commands: String?
    @Option(help: "A command that runs for longer, in seconds, is killed.")
    var timeout: Int?
    @Option(name: .customLong("gesture"), help: "A gesture or control that counts. May be repeated; without it: all.")
    var gestures: [String] = []
    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "A state or action that counts. May be repeated; without it: \(CommandDescription.usualStates.joined(separator: ", ")), a slider's release.",
            valueName: "state"))
    var states: [String] = []
    @Option(help: "So many commands run at once, 1 to 64.")
    var jobs = 4
    @Option(name: [.customShort("n", allowingJoined: true), .long], help: "Exit after so many commands.")
    var numEvents: Int?
    @Flag(name: .shortAndLong, help: "Tell the exit code of commands that succeed, too.")
    var verbose = false
    @Flag(help: "Wait for a source that is not there yet.")
    var wait = false
    @Option(help: "The rate of a serial port.")
    var baud: UInt32 = 115_200
    @Argument(help: "A panel's name, a serial port, a socket, a file, - for the standard input.")
    var source: String?

    func validate() throws {
        guard (exec == nil) != (commands == nil) else {
            throw ValidationError("write --exec COMMAND or --commands FILE, one of them")
        }
        if commands != nil, !gestures.isEmpty || !states.isEmpty {
            throw ValidationError("--gesture and --on go with --exec; FILE says for what a command is run")
        }
        if let timeout, !(1...86_400).contains(timeout) {
            throw ValidationError("--timeout is \(timeout); write 1 to 86400")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); write 1 to 64") }
        if let numEvents, numEvents < 1 { throw ValidationError("--num-events is \(numEvents); write 1 or more") }
        try requireRate(baud)
        for state in states where !GestureCommands.allStates.contains(state) {
            throw ValidationError(
                "--on is '\(state)'; write one of \(GestureCommands.allStates.joined(separator: ", "))")
        }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            let file = self.commands.map { CommandFile($0) }
            let chosen: [GestureCommand]
            if let file {
                chosen = try file.commands()
            } else {
                var command = GestureCommand(try CommandTemplate(option: exec ?? ""))
                command.names = gestures
                command.states = states
                chosen = [command]
            }
            var commands = GestureCommands(
                chosen, for: try ViewSource.named(source, baud: baud, mayBeAbsent: wait))
            commands.file = file
            commands.longest = timeout.map { .milliseconds(Int64($0) * 1_000) }
            commands.mostAtOnce = jobs
            commands.mostCommands = numEvents
            commands.isVerbose = verbose
            commands.waits = wait
            try commands.run()
        }
    }
}
