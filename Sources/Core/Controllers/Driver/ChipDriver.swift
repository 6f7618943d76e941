public import TaplineTouches

/// The driver of any chip: a state machine around what a ``ChipFamily`` knows.
///
/// It resets the chip, looks for it at each of its addresses and waits for one that is not there, makes it ready, and
/// then reads each report in as few transfers as the family needs, acknowledges it where the chip wants that, and tells
/// it. A transfer that fails is tried again, a run of failures resets the chip, and so does a chip that no longer proves
/// that it lives.
///
/// The steps of each part stand in files of their own: `ChipDriver+Identification` (with the reset),
/// `ChipDriver+Report`, `ChipDriver+Recovery`, `ChipDriver+Sleep`.
public struct ChipDriver<Family: ChipFamily>: BusDriver, Sendable {
    /// What the driver does at the moment, and thus what comes next.
    enum State: Equatable, Sendable {
        /// Not started.
        case off

        // Reset: lines to set, and waits
        case drivingLine, settling

        // Identification
        case rousing, identifying, waitingToIdentify, waitingForAnyone, preparing

        // Running
        case watching, reading, waitingForReady, acknowledging, reporting, checkingLiveness

        // Between the write and the read of a transfer
        case turningAround

        // Sleep
        case fallingAsleep, asleep

        // Trouble
        case reportingFault, waitingToRetry
    }

    /// What follows once a fault has been reported.
    enum Afterwards: Equatable, Sendable {
        case retry, recover, beginAnew, identifyAgain, nextAddress, waitForAnyone, acknowledge, watch, beReady
    }

    /// What the board says of the chip.
    public let configuration: Configuration
    /// What the chip said of itself; not known while it is being reset.
    public internal(set) var identity = ControllerIdentity()
    /// The chip's own part.
    public internal(set) var family: Family
    var traits: FamilyTraits { family.traits }

    var state = State.off
    public internal(set) var waitsUntil = Instant.never
    /// The transfer of a state that has one.
    var request = Transfer(address: 0, written: ShortBytes())
    /// Whether it goes in two parts: a chip that needs time between write and read gets them one by one, nobody waits on
    /// the bus. And whether the write has gone through.
    var isInTwoParts = false
    var hasWritten = false
    /// For how many contacts ``request`` looks, where that is all in which the family's looks differ; -1: it is none.
    var looksFor: Int {
        get { Int(looksForCount) }
        set { looksForCount = Int8(truncatingIfNeeded: newValue) }
    }
    private var looksForCount: Int8 = -1
    /// The lines and waits under way, their next step, and the line that the present one drives.
    var script = Script.reset
    var scriptStep: UInt8 = 0
    public internal(set) var line = ControllerLine.reset
    public internal(set) var drive = LineDrive.release
    /// The fault being reported, and what follows it.
    public internal(set) var fault = ControllerFault.reset
    var afterwards = Afterwards.watch
    /// The state to return to after a pause: its transfer is tried again, or it goes on.
    var retried = State.off
    /// Transfers that failed one after the other.
    var failures: UInt8 = 0
    /// When the driver last gave up and reset the chip.
    var recoveredAt = Self.longAgo

    // Identification
    /// The 7-bit address being tried, or at which the chip was found, and which of the board's it is. (Not looked up for each transfer.)
    var address: UInt8
    var addressIndex: UInt8 = 0
    var tries: UInt8 = 0
    var answeredHere = false
    var answeredAnywhere = false
    /// Why whoever answered here last is of no use.
    var refusal = ControllerFault.wrongIdentity

