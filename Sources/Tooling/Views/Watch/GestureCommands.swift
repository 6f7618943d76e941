import CTaplineTool
public import TaplineConfiguration
public import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// A command, and the gestures that it is run for.
public struct GestureCommand: Sendable {
    /// The command.
    public var template: CommandTemplate
    /// Gestures and controls that count, by name; empty: all.
    public var names: [String] = []
    /// States and actions that count; empty: those with which a gesture is complete, or a use of a control.
    public var states: [String] = []

    /// A command for all gestures.
    public init(_ template: CommandTemplate) { self.template = template }

    fileprivate func counts(_ event: ViewEvent) -> Bool {
        (states.isEmpty ? event.isComplete : states.contains(event.state))
            && (names.isEmpty || names.contains(event.name))
    }
}

/// Runs commands for the gestures of a source, as the user, outside the daemon.
public struct GestureCommands {
    /// The commands; of several for one event each is run.
    public var commands: [GestureCommand]
    /// The file that the commands are read from, anew whenever the panel tells its configuration; nil: they stay.
    public var file: CommandFile?
    /// A command that runs for longer is killed; nil: it may.
    public var longest: Microseconds?
    /// So many commands run at once, 1…64.
    public var mostAtOnce = 4
    /// It is over after so many commands; nil: not by that.
    public var mostCommands: Int?
    /// Whether commands that succeed are reported, too.
    public var isVerbose = false
    /// Whether a source that is not there is waited for.
    public var waits = false

    /// States and actions that there are.
    public static var allStates: [String] {
        EventWords.states.filter { $0 != "failed" } + EventWords.actions
    }
    /// Gestures that wait while as many commands run as may; more are left out, and reported.
    public static var queueLength: Int { 64 }

    private var source: ViewSource
    private var running: [(child: Int32, words: [String], name: String, end: Instant)] = []
    private var waiting: [(words: [String], name: String)] = []
    private var started = 0
    private var sequence = SequenceCheck()
    /// Whether a panel has said what gestures it has.
    private var knowsPanel = false
    /// A gesture is asked for that the panel has not.
    private var refusal: ServiceError?
    /// How many gestures were left out because they lack a field that the command asks for.
    private var lacking = 0
    /// Lines that were damaged, and others that say something.
    private var (damaged, understood) = (0, 0)
    /// The gestures and controls that events were of, as far as they are remembered.
    private var seen: [String] = []
    private var errors = ViewOutput(descriptor: 2)

    private static var mostSeen: Int { 64 }

    /// Commands for gestures of `source`.
    public init(_ commands: [GestureCommand], for source: ViewSource) {
        self.commands = commands
        self.source = source
    }

    /// Runs until the source's end, so many commands, or until the process is asked to stop; commands that run by then go
    /// on.
    ///
    /// - Throws: ``ServiceError``: exit code 65 for a file without a line that makes sense, 69, 74 or 77 where the source
    ///   cannot be opened, 78 for a gesture that the panel has not.
    public mutating func run() throws(ServiceError) {
        try source.requireEvents()
        let loop = try ViewLoop(SourceReader(source, follow: file == nil ? "events" : "commands"), waits: waits)
        if !loop.isOpen { emit("waiting for \(source.name)") }
        var (isOver, hasEnded, isStopped) = (false, false, false)
        while !isStopped, !isOver || !running.isEmpty || !waiting.isEmpty {
            var happenings: [ViewLoop.Happening] = []
            try loop.wait(until: running.map { $0.end }.min() ?? .never) { happenings.append($0) }
            // (What was waited for says only now what it is: commands are run for a panel that has their file.)
            source = loop.reader.source
            killOverdue()
            for happening in happenings {
                switch happening {
                case .message(let message): if !isOver { take(message) }
                case .lost(let why): emit("\(source.name) has gone: \(why); waiting for it")
                case .returned(let isNew): emit("\(source.name) is \(isNew ? "there" : "back")")
                case .ended: (isOver, hasEnded) = (true, true)
                case .stop: isStopped = true
                case .childEnded: reap()
                case .pause: tapline_terminal_stop()
                case .key, .resized, .line: break
                }
            }
            if let refusal { throw refusal }
            start()
            if let mostCommands, started >= mostCommands { isOver = true }
            errors.flush()
        }
        if hasEnded, understood == 0, damaged > 0 { throw source.makesNoSense }
        // (After so many commands the rest is not heard.)
        if hasEnded, started < mostCommands ?? .max { noteUnheard() }
        if lacking > 1 { emit("\(counted(lacking, "gesture")) left out for the lack of a field") }
    }

    private mutating func take(_ message: ViewMessage) {
        if case .damaged = message { damaged += 1 } else if message.isOfStream { understood += 1 }
        switch message {
        case .greeting(let board, let configuration):
            sequence.begin(board, configuration)
            if case .control = source, let file { read(file, for: configuration) }
        case .damaged(let why, let line): emit("damaged: \(why): \(line)")
        case .dropped(_, let count): emit("\(counted(count, "line")) left out by the daemon")
        case .event(let event): take(event)
        case .run(let index, let event):
            if file != nil, commands.indices.contains(index) { run(commands[index].template, for: event) }
        case .panel(let panel): take(panel)
        case .bus(.header): if !source.mayReturn { refusal = refusal ?? recordingRefusal }
        default: break
        }
    }

