import ArgumentParser
import TaplineCore
import TaplineDaemon
import TaplineDiagnostics
import TaplineViews

/// `tapline doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says what is wrong with a board's computer, and the command that fixes it.",
        discussion: """
            Looks at permissions and groups, the bus and the line of config.txt that brings it, drivers of the kernel \
            that have the chip, GPIO lines and who uses them, and the controller: who answers, where, of what size. Then \
            it reads the panel for some seconds while you touch it: whether the interrupt line moves and rests, \
            whether transfers fail, how often it reports and how much of the bus that takes. The controller is reset and \
            read as a run does; one that a driver of the kernel has is left alone. Where the board's controller does not \
            answer, it asks whether it may look for others on the bus, as tapline detect does; without a terminal \
            and --yes it does not. Of a configuration with remotes it says which input devices give commands, whether an \
            infrared receiver has a protocol and a keymap, and, while you press them, whether buttons bounce for too long; \
            where a service runs it, also which player refuses.

            With --untouched it first reads the panel while nobody touches it, for a minute or longer, and names what it \
            reports all the same: contacts at one place, a period, a burst, flicker, trembling, with a picture and the lines of the \
            board's file that end it. --fingers examines a recording of such a panel (tapline record) in the place of the \
            computer.

            Exit code 0 where all is well, else that of the first problem: 77 where permission is missing, 69 for a \
            device, 78 for the board's file.
            """)

    @Option(help: "The board: a name, or a file.")
    var board: String
    @Option(help: "A configuration whose output lines are looked at, too.")
    var config: String?
    @Option(help: "For how many seconds the panel is watched, 0…600; 0: not at all.")
    var watch = 5
    @Option(help: "For how many seconds it is watched before that, while nobody touches it, 0…600; 0: not at all.")
    var untouched = 0
    @Option(help: "A recording (trace/1) of a panel that nobody touched: only that is examined.")
    var fingers: String?
    @Flag(help: "Look for other controllers without a question where the board's does not answer.")
    var yes = false

    func validate() throws {
        guard (0...600).contains(watch) else { throw ValidationError("--watch takes 0 to 600 seconds") }
        guard (0...600).contains(untouched) else { throw ValidationError("--untouched takes 0 to 600 seconds") }
    }

    func run() throws {
        try reportExit { output, errors throws(ServiceError) in
            var run = DoctorRun(
                board: board, configuration: config, watchTime: .milliseconds(Int64(watch) * 1_000), isAllowed: yes
            ) { RemoteFacts.Running(samples: StatusReading(ofPanel: $0).samples) }
            run.untouchedTime = .milliseconds(Int64(untouched) * 1_000)
            run.recording = fingers
            return try run.run(into: &output, errors: &errors)
        }
    }
}