    // Reports
    /// The report being read, or that was read last.
    public internal(set) var report = Family.Report()
    /// Whether the report is still to be told: after the acknowledge.
    var hasUntoldReport = false
    /// Why the acknowledge of a report that is being told failed.
    var acknowledgeError: BusError?
    var acknowledgedAt = Self.longAgo
    /// When the driver last began to look for a report, and until when one that is not ready is waited for.
    var lookedAt = Self.longAgo
    var patience = Instant.zero
    public var reportTime: Instant { lookedAt }
    /// When the driver looks for a report unasked, and when it looks once more for one that an interrupt announced.
    var nextLook = Instant.never
    var secondLookAt = Instant.never
    /// How often a chip without an interrupt line is asked, with and without a finger.
    var polls: (active: Microseconds, idle: Microseconds)
    /// Until when interrupts are not listened to, because they stormed; how many have come since when, and how many looks
    /// that they led to brought nothing.
    public internal(set) var ignoresInterruptsUntil = Self.longAgo
    var interrupts: Int32 = 0
    var interruptsSince = Self.longAgo
    var vainLooks: Int16 = 0
    /// Reports that made no sense, one after the other; wraps.
    var dropsInARow: UInt16 = 0
    /// How often the same one has been read and made no sense.
    var rereads: UInt8 = 0
    /// Interrupts that brought no report, one after the other, wraps; and when the last one came.
    var vainInARow: UInt16 = 0
    var vainAt = Self.longAgo
    /// Whether the touches of before a reset wait for a report, and when none has come for long enough.
    var owesReport = false
    /// Whether the owed report stands for one that could not be read; otherwise for fingers of before a reset or a sleep.
    var hasLostReport = false
    var owedAt = Instant.never

    /// Whether the chip is to sleep.
    var isToSleep = false

    var nextLivenessCheck = Instant.never
    /// When the chip last proved that it lives, ``Instant/never``: it never does; and when it has been silent for so long
    /// under a finger that it has to.
    var provedAliveAt = Self.longAgo
    var silentAt = Instant.never
    /// Whether the check under way has been doubtful once.
    var isLifeDoubted = false

    static var longAgo: Instant { Instant(microseconds: .min) }

