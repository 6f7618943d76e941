import ArgumentParser
import TaplineCore
import TaplineDaemon
import TaplineViews

/// `tapline plot`.
struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draws a recording: fingers, gestures, speeds.",
        discussion: """
            Plays the recording as tapline replay does, and draws the panel with the way of every finger (a colour for each, \
            light at the beginning and dark at the end; a ring where it lands, a dot where it lifts, a cross where it is \
            cancelled), gestures where they began (triangles) and ended or happened (squares), and by time gestures, speeds, \
            the distance of the fingers, and what a motion sensor measured, with the thresholds of shakes: the picture for a bug report. The file is SVG, or PNG where its name ends in \
            .png, for which rsvg-convert is needed (package librsvg2-bin).

            Exit code 65 where the recording is none or nobody touches the panel, 69 where rsvg-convert is missing, 74 where \
            the file is there already or cannot be written, 77 where permission is missing.
            """)

    @Option(help: "The configuration. Without it: the built-in gestures, on the whole panel.")
    var config: String?
    @Option(help: "The board that turns and corrects recorded fingers. Without it: the one that the recording names.")
    var board: String?
    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: "The picture: a file that ends in .svg or .png, - for the standard output.")
    var output: String
    @Flag(help: "Replace a file that is there already.")
    var force = false
    @Option(help: "What stands above the picture. Without it: the recording's name.")
    var title: String?
    @Option(
        help: "Where the picture begins, by the recording's clock: seconds, or with a unit (us, ms, s, min, h).",
        transform: seconds)
    var from: Double = 0
    @Option(help: "Where it ends. Without it: at the end.", transform: seconds)
    var to: Double?
    @Argument(help: "The recording (trace/1 or bus/1), - for the standard input.")
    var recording: String

    func validate() throws {
        guard output == "-" || output.hasSuffix(".svg") || output.hasSuffix(".png") else {
            throw ValidationError("--output is '\(output)'; write a name that ends in .svg or .png, or -")
        }
        guard from <= to ?? 1e9 else { throw ValidationError("--to is before --from; exchange them") }
    }

    private var window: ClosedRange<Int64> { Int64(from * 1e6)...(to.map { Int64($0 * 1e6) } ?? Int64.max) }

    func run() throws {
        try report { () throws(ServiceError) in
            try Plot(recording, configuration: config, board: board, title: title, within: window).write(
                to: output, replaces: force)
        }
    }
}

/// A time of a recording, s: seconds, or with a unit.
private func seconds(_ text: String) throws -> Double {
    if let seconds = Double(text.hasSuffix("s") ? String(text.dropLast()) : text), (0...1e9).contains(seconds) {
        return seconds
    }
    guard let period = Period(text) else {
        throw ValidationError("'\(text)' is no time of a recording; write seconds, or a unit: 1.5, 1500ms, 2min")
    }
    return Double(period.length.count) / 1e6
}
