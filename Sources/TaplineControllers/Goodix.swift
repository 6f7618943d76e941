public import TaplineTouches

/// The driver of Goodix's touch controllers: GT911, GT912, GT927, GT928, GT9271, GT967, GT917S, GT1151 and others that
/// report in records of 8 bytes.
///
/// It resets the chip so that it answers at the wanted address, identifies it, and then reads each report in one burst:
/// the status byte and as many records as the last report had. What is missing is read in a second transfer, and after
/// reading, never before, the report is acknowledged, also one that made no sense; then it is told. A status that is not
/// ready is no news, never a lift.
///
/// The steps of each part stand in files of their own: `Goodix+Reset`, `Goodix+Identification`, `Goodix+Report`,
/// `Goodix+Recovery`.
public struct Goodix: Controller, Sendable {
    /// What the driver does at the moment, and thus what it wants.
    enum State: Equatable, Sendable {
        /// Not started.
        case off

        // Reset: lines to set, and waits
        case pullingReset, holdingReset, selectingAddress, settlingSelection, releasingReset, booting
        case synchronizing, startingUp, releasingInterrupt

        // Identification
        case rousing, identifying, waitingToIdentify, waitingForAnyone

        // Running
        case watching, reading, waitingForReady, toppingUp, reporting, acknowledging
        case arming, checkingLiveness, feeding

        // Trouble
        case telling, waitingToRetry
    }

    /// What follows once a fault has been told.
    enum Afterwards: Equatable, Sendable {
        case retry, recover, beginAnew, identifyAgain, nextAddress, waitForAnyone, acknowledge, watch
    }

    /// What the board says of the chip.
    public let configuration: Configuration
    /// What the chip said of itself; not known while it is being reset.
    public internal(set) var identity = ControllerIdentity()

    var state = State.off
    /// Until when a waiting state waits.
    var deadline = Instant.never
    /// The fault being told, and what follows it.
    var fault = ControllerFault.reset
    var afterwards = Afterwards.watch
    /// The transfer that failed and is tried again.
    var retried = State.off
    /// Transfers that failed one after the other.
    var failures = 0
    /// When the driver last gave up and reset the chip.
    var recoveredAt = Goodix.longAgo

    // Identification
    var triesAlternative = false
    var tries = 0
    var answeredHere = false
    var answeredAnywhere = false

    // Reports
    /// The contacts of the report being read.
    var pending = Contacts()
    /// Whether `pending` is still to be told: after the acknowledge.
    var hasUntoldReport = false
    /// Why the acknowledge of a report that is being told failed.
    var acknowledgeError: BusError?
    /// How many contacts the last good report had.
    var lastCount = 0
    /// How many contacts the burst was long enough for.
    var predicted = 0
    /// How many contacts the report being read has.
    var expected = 0
    /// When the driver last began to look for a report, and until when one that is not ready is waited for.
    var lookedAt = Instant.zero
    public var reportTime: Instant { lookedAt }
    var patience = Instant.zero
    var acknowledgedAt = Goodix.longAgo
    /// When the driver looks for a report unasked.
    var nextLook = Instant.never

    // Liveness
    var nextLivenessCheck = Instant.never
    var provedAlive = false

    static var longAgo: Instant { Instant(microseconds: .min) }

