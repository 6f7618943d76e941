public import TaplineChipModels
public import TaplineCore

/// A chip's model whose reports are those of a recording: a real driver meets the bytes of a real chip.
///
/// It serves every chip that shows in its registers what is. The driver need not ask what the recording's host asked: what
/// was read of the report's registers from one interrupt to the next, or, where the chip was polled, from one read of the
/// first of them to the next, is one report; at its time the registers get that content, the others of them 0, and there is
/// an interrupt.
/// - A report of which a driver would miss something (``FamilyModel/isWhole(_:)``) is left out, and so are further polls that find
///   no finger (``FamilyModel/isIdle(_:)``).
/// - That time is the recorded interrupt's, or else that of the read.
/// - A recorded failure makes one of the driver's reads of a report fail.
/// - What was read elsewhere before the first report, such as the identity, lies there all the time, until the driver
///   writes to it. All else the model answers, and until the first report its registers, too.
public struct ReplayedChip<Model: FamilyModel>: ChipModel {
    /// What the chip showed from one instant on.
    private struct Report: Sendable {
        var time: Instant
        /// Whether the chip announced it.
        var isAnnounced = false
        var bytes: [(register: Int, value: UInt8)] = []
        var failures: [BusError] = []

        /// What was read of a register; nil: nothing.
        func value(_ register: Int) -> UInt8? { bytes.last { $0.register == register }?.value }
    }

    public var interruptIsAsserted: Bool { false }
    public private(set) var interruptEdges: UInt32 = 0

    private var model: Model
    private let layout: ReportRegisters
    private var reports: [Report] = []
    /// The recorded registers beside the report's.
    private var others: [UInt8?]
    /// The registers of the last report; nil before the first.
    private var shown: [UInt8]?
    private var pointer = 0
    private var now = Instant(microseconds: .min)
    private var next = 0
    private var failures: [BusError] = []

    /// The chip of a recording.
    ///
    /// - Parameters:
    ///   - model: the chip that answers what was not recorded, at the recording's address; nil is returned where it does not
    ///     show its reports in registers.
    ///   - interruptIsActiveHigh: the interrupt's asserted level; nil: it is guessed from when the host went to the bus.
    public init?(_ trace: BusTrace, model: Model, interruptIsActiveHigh: Bool? = nil) {
        guard let layout = model.reportRegisters else { return nil }
        self.model = model
        self.layout = layout
        others = [UInt8?](repeating: nil, count: layout.addressLength == 1 ? 1 << 8 : 1 << 16)
        read(trace, interruptIsActiveHigh: interruptIsActiveHigh ?? RecordedReports.looksActiveHigh(trace))
    }

    // MARK: The recording

    private mutating func read(_ trace: BusTrace, interruptIsActiveHigh: Bool) {
        var open: Report?
        var pointer = 0
        for index in 0..<trace.count {
            let (time, event) = trace[index]
            switch event {
            case .interrupt(let isHigh):
                guard isHigh == interruptIsActiveHigh else { continue }
                close(&open)
                open = Report(time: time, isAnnounced: true)
            case .transfer(let written, let read, let error):
                if let register = layout.register(written) { pointer = register }
                if let error {
                    guard written.count <= layout.addressLength, layout.range.contains(pointer) else { continue }
                    // After a report it is the next one's.
                    if let report = open, isWhole(report) { close(&open) }
                    if open == nil { open = Report(time: time) }
                    open?.failures.append(error)
                    continue
                }
                pointer += max(written.count - layout.addressLength, 0)
                for value in read {
                    if layout.range.contains(pointer) {
                        if pointer == layout.range.lowerBound, let report = open, !report.bytes.isEmpty {
                            if report.isAnnounced, !isWhole(report) {
                                // It is read once more, as there is more of it than was expected.
                                open?.bytes = []
                            } else {
                                close(&open)
                            }
                        }
                        if open == nil { open = Report(time: time) }
                        open?.bytes.append((pointer, value))
                    } else if reports.isEmpty, open?.bytes.isEmpty != false, pointer < others.count {
                        others[pointer] = value
                    }
                    pointer += 1
                }
            }
        }
        close(&open)
    }

    private mutating func close(_ open: inout Report?) {
        defer { open = nil }
        guard let report = open else { return }
        guard isWhole(report) || !report.failures.isEmpty else { return }
        // (Polls of a panel that nobody touches announced nothing: as interrupts they would be a storm.)
        let repeatsIdle = isIdle(report) && reports.last.map(isIdle) ?? false
        if report.isAnnounced || !report.failures.isEmpty || !repeatsIdle { reports.append(report) }
    }

    /// Whether it was read and shows no finger.
    private func isIdle(_ report: Report) -> Bool { isWhole(report) && model.isIdle(report.value) }

    private func isWhole(_ report: Report) -> Bool { !report.bytes.isEmpty && model.isWhole(report.value) }

    /// What the recording read of the register beside its reports, before the first of them; nil: nothing.
    public func recorded(_ register: Int) -> UInt8? { register < others.count ? others[register] : nil }

    // MARK: Time

    public var nextEvent: Instant { next < reports.count ? reports[next].time : .never }

    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
        model.advance(to: now)
        while nextEvent <= now, nextEvent < .never {
            let report = reports[next]
            next += 1
            if !report.bytes.isEmpty {
                var registers = [UInt8](repeating: 0, count: layout.range.count)
                for (register, value) in report.bytes { registers[register - layout.range.lowerBound] = value }
                shown = registers
            }
            failures = report.failures
            interruptEdges &+= 1
        }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        var written: [UInt8] = []
        for index in 0..<transfer.written.count { written.append(transfer.written[index]) }
        if let register = layout.register(written) { pointer = register }
        if transfer.readCount > 0, layout.range.contains(pointer), !failures.isEmpty { return failures.removeFirst() }
        var answer = BusBytes()
        if let error = model.transfer(transfer, at: instant, into: &answer) { return error }
        for value in written.dropFirst(layout.addressLength) {
            if layout.range.contains(pointer) {
                let place = pointer - layout.range.lowerBound
                shown?[place] = value
            } else if pointer < others.count {
                others[pointer] = nil
            }
            pointer += 1
        }
        for index in 0..<max(transfer.readCount, 0) {
            if layout.range.contains(pointer) {
                bytes.append(shown?[pointer - layout.range.lowerBound] ?? answer[index])
            } else {
                bytes.append(recorded(pointer) ?? answer[index])
            }
            pointer += 1
        }
        return nil
    }

    // MARK: Nothing to do for a recording

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) { advance(to: now) }
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) { advance(to: now) }
}

extension ReplayedChip: Sendable where Model: Sendable {}

extension ReportRegisters {
    /// The registers of a report.
    var range: Range<Int> { first..<first + count }

    /// The register that `written` begins with.
    func register(_ written: [UInt8]) -> Int? {
        guard written.count >= addressLength else { return nil }
        return addressLength == 1 ? Int(written[0]) : Int(written[0]) << 8 | Int(written[1])
    }
}
