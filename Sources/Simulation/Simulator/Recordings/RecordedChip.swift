public import TaplineCore

/// A wrapper around any chip that records what goes between host and chip, in order.
public struct RecordedChip<Chip: ChipModel>: ChipModel {
    /// The chip.
    public var chip: Chip
    /// What happened so far.
    public private(set) var entries: [BusEntry] = []
    private var wasAsserted = false
    private var edges: UInt32 = 0

    /// Records what happens to `chip` from now on.
    public init(_ chip: Chip) {
        self.chip = chip
        wasAsserted = chip.interruptIsAsserted
        edges = chip.interruptEdges
    }

    /// Forgets what happened so far.
    public mutating func forgetEntries() { entries = [] }

    /// The transfers so far.
    public var transfers: [BusEntry] {
        entries.filter {
            if case .transfer = $0.kind { true } else { false }
        }
    }

    public var nextEvent: Instant { chip.nextEvent }
    public var interruptIsAsserted: Bool { chip.interruptIsAsserted }
    public var interruptEdges: UInt32 { chip.interruptEdges }

    public mutating func advance(to now: Instant) {
        // One event at a time, so that each change of the interrupt line is recorded when it happens.
        while chip.nextEvent <= now, chip.nextEvent < .never {
            let event = chip.nextEvent
            chip.advance(to: event)
            recordInterrupt(at: event)
        }
        chip.advance(to: now)
    }

    public mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: now)
        let before = bytes.count
        let error = chip.transfer(transfer, at: now, into: &bytes)
        var written: [UInt8] = []
        for index in 0..<transfer.written.count { written.append(transfer.written[index]) }
        var read: [UInt8] = []
        for index in before..<bytes.count { read.append(bytes[index]) }
        record(.transfer(address: transfer.address, written: written, read: read, error: error), at: now)
        recordInterrupt(at: now)
        return error
    }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        advance(to: now)
        record(.line(line, drive), at: now)
        chip.drive(line, drive, at: now)
        recordInterrupt(at: now)
    }

    public mutating func setFingers(_ contacts: Contacts, at now: Instant) {
        advance(to: now)
        chip.setFingers(contacts, at: now)
        recordInterrupt(at: now)
    }

    private mutating func record(_ kind: BusEntry.Kind, at now: Instant) {
        entries.append(BusEntry(time: now, kind: kind))
    }

    private mutating func recordInterrupt(at now: Instant) {
        let isAsserted = chip.interruptIsAsserted
        // Released and asserted again within one call.
        if isAsserted, wasAsserted, chip.interruptEdges != edges { record(.interrupt(false), at: now) }
        if isAsserted != wasAsserted || chip.interruptEdges != edges { record(.interrupt(isAsserted), at: now) }
        wasAsserted = isAsserted
        edges = chip.interruptEdges
    }
}

extension RecordedChip: Sendable where Chip: Sendable {}
