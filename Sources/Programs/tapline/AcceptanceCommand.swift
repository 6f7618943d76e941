import ArgumentParser
import TaplineDaemon

/// `tapline acceptance`.
struct AcceptanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acceptance",
        abstract: "Holds your panel against what is assumed of it, and writes a file that becomes a test.",
        discussion: """
            For the first owner of a panel: asks for the four corners, taps, drawing, two and five fingers, and a rest, in \
            plain lines, also over a serial console. Then it says what agrees with the model of the chip and what differs, \
            with both figures: identity, size, axes, fingers, report rate, interrupt line, ready flag, the time from the \
            interrupt to the read, transfers that fail, and fingers that are not there. A step that is not seen for 30 s is \
            left out. Stop a service that has the panel first.

            The file (acceptance/1) has the figures, what went over the chip's wires and what the driver made of it, and \
            nothing else: no names of people, computers or files, no dates. Send it: it is a test as it is, which --check runs.

            On a simulated board the fingers are simulated: tapline acceptance --board simulated

            Exit code 65 where it is ended too early, or a checked file does not hold; 69 and 77 for devices, 74 for files.
            """)

    @Option(help: "The board of the panel: a name, or a file.")
    var board: String?
    @Option(name: [.short, .long], help: "The file to write.")
    var output = "acceptance.jsonl"
    @Flag(
        help: "Also ask to pull the panel's cable and put it back: only where that may be done while the power is on.")
    var cable = false
    @Flag(help: "Replace a file that is there already.")
    var force = false
    @Flag(help: "Do not wait for the clock: run a simulated board as fast as it goes.")
    var fast = false
    @Option(help: ArgumentHelp("Check a file that was written: reports, figures and differences.", valueName: "file"))
    var check: String?

    func validate() throws {
        guard (board == nil) != (check == nil) else {
            throw ValidationError("write tapline acceptance --board BOARD, or tapline acceptance --check FILE")
        }
        guard check == nil || !cable else { throw ValidationError("--cable goes with --board") }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            if let check { return try AcceptanceCheck.run(check) }
            var acceptance = try Acceptance(board: board ?? "")
            acceptance.pullsCable = cable
            try acceptance.run(to: output, replaces: force, isLive: !fast)
        }
    }
}
