import TaplineCore

/// What a Goodix chip had in its registers for one report, as far as a recording shows it.
struct RecordedReport: Sendable {
    /// When the chip is to ask for attention: the recorded interrupt; without one the first transfer that saw something.
    var time: Instant
    /// Whether an interrupt was recorded.
    var isAnnounced: Bool
    /// What the status was before it was ready, nil where the host saw it ready at once.
    var unready: UInt8?
    /// The ready status, nil where the host saw none.
    var ready: UInt8?
    /// When the host saw it.
    var readyTime = Instant.zero
    /// The recorded bytes behind the status.
    var bytes: [(register: UInt16, value: UInt8)] = []
    /// Reads that failed.
    var failingReads: [BusError] = []
    /// Acknowledges that failed.
    var failingAcknowledges: [BusError] = []
    /// How many bytes behind the status the recording reaches.
    private var length = 0

    init(time: Instant, isAnnounced: Bool) {
        self.time = time
        self.isAnnounced = isAnnounced
    }

    /// Whether the chip has anything to ask attention for. A poll that saw nothing is none.
    var isNews: Bool { isAnnounced || ready != nil || !failingReads.isEmpty }

    /// Whether the host has read a ready status and the places of all contacts that it counts.
    var isComplete: Bool {
        guard let ready else { return false }
        let contacts = Int(ready & GoodixRegisters.countMask)
        guard contacts > 0, contacts <= GoodixRegisters.maximumContacts else { return true }
        return length >= (contacts - 1) * GoodixRegisters.recordLength + GoodixRegisters.recordSizeOffset
    }

    mutating func add(status: UInt8, at time: Instant) {
        if status & GoodixRegisters.readyBit != 0 {
            if ready == nil { readyTime = time }
            ready = status
        } else if unready == nil, ready == nil {
            unready = status
        }
    }

    mutating func add(_ value: UInt8, at register: UInt16) {
        bytes.append((register, value))
        length = max(length, Int(register - GoodixRegisters.firstRecord) + 1)
    }

    /// A report whose places were not read says nothing about fingers, least of all about a finger at (0, 0).
    mutating func finish() {
        guard ready != nil, !isComplete else { return }
        ready = nil
        unready = unready ?? 0
    }
}

/// Splits a recording of a Goodix chip into reports.
///
/// The recording's host may have read status and places in other transfers than a driver that is to read them again.
/// So everything up to an acknowledge or the next interrupt belongs to one report.
struct RecordedReports {
    /// The reports, in order.
    private(set) var reports: [RecordedReport] = []
    /// What lay in other registers before the first report.
    private(set) var registers: [(register: UInt16, value: UInt8)] = []

    private var open: RecordedReport?
    private var pointer: UInt16 = 0
    private var hasReports = false

    /// A ready status later than this after its interrupt is a report of its own: a driver waits no longer.
    static var patience: Microseconds { .milliseconds(20) }

    /// - Parameter interruptIsActiveHigh: the asserted level; nil: the one after which the host went to the bus more
    ///   often.
    init(_ trace: BusTrace, interruptIsActiveHigh: Bool?) {
        let isActiveHigh = interruptIsActiveHigh ?? RecordedReports.looksActiveHigh(trace)
        for index in 0..<trace.count {
            let (time, event) = trace[index]
            switch event {
            case .interrupt(let isHigh):
                guard isHigh == isActiveHigh else { continue }
                close()
                open = RecordedReport(time: time, isAnnounced: true)
            case .transfer(let written, let read, let error):
                if let error {
                    fail(written, error, at: time)
                } else {
                    take(written, read, at: time)
                }
            }
        }
        close()
        for index in reports.indices { reports[index].finish() }
        reports.removeAll { !$0.isNews }
    }

    static func looksActiveHigh(_ trace: BusTrace) -> Bool {
        var balance = 0
        var level: Bool?
        for index in 0..<trace.count {
            switch trace[index].event {
            case .interrupt(let isHigh): level = isHigh
            case .transfer:
                if let isHigh = level { balance += isHigh ? 1 : -1 }
                level = nil
            }
        }
        return balance > 0
    }

    /// Whether `register` belongs to a report.
    static func isReport(_ register: UInt16) -> Bool {
        register >= GoodixRegisters.status && register <= GoodixRegisters.status + UInt16(BusTrace.mostRead)
    }

    private mutating func close() {
        if let report = open, report.isNews { reports.append(report) }
        open = nil
    }

    /// Whether the open report is over although no acknowledge was seen.
    private var isOver: Bool {
        guard let open else { return true }
        if open.isComplete { return open.failingAcknowledges.isEmpty }
        return !open.isAnnounced && open.ready == nil
    }

    private mutating func fail(_ written: [UInt8], _ error: BusError, at time: Instant) {
        let register = RecordedReports.register(written) ?? pointer
        if written.count > 2 {
            let index = 2 + Int(GoodixRegisters.status) - Int(register)
            if index >= 2, index < written.count, written[index] == 0 { open?.failingAcknowledges.append(error) }
        } else if RecordedReports.isReport(register) {
            if isOver {
                // A failure by itself: what is read next has its own time.
                close()
                var report = RecordedReport(time: time, isAnnounced: false)
                report.failingReads.append(error)
                reports.append(report)
            } else {
                open?.failingReads.append(error)
            }
        }
    }

    private mutating func take(_ written: [UInt8], _ read: [UInt8], at time: Instant) {
        if let register = RecordedReports.register(written) {
            pointer = register
            for value in written.dropFirst(2) {
                if pointer == GoodixRegisters.status, value == 0 {
                    close()
                } else if pointer < GoodixRegisters.identity, !hasReports {
                    registers.append((pointer, value))
                }
                pointer &+= 1
            }
        }
        for value in read {
            if pointer == GoodixRegisters.status {
                take(status: value, at: time)
            } else if RecordedReports.isReport(pointer) {
                take(value, at: pointer)
            } else if !hasReports {
                registers.append((pointer, value))
            }
            pointer &+= 1
        }
    }

    private mutating func take(status: UInt8, at time: Instant) {
        let isReady = status & GoodixRegisters.readyBit != 0
        if isReady { hasReports = true }
        let isLate =
            if let open {
                isReady && open.ready == nil && open.unready != nil && open.time + RecordedReports.patience < time
            } else {
                false
            }
        if isOver || isLate {
            close()
            open = RecordedReport(time: time, isAnnounced: false)
        }
        open?.add(status: status, at: time)
    }

    private mutating func take(_ value: UInt8, at register: UInt16) {
        if open != nil {
            open?.add(value, at: register)
        } else if let last = reports.indices.last, reports[last].ready != nil, !reports[last].isComplete {
            // A host that acknowledges before it reads.
            reports[last].add(value, at: register)
        }
    }

    private static func register(_ written: [UInt8]) -> UInt16? {
        written.count >= 2 ? UInt16(written[0]) << 8 | UInt16(written[1]) : nil
    }
}
