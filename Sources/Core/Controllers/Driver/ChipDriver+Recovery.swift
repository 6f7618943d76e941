import TaplineTouches

// Trouble: a failed transfer is tried again, a run of failures resets the chip, and so does a chip that no longer proves
// that it is alive.

extension ChipDriver {
    @inline(never)
    mutating func failed(_ error: BusError, at now: Instant) -> ControllerAction {
        switch state {
        case .rousing:
            return send(family.identificationRequest(), .identifying)
        case .identifying:
            // Nobody at an address is an answer while looking for the chip, not a fault.
            guard error.kind != .noAcknowledge else { return identifyAgain(at: now) }
            return raise(.bus(error), then: .identifyAgain)
        case .acknowledging where hasUntoldReport:
            // What was read is true all the same, and does not wait.
            acknowledgeError = error
            return enter(.reporting)
        case .preparing, .reading, .acknowledging, .checkingLiveness, .fallingAsleep:
            failures &+= 1
            retried = state
            return raise(.bus(error), then: failures < ChipTiming.failuresToReset ? .retry : .recover)
        default: return action
        }
    }

    /// Resets the chip, but not more often than once a second. Every touch is cancelled by that: the fingers that cause them
    /// are owed a report, or they would be waited for.
    @inline(never)
    mutating func recover(at now: Instant) -> ControllerAction {
        let isFirst = now - recoveredAt >= .retryPeriod
        recoveredAt = now
        owesReport = true
        owedAt = .never
        return raise(.reset, then: isFirst ? .beginAnew : .waitForAnyone)
    }

    // MARK: Liveness

    /// When the first check is due. Where only silence leads to one there is a first one too, by which the chip shows
    /// whether it takes part.
    func firstLivenessCheck(after now: Instant) -> Instant {
        if let first = traits.firstLivenessCheck, configuration.checksLiveness(traits.provesLifeWhenSilent) {
            return now + first
        }
        return livenessCheck(after: now)
    }

    func livenessCheck(after now: Instant) -> Instant {
        configuration.livenessPeriod < .unlimited ? now + configuration.livenessPeriod : .never
    }

    @inline(never)
    mutating func checkLiveness() -> ControllerAction {
        guard let first = family.livenessCheck() else { return doNotAskAgain() }
        isLifeDoubted = false
        report.part = 0
        return send(first, .checkingLiveness)
    }

    private mutating func doNotAskAgain() -> ControllerAction {
        nextLivenessCheck = .never
        provedAliveAt = .never
        return watch()
    }

    mutating func livenessRead(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        switch family.judgeLiveness(&received) {
        case .alive:
            provedAliveAt = now
            nextLivenessCheck = livenessCheck(after: now)
            return watch()
        case .more(let next): return isFurther() ? send(next, .checkingLiveness) : recover(at: now)
        case .doubtful:
            guard !isLifeDoubted else { return recover(at: now) }
            isLifeDoubted = true
            retried = .checkingLiveness
            return wait(.waitingToRetry, until: now + ChipTiming.retry)
        case .dead: return recover(at: now)
        case .unknown: return doNotAskAgain()
        }
    }
}