    /// Reads the commands of the configuration that the panel has now: it tells no more of them than their places.
    private mutating func read(_ file: CommandFile, for configuration: String) {
        do throws(ServiceError) { commands = try file.commands(of: configuration) } catch {
            commands = []
            emit("no command is run: \(error.description)")
        }
    }

    /// Looks whether the panel has what is asked for: a name that it never had is a slip, one that it has no more may return.
    private mutating func take(_ panel: ViewPanel) {
        // (The header of a recording names no gestures: they come of a replay.)
        guard case .control = source else {
            if panel.gestures.isEmpty, !source.mayReturn { refusal = refusal ?? recordingRefusal }
            return
        }
        for name in commands.flatMap({ $0.names }) {
            guard let missing = Self.missing(name, in: panel) else { continue }
            if knowsPanel {
                emit(missing)
            } else {
                refusal = refusal ?? ServiceError("--gesture: \(missing)", .badConfiguration)
            }
        }
        knowsPanel = true
    }

    private var recordingRefusal: ServiceError {
        ServiceError(
            "\(source.name): a recording has fingers, no gestures; tapline replay makes them of it: "
                + "tapline replay RECORDING | tapline watch - --exec COMMAND", .badData)
    }

    /// What is wrong with `name` where `panel` has neither a gesture nor a zone, which may be a control, of that name.
    package static func missing(_ name: String, in panel: ViewPanel) -> String? {
        let zones = panel.zones.map { $0.name }
        guard !panel.gestures.contains(name), !zones.contains(name) else { return nil }
        let all = panel.gestures + panel.zones.filter { $0.isControl }.map { $0.name }
        let known = all.isEmpty ? "it has none" : "there are \(all.joined(separator: ", "))"
        return "\(panel.name.isEmpty ? "the panel" : "panel \(panel.name)") has no gesture '\(printable(name))'; "
            + meant(by: name, among: panel.gestures + zones) + known
    }

    private static func meant(by name: String, among known: [String]) -> String {
        nearestName(to: name, among: known).map { "did you mean '\(printable($0))'? " } ?? ""
    }

    private mutating func take(_ event: ViewEvent) {
        if let news = sequence.check(event.sequence) { emit(news) }
        guard event.subject != .touch else { return }
        if seen.count < Self.mostSeen, !seen.contains(event.name) { seen.append(event.name) }
        for command in commands where command.counts(event) { run(command.template, for: event) }
    }

    /// Says at the end of a file which gesture it never had: the name may be a slip.
    private mutating func noteUnheard() {
        guard seen.count < Self.mostSeen else { return }
        var named = Set<String>()
        for name in commands.flatMap({ $0.names }) where !seen.contains(name) && named.insert(name).inserted {
            let others = seen.isEmpty ? "there was none" : "there were \(seen.map(printable).joined(separator: ", "))"
            // (The names of a file of commands have been checked.)
            let meant = file == nil ? Self.meant(by: name, among: seen) : ""
            emit("no event was of '\(printable(name))'; \(meant)\(others)")
        }
    }

    private mutating func run(_ command: CommandTemplate, for event: ViewEvent) {
        if let mostCommands, started + waiting.count >= mostCommands { return }
        if let field = command.missing(in: event) {
            lacking += 1
            guard lacking == 1 else { return }
            // (What tells commands names no gestures: the file does.)
            guard file == nil else {
                return emit("left out: the command of a gesture that has no {\(field)}; name another one in `on:`")
            }
            let hint =
                event.kind.isEmpty
                ? "a line of text has {gesture}, {state}, {t}, {x} and {y} alone; for all others: tapline run --format jsonl"
                : "--gesture names the gestures that count"
            return emit("left out: \(printable(event.name)), which has no {\(field)}; \(hint)")
        }
        let words = command.words(for: event)
        if let danger = command.danger(in: event) {
            return emit("left out: \(shown(words)): \(printable(danger)); a word that begins otherwise takes any value")
        }
        guard waiting.count < Self.queueLength else {
            return emit("too many commands at once: left out: \(shown(words))")
        }
        waiting.append((words, event.name))
        start()
    }

    private mutating func start() {
        // (In order for each gesture: what is to be off after it was on would else be on.)
        while running.count < min(max(mostAtOnce, 1), 64),
            let next = waiting.firstIndex(where: { entry in !running.contains { $0.name == entry.name } })
        {
            let (words, name) = waiting.remove(at: next)
            started += 1
            let child = Program.start(words, isClean: file != nil)
            guard child > 0 else {
                emit("\(shown(words)): cannot be started: \(DeviceError(path: "", errno: -child).reason)")
                continue
            }
            running.append((child, words, name, longest.map { MonotonicClock.now + $0 } ?? .never))
        }
    }

    private mutating func killOverdue() {
        let now = MonotonicClock.now
        for index in running.indices where running[index].end <= now {
            running[index].end = .never
            emit("\(shown(running[index].words)): runs for too long, and is killed")
            tapline_kill(running[index].child)
        }
    }

    private mutating func reap() {
        var code: Int32 = 0
        while true {
            let child = unsafe tapline_reap(&code)
            guard child > 0 else { return }
            guard let index = running.firstIndex(where: { $0.child == child }) else { continue }
            let words = running.remove(at: index).words
            if code != 0 || isVerbose { emit("\(shown(words)): exit code \(code)") }
        }
    }

    private func shown(_ words: [String]) -> String { printable(words.joined(separator: " ")) }

    private mutating func emit(_ text: String) {
        errors.write("note: \(text)\n")
        errors.flush()
    }
}
