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
    /// The lines and waits under way, their next step, and the line that the present one drives.
    var script = Script.reset
    var scriptStep = 0
    var line = ControllerLine.reset
    var drive = LineDrive.release
    /// The fault being told, and what follows it.
    var fault = ControllerFault.reset
    var afterwards = Afterwards.watch
    /// The state whose transfer failed and is tried again, or goes on.
    var retried = State.off
    /// Transfers that failed one after the other.
    var failures = 0
    /// When the driver last gave up and reset the chip.
    var recoveredAt = Self.longAgo

    // Identification
    var triesAlternative = false
    var tries = 0
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
    }

    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerAction {
        let action = answer(to: input, at: now, received: received)
        if state == .reporting { contacts = report.contacts }
        return action
    }

    /// An input that does not fit the state, such as an interrupt while a reset waits, repeats the wish.
    private mutating func answer(
        to input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction {
        switch input {
        case .start:
            isToSleep = false
            return begin(at: now)
        case .proceed: return proceed(at: now)
        case .interrupt:
            if state == .turningAround { secondLookAt = now }
            return state == .watching ? interrupted(at: now) : wish
        case .sleep: return toSleep(at: now)
        case .wakeUp: return toWakeUp(at: now)
        case .wake: return now < deadline ? wish : awake(at: now)
        case .lineSet: return state == .drivingLine ? goOn(at: now) : wish
        case .transferred:
            guard state.hasTransfer else { return wish }
            guard !isInTwoParts || hasWritten else {
                hasWritten = true
                retried = state
                return wait(.turningAround, until: now + configuration.transferDelay)
            }
            hasWritten = false
            // A short read is a failed one: bytes that did not come must not look like a finger at (0, 0).
            guard received.count >= transfer.readCount else { return failed(BusError(errno: 5), at: now) }
            return transferred(received, at: now)
        case .transferFailed(let error):
            hasWritten = false
            return failed(error, at: now)
        }
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

    private mutating func awake(at now: Instant) -> ControllerAction {
        switch state {
        case .settling: return goOn(at: now)
        case .waitingToIdentify: return send(family.whoIsThere(), .identifying)
        case .waitingForAnyone: return begin(at: now)
        case .watching:
            guard !isToSleep else { return fallAsleep(at: now) }
            guard now < nextLivenessCheck, now < silentAt else { return checkLiveness() }
            return look(at: now, isAnnounced: false)
        case .waitingForReady: return read()
        case .waitingToRetry, .turningAround: return enter(retried)
        case .asleep: return goOnSleeping(at: now)
        default: return wish
        }
    }

    private mutating func transferred(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        failures = 0
        switch state {
        case .rousing: return send(family.whoIsThere(), .identifying)
        case .identifying: return identified(received, at: now)
        case .preparing:
            guard let next = family.prepared(received) else { return prepared(at: now) }
            let pause = family.preparationPause
            guard pause > .zero else { return send(next, .preparing) }
            _ = send(next, .preparing)
            retried = .preparing
            return wait(.waitingToRetry, until: now + pause)
        case .fallingAsleep: return wait(.asleep, until: now + Family.fallsAsleepIn)
        case .reading: return read(received, at: now)
        case .acknowledging: return acknowledged(at: now)
        case .checkingLiveness: return livenessRead(received, at: now)
        default: return wish
        }
    }

    private mutating func proceed(at now: Instant) -> ControllerAction {
        if state == .reporting { return reported(at: now) }
        guard state == .telling else { return wish }
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

    mutating func enter(_ next: State) -> ControllerAction {
        state = next
        return wish
    }

    mutating func send(_ next: Transfer, _ state: State) -> ControllerAction {
        transfer = next
        transfer.address = address
        if let mode = configuration.transferMode { transfer.mode = mode }
        hasWritten = false
        return enter(state)
    }

    mutating func wait(_ next: State, until instant: Instant) -> ControllerAction {
        deadline = instant
        return enter(next)
    }

    mutating func tell(_ fault: ControllerFault, then afterwards: Afterwards) -> ControllerAction {
        self.fault = fault
        self.afterwards = afterwards
        return enter(.telling)
    }

    /// The 7-bit address being tried, or at which the chip was found.
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
