import TaplineTouches

// From power-up to the first look: the family's reset, a first access whose outcome does not count (some chips fail or
// lie once), then who it is, at each address in turn, and what makes it ready. A chip that is not there is waited for for
// ever.

extension ChipDriver {
    /// Forgets everything and begins with a reset, or with looking for the chip where there is no reset line.
    @inline(never)
    mutating func begin(at now: Instant) -> ControllerAction {
        forget()
        return configuration.hasResetLine ? run(.reset, at: now) : rouse()
    }

    /// Forgets everything about the chip.
    mutating func forget() {
        identity = ControllerIdentity()
        family = Family(configuration)
        report = Family.Report()
        failures = 0
        (address, addressIndex) = (configuration.address, 0)
        tries = 0
        answeredHere = false
        answeredAnywhere = false
        hasUntoldReport = false
        (hasLostReport, rereads) = (false, 0)
        acknowledgeError = nil
        acknowledgedAt = Self.longAgo
        lookedAt = Self.longAgo
        nextLook = .never
        secondLookAt = .never
        owedAt = .never
        nextLivenessCheck = .never
        provedAliveAt = Self.longAgo
        silentAt = .never
    }

    /// Lines to drive and times to wait: a reset, what comes before sleep, what wakes.
    enum Script: Equatable, Sendable { case reset, sleep, wakeUp }

    /// Begins with the first step of `script`.
    mutating func run(_ script: Script, at now: Instant) -> ControllerAction {
        self.script = script
        scriptStep = 0
        return resume(at: now)
    }

    /// The next step of the script, or what follows it.
    mutating func resume(at now: Instant) -> ControllerAction {
        let steps =
            switch script {
            case .reset: Family.reset(configuration)
            case .sleep: Family.beforeSleep(configuration)
            case .wakeUp: Family.wakeUp(configuration)
            }
        guard Int(scriptStep) < steps.count else { return script == .sleep ? sendToSleep() : rouse() }
        let step = steps[Int(scriptStep)]
        scriptStep &+= 1
        switch step {
        case .drive(let line, let drive):
            self.line = line
            self.drive = drive
            return enter(.drivingLine)
        case .wait(let length): return wait(.settling, until: now + length)
        }
    }

    /// The first access at an address.
    private mutating func rouse() -> ControllerAction {
        var first = family.identificationRequest()
        if first.readCount > 1 { first.readCount = 1 }
        report.part = 0
        return send(first, .rousing)
    }

    mutating func identified(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        switch family.identify(&received, &identity) {
        case .more(let next): return isFurther() ? send(next, .identifying) : refused(.wrongIdentity, at: now)
        case .later(let next, let delay):
            report.part = 0
            send(next, .identifying)
            retried = .identifying
            return wait(.waitingToRetry, until: now + delay)
        // (One that is still starting may yet say what it is.)
        case .stranger where !configuration.acceptsAnyIdentity || tries &+ 1 < ChipTiming.identifyTries:
            return refused(.wrongIdentity, at: now)
        case .withoutFirmware: return refused(.noFirmware, at: now)
        case .known, .stranger:
            identity.isKnown = true
            identity.address = address
            report.expect(
                atMost: configuration.maximumContacts, of: family.mostContacts,
                width: configuration.rawWidth > 0 ? configuration.rawWidth : Int(identity.width),
                height: configuration.rawHeight > 0 ? configuration.rawHeight : Int(identity.height))
            guard let first = family.prepare() else { return prepared(at: now) }
            return send(first, .preparing)
        }
    }

    /// The chip is ready, though perhaps not as the board wants it.
    mutating func prepared(at now: Instant) -> ControllerAction {
        guard let complaint = family.complaint else { return ready(at: now) }
        return raise(complaint, then: .beReady)
    }

    /// The chip is ready: what it shows already is looked at.
    @inline(never)
    mutating func ready(at now: Instant) -> ControllerAction {
        nextLivenessCheck = firstLivenessCheck(after: now)
        if owesReport { owedAt = now + ChipTiming.afterRecovery }
        guard traits.settleTime > .zero else { return look(at: now, isAnnounced: false) }
        nextLook = now + traits.settleTime
        return waitForNextLook()
    }

    /// Somebody has answered who is of no use.
    private mutating func refused(_ reason: ControllerFault, at now: Instant) -> ControllerAction {
        refusal = reason
        answeredHere = true
        answeredAnywhere = true
        return identifyAgain(at: now)
    }

    /// One attempt to identify has failed.
    mutating func identifyAgain(at now: Instant) -> ControllerAction {
        tries &+= 1
        guard tries >= ChipTiming.identifyTries else {
            return wait(.waitingToIdentify, until: now + ChipTiming.identifyAgain)
        }
        return answeredHere ? raise(refusal, then: .nextAddress) : nextAddress(at: now)
    }

    mutating func nextAddress(at now: Instant) -> ControllerAction {
        tries = 0
        answeredHere = false
        addressIndex &+= 1
        if Int(addressIndex) < configuration.addresses.count {
            address = configuration.addresses[Int(addressIndex)]
            return rouse()
        }
        guard answeredAnywhere else { return raise(.absent, then: .waitForAnyone) }
        return wait(.waitingForAnyone, until: now + .retryPeriod)
    }
}
