public import TaplineCore

/// A Goodix chip whose registers hold what a recording read from them: a real driver meets the bytes of a real chip.
///
/// The driver need not ask what the recording's host asked. Reads up to an acknowledge or the next interrupt are taken
/// together as one report; at its time the registers get that content, and the interrupt is asserted until the driver
/// acknowledges.
/// - That time is the recorded interrupt's. Where no interrupt was recorded (the chip was polled) it is that of the first
///   read that saw something: the interrupt is asserted then all the same, so that the driver needs no polls to meet
///   the recorded times. Polls that saw nothing are left out.
/// - A status that was not ready at first is not ready at the driver's first look either, nor before the recorded time
///   at which it was.
/// - A recorded failure makes one of the driver's transfers fail: an acknowledge where an acknowledge failed, otherwise
///   a read.
/// - A report that comes while the last one is not acknowledged waits for that, but not longer than 20 ms.
/// - Bytes that were not recorded are 0, but a report of which not all places were recorded is never ready.
/// - What was read before the first report, such as the identity, lies in its registers all the time. Where that is
///   not recorded, the chip answers as the recording's header calls it, with firmware 0.
public struct RecordedRegisters: ChipModel, Sendable {
    /// The address at which the chip answers.
    public let address: UInt8
    /// Raw pixels across and down: recorded, or else what was asked for.
    public let size: (width: Int, height: Int)

    public private(set) var interruptIsAsserted = false
    public private(set) var interruptEdges: UInt32 = 0

    private let reports: [RecordedReport]
    private var memory = [UInt8](repeating: 0, count: 1 << 16)
    private var pointer: UInt16 = 0
    private var now = Instant(microseconds: .min)
    /// The next report.
    private var next = 0
    /// The report that was published last, and what has become of it.
    private var current = RecordedReport(time: .zero, isAnnounced: false)
    private var isAcknowledged = true
    private var looks = 0
    private var wasShown = false
    private var failedReads = 0
    private var failedAcknowledges = 0
    private var heldUntil = Instant.zero

    /// The chip of a recording.
    ///
    /// - Parameters:
    ///   - width: raw pixels across where the recording does not say, 1…65535.
    ///   - height: raw pixels down where the recording does not say, 1…65535.
    ///   - interruptIsActiveHigh: the interrupt's asserted level; nil: it is guessed from when the host went to the bus.
    public init(_ trace: BusTrace, width: Int = 4_096, height: Int = 4_096, interruptIsActiveHigh: Bool? = nil) {
        address = trace.address
        let recorded = RecordedReports(trace, interruptIsActiveHigh: interruptIsActiveHigh)
        reports = recorded.reports
        let identity = Int(GoodixRegisters.identity)
        let across = identity + GoodixRegisters.identityWidthOffset
        let down = identity + GoodixRegisters.identityHeightOffset
        for (index, byte) in capitals(trace.chip).utf8.dropFirst(2).prefix(4).enumerated() {
            memory[identity + index] = byte
        }
        for (place, number) in [(across, UInt16(clamping: width)), (down, UInt16(clamping: height))] {
            memory[place] = UInt8(truncatingIfNeeded: number)
            memory[place + 1] = UInt8(truncatingIfNeeded: number >> 8)
        }
        for (register, value) in recorded.registers { memory[Int(register)] = value }
        let said = (
            width: Int(memory[across]) | Int(memory[across + 1]) << 8,
            height: Int(memory[down]) | Int(memory[down + 1]) << 8
        )
        size = said.width > 0 && said.height > 0 ? said : (width, height)
    }

    // MARK: Time

    public var nextEvent: Instant { due }

    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
        while next < reports.count, due <= now { publish(at: due) }
    }

    /// When the next report is published.
    private var due: Instant {
        guard next < reports.count else { return .never }
        return isOutstanding ? max(reports[next].time, heldUntil) : reports[next].time
    }

    /// Whether the driver has something to do about the last report still.
    private var isOutstanding: Bool {
        !isAcknowledged && (current.ready != nil || failedReads < current.failingReads.count)
    }

    private mutating func publish(at instant: Instant) {
        current = reports[next]
        next += 1
        isAcknowledged = false
        looks = 0
        wasShown = false
        failedReads = 0
        failedAcknowledges = 0
        heldUntil = max(instant, current.readyTime) + RecordedReports.patience
        let first = Int(GoodixRegisters.firstRecord)
        for register in first..<first + BusTrace.mostRead { memory[register] = 0 }
        for (register, value) in current.bytes { memory[Int(register)] = value }
        interruptIsAsserted = true
        interruptEdges &+= 1
    }

    // MARK: The bus

    public mutating func transfer(
        _ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes
    ) -> BusError? {
        advance(to: instant)
        // What was waiting for this report to be dealt with comes at once.
        defer { advance(to: now) }
        guard transfer.address == address else { return BusError(errno: 121) }
        let written = transfer.written
        let register = written.count >= 2 ? UInt16(written[0]) << 8 | UInt16(written[1]) : pointer
        if let error = failure(of: transfer, at: register) { return error }
        pointer = register
        var index = 2
        while index < written.count {
            write(written[index])
            index += 1
        }
        for _ in 0..<max(transfer.readCount, 0) { bytes.append(read()) }
        return nil
    }

    private mutating func failure(of transfer: Transfer, at register: UInt16) -> BusError? {
        guard !isAcknowledged else { return nil }
        if transfer.readCount > 0 {
            guard RecordedReports.isReport(register), failedReads < current.failingReads.count else { return nil }
            failedReads += 1
            return current.failingReads[failedReads - 1]
        }
        guard transfer.written.count > 2, register == GoodixRegisters.status,
            failedAcknowledges < current.failingAcknowledges.count
        else { return nil }
        failedAcknowledges += 1
        return current.failingAcknowledges[failedAcknowledges - 1]
    }

    /// The byte at the pointer, which moves on.
    private mutating func read() -> UInt8 {
        let register = pointer
        pointer &+= 1
        return register == GoodixRegisters.status ? status() : memory[Int(register)]
    }

    /// What the status says; asking moves on.
    private mutating func status() -> UInt8 {
        guard !isAcknowledged else { return 0 }
        looks += 1
        guard let ready = current.ready else { return current.unready ?? 0 }
        if let unready = current.unready, looks == 1 || now < current.readyTime { return unready }
        wasShown = true
        return ready
    }

    /// Writes to the register at the pointer, which moves on.
    private mutating func write(_ value: UInt8) {
        let register = pointer
        pointer &+= 1
        if register == GoodixRegisters.status, value == 0, wasShown {
            isAcknowledged = true
            interruptIsAsserted = false
        } else if register < GoodixRegisters.identity {
            memory[Int(register)] = value
        }
    }

    // MARK: Nothing to do for a recording

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) { advance(to: now) }
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) { advance(to: now) }
}
