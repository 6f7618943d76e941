import TaplineCore
import TaplineLinux

/// An interrupt line: which edges count, when its level is read, and when it is not listened to.
///
/// The kernel reports edges. One that was missed, or came while nothing could receive it, shows in the level only: so the
/// level is read after transfers. A level that stays asserted is followed a few times in a row, then read as often as a panel
/// without a line is polled. A line that storms would wake the loop for each edge: it is not listened to for a while.
struct InterruptWatch {
    /// An edge that has come.
    struct Edge {
        var time: Instant
        /// When the loop saw it.
        var seenAt: Instant
        /// Whether the kernel's time of it is one of this clock.
        var isPlausible: Bool
    }

    /// After so many reads in a row, a line that is still asserted is polled instead.
    private static var mostFollowedInARow: Int { 7 }

    /// nil: the panel has none.
    let line: InterruptLine?
    private let isActiveHigh: Bool
    private let poller: Poller
    private let tag: UInt32
    /// Edges that the kernel had to drop, as far as it reports them.
    private(set) var lostEdges = CountStart.value
    private var isLevelWanted = true
    private var followedInARow = 0
    /// When the driver last began to read because of an interrupt.
    private var lastRead = Instant(microseconds: .min)
    /// When the level of a line that stays asserted is read again.
    private var nextLevelRead = Instant.never
    /// Until when the line is not listened to; ``Instant/never``: it is.
    private var pausedUntil = Instant.never
    private var isDriven = false
    private var isHigh = true

    init(_ line: InterruptLine?, poller: Poller, tag: UInt32) {
        self.line = line
        self.poller = poller
        self.tag = tag
        isActiveHigh = line?.isActiveLow == false
    }

    /// When the line wants attention without anything happening.
    var deadline: Instant { min(nextLevelRead, pausedUntil) }

    /// Has the poller wait for edges; where there is no line, for `descriptor`, unless that is -1.
    func listen(otherwise descriptor: Int32) {
        guard pausedUntil == .never else { return }
        let descriptor = line?.descriptor ?? descriptor
        if descriptor >= 0 { poller.watch(descriptor, tag: tag, reading: true) }
    }

    /// Does not listen while the driver ignores interrupts, from `now` until `instant`.
    mutating func pauseListening(until instant: Instant, at now: Instant) {
        guard instant > now, pausedUntil == .never, let line, line.descriptor >= 0 else { return }
        pausedUntil = instant
        poller.forget(line.descriptor)
    }

    /// Ends a pause that is over, and returns whether it did: then ``listen(otherwise:)`` is next.
    mutating func endPause(at now: Instant) -> Bool {
        guard pausedUntil <= now else { return false }
        pausedUntil = .never
        return true
    }

    /// Takes the edges that have come, and returns the newest; nil: none has. The chip keeps one report, so
    /// older edges are dropped.
    mutating func readEdges() throws(DeviceError) -> Edge? {
        guard let edges = try line?.readEdges() else { return nil }
        lostEdges &+= edges.lost
        followedInARow = 0
        let now = MonotonicClock.now
        let isPlausible = edges.newest.isPlausible(at: now)
        return Edge(time: isPlausible ? edges.newest : now, seenAt: now, isPlausible: isPlausible)
    }

    /// Whether the edge came after the last read began.
    func isAfterLastRead(_ edge: Edge) -> Bool { edge.time > lastRead }

    /// The driver began to read because of an interrupt.
    mutating func readBegan(at now: Instant) { lastRead = now }

    /// There was a transfer: the level is read when the driver waits.
    mutating func transferred() { isLevelWanted = true }

    /// Whether the line is asserted after a transfer; nil: its level need not be read.
    mutating func readLevel() throws(DeviceError) -> Bool? {
        guard let line, isLevelWanted else { return nil }
        isLevelWanted = false
        guard try line.isAsserted() else {
            followedInARow = 0
            nextLevelRead = .never
            return false
        }
        return true
    }

    /// Whether a line that is still asserted counts as another interrupt; otherwise it is read again after `period`.
    mutating func shouldFollowLevel(retryAfter period: Microseconds) -> Bool {
        followedInARow += 1
        if followedInARow > Self.mostFollowedInARow { nextLevelRead = MonotonicClock.now + period }
        return followedInARow <= Self.mostFollowedInARow
    }

    /// Whether the level of a line that stays asserted is to be read now. If so, the next read is no longer due.
    mutating func takeDueLevelRead(at now: Instant) -> Bool {
        guard nextLevelRead <= now else { return false }
        nextLevelRead = .never
        isLevelWanted = true
        // (One more read: a line that is stuck may hide a report.)
        followedInARow = Self.mostFollowedInARow - 1
        return true
    }

    /// Notes the line's level: whether it has changed, and whether it is high.
    mutating func noteLevel(isAsserted: Bool) -> (hasChanged: Bool, isHigh: Bool) {
        let isHigh = isAsserted == isActiveHigh
        defer { self.isHigh = isHigh }
        return (isHigh != self.isHigh, isHigh)
    }

    /// Drives the line, for a reset.
    mutating func drive(_ drive: LineDrive) throws(DeviceError) {
        isDriven = drive != .release
        try line?.drive(drive)
    }

    /// Makes the line an input again, from the middle of a reset.
    mutating func release() throws(DeviceError) {
        if isDriven { try line?.drive(.release) }
    }
}
