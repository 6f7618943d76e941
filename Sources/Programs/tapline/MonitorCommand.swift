import ArgumentParser
import TaplineConfiguration
import TaplineDaemon
import TaplineViews

/// `tapline monitor`.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Shows what a panel does, live.",
        discussion: """
            The source is a panel that runs here, by its name; a serial port; a socket; a file; or - for the standard input. \
            Without one it is the only panel that runs here. $TL, events/1, recordings and text are understood. In a \
            terminal it is a picture: the panel to scale with fingers, trails and zones, gestures as they run, levels of \
            lines, counters, why candidates failed (q quits, space pauses, c clears); a file is shown in its own time. \
            Elsewhere, and with --plain, -n, -F or -q, it is a line for each event.

            Lines that are missing or damaged are counted and shown: on the standard error, where events are lines. A port \
            or a socket that goes is waited for, and told when it is back.

            A format has \(EventTemplate.specifiers.map { "%\($0.name) (\($0.meaning))" }.joined(separator: ", ")); \
            a line end is added.

            Exit code 0 at the end of a file, after so many gestures, after the timeout and when asked to stop; by SIGPIPE, as \
            other filters, where the reader of its output goes; 65 for a file \
            of which nothing makes sense, 69 or 74 where the source is not there, 77 where permission is missing.
            """)

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help:
            "Exit after so many gestures (ended, confirmed) and uses of controls (click, on, off); with --changes: events."
    )
    var numEvents: Int?
    @Option(name: [.customShort("F", allowingJoined: true), .long], help: "How an event is written.")
    var format: String?
    @Flag(name: .shortAndLong, help: "Write no events.")
    var quiet = false
    @Option(
        help: "Exit when nothing came for so long: milliseconds, or with a unit (us, ms, s, min, h).",
        transform: period)
    var idleTimeout: Period?
    @Flag(help: "Write lines also to a terminal.")
    var plain = false
    @Flag(help: "Write each change of a gesture under way, too.")
    var changes = false
    @Flag(help: "Write fingers, too: a line for each report.")
    var touches = false
    @Flag(help: "Ask a panel why candidates fail.")
    var explain = false
    @Flag(help: "Wait for a source that is not there yet.")
    var wait = false
    @Option(help: "The rate of a serial port.")
    var baud: UInt32 = 115_200
    @Argument(help: "A panel's name, a serial port, a socket, a file, - for the standard input.")
    var source: String?

    func validate() throws {
        if let numEvents, numEvents < 1 { throw ValidationError("--num-events is \(numEvents); write 1 or more") }
        try requireRate(baud)
    }

    func run() throws {
        try report { () throws(ServiceError) in
            var template: EventTemplate?
            if let format { template = try EventTemplate(format) }
            var monitor = Monitor(try ViewSource.named(source, baud: baud, mayBeAbsent: wait))
            monitor.mostGestures = numEvents
            monitor.idleTimeout = idleTimeout?.length
            monitor.template = template
            monitor.isQuiet = quiet
            monitor.tellsProgress = changes
            monitor.emitsTouches = touches
            monitor.explains = explain
            monitor.isPlain = plain
            monitor.waits = wait
            try monitor.run()
        }
    }
}

/// Refuses a rate that no serial port has.
func requireRate(_ baud: UInt32) throws {
    let rates = SerialOutputDescription.rates
    guard rates.contains(Int(baud)) else {
        throw ValidationError("--baud is \(baud); write one of \(rates.map { String($0) }.joined(separator: ", "))")
    }
}

/// The period of an option, as gpiomon takes it.
func period(_ text: String) throws -> Period {
    guard let period = Period(text) else {
        throw ValidationError("'\(text)' is no period; write milliseconds, or a unit: 500, 500ms, 10s, 2min")
    }
    return period
}
