public import TaplineTouches

/// The driver of any chip: a state machine around what a ``ChipFamily`` knows.
///
/// It resets the chip, looks for it at each of its addresses and waits for one that is not there, makes it ready, and
/// then reads each report in as few transfers as the family needs, acknowledges it where the chip wants that, and tells
/// it. A transfer that fails is tried again, a run of failures resets the chip, and so does a chip that no longer proves
/// that it lives.
///
/// This file has the states, and the way of a report. The other parts are `ChipDriver+Identification` (with the reset),
/// `ChipDriver+Recovery` and `ChipDriver+Sleep`.
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
    /// The number of contacts that ``request`` was made for, so that the same look need not be made again; -1: it is no look.
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
    /// Whether it is not known what became of fingers of before a reset or a lost report; and when they count as gone.
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
        return state == .reading ? reportRead(&received, at: now) : transferred(&received, at: now)
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
        case .waitingForReady: return readReport()
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

    mutating func raise(_ fault: ControllerFault, then afterwards: Afterwards) -> ControllerAction {
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

// A report: one transfer as long as the last report was, further ones for what is missing, the acknowledge where the chip
// wants one, the report.

extension ChipDriver {
    /// Waits for an interrupt, the next look or the next liveness check.
    @inline(never)
    mutating func watch() -> ControllerAction {
        guard !isToSleep else { return wait(.watching, until: lookedAt) }
        silentAt = .never
        if !configuration.hasInterruptLine || lookedAt < ignoresInterruptsUntil {
            nextLook = lookedAt + (report.lastCount > 0 ? polls.active : polls.idle)
        } else {
            lookUnasked()
        }
        if owesReport, lookedAt < owedAt, owedAt < nextLook { nextLook = owedAt }
        return waitForNextLook()
    }

    mutating func waitForNextLook() -> ControllerAction {
        let check = nextLivenessCheck < silentAt ? nextLivenessCheck : silentAt
        return wait(.watching, until: nextLook < check ? nextLook : check)
    }

    /// When a chip with an interrupt line is looked at although it says nothing.
    @inline(never)
    private mutating func lookUnasked() {
        // (What reports by itself is alive; not in storms: a chip that hung with a finger in its registers shows it for ever.)
        let isCalm = lookedAt - ignoresInterruptsUntil > ChipTiming.vainLooksApart
        let asks = provedAliveAt > Self.longAgo && nextLivenessCheck < .never
        if asks, isCalm, report.isAnnounced, lookedAt > provedAliveAt {
            nextLivenessCheck = livenessCheck(after: lookedAt)
        }
        nextLook = secondLookAt
        guard report.lastCount > 0 else { return }
        let period = family.touchedPeriod
        if period < .unlimited {
            nextLook = min(nextLook, lookedAt + period)
        } else if nextLook == .never, configuration.silence < .unlimited {
            askTheSilent()
        }
    }

    /// A finger is down: when the chip is asked unless it reports. One that keeps reports until they are read has none
    /// while it is silent; whether it was reset is the question then.
    private mutating func askTheSilent() {
        if traits.provesLifeWhenSilent {
            silentAt = (lookedAt > provedAliveAt ? lookedAt : provedAliveAt) + configuration.silence
        } else {
            nextLook = lookedAt + configuration.silence
        }
    }

    /// The interrupt line is asserted: for a new report, or for the one just read still.
    mutating func interrupted(at now: Instant) -> ControllerAction {
        guard now >= ignoresInterruptsUntil else { return action }
        guard !isStorm(at: now) else { return pauseForStorm(at: now) }
        guard now - lookedAt < traits.echo else { return look(at: now, isAnnounced: true) }
        let again = lookedAt + ChipTiming.levelLook
        if again < nextLook { nextLook = again }
        return waitForNextLook()
    }

    /// Whether this interrupt is one of too many: nothing that a chip would do, but a line in the air, or one that crosses
    /// another.
    private mutating func isStorm(at now: Instant) -> Bool {
        if now - interruptsSince >= ChipTiming.stormWindow {
            interruptsSince = now
            interrupts = 0
            vainLooks = 0
        }
        interrupts &+= 1
        return interrupts > traits.mostInterrupts || vainLooks > ChipTiming.stormLooks
    }

    /// Counts a look that found no report; true: interrupts have promised one so often that the chip may have hung. (A report
    /// that makes no sense is one all the same: no storm.)
    @inline(__always)
    private mutating func lookedInVain() -> Bool {
        guard report.isAnnounced else { return false }
        vainLooks &+= 1
        if lookedAt - vainAt > ChipTiming.vainLooksApart { vainInARow = 0 }
        vainAt = lookedAt
        vainInARow &+= 1
        return vainInARow % ChipTiming.vainLooksToResetAgain == ChipTiming.vainLooksToReset
    }

    /// Polls the chip as if it had no interrupt line, for a while; then the line is listened to again.
    @inline(never)
    private mutating func pauseForStorm(at now: Instant) -> ControllerAction {
        ignoresInterruptsUntil = now + ChipTiming.stormPause
        interruptsSince = Self.longAgo
        lookedAt = now
        secondLookAt = .never
        return raise(.interruptStorm, then: .watch)
    }

    /// Whether this is the first look after a storm: the chip may have announced a report that nobody heard.
    func isOverStorm(at now: Instant) -> Bool {
        lookedAt < ignoresInterruptsUntil && now >= ignoresInterruptsUntil
    }

    /// Looks for a report: announced by an interrupt, or unasked.
    @inline(__always)
    mutating func look(at now: Instant, isAnnounced: Bool) -> ControllerAction {
        lookedAt = now
        patience = now + (isAnnounced ? traits.readyPatience : .zero)
        secondLookAt = .never
        report.isAnnounced = isAnnounced
        report.predicted = report.lastCount
        // An interrupt promises a finger at least.
        if report.predicted == 0, isAnnounced { report.predicted = 1 }
        return readReport()
    }

    /// Begins to read a report, or begins again.
    @inline(__always)
    private mutating func readReport() -> ControllerAction {
        report.part = 0
        if traits.looksAlike, looksFor == report.predicted {
            hasWritten = false
            return enter(.reading)
        }
        send(family.look(for: &report), .reading)
        looksFor = report.predicted
        return action
    }

    /// A transfer of the report has gone through.
    @inline(__always)
    private mutating func reportRead(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        if report.part == 0 { report.removeAll() }
        switch family.judge(&received, &report) {
        case .report: return finish(at: now)
        case .more(let next):
            return isFurther() ? send(next, .reading) : drop()
        case .noNews:
            rereads = 0
            if lookedInVain() { return recover(at: now) }
            return traits.lossTimeout < .unlimited && owesNow(at: now) ? giveUp(at: now) : watch()
        case .notReady: return notReady(at: now)
        case .withheld: return withheld(at: now)
        case .bad: return drop()
        case .wasReset: return recover(at: now)
        }
    }

    /// Whether a chip that always has more to say may say more.
    @inline(__always)
    mutating func isFurther() -> Bool {
        report.part &+= 1
        return report.part < ChipTiming.mostParts
    }

    /// "Not ready" is no news: neither a lift nor a fault, unless an interrupt promised a report.
    @inline(never)
    private mutating func notReady(at now: Instant) -> ControllerAction {
        rereads = 0
        guard report.isAnnounced else { return owesNow(at: now) && !isToSleep ? giveUp(at: now) : watch() }
        if now < patience {
            let again = now + ChipTiming.readyRetry
            return wait(.waitingForReady, until: again < patience ? again : patience)
        }
        secondLookAt = now + traits.secondLook
        if lookedInVain() { return recover(at: now) }
        return lookedAt - acknowledgedAt < ChipTiming.acknowledgedEcho ? watch() : raise(.notReady, then: .watch)
    }

    /// The chip counts fingers and does not say where they are.
    @inline(never)
    private mutating func withheld(at now: Instant) -> ControllerAction {
        dropsInARow &+= 1
        // (A sign of life: the shorter limit of a chip that shows nothing does not apply.)
        vainInARow = 0
        return dropsInARow == ChipTiming.dropsToReset ? recover(at: now) : notReady(at: now)
    }

    /// The fingers that a report is owed for have not shown themselves: there are none. (Where one was lost they may rest: a chip that
    /// is reset shows them again.)
    @inline(never)
    private mutating func giveUp(at now: Instant) -> ControllerAction {
        guard !hasLostReport else { return recover(at: now) }
        report.lastCount = 0
        return enter(.reporting)
    }

    /// All of the report has been read: it is told if it makes sense and is news, dropped otherwise; in any case it is
    /// acknowledged, so that the chip goes on.
    @inline(__always)
    private mutating func finish(at now: Instant) -> ControllerAction {
        guard report.makesSense() else { return drop() }
        rereads = 0
        // Told unless there is no finger, and was none before: a poll of an idle panel, or one interrupt too many.
        hasUntoldReport =
            !isToSleep && (report.count > 0 || report.lastCount > 0 || owesNow(at: now))
        if !hasUntoldReport, lookedInVain() { return recover(at: now) }
        report.lastCount = report.count
        if traits.isAcknowledged { return acknowledge() }
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// Whether fingers of before a reset had long enough to show themselves: it is told that there are none.
    private func owesNow(at now: Instant) -> Bool { Family.Report.canBeEmpty && owesReport && now >= owedAt }

    /// Drops a report that makes no sense. A chip that keeps it until the acknowledge is read again first, up to four times in all: the
    /// bytes may have changed on their way, and after a lift there is no other report.
    @inline(never)
    private mutating func drop() -> ControllerAction {
        rereads = (rereads &+ 1) % ChipTiming.readsToDrop
        if traits.isAcknowledged, rereads > 0, !isToSleep {
            secondLookAt = lookedAt + ChipTiming.readyRetry
            return watch()
        }
        dropsInARow &+= 1
        guard dropsInARow != ChipTiming.dropsToReset else { return recover(at: lookedAt) }
        // (A report that shows fingers is no lost lift.)
        if report.lastCount > 0, traits.lossTimeout < .unlimited || rereads == 0 && report.count == 0 {
            hasLostReport = traits.lossTimeout == .unlimited
            owesReport = true
            owedAt = lookedAt + min(traits.lossTimeout, ChipTiming.afterLoss)
        }
        guard !traits.isAcknowledged else { return raise(report.complaint, then: .acknowledge) }
        if report.isAnnounced || rereads > 0 { secondLookAt = lookedAt + traits.secondLook }
        return raise(report.complaint, then: .watch)
    }

    @inline(never)
    mutating func acknowledge() -> ControllerAction { send(family.acknowledge(), .acknowledging) }

    /// The chip has taken the acknowledge.
    mutating func acknowledged(at now: Instant) -> ControllerAction {
        acknowledgedAt = now
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// The report has been told; an acknowledge that failed is told and tried again now.
    @inline(__always)
    mutating func reported(at now: Instant) -> ControllerAction {
        hasUntoldReport = false
        (owesReport, hasLostReport) = (false, false)
        vainLooks = 0
        // (A chip that was just reset may report no fingers although some are on the panel.)
        if report.lastCount > 0 { vainInARow = 0 }
        dropsInARow = 0
        guard let error = acknowledgeError else { return watch() }
        acknowledgeError = nil
        state = .acknowledging
        return failed(error, at: now)
    }
}

/// How much patience drivers have with any chip.
enum ChipTiming {
    /// Between two attempts to identify the chip, which may still be starting.
    static var identifyAgain: Microseconds { .milliseconds(10) }
    /// How often one address is asked for its identity.
    static var identifyTries: UInt8 { 3 }
    /// A chip that was not there is asked at once when its interrupt line moves, from so long before it would be asked anyway: no
    /// sooner, since the line may be in the air.
    static var awaited: Microseconds { .milliseconds(900) }
    /// Between two attempts of a transfer that fails.
    static var retry: Microseconds { .milliseconds(2) }
    /// How many failures in a row lead to a reset.
    static var failuresToReset: UInt8 { 3 }
    /// Between two looks at a report that lags behind its interrupt.
    static var readyRetry: Microseconds { .milliseconds(2) }
    /// An interrupt so soon after an acknowledged report may be that report's echo: chips are known to send one after a
    /// lift. If no report gets ready then, it is no fault.
    static var acknowledgedEcho: Microseconds { .milliseconds(50) }
    /// After an interrupt that was taken for an echo: when the driver looks, unless another comes. A chip whose line
    /// stays low while a finger is down is read at this pace.
    static var levelLook: Microseconds { .milliseconds(20) }
    /// A shorter poll period is taken for this one.
    static var shortestPoll: Microseconds { .milliseconds(1) }
    /// Interrupts are counted for so long: more than ``FamilyTraits/mostInterrupts`` in this time, or more than ``stormLooks``
    /// looks in a row that brought nothing, are a storm.
    static var stormWindow: Microseconds { .milliseconds(500) }
    static var stormLooks: Int16 { 10 }
    /// After so many interrupts in a row that brought no report the chip is reset: it may have hung. Where that does not help, it is
    /// again after so many more: the line may be in the air, and the panel works while it is polled.
    static var vainLooksToReset: UInt16 { 50 }
    static var vainLooksToResetAgain: UInt16 { 2_048 }
    /// One that comes so long after the last one has nothing to do with it.
    static var vainLooksApart: Microseconds { .milliseconds(10_000) }
    /// So many reports without sense, or with fingers that are counted but not shown, and none between them, are a chip that has
    /// lost its way: it is reset, and again after 65,536 more.
    static var dropsToReset: UInt16 { 200 }
    /// How often a report without sense is read: the bytes may have changed on their way.
    static var readsToDrop: UInt8 { 4 }
    /// The most transfers of one report, of one identification and of one liveness check: four for each of 16 contacts. The next one would
    /// be due to a bit that is stuck.
    static var mostParts: Int32 { 64 }
    /// After a report that could not be read: how long the next one is waited for while fingers are down.
    static var afterLoss: Microseconds { .milliseconds(500) }
    /// How long interrupts are not listened to after a storm, and the chip is polled.
    static var stormPause: Microseconds { .milliseconds(1_000) }
    /// How long a chip that was reset to recover has time to tell of fingers that still lie on it. Is there no report
    /// until then, there are none.
    static var afterRecovery: Microseconds { .milliseconds(150) }
}
