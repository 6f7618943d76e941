public import TaplineChipModels
public import TaplineCore

/// A FocalTech chip whose registers hold what a recording read from them: a real driver meets the bytes of a real chip.
///
/// The driver need not ask what the recording's host asked. What was read from one interrupt to the next, or, where the
/// chip was polled, from one read of the status to the next, is taken together as one report; at its time the registers
/// get that content, and there is an interrupt.
/// - That time is the recorded interrupt's, or else that of the read of the status.
/// - A recorded failure makes one of the driver's reads fail.
/// - A report of which not all places were recorded is left out.
/// - What was read before the first report, such as the identity, lies in the registers all the time. Where that is not
///   recorded, the chip answers as the part that the recording's header names.
public struct RecordedFocalTech: ChipModel, Sendable {
    /// The address at which the chip answers.
    public let address: UInt8
    public var interruptIsAsserted: Bool { false }
    public private(set) var interruptEdges: UInt32 = 0

    /// What the chip showed from one instant on.
    private struct Report: Sendable {
        var time: Instant
        var isAnnounced: Bool
        /// Bytes by register; of M06 firmware by their place in the answer.
        var bytes: [(place: UInt8, value: UInt8)] = []
        var failures: [BusError] = []
    }

    private let isM06: Bool
    private var reports: [Report] = []
    private var memory = [UInt8](repeating: 0, count: 256)
    /// M06: the answers to a request of the name, and of a report.
    private var name: [UInt8] = []
    private var frame: [UInt8] = []
    private var pointer: UInt8 = 0
    private var now = Instant(microseconds: .min)
    private var next = 0
    private var failures: [BusError] = []

    /// The chip of a recording.
    ///
    /// - Parameters:
    ///   - chip: what the header calls it.
    ///   - interruptIsActiveHigh: the interrupt's asserted level; nil: it is guessed from when the host went to the
    ///     bus.
    public init(_ trace: BusTrace, chip: FT5x06Model.Configuration, interruptIsActiveHigh: Bool? = nil) {
        address = trace.address
        isM06 = chip.part == .edtM06
        let identity = Int(FocalTechRegisters.identity)
        memory[identity] = chip.chip
        memory[identity + FocalTechRegisters.interruptModeOffset] = FocalTechRegisters.triggerMode
        memory[identity + FocalTechRegisters.firmwareOffset] = chip.firmware
        memory[identity + FocalTechRegisters.vendorOffset] = chip.vendor
        name = Array(" EP0000M06*$".utf8)
        frame = RecordedFocalTech.emptyFrame
        read(trace, interruptIsActiveHigh: interruptIsActiveHigh ?? RecordedReports.looksActiveHigh(trace))
    }

    // MARK: The recording

    private mutating func read(_ trace: BusTrace, interruptIsActiveHigh: Bool) {
        var open: Report?
        var pointer: UInt8 = 0
        func close() {
            if let open, isNews(open) { reports.append(open) }
            open = nil
        }
        for index in 0..<trace.count {
            let (time, event) = trace[index]
            switch event {
            case .interrupt(let isHigh):
                guard isHigh == interruptIsActiveHigh else { continue }
                close()
                open = Report(time: time, isAnnounced: true)
            case .transfer(let written, let read, let error):
                if let first = written.first { pointer = first }
                if let error {
                    guard written.count < 2, isReport(pointer) else { continue }
                    // After a whole report it is the next one's.
                    if let report = open, isNews(report), report.failures.isEmpty { close() }
                    if open == nil { open = Report(time: time, isAnnounced: false) }
                    open?.failures.append(error)
                } else if written.count > 1 {
                    // What the host wrote, the registers keep.
                    if !isM06, reports.isEmpty, open == nil { memory[Int(pointer)] = written[1] }
                } else if isM06 {
                    if pointer == FocalTechRegisters.m06Name, read.count > 1 { name = read }
                    guard pointer == FocalTechRegisters.m06Report, !read.isEmpty else { continue }
                    if hasContent(open) { close() }
                    if open == nil { open = Report(time: time, isAnnounced: false) }
                    for (place, value) in read.prefix(255).enumerated() {
                        open?.bytes.append((UInt8(place), value))
                    }
                } else {
                    for value in read {
                        if isReport(pointer) {
                            if pointer == FocalTechRegisters.status, hasContent(open) { close() }
                            if pointer == FocalTechRegisters.status, open == nil {
                                open = Report(time: time, isAnnounced: false)
                            }
                            open?.bytes.append((pointer, value))
                        } else if reports.isEmpty, !hasContent(open) {
                            memory[Int(pointer)] = value
                        }
                        pointer &+= 1
                    }
                }
            }
        }
        close()
    }

