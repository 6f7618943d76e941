import TaplineConfiguration
public import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// `tapline doctor`: looks at a board's computer, reports the findings.
public struct DoctorRun {
    /// The board: a name, or a file.
    public var board: String
    /// A configuration whose lines are looked at, too; nil: none.
    public var configuration: String?
    /// How long the panel is watched; zero: not.
    public var watchTime: Microseconds
    /// How long the panel is watched before that, while nobody touches it; zero: not.
    public var untouchedTime = Microseconds.zero
    /// A recording of a panel that nobody touched, which is examined in the place of the computer; nil: none.
    public var recording: String?
    /// Whether others than the board's controller may be looked for without a question.
    public var isAllowed: Bool
    private let askPanel: (_ name: String) -> RemoteFacts.Running

    /// A run.
    ///
    /// - Parameter askPanel: what the daemon of the panel called so says. (Whoever starts the run knows how daemons are asked.)
    public init(
        board: String, configuration: String? = nil, watchTime: Microseconds, isAllowed: Bool = false,
        askPanel: @escaping (_ name: String) -> RemoteFacts.Running
    ) {
        self.board = board
        self.configuration = configuration
        self.watchTime = watchTime
        self.isAllowed = isAllowed
        self.askPanel = askPanel
    }

    /// Runs, and reports what was found.
    ///
    /// - Returns: ``ExitCode/done`` where all is well, else what the first problem says: 69 for a device, 77 for
    ///   permission, 78 for a board's file.
    /// - Throws: ``ServiceError`` where the files are wrong, or the output cannot be written.
    public func run(into output: inout OutputStream, errors: inout OutputStream) throws(ServiceError) -> ExitCode {
        let panel = try Panel<StandardRecognizer>(configuration: configuration, board: board)
        guard let description = panel.board else { return .done }
        try requireWatchable(description)
        if let recording { return try examine(recording, of: description, into: &output) }
        var findings: [DoctorFinding] = []
        var told = 0
        /// Reports what has been found since it was reported last.
        func emit(_ output: inout OutputStream) {
            let new = DoctorReport(findings: Array(findings[told...]), isColoured: output.wantsColour)
            output.write(new.text)
            output.flush()
            told = findings.count
        }
        var facts = MachineFacts(board: description)
        facts.boardName = board
        facts.boardFile = BoardLibrary().file(of: board) ?? ""
        facts.configurationFile = configuration ?? ""
        facts.lookAtPorts(panel.configuration.serials.map { $0.path })
        let remotes = panel.configuration.remotes
        if description.bus != .simulated { facts.lookForRemotes(remotes) }
        if let name = MachineFacts.panel(of: facts.configurationFile) { facts.remotes.running = askPanel(name) }
        if description.bus == .simulated {
            findings =
                [.fine("bus", "the board \"\(description.name)\" is simulated: there is nothing to look at")]
                + Doctor.running(facts)
        } else if description.controller.family == .evdev {
            facts.lookAtDevices(
                outputs: panel.configuration.lineOutputs, watchTime: .zero,
                maySearch: { _ in false }, willWatch: { _, _ in })
            let failure = facts.openInputDevice()
            findings =
                Doctor.permission(facts) + Doctor.inputDevice(facts, failure: failure) + Doctor.lines(facts)
                + Doctor.ports(facts) + Doctor.remotes(facts) + Doctor.running(facts)
            try watchButtons(remotes, &facts, &errors)
            findings += Doctor.buttons(facts)
        } else {
            StopSignals.catch()
            facts.lookAtFiles()
            let seconds = watchTime.count / 1_000_000
            var wasWatched = false
            let adapters = facts.adapters
            facts.lookAtDevices(
                outputs: panel.configuration.lineOutputs, watchTime: watchTime,
                untouchedTime: untouchedTime,
                maySearch: { path in
                    isAllowed || Question.canBeAsked && Question.ask(DoctorRun.question(path, adapters))
                },
                willWatch: { known, isUntouched in
                    // What needs no finger is reported before one is asked for.
                    if !wasWatched { findings = Doctor.examineUntouched(known) }
                    wasWatched = true
                    emit(&output)
                    errors.write(
                        isUntouched
                            ? "Do not touch the panel for \(untouchedTime.count / 1_000_000) s…\n"
                            : "Move a finger on the panel, and take it off, for \(seconds) s…\n")
                    errors.flush()
                })
            if !wasWatched { findings = Doctor.examineUntouched(facts) }
            emit(&output)
            try watchButtons(remotes, &facts, &errors)
            findings += Doctor.examineTouched(facts)
        }
        emit(&output)
        try output.finish()
        let report = DoctorReport(findings: findings, isColoured: false)
        return report.exitCode
    }

    /// Refuses to watch what is no chip on a bus.
    private func requireWatchable(_ description: BoardDescription) throws(ServiceError) {
        guard untouchedTime > .zero, recording == nil else { return }
        // (What cannot be watched here can be examined.)
        guard description.bus != .simulated else {
            throw ServiceError("a simulated board has no ghosts of its own: --fingers RECORDING", .usage)
        }
        guard description.controller.family != .evdev else {
            throw ServiceError(
                "an input device is recorded first: tapline record --board \(Shell.word(board)) FILE, then doctor "
                    + "--fingers FILE", .usage)
        }
    }

    /// Examines what a panel reported while nobody touched it, as `tapline record` has it.
    private func examine(
        _ recording: String, of description: BoardDescription, into output: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        let trace = try Trace.read(recording)
        let (recorded, own) = (trace.panel, description.panel)
        guard recorded.rawWidth == own.rawWidth, recorded.rawHeight == own.rawHeight else {
            throw ServiceError(
                "\(recording) is of a panel of \(recorded.rawWidth)x\(recorded.rawHeight), the board has \(own.rawWidth)x\(own.rawHeight): "
                    + "name the board that it was recorded with", .badData)
        }
        var facts = MachineFacts(board: description)
        facts.boardName = board
        facts.boardFile = BoardLibrary().file(of: board) ?? ""
        var untouched = UntouchedPanel(panel: trace.panel)
        for index in 0..<trace.count {
            let (time, event) = trace[index]
            if case .report(let contacts) = event {
                untouched.take(contacts, at: time)
            } else {
                untouched.pass(to: time)
            }
        }
        facts.untouched = untouched
        let report = DoctorReport(findings: Doctor.untouched(facts), isColoured: output.wantsColour)
        output.write(report.text)
        try output.finish()
        return report.exitCode
    }

    /// Asks for the buttons to be pressed, and watches them.
    private func watchButtons(
        _ remotes: RemotesDescription, _ facts: inout MachineFacts, _ errors: inout OutputStream
    ) throws(ServiceError) {
        let seconds = watchTime.count / 1_000_000
        try withDevices { () throws(DeviceError) in
            try facts.watchButtons(remotes, for: watchTime) {
                errors.write("Press each button a few times, for \(seconds) s…\n")
                errors.flush()
            }
        }
    }

    /// The question before others are looked for on the bus at `path`.
    private static func question(_ path: String, _ adapters: [I2CAdapter]) -> String {
        "The board's controller does not answer. Look for others? "
            + DetectionRun.question(path, adapters.first { $0.path == path }?.name ?? "")
    }
}
