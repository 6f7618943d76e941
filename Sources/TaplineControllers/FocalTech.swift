public import TaplineTouches

/// The driver of FocalTech's touch controllers: FT5206, FT5306, FT5406, FT5506, FT5726, FT6206, FT6236, FT6336 and
/// others with the same registers, and of EDT panels with M06 firmware.
///
/// The chip shows at any time which fingers are down; nothing is acknowledged. A report is read in one transfer: the
/// count and as many records as the last report had. What is missing is read in a second transfer. Only what lies
/// within the count is believed: records beyond it, and those that say "lifted", are no fingers.
///
/// The steps of each part stand in files of their own: `FocalTech+Reset`, `FocalTech+Identification`,
/// `FocalTech+Report`, `FocalTech+Recovery`.
public struct FocalTech: Controller, Sendable {
    /// What the driver does at the moment, and thus what it wants.
    enum State: Equatable, Sendable {
        /// Not started.
        case off

        // Reset: lines to set, and waits
        case pullingReset, holdingReset, releasingReset, booting

        // Identification
        case rousing, identifying, waitingToIdentify, waitingForAnyone, settingMode, confirmingMode

        // Running
        case watching, reading, toppingUp, reporting, checkingLiveness

        // Trouble
        case telling, waitingToRetry
    }

    /// What follows once a fault has been told.
    enum Afterwards: Equatable, Sendable {
        case retry, recover, beginAnew, identifyAgain, nextAddress, waitForAnyone, watch
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
    var recoveredAt = FocalTech.longAgo

    // Identification
    var triesAlternative = false
    var tries = 0
    var answeredHere = false
    var answeredAnywhere = false
    /// The chip's id, 0 where it has none.
    var chip: UInt8 = 0
    /// Whether the chip keeps the interrupt mode that was written.
    var keepsMode = false

    // Reports
    /// The contacts of the report being read.
    var pending = Contacts()
    /// How many contacts the last good report had.
    var lastCount = 0
    /// How many contacts the transfer was long enough for.
    var predicted = 0
    /// How many contacts the chip counts in the report being read.
    var expected = 0
    /// When the driver last looked for a report, and whether an interrupt told it to.
    var lookedAt = FocalTech.longAgo
    var isAnnounced = false
    public var reportTime: Instant { lookedAt }
    /// When the driver looks for a report unasked.
    var nextLook = Instant.never
    /// Whether the report was dropped that an interrupt had announced.
    var looksAgain = false
    /// Whether the registers may still hold junk from the reset, and the status that they had at first.
    var mayBeStale = true
    var staleStatus: UInt8?
    /// Whether the chip has named a finger since its reset.
    var namesFingers = false

    // Liveness
    var nextLivenessCheck = Instant.never
    var isDoubted = false

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
        case .interrupt: return state == .watching ? interrupted(at: now) : wish
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
        case .releasingReset: .line(.reset, .high)
        case .rousing: isM06 ? read(FocalTechRegisters.m06Name, count: 1) : read(FocalTechRegisters.identity, count: 1)
        case .identifying:
            isM06
                ? read(FocalTechRegisters.m06Name, count: FocalTechRegisters.m06NameLength)
                : read(FocalTechRegisters.identity, count: FocalTechRegisters.identityLength)
        case .settingMode: write(FocalTechRegisters.interruptMode, FocalTechRegisters.triggerMode)
        case .confirmingMode: read(FocalTechRegisters.interruptMode, count: 1)
        case .reading:
            isM06
                ? read(FocalTechRegisters.m06Report, count: FocalTechRegisters.m06ReportLength)
                : read(FocalTechRegisters.status, count: 1 &+ FocalTechRegisters.recordsLength(predicted))
        case .toppingUp:
            read(
                FocalTechRegisters.firstRecord
                    &+ UInt8(truncatingIfNeeded: predicted &* FocalTechRegisters.recordLength),
                count: FocalTechRegisters.recordsLength(expected &- predicted))
        case .reporting: .report
        case .checkingLiveness: read(FocalTechRegisters.identity, count: FocalTechRegisters.identityLength)
        case .telling: .fault(fault)
        case .holdingReset, .booting, .waitingToIdentify, .waitingForAnyone, .watching, .waitingToRetry:
            .wait(until: deadline)
        }
    }

    // MARK: Going on

    private mutating func awake(at now: Instant) -> ControllerAction {
        switch state {
        case .holdingReset: return enter(.releasingReset)
        case .booting: return enter(.rousing)
        case .waitingToIdentify: return enter(.identifying)
        case .waitingForAnyone: return begin()
        case .watching: return now < nextLivenessCheck ? look(at: now) : enter(.checkingLiveness)
        case .waitingToRetry: return enter(retried)
        default: return wish
        }
    }

    private mutating func transferred(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        failures = 0
        switch state {
        case .rousing: return enter(.identifying)
        case .identifying: return identified(received, at: now)
        case .settingMode: return enter(.confirmingMode)
        case .confirmingMode: return modeRead(received, at: now)
        case .reading: return isM06 ? readM06(received) : read(received)
        case .toppingUp: return toppedUp(received)
        case .checkingLiveness: return livenessRead(received, at: now)
        default: return wish
        }
    }

    private mutating func proceed(at now: Instant) -> ControllerAction {
        if state == .reporting { return watch() }
        guard state == .telling else { return wish }
        switch afterwards {
        case .retry: return wait(.waitingToRetry, until: now + Timing.retry)
        case .recover: return recover(at: now)
        case .beginAnew: return begin()
        case .identifyAgain: return identifyAgain(at: now)
        case .nextAddress: return nextAddress(at: now)
        case .waitForAnyone: return wait(.waitingForAnyone, until: now + Timing.absent)
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

    var isM06: Bool { configuration.language == .m06 }

    /// Writes a register's address or a command, and reads what the chip says.
    private func read(_ register: UInt8, count: Int) -> ControllerAction {
        var written = ShortBytes()
        written.append(register)
        return .transfer(Transfer(address: address, written: written, readCount: count))
    }

    private func write(_ register: UInt8, _ value: UInt8) -> ControllerAction {
        var written = ShortBytes()
        written.append(register)
        written.append(value)
        return .transfer(Transfer(address: address, written: written))
    }
}
