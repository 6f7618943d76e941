import CTaplineSystem
import CTaplineTool
import TaplineConfiguration
import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// `tapline init`: looks, plans, asks, does it, and says when to swipe.
public struct InitRun {
    /// How it ended.
    public enum Ending: Equatable, Sendable {
        /// There is nothing more to see.
        case done
        /// The panel called so runs, and somebody looks on: what it does is shown.
        case running(String)
    }

    /// What is asked of it.
    public var options: InitOptions
    /// Whether what it has done is taken back.
    public var isUndo = false
    /// Runs a command to its end: its exit code; nil: there is no such program.
    private let execute: ([String]) -> Int32?
    /// The lines of a daemon's answer to `status` at its control socket; none where it does not answer.
    private let status: (String) -> [String]

    /// How long a service may take until its controller answers.
    private static var patience: Microseconds { .milliseconds(15_000) }

    /// A run.
    public init(_ options: InitOptions, execute: @escaping ([String]) -> Int32?, status: @escaping (String) -> [String])
    {
        self.options = options
        self.execute = execute
        self.status = status
    }

    /// Runs.
    ///
    /// - Throws: ``ServiceError``: exit code 64 where options are missing or wrong, 69 where nothing answers or a command
    ///   fails, 74 where a file cannot be written, 77 where permission is missing, 78 for a board.
    public func run(into output: inout OutputStream, errors: inout OutputStream) throws(ServiceError) -> Ending {
        try options.check()
        guard options.isDry || tapline_is_root() != 0 else {
            throw ServiceError(
                "this writes to /etc and starts a service; as root: \(options.command)" + (isUndo ? " --undo" : "")
                    + (isUndo ? "" : "\nwhat it would do, without that: --dry-run"), .permission)
        }
        let performer = InitPerformer(name: options.name, execute: execute)
        if isUndo {
            try performer.undo { errors.write("\($0)\n") }
            errors.flush()
            return .done
        }
        if !options.isDry { try requireService() }
        try refuseWithoutAnswers()
        let (wanted, plan) = try plan()
        output.write(plan.text { try? Files.readText($0) })
        output.flush()
        guard !options.isDry else {
            try output.finish()
            return .done
        }
        guard options.isAllowed || Question.ask("Do this?") else {
            throw ServiceError("nothing was done", .usage)
        }
        do throws(ServiceError) {
            try performer.perform(plan)
        } catch {
            showJournal()
            throw error
        }
        if plan.ending == .restart {
            output.write("Start the computer again (sudo reboot), and then go on with\n  \(wanted.command)\n")
            try output.finish()
            return .done
        }
        try waitForService()
        let call = InitOptions.gestures.first { $0.name == options.gesture }?.call ?? ""
        output.write("The service tapline@\(options.name) runs: \(call).\n")
        output.flush()
        return tapline_is_terminal(1) != 0 ? .running(options.name) : .done
    }

    /// The plan, and the options with what was answered.
    private func plan() throws(ServiceError) -> (InitOptions, InitPlan) {
        var options = options
        var facts = try InitFacts.ofThisComputer()
        let board: InitBoard
        if let name = options.board {
            board = try InitFacts.board(givenAs: name, for: options.name)
        } else {
            facts.buses = look(facts)
            switch try facts.choice(options) {
            case .boot(let line): return (options, try facts.restart(line, options))
            case .boards(let boards): board = try one(of: boards, &options)
            }
        }
        try facts.look(at: board, options)
        if options.line == nil, options.serial == nil, board.busPath != nil || board.inputPath != nil,
            Question.canBeAsked
        {
            let free = facts.freeLines(for: board.description)
            guard !free.isEmpty else { throw ServiceError(InitFacts.noLine(board.description), .unavailable) }
            let answer = Question.answer(
                "Which line does the lamp hang on? Free are \(free.joined(separator: ", ")):")
            if !answer.isEmpty { options.line = answer }
            facts.look(atLine: options.line)
        }
        return (options, try facts.plan(options, board: board))
    }

    /// What is on the buses that may be touched.
    private func look(_ facts: InitFacts) -> [DetectedBus] {
        var found: [DetectedBus] = []
        for adapter in facts.machine.adapters
        where options.isAllowed || Question.ask(DetectionRun.question(adapter.path, adapter.name)) {
            found.append(Detection.look(at: adapter))
        }
        return found
    }

    /// The board that a person means.
    private func one(of boards: [InitBoard], _ options: inout InitOptions) throws(ServiceError) -> InitBoard {
        guard boards.count > 1 else { return boards[0] }
        var text = "it may be one of these panels:"
        for board in boards { text += "\n  --board \(board.name): \(board.description.name), \(board.reason)" }
        guard Question.canBeAsked else { throw ServiceError(text + "\n--board is missing", .usage) }
        let answer = Question.answer(text + "\nWhich one?")
        guard let board = boards.first(where: { $0.name == answer || "--board \($0.name)" == answer }) else {
            throw ServiceError("\"\(displayed(answer))\" is none of them; nothing was done", .usage)
        }
        options.board = board.text == nil ? board.name : nil
        return board
    }

    /// Without a terminal everything has to be said.
    private func refuseWithoutAnswers() throws(ServiceError) {
        guard !Question.canBeAsked else { return }
        var missing: [String] = []
        if options.line == nil, options.serial == nil { missing.append("--line LINE (where the lamp hangs)") }
        if !options.isAllowed, !options.isDry || options.board == nil {
            missing.append("--yes (the answer to all questions)")
        }
        guard missing.isEmpty else {
            throw ServiceError("nobody is here to ask; missing: \(missing.joined(separator: ", "))", .usage)
        }
    }

    private func requireService() throws(ServiceError) {
        guard Files.exists("/run/systemd/system") else {
            throw ServiceError(
                "this computer was not started by systemd, under which a panel's service runs", .unavailable)
        }
        let units = ["/etc/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system"]
        guard units.contains(where: { Files.exists("\($0)/tapline@.service") }) else {
            throw ServiceError(
                "the unit tapline@.service is not there: install the package, sudo apt install ./tapline_….deb",
                .unavailable)
        }
    }

    /// Until the controller answers.
    private func waitForService() throws(ServiceError) {
        let end = MonotonicClock.now + InitRun.patience
        while !status("/run/tapline/\(options.name)/control").contains("controller_ready 1") {
            guard MonotonicClock.now < end else {
                showJournal()
                throw ServiceError(
                    "the service runs, and the panel does not answer: tapline doctor --board BOARD says why. It is taken back by: "
                        + "sudo tapline init \(options.name) --undo", .unavailable)
            }
            // (It is asked again, as tapline status --watch does: there is nothing that it could be heard by.)
            MonotonicClock.wait(until: MonotonicClock.now + .milliseconds(200))
        }
    }

    private func showJournal() {
        _ = execute(["journalctl", "--no-pager", "-o", "cat", "-n", "10", "-u", "tapline@\(options.name)"])
    }
}
