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
public struct ChipDriver<Family: ChipFamily>: Controller, Sendable {
    /// What the driver does at the moment, and thus what it wants.
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
        case telling, waitingToRetry
    }

    /// What follows once a fault has been told.
    enum Afterwards: Equatable, Sendable {
        case retry, recover, beginAnew, identifyAgain, nextAddress, waitForAnyone, acknowledge, watch, beReady
    }

    /// What the board says of the chip.
    public let configuration: Configuration
    /// What the chip said of itself; not known while it is being reset.
    public internal(set) var identity = ControllerIdentity()
    /// The chip's own part.
    var family: Family

    var state = State.off
    /// Until when a waiting state waits.
    var deadline = Instant.never
    /// The transfer of a state that has one.
    var transfer = Transfer(address: 0, written: ShortBytes())
    /// Whether the write of a transfer in two parts has gone through.
    var hasWritten = false
    /// For how many contacts ``transfer`` looks, where that is all in which the family's looks differ; -1: it is none.
    var looksFor: Int {
        @inline(__always) get { Int(looksForCount) }
        @inline(__always) set { looksForCount = Int8(truncatingIfNeeded: newValue) }
    }
    private var looksForCount: Int8 = -1
    /// The lines and waits under way, their next step, and the line that the present one drives.
    var script = Script.reset
    var scriptStep: UInt8 = 0
    var line = ControllerLine.reset
    var drive = LineDrive.release
    /// The fault being told, and what follows it.
    var fault = ControllerFault.reset
    var afterwards = Afterwards.watch
    /// The state whose transfer failed and is tried again, or goes on.
    var retried = State.off
    /// Transfers that failed one after the other.
    var failures: UInt8 = 0
    /// When the driver last gave up and reset the chip.
    var recoveredAt = Self.longAgo

    // Identification
    var triesAlternative = false
    var tries: UInt8 = 0
    var answeredHere = false
    var answeredAnywhere = false
    /// Why whoever answered here last is of no use.
    var refusal = ControllerFault.wrongIdentity

    // Reports
    /// The report being read.
    var report = ChipReport()
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
    /// Of a chip that is polled in any case: from one look to the next without a finger and with one. Otherwise
    /// ``Microseconds/unlimited``.
    let idlePeriod: Microseconds
    let activePeriod: Microseconds
    /// Whether a chip that is polled showed as many fingers in the last two reports, and nothing has happened since: then the
    /// next look is the last one again.
    var isSteady = false
    /// Before this instant a look is nothing but a look: the chip has neither to show that it lives, nor to sleep.
    var quickUntil = Self.longAgo
    /// Until when interrupts are not listened to, because they stormed; how many have come since when, and how many looks
    /// that they led to brought nothing, one after the other.
    public internal(set) var ignoresInterruptsUntil = Self.longAgo
    var interrupts: Int32 = 0
    var interruptsSince = Self.longAgo
    var vainLooks: Int32 = 0
    /// Whether the touches of before a reset wait for a report, and when none has come for long enough.
    var owesReport = false
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
        family = Family(configuration)
        let isPolled = !configuration.hasInterruptLine
        idlePeriod = isPolled ? max(configuration.idlePoll, ChipTiming.shortestPoll) : .unlimited
        activePeriod = isPolled ? max(configuration.activePoll, ChipTiming.shortestPoll) : .unlimited
    }

    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction {
        isSteady = false
        if case .transferred = input { take(received, at: now) } else { take(input, at: now) }
        return wish
    }

    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        isSteady = false
        take(input, at: now)
        return wish
    }

    @inline(__always)
    public var contacts: Contacts {
        get { report.contacts }
        _modify { yield &report.contacts }
    }

    @inline(__always)
    public mutating func quickSteadyLook(at now: Instant) -> Bool {
        guard isSteady, now < quickUntil else { return false }
        lookedAt = now
        state = .reading
        return true
    }

    @inline(__always)
    public mutating func quickRest(_ received: borrowing BusBytes) -> Bool {
        guard isSteady, report.predicted == 0, state == .reading, received.count >= transfer.readCount,
            Family.showsNobody(received[0])
        else { return false }
        rest()
        return true
    }

    public mutating func quickLook(isAnnounced: Bool, at now: Instant) -> QuickAnswer {
        guard state == .watching else { return .unusual }
        isSteady = false
        if isAnnounced {
            interrupted(at: now)
            return quickAnswer
        }
        guard now >= deadline, now < quickUntil else { return .unusual }
        look(at: now, isAnnounced: isOverStorm(at: now))
        return isInTwoParts ? .other : .transfer
    }

    @inline(__always)
    public mutating func quickRead(
        _ received: borrowing BusBytes, at now: Instant
    ) -> QuickAnswer {
        isSteady = false
        guard state == .reading, received.count >= transfer.readCount, !isInTwoParts else { return .unusual }
        failures = 0
        if !readUsual(received, at: now) { read(received, at: now) }
        if state == .watching { return .wait }
        return state == .reporting ? .report : quickAnswer
    }

    @inline(__always)
    public mutating func quickProceed(at now: Instant) -> QuickAnswer {
        reported(at: now)
        return quickAnswer
    }

    /// What the present state wants, unless it is a report.
    @inline(__always)
    private var quickAnswer: QuickAnswer {
        state == .watching ? .wait : state == .reading && !isInTwoParts ? .transfer : .other
    }

    public func longAnswer() -> ControllerAction { wish }
    @inline(__always)
    public var wantedTransfer: Transfer { transfer }
    @inline(__always)
    public var waitsUntil: Instant { deadline }

    /// Goes on to the state in which `input` leaves the driver. One that does not fit the state, such as an interrupt while
    /// a reset waits, changes nothing: the wish is repeated.
    private mutating func take(_ input: ControllerInput, at now: Instant) {
        switch input {
        case .start:
            isToSleep = false
            begin(at: now)
        case .proceed: proceed(at: now)
        case .interrupt:
            if state == .turningAround { secondLookAt = now }
            if state == .watching { interrupted(at: now) }
        case .sleep: toSleep(at: now)
        case .wakeUp: toWakeUp(at: now)
        case .wake: if now >= deadline { awake(at: now) }
        case .lineSet: if state == .drivingLine { goOn(at: now) }
        case .transferred: take(BusBytes(), at: now)
        case .transferFailed(let error):
            hasWritten = false
            failed(error, at: now)
        }
    }

    /// The transfer has gone through.
    private mutating func take(_ received: borrowing BusBytes, at now: Instant) {
        guard state.hasTransfer else { return }
        guard !isInTwoParts || hasWritten else {
            hasWritten = true
            retried = state
            return wait(.turningAround, until: now + configuration.transferDelay)
        }
        hasWritten = false
        // A short read is a failed one: bytes that did not come must not look like a finger at (0, 0).
        guard received.count >= transfer.readCount else { return failed(BusError(errno: 5), at: now) }
        transferred(received, at: now)
    }

    /// What the state wants: the same every time it is asked.
    var wish: ControllerAction {
        switch state {
        case .off: .wait(until: .never)
        case .drivingLine: .line(line, drive)
        case .rousing, .identifying, .preparing, .reading, .acknowledging, .checkingLiveness, .fallingAsleep:
            .transfer(onTheBus)
        case .reporting: .report
        case .telling: .fault(fault)
        case .settling, .waitingToIdentify, .waitingForAnyone, .watching, .waitingForReady, .waitingToRetry,
            .turningAround, .asleep:
            .wait(until: deadline)
        }
    }

    /// A chip that needs time between write and read gets them one by one: nobody waits on the bus.
    @inline(__always)
    private var isInTwoParts: Bool {
        transfer.mode == .stop && configuration.transferDelay > .zero && transfer.turnsAround
    }

    /// The transfer, or the part of it that is due.
    private var onTheBus: Transfer {
        guard isInTwoParts else { return transfer }
        var part = transfer
        if hasWritten { part.written = ShortBytes() } else { part.readCount = 0 }
        return part
    }

    // MARK: Going on

    private mutating func awake(at now: Instant) {
        switch state {
        case .settling: return goOn(at: now)
        case .waitingToIdentify: return send(family.identificationRequest(), .identifying)
        case .waitingForAnyone: return begin(at: now)
        case .watching:
            guard !isToSleep else { return fallAsleep(at: now) }
            guard now < nextLivenessCheck, now < silentAt else { return checkLiveness() }
            return look(at: now, isAnnounced: isOverStorm(at: now))
        case .waitingForReady: return read()
        case .waitingToRetry, .turningAround: return enter(retried)
        case .asleep: return goOnSleeping(at: now)
        default: return
        }
    }

    @inline(__always)
    private mutating func transferred(_ received: borrowing BusBytes, at now: Instant) {
        failures = 0
        switch state {
        case .rousing: return send(family.identificationRequest(), .identifying)
        case .identifying: return identified(received, at: now)
        case .preparing:
            guard let next = family.prepared(received) else { return prepared(at: now) }
            let pause = family.preparationPause
            guard pause > .zero else { return send(next, .preparing) }
            send(next, .preparing)
            retried = .preparing
            return wait(.waitingToRetry, until: now + pause)
        case .fallingAsleep: return wait(.asleep, until: now + Family.fallsAsleepIn)
        case .reading: return read(received, at: now)
        case .acknowledging: return acknowledged(at: now)
        case .checkingLiveness: return livenessRead(received, at: now)
        default: return
        }
    }

    private mutating func proceed(at now: Instant) {
        if state == .reporting { return reported(at: now) }
        guard state == .telling else { return }
        switch afterwards {
        case .retry: return wait(.waitingToRetry, until: now + ChipTiming.retry)
        case .recover: return recover(at: now)
        case .beginAnew: return begin(at: now)
        case .identifyAgain: return identifyAgain(at: now)
        case .nextAddress: return nextAddress(at: now)
        case .waitForAnyone: return wait(.waitingForAnyone, until: now + ChipTiming.absent)
        case .acknowledge: return acknowledge()
        case .watch: return watch()
        case .beReady: return ready(at: now)
        }
    }

    // MARK: Wishes

    mutating func enter(_ next: State) { state = next }

    @inline(__always)
    mutating func send(_ next: Transfer, _ state: State) {
        transfer = next
        looksFor = -1
        transfer.address = address
        if let mode = configuration.transferMode { transfer.mode = mode }
        hasWritten = false
        return enter(state)
    }

    mutating func wait(_ next: State, until instant: Instant) {
        deadline = instant
        return enter(next)
    }

    mutating func report(_ fault: ControllerFault, then afterwards: Afterwards) {
        self.fault = fault
        self.afterwards = afterwards
        return enter(.telling)
    }

    /// The 7-bit address being tried, or at which the chip was found.
    @inline(__always)
    var address: UInt8 {
        triesAlternative ? configuration.alternativeAddress ?? configuration.address : configuration.address
    }
}

extension ChipDriver.State {
    var hasTransfer: Bool {
        switch self {
        case .rousing, .identifying, .preparing, .reading, .acknowledging, .checkingLiveness, .fallingAsleep: true
        default: false
        }
    }
}
