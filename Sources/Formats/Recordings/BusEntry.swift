public import TaplineCore

/// Something that happened between host and chip: one line of a `bus/1` trace, and the lines the host drove.
public struct BusEntry: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// A transfer with the chip at the 7-bit address: what was written, then what was read, or why it failed.
        case transfer(address: UInt8, written: [UInt8], read: [UInt8], error: BusError?)
        /// The host drove a line, or let go of it.
        case line(ControllerLine, LineDrive)
        /// The chip asserted its interrupt line, or stopped asserting it.
        case interrupt(Bool)
    }

    /// When it happened.
    public var time: Instant
    /// What happened.
    public var kind: Kind

    /// `kind` happened at `time`.
    public init(time: Instant, kind: Kind) {
        self.time = time
        self.kind = kind
    }
}
