import CTaplineSystem
import CTaplineTool
public import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// Shows what a panel does: plain lines, or the whole terminal.
public struct Monitor: Sendable {
    /// Where lines come from.
    public var source: ViewSource
    /// It is over after so many gestures and uses of controls that are complete, with ``tellsProgress`` after so many events;
    /// nil: not by that.
    public var mostGestures: Int?
    /// It is over when no line has come for so long; nil: not by that.
    public var idleTimeout: Microseconds?
    /// How an event is written; nil: as for people.
    public var template: EventTemplate?
    /// Whether no event is written at all.
    public var isQuiet = false
    /// Whether events on the way (`changed`) are written, too.
    public var tellsProgress = false
    /// Whether fingers are written, too: a line a report.
    public var emitsTouches = false
    /// Whether a daemon is asked why candidates fail.
    public var explains = false
    /// Whether lines are written also to a terminal.
    public var isPlain = false
    /// Whether a source that is not there is waited for.
    public var waits = false

    /// A monitor of `source`.
    public init(_ source: ViewSource) { self.source = source }

    /// Shows what the panel called `name` does until its first gesture, for a minute at most.
    public static func showFirstGesture(of name: String) throws(ServiceError) {
        var monitor = Monitor(try ViewSource.named(name))
        (monitor.isPlain, monitor.mostGestures, monitor.idleTimeout) = (true, 1, .milliseconds(60_000))
        try monitor.run()
    }

    /// Shows the source until its end, or until the process is asked to stop.
    ///
    /// - Throws: ``ServiceError``: exit code 69, 74 or 77 where the source cannot be opened or the output not be written,
    ///   65 for a file without a line that makes sense.
    public func run() throws(ServiceError) {
        let output = ViewOutput()
        let isFull = !isPlain && !isQuiet && template == nil && mostGestures == nil && output.isTerminal
        let things =
            "events levels now" + (isFull || emitsTouches ? " touches" : "") + (isFull || explains ? " explain" : "")
            + (isFull ? " motion 100ms" : "")
        try source.requireEvents()
        let reader = SourceReader(source, follow: things)
        let loop = try ViewLoop(reader, isPaced: isFull, waits: waits)
        if isFull {
            var view = FullScreenView(loop, source: source.name, isColoured: output.wantsColour)
            try view.run(idleTimeout: idleTimeout)
        } else {
            var view = PlainView(self, loop: loop, output: output)
            try view.run()
        }
    }
}
