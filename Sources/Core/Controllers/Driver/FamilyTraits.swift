public import TaplineTouches

/// What never changes of a family of chips: times, what interrupts mean, how the chip sleeps. It is a value, so a driver may also be
/// that of a family which is known only when the program runs.
public struct FamilyTraits: Sendable {
    // MARK: Times

    /// How long a report may lag behind its interrupt; zero: not at all.
    public var readyPatience = Microseconds.zero
    /// An interrupt so soon after a look is what was looked at, not another report; zero: every one is a report.
    public var echo = Microseconds.zero
    /// After an interrupt without a good report: when the driver looks once more.
    public var secondLook = Microseconds.milliseconds(20)
    /// A report of which a part was lost or wrong may have been that of a lift: how long its fingers wait for a good one
    /// until they are told to have gone; ``Microseconds/unlimited``: the chip shows what is.
    public var lossTimeout = Microseconds.unlimited
    /// From identification to the first liveness check, nil: as long as between two.
    public var firstLivenessCheck: Microseconds?
    /// From the last transfer that makes the chip ready to the first look.
    public var settleTime = Microseconds.zero
    /// How long the chip may not be woken after the command that sends it to sleep.
    public var fallsAsleepIn = Microseconds.zero

    // MARK: Interrupts and reports

    /// More interrupts in half a second are a storm. No touch chip scans more than 240 times a second.
    public var mostInterrupts: Int32 = 250
    /// Whether a chip that is silent is asked whether it lives, rather than for a report.
    public var provesLifeWhenSilent = false
    /// Whether looks for as many contacts are alike, so that one need not be made again.
    public var looksAlike = false
    /// Whether the chip wants to be told that its report has been read, by ``ChipFamily/acknowledge()``.
    public var isAcknowledged = false

    // MARK: Sleep

    /// Whether a chip that nobody has woken by a reset may answer for a while after its interrupt alone.
    public var answersWhenTouched = false
    /// Whether an interrupt of the sleeping chip wakes it.
    public var wakesItself = false

    /// What most families have, after `change`.
    @inlinable @inline(__always)
    public init(_ change: (inout FamilyTraits) -> Void = { _ in }) { change(&self) }
}
