public import TaplineCore

/// A wrapper around any chip whose wires fail when they are told to: for tests of what stands above them.
public struct UnreliableChip<Chip: ChipModel>: ChipModel {
    /// The chip.
    public var chip: Chip
    /// How many of the next transfers fail.
    public var failingTransfers = 0
    /// How they fail; by default nobody acknowledges the address: error 6 (ENXIO).
    public var failure = BusError(errno: 6)
    /// Whether the cable is out: no device acknowledges, and the interrupt line rests. The chip goes on all the same.
    public var isUnplugged = false

    /// A chip that is as reliable as ever, until its faults are set.
    public init(_ chip: Chip) { self.chip = chip }

    public var nextEvent: Instant { chip.nextEvent }
    public var interruptIsAsserted: Bool { !isUnplugged && chip.interruptIsAsserted }
    public var interruptEdges: UInt32 { chip.interruptEdges }

    public mutating func advance(to now: Instant) { chip.advance(to: now) }
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) { chip.setFingers(contacts, at: now) }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        if !isUnplugged { chip.drive(line, drive, at: now) }
    }

    public mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        if isUnplugged { return BusError(errno: 6) }
        if failingTransfers > 0 {
            failingTransfers -= 1
            return failure
        }
        return chip.transfer(transfer, at: now, into: &bytes)
    }
}

extension UnreliableChip: Sendable where Chip: Sendable {}
