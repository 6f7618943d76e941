public import TaplineCore

/// Two chips on one bus: who acknowledges the address answers. More are pairs of pairs.
///
/// It is a panel's chip for whoever knows of one only: fingers, lines and the interrupt line are those of ``first``.
public struct ChipPair<First: ChipModel, Second: BusChip>: ChipModel {
    /// The panel's chip.
    public var first: First
    /// The other one.
    public var second: Second

    /// Both chips.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public var nextEvent: Instant { min(first.nextEvent, second.nextEvent) }
    public var interruptIsAsserted: Bool { first.interruptIsAsserted }
    public var interruptEdges: UInt32 { first.interruptEdges }

    public mutating func advance(to now: Instant) {
        first.advance(to: now)
        second.advance(to: now)
    }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        first.drive(line, drive, at: now)
    }
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) { first.setFingers(contacts, at: now) }

    public mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        let error = first.transfer(transfer, at: now, into: &bytes)
        guard error?.kind == .noAcknowledge else { return error }
        bytes.removeAll()
        return second.transfer(transfer, at: now, into: &bytes)
    }
}

extension ChipPair: Sendable where First: Sendable, Second: Sendable {}
