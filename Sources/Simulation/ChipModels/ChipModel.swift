public import TaplineCore

/// A chip on a bus that is simulated, register by register, behind the same contract that real ones have: transfers, lines,
/// an interrupt.
///
/// Time only comes from outside, and never runs backwards. A model does by itself what a chip does by itself (an
/// interrupt pulse ends, a reset is over) when it is given the time; ``nextEvent`` says when that is worthwhile.
public protocol BusChip {
    /// Lets time pass until `now`: everything that the chip does by itself until then has been done afterwards.
    mutating func advance(to now: Instant)

    /// When the chip does something by itself next, later than the last instant it was given; ``Instant/never``: not
    /// unless something happens to it.
    var nextEvent: Instant { get }

    /// Answers one transfer.
    ///
    /// - Parameter bytes: empty when called; what the chip sends is appended.
    /// - Returns: nil when the transfer went through.
    mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError?

    /// The host drives a line, or lets go of it.
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant)

    /// Whether the chip asserts its interrupt line at the last instant it was given.
    var interruptIsAsserted: Bool { get }

    /// How often the chip has begun to assert its interrupt line, wrapping around: pulses that are over are seen too,
    /// as a kernel sees edges.
    var interruptEdges: UInt32 { get }
}

/// A touch controller that is simulated: a chip with fingers on it.
public protocol ChipModel: BusChip {
    /// One scan of the panel: these are the fingers on it, in raw pixels.
    mutating func setFingers(_ contacts: Contacts, at now: Instant)
}

extension Contacts {
    /// Whether a finger of this name is among them.
    func has(_ id: Int32) -> Bool {
        for index in 0..<count where self[index].id == id { return true }
        return false
    }
}
