import TaplineCore
import TaplineFormats

/// A chip that is nothing but its recording: it answers what it has answered then, in that order, and interrupts when it did.
///
/// The recording's driver was the same one, so it asks the same. Where it has asked without an interrupt that the recording
/// shows, as a loop does that looks at the line's level, it is given one. An answer that the driver does not ask for any more
/// is left out; a question that the recording does not answer fails.
final class RecordedWires: BoardChipModel {
    private let entries: [(time: Instant, event: BusTrace.Event)]
    private let assertedLevel: Bool?
    private var next = 0
    private var isAsserted = false
    private var edges: UInt32 = 0
    /// The answer that the driver was told of by an interrupt.
    private var announced = -1
    /// How many questions the recording did not answer.
    private(set) var unanswered = 0

    /// How much later than in the recording the driver may ask by itself, and with an interrupt.
    private static var hesitation: Microseconds { .milliseconds(1) }
    private static var patience: Microseconds { .milliseconds(100) }

    init(_ record: AcceptanceRecord) {
        entries = record.entries.compactMap { entry in
            if case .bus(let event) = entry.kind { (entry.time, event) } else { nil }
        }
        assertedLevel = record.head.interruptIsActiveHigh
    }

    override var nextEvent: Instant {
        guard next < entries.count else { return .never }
        if case .interrupt = entries[next].event { return entries[next].time }
        return entries[next].time + (announced == next ? Self.patience : Self.hesitation)
    }

    override func advance(to now: Instant) {
        while nextEvent <= now, next < entries.count {
            switch entries[next].event {
            case .interrupt(let isHigh):
                isAsserted = isHigh == assertedLevel
                edges &+= isAsserted ? 1 : 0
                next += 1
            case .transfer:
                guard announced == next else {
                    announced = next
                    edges &+= 1
                    return
                }
                next += 1
            }
        }
    }

    override func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        let asked = (0..<transfer.written.count).map { transfer.written[$0] }
        for index in next..<min(next + 8, entries.count) {
            guard case .transfer(let written, let read, let error) = entries[index].event, written == asked else {
                continue
            }
            next = index + 1
            for byte in read { bytes.append(byte) }
            return error
        }
        unanswered += 1
        return BusError(errno: 6)
    }

    override var interruptIsAsserted: Bool { isAsserted }
    override var interruptEdges: UInt32 { edges }
}