    /// The driver of the chip that `configuration` describes.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerAction {
        let action = answer(to: input, at: now, received: received)
        if state == .reporting { contacts = pending }
        return action
    }

    /// An input that does not fit the state, such as an interrupt while a reset waits, repeats the wish.
    #if NOALLOC
        @_noAllocation
    #endif
    private mutating func answer(
        to input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction {
        switch input {
        case .start: return begin()
        case .proceed: return proceed(at: now)
        case .interrupt: return state == .watching ? look(at: now, patience: Timing.readyPatience) : wish
        case .wake: return now < deadline ? wish : awake(at: now)
        case .lineSet: return lineSet(at: now)
        case .transferred:
            // A short read is a failed one: bytes that did not come must not look like a finger at (0, 0).
            guard case .transfer(let transfer) = wish else { return wish }
            guard received.count >= transfer.readCount else { return failed(BusError(errno: 5), at: now) }
            return transferred(received, at: now)
        case .transferFailed(let error): return failed(error, at: now)
        }
    }

    /// What the state wants: the same every time it is asked.
    var wish: ControllerAction {
        switch state {
        case .off: .wait(until: .never)
        case .pullingReset: .line(.reset, .low)
        case .selectingAddress:
            .line(.interrupt, configuration.address == GoodixRegisters.addressWhenHigh ? .high : .low)
        case .releasingReset: .line(.reset, .high)
        case .synchronizing: .line(.interrupt, .low)
        case .releasingInterrupt: .line(.interrupt, .release)
        case .rousing: read(GoodixRegisters.identity, count: 1)
        case .identifying: read(GoodixRegisters.identity, count: GoodixRegisters.identityLength)
        case .reading: read(GoodixRegisters.status, count: 1 &+ GoodixRegisters.recordsLength(predicted))
        case .toppingUp:
            read(
                GoodixRegisters.firstRecord &+ UInt16(truncatingIfNeeded: predicted &* GoodixRegisters.recordLength),
                count: GoodixRegisters.recordsLength(expected &- predicted))
        case .reporting: .report
        case .acknowledging: write(GoodixRegisters.status, 0)
        case .arming:
            write(GoodixRegisters.command, GoodixRegisters.livenessMark, GoodixRegisters.livenessMark)
        case .checkingLiveness: read(GoodixRegisters.command, count: 2)
        case .feeding: write(GoodixRegisters.command, GoodixRegisters.livenessMark)
        case .telling: .fault(fault)
        case .holdingReset, .settlingSelection, .booting, .startingUp, .waitingToIdentify, .waitingForAnyone,
            .watching, .waitingForReady, .waitingToRetry:
            .wait(until: deadline)
        }
    }

    // MARK: Going on

    private mutating func awake(at now: Instant) -> ControllerAction {
        switch state {
        case .holdingReset, .settlingSelection, .booting, .startingUp: return resetWaited()
        case .waitingToIdentify: return enter(.identifying)
        case .waitingForAnyone: return begin()
        case .watching:
            return now < nextLivenessCheck ? look(at: now, patience: .zero) : enter(.checkingLiveness)
        case .waitingForReady: return enter(.reading)
        case .waitingToRetry: return enter(retried)
        default: return wish
        }
    }

    private mutating func transferred(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        failures = 0
        switch state {
        case .rousing: return enter(.identifying)
        case .identifying: return identified(received, at: now)
        case .reading: return read(received, at: now)
        case .toppingUp: return toppedUp(received)
        case .acknowledging: return acknowledged(at: now)
        case .arming: return armed(at: now)
        case .checkingLiveness: return livenessRead(received, at: now)
        case .feeding: return fed(at: now)
        default: return wish
        }
    }

    private mutating func proceed(at now: Instant) -> ControllerAction {
        if state == .reporting { return reported(at: now) }
        guard state == .telling else { return wish }
        switch afterwards {
        case .retry: return wait(.waitingToRetry, until: now + Timing.retry)
        case .recover: return recover(at: now)
        case .beginAnew: return begin()
        case .identifyAgain: return identifyAgain(at: now)
        case .nextAddress: return nextAddress(at: now)
        case .waitForAnyone: return wait(.waitingForAnyone, until: now + Timing.absent)
        case .acknowledge: return enter(.acknowledging)
        case .watch: return watch()
        }
    }

    // MARK: Wishes

    mutating func enter(_ next: State) -> ControllerAction {
        state = next
        return wish
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

    private func read(_ register: UInt16, count: Int) -> ControllerAction {
        .transfer(Transfer(address: address, written: bytes(of: register), readCount: count))
    }

    private func write(_ register: UInt16, _ value: UInt8, _ second: UInt8? = nil) -> ControllerAction {
        var written = bytes(of: register)
        written.append(value)
        if let second { written.append(second) }
        return .transfer(Transfer(address: address, written: written))
    }

    private func bytes(of register: UInt16) -> ShortBytes {
        var bytes = ShortBytes()
        bytes.append(UInt8(truncatingIfNeeded: register >> 8))
        bytes.append(UInt8(truncatingIfNeeded: register))
        return bytes
    }
}