    /// Whether a register belongs to a report, or a command asks for one.
    private func isReport(_ register: UInt8) -> Bool {
        guard !isM06 else { return register == FocalTechRegisters.m06Report }
        let records = FocalTechRegisters.maximumContacts * FocalTechRegisters.recordLength
        let end = FocalTechRegisters.firstRecord + UInt8(truncatingIfNeeded: records)
        return register >= FocalTechRegisters.status && register < end
    }

    /// Whether the status of a report was read.
    private func hasContent(_ report: Report?) -> Bool {
        guard let report else { return false }
        return isM06 ? !report.bytes.isEmpty : report.bytes.contains { $0.place == FocalTechRegisters.status }
    }

    /// Whether the report was read to its end, or failed.
    private func isNews(_ report: Report) -> Bool {
        if !report.failures.isEmpty { return true }
        guard !isM06 else { return !report.bytes.isEmpty }
        guard let status = report.bytes.last(where: { $0.place == FocalTechRegisters.status })?.value else {
            return false
        }
        let count = Int(status & FocalTechRegisters.countMask)
        // More than any chip counts: the driver drops it, whatever the places say.
        guard count <= FocalTechRegisters.maximumContacts else { return true }
        for contact in 0..<count {
            let first = Int(FocalTechRegisters.firstRecord) + contact * FocalTechRegisters.recordLength
            for place in first..<first + FocalTechRegisters.recordUsefulLength
            where !report.bytes.contains(where: { Int($0.place) == place }) {
                return false
            }
        }
        return true
    }

    private static var emptyFrame: [UInt8] {
        var frame = [UInt8](repeating: 0, count: FocalTechRegisters.m06ReportLength)
        frame[0] = FocalTechRegisters.m06Header
        frame[1] = FocalTechRegisters.m06Header
        frame[2] = UInt8(FocalTechRegisters.m06ReportLength)
        for record in 0..<FocalTechRegisters.m06Contacts {
            frame[FocalTechRegisters.m06FirstRecord + record * FocalTechRegisters.m06RecordLength] =
                FocalTechRegisters.Event.none.rawValue << 6
        }
        frame[frame.count - 1] = frame.reduce(0, ^)
        return frame
    }

    // MARK: Time

    public var nextEvent: Instant { next < reports.count ? reports[next].time : .never }

    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
        while nextEvent <= now, nextEvent < .never {
            let report = reports[next]
            next += 1
            if isM06, !report.bytes.isEmpty {
                frame = report.bytes.map { $0.value }
            } else {
                for (place, value) in report.bytes { memory[Int(place)] = value }
            }
            failures = report.failures
            interruptEdges &+= 1
        }
    }

    // MARK: The bus

    public mutating func transfer(
        _ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes
    ) -> BusError? {
        advance(to: instant)
        guard transfer.address == address else { return BusError(errno: 121) }
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        if transfer.readCount > 0, isReport(pointer), !failures.isEmpty { return failures.removeFirst() }
        let command = pointer
        for index in 1..<max(transfer.written.count, 1) {
            if !isM06 { memory[Int(pointer)] = transfer.written[index] }
            pointer &+= 1
        }
        for index in 0..<max(transfer.readCount, 0) {
            if isM06 {
                let answer = command == FocalTechRegisters.m06Name ? name : frame
                bytes.append(index < answer.count ? answer[index] : 0)
            } else {
                bytes.append(memory[Int(pointer)])
                pointer &+= 1
            }
        }
        return nil
    }

    // MARK: Nothing to do for a recording

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) { advance(to: now) }
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) { advance(to: now) }
}
