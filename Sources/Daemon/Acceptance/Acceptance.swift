public import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux
import TaplineSimulator

/// Walks the first owner of a panel through five minutes, holds the panel against the model of its chip, and writes a file that
/// becomes a test: `acceptance/1`.
public struct Acceptance: Sendable {
    /// The board.
    public let board: BoardDescription
    /// Whether the panel's cable may be pulled: then that is asked for, too.
    public var pullsCable = false
    private let name: String

    /// The panel of the board called `name`, or in the file `name`.
    ///
    /// - Throws: ``ServiceError`` where there is no such board, it is wrong, or its panel is none that has wires and places.
    public init(board name: String, library: BoardLibrary = BoardLibrary()) throws(ServiceError) {
        guard let board = try library.board(givenAs: name) else { throw library.unknown(name) }
        self.name = name
        self.board = try board.completed()
        guard self.board.hasPanel, self.board.controller.family != .evdev else {
            let reason = self.board.hasPanel ? "a driver of the kernel has its chip" : "it has no panel"
            throw ServiceError("--board: there is nothing to accept on the board \(name): \(reason)", .usage)
        }
        guard self.board.keys == nil else {
            throw ServiceError("--board: the board \(name) has touch keys, which show no places", .usage)
        }
    }

    /// Asks for the steps, tells what agrees with the model and what differs, and writes the file.
    ///
    /// - Parameters:
    ///   - path: the file; it is not replaced unless `replaces`.
    ///   - isLive: whether a simulated panel, whose fingers are simulated, waits for the clock.
    /// - Throws: ``ServiceError``: exit code 65 where somebody ended it too early, 69 or 77 for devices, 74 where the file is
    ///   there already or cannot be written.
    public func run(to path: String, replaces: Bool = false, isLive: Bool = true) throws(ServiceError) {
        // (Its name is taken from now on: nobody walks twice because somebody else has taken it meanwhile.)
        let isNew = try Files.claim(path, replaces: replaces)
        do throws(ServiceError) {
            try walk(to: path, isLive: isLive)
        } catch {
            if isNew { Files.remove(path) }
            throw error
        }
    }

    private func walk(to path: String, isLive: Bool) throws(ServiceError) {
        var output = OutputStream()
        output.write(
            "The panel of \"\(board.name)\", held against the model of its \(board.controller.name): do what is asked, one "
                + "line after the other.\nControl-C ends it without a file.\n")
        let record = try record(into: &output, isLive: isLive)
        let findings = try Self.findings(record)
        Self.tell(findings, &output)
        let text = record.text(AcceptanceFigures(record), differs: findings.differing.map { $0.rawValue })
        try Files.replace(path, with: Array(text.utf8))
        output.write(
            "\(path): written; nothing in it is private. Please send it: as it is, it becomes a test of this panel\n")
        try output.finish()
    }

    /// What the panel does while the steps are asked for.
    ///
    /// - Parameter chip: a simulated board's chip; nil: the model of it.
    func record(
        into output: inout OutputStream, isLive: Bool, chip: BoardChipModel? = nil
    ) throws(ServiceError) -> AcceptanceRecord {
        let panel = try Panel<StandardRecognizer>(on: board)
        let isSimulated = board.bus == .simulated
        let head = AcceptanceRecord.Head(board, pullsCable: pullsCable)
        let session = AcceptanceSession(
            head, panel.geometry, output: output, at: isSimulated ? .zero : MonotonicClock.now)
        if isSimulated {
            StopSignals.catch()
            try Self.simulate(panel, board, session, isLive: isLive, chip: chip)
        } else {
            try DevicePanel.run(
                panel, from: PanelSource(configuration: nil, board: name), options: RunOptions(format: .none),
                observer: session)
        }
        output = session.output
        try output.finish()
        guard session.isDone else {
            throw ServiceError("it was ended before all was asked; no file is written", .badData)
        }
        return session.record
    }

    private static func simulate(
        _ panel: Panel<StandardRecognizer>, _ board: BoardDescription, _ session: AcceptanceSession, isLive: Bool,
        chip: BoardChipModel?
    ) throws(ServiceError) {
        // (The chip moves its fingers by itself, when they are asked for.)
        var nobody = FingerScript()
        nobody.rest(.milliseconds(3_600_000))
        var run = SimulatedRun(panel: panel, script: nobody)
        run.format = .none
        run.isLive = isLive
        let owner = SimulatedOwner(chip ?? board.chipModel, session, scan: ScanPeriodOfBoard(board).period)
        var nothing = OutputStream()
        try run.run(into: &nothing, observer: session, chip: owner) { StopSignals.haveCome || session.isDone }
    }

    /// Holds a panel against the model of its chip, which is asked for the same.
    static func findings(_ record: AcceptanceRecord, file: String = "acceptance/1") throws(ServiceError)
        -> AcceptanceFindings
    {
        let board = try record.head.board(file: file)
        let panel = try Panel<StandardRecognizer>(on: board)
        let head = AcceptanceRecord.Head(board, pullsCable: record.head.pullsCable)
        let session = AcceptanceSession(head, panel.geometry, output: .kept(), at: .zero)
        try simulate(panel, board, session, isLive: false, chip: nil)
        return AcceptanceFindings(record, model: session.record)
    }

    private static func tell(_ findings: AcceptanceFindings, _ output: inout OutputStream) {
        for finding in findings.all {
            let verdict =
                switch finding.differs {
                case nil: "not measured"
                case true?: "DIFFERS"
                case false?: "agrees"
                }
            func padded(_ text: String, _ width: Int) -> String {
                text + String(repeating: " ", count: max(width - text.utf8.count, 0))
            }
            output.write("\(padded(verdict, 14))\(padded(finding.subject.rawValue, 11))\(finding.text)\n")
        }
        let count = findings.differing.count
        output.write(
            count == 0
                ? "nothing differs from the model\n" : "\(count) of \(findings.all.count) differ from the model\n")
    }
}
