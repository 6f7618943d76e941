import ArgumentParser
import TaplineDaemon
import TaplineViews

/// `tapline status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells what a panel that runs here has counted.",
        discussion: """
            Asks the panel's daemon: what it is, whether its controller answers, reports, gestures by name, faults, \
            recoveries, what was left out, and how long it takes from the interrupt to the first effect. A name is needed \
            where several panels run. What is counted is in FORMATS.md (metrics.prom).

            Exit code 69 where no such panel runs or it does not answer, 64 where several do and none is named, 77 where \
            permission is missing.
            """)

    @Flag(help: "Tell it again every second, until control-C.")
    var watch = false
    @Flag(help: "As JSON: an object, with --watch one a line.")
    var json = false
    @Argument(help: "The panel's name, or its control socket.")
    var panel: String?

    func run() throws {
        try report { () throws(ServiceError) in
            var view = StatusView()
            view.repeats = watch
            view.isJSON = json
            try view.run(try ViewSource.controlSocket(of: panel))
        }
    }
}
