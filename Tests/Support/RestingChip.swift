public import TaplineChipModels
public import TaplineCore

/// A chip that answers transfers, and does nothing else.
public protocol RestingChip: ChipModel {}

extension RestingChip {
    public mutating func advance(to now: Instant) {}
    public var nextEvent: Instant { .never }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
    public mutating func setFingers(_ contacts: Contacts, at now: Instant) {}
    public var interruptIsAsserted: Bool { false }
    public var interruptEdges: UInt32 { 0 }
}