    /// The driver of the chip that `configuration` describes.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        polls = (
            max(configuration.activePoll, ChipTiming.shortestPoll), max(configuration.idlePoll, ChipTiming.shortestPoll)
        )
        family = Family(configuration)
        address = configuration.address
    }

    public mutating func pollIdle(every period: Microseconds?) {
        polls.idle = max(period ?? configuration.idlePoll, ChipTiming.shortestPoll)
    }

    @inline(__always)
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        if case .transferred = input { take(&received, at: now) } else { takeOther(input, at: now) }
    }

    @inline(__always)
    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction { take(input, at: now) }

    /// Goes on to the state in which `input` leaves the driver. One that does not fit the state, such as an interrupt while
    /// a reset waits, is ignored: the answer is the last action again.
    @inline(__always)
    private mutating func take(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        switch input {
        case .start:
            isToSleep = false
            return begin(at: now)
        case .proceed: return proceed(at: now)
        case .interrupt:
            if state == .turningAround { secondLookAt = now }
            return state == .watching ? interrupted(at: now) : interruptedOtherwise(at: now)
        case .sleep: return toSleep(at: now)
        case .wakeUp: return toWakeUp(at: now)
        case .wake:
            guard now >= waitsUntil else { return action }
            return state == .watching ? watched(at: now) : awake(at: now)
        case .lineSet: return state == .drivingLine ? resume(at: now) : action
        case .transferred: return takeNothing(at: now)
        case .transferFailed(let error):
            hasWritten = false
            return failed(error, at: now)
        }
    }

    @inline(never)
    private mutating func takeOther(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        take(input, at: now)
    }

    @inline(never)
    private mutating func takeNothing(at now: Instant) -> ControllerAction {
        var nothing = BusBytes()
        return take(&nothing, at: now)
    }

    /// The transfer has gone through.
    @inline(never)
    private mutating func take(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        guard state == .reading || action == .transfer else { return action }
        guard !isInTwoParts || hasWritten else {
            hasWritten = true
            retried = state
            return wait(.turningAround, until: now + configuration.transferDelay)
        }
        hasWritten = false
        // A short read is a failed one: bytes that did not come must not look like a finger at (0, 0).
        guard received.count >= request.readCount else { return failed(BusError(errno: 5), at: now) }
        failures = 0
        return state == .reading ? read(&received, at: now) : transferred(&received, at: now)
    }

    /// What comes next in this state: the same every time it is asked.
    var action: ControllerAction {
        switch state {
        case .drivingLine: .line
        case .rousing, .identifying, .preparing, .reading, .acknowledging, .checkingLiveness, .fallingAsleep: .transfer
        case .reporting: .report
        case .reportingFault: .fault
        case .off, .settling, .waitingToIdentify, .waitingForAnyone, .watching, .waitingForReady, .waitingToRetry,
            .turningAround, .asleep:
            .wait
        }
    }

    /// The transfer, or the part of it that is due.
    public var transfer: Transfer {
        mutating get { isInTwoParts ? part : request }
    }

    private var part: Transfer {
        @inline(never) mutating get {
            var part = request
            if hasWritten { part.written = ShortBytes() } else { part.readCount = 0 }
            return part
        }
    }

    // MARK: Going on

    /// The chip is due: to be looked at, to sleep, or to show that it lives.
    @inline(__always)
    private mutating func watched(at now: Instant) -> ControllerAction {
        guard !isToSleep else { return fallAsleep(at: now) }
        guard now < nextLivenessCheck, now < silentAt else { return checkLiveness() }
        return look(at: now, isAnnounced: isOverStorm(at: now))
    }

    @inline(never)
    private mutating func awake(at now: Instant) -> ControllerAction {
        switch state {
        case .settling: return resume(at: now)
        case .waitingToIdentify: return send(family.identificationRequest(), .identifying)
        case .waitingForAnyone: return begin(at: now)
        case .waitingForReady: return read()
        case .waitingToRetry, .turningAround: return enter(retried)
        case .asleep: return resumeSleep(at: now)
        default: return action
        }
    }

    /// A transfer has gone through that is not one of a report.
    @inline(never)
    private mutating func transferred(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        switch state {
        case .rousing: return send(family.identificationRequest(), .identifying)
        case .identifying: return identified(&received, at: now)
        case .preparing:
            guard let next = family.prepared(&received) else { return prepared(at: now) }
            return sendAfterPause(next, .preparing, at: now)
        case .fallingAsleep:
            if let next = family.nextSleepCommand() { return sendAfterPause(next, .fallingAsleep, at: now) }
            return wait(.asleep, until: now + traits.fallsAsleepIn)
        case .acknowledging: return acknowledged(at: now)
        case .checkingLiveness: return livenessRead(&received, at: now)
        default: return action
        }
    }

    /// Sends `next` when the chip has been left alone for as long as it wants.
    private mutating func sendAfterPause(_ next: Transfer, _ state: State, at now: Instant) -> ControllerAction {
        send(next, state)
        let pause = family.preparationPause
        guard pause > .zero else { return action }
        retried = state
        return wait(.waitingToRetry, until: now + pause)
    }

    @inline(__always)
    private mutating func proceed(at now: Instant) -> ControllerAction {
        if state == .reporting { return reported(at: now) }
        return state == .reportingFault ? reportedFault(at: now) : action
    }

    @inline(never)
    private mutating func reportedFault(at now: Instant) -> ControllerAction {
        switch afterwards {
        case .retry: return wait(.waitingToRetry, until: now + ChipTiming.retry)
        case .recover: return recover(at: now)
        case .beginAnew: return begin(at: now)
        case .identifyAgain: return identifyAgain(at: now)
        case .nextAddress: return nextAddress(at: now)
        case .waitForAnyone: return wait(.waitingForAnyone, until: now + .retryPeriod)
        case .acknowledge: return acknowledge()
        case .watch: return watch()
        case .beReady: return ready(at: now)
        }
    }

    // MARK: Actions

    mutating func enter(_ next: State) -> ControllerAction {
        state = next
        return action
    }

    @inline(__always) @discardableResult
    mutating func send(_ next: Transfer, _ state: State) -> ControllerAction {
        request = next
        looksFor = -1
        request.address = address
        if let mode = configuration.transferMode { request.mode = mode }
        isInTwoParts = request.mode == .stop && configuration.transferDelay > .zero && request.turnsAround
        hasWritten = false
        return enter(state)
    }

    mutating func wait(_ next: State, until instant: Instant) -> ControllerAction {
        waitsUntil = instant
        return enter(next)
    }

    mutating func report(_ fault: ControllerFault, then afterwards: Afterwards) -> ControllerAction {
        self.fault = fault
        self.afterwards = afterwards
        return enter(.reportingFault)
    }

}

extension ChipDriver: Controller where Family.Report == ChipReport {
    public var contacts: Contacts {
        get { report.contacts }
        _modify { yield &report.contacts }
    }
}
