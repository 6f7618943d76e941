import TaplineChipModels
import TaplineConfiguration
import TaplineCore

/// Runs a recorded panel again: the driver of today meets the wires of then.
public enum AcceptanceCheck {
    /// Checks the `acceptance/1` file at `path`: the driver makes the same reports of its wires, the same figures come out, and
    /// the same differs from the model.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where something is not the same, or the file is wrong; 74 where it cannot be read.
    public static func run(_ path: String) throws(ServiceError) {
        let bytes = try Files.read(path)
        let file: (record: AcceptanceRecord, figures: [(name: String, value: Int)], differs: [String])
        do throws(LineFormatError) {
            file = try AcceptanceRecord.read(bytes, file: path)
        } catch {
            throw ServiceError(error)
        }
        func failure(_ message: String) -> ServiceError { ServiceError("\(path): \(message)", .badData) }
        let figures = AcceptanceFigures(file.record).named
        guard figures.map({ $0.name }) == file.figures.map({ $0.name }) else {
            throw failure("the figures are not \(figures.map { $0.name }.joined(separator: ", "))")
        }
        for (now, then) in zip(figures, file.figures) where now.value != then.value {
            throw failure("the figure \(then.name) was \(then.value), and is \(now.value)")
        }
        let differs = try Acceptance.findings(file.record, file: path).differing.map { $0.rawValue }
        guard differs == file.differs else {
            func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }
            throw failure("\(list(file.differs)) differed from the model, and now \(list(differs)) does")
        }
        guard file.record.identity != nil else { return }
        let (then, now) = (file.record.reports, try reports(file.record, file: path))
        for (index, report) in then.enumerated() where index >= now.count || now[index] != report {
            throw failure("report \(index + 1) of \(then.count) is another one, or is missing")
        }
        guard now.count == then.count else { throw failure("\(now.count - then.count) reports more than then") }
    }

    /// The reports that the driver makes of a record's wires, without those that say what the one before said.
    static func reports(_ record: AcceptanceRecord, file: String) throws(ServiceError) -> [[Contact]] {
        let board = try record.head.board(file: file)
        let panel = try Panel<StandardRecognizer>(on: board)
        var bus = SimulatedBus<BoardChipModel>(chip: RecordedWires(record))
        bus.hasInterruptLine = board.interruptPin != nil
        var host = SimulatedHost(
            pipeline: Pipeline(chip: board.driver, gestures: try panel.pipeline(for: ReportSink.self)), bus: bus)
        var sink = ReportSink()
        host.start(into: &sink)
        host.advance(to: (record.entries.last?.time ?? .zero) + .milliseconds(100), into: &sink)
        return sink.reports
    }
}

/// Keeps reports.
private struct ReportSink: HostSink {
    var request: ControllerRequest?
    var reports: [[Contact]] = []

    mutating func heard(_ contacts: inout Contacts, at now: Instant) {
        let places = AcceptanceSession.places(&contacts)
        if places != reports.last ?? [] { reports.append(places) }
    }
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
