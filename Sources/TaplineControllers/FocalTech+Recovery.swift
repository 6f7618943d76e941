import TaplineTouches

// Trouble: a failed transfer is tried again, a run of failures resets the chip, and so does a chip that is no longer
// the one that was identified.

extension FocalTech {
    mutating func failed(_ error: BusError, at now: Instant) -> ControllerAction {
        switch state {
        case .rousing:
            return enter(.identifying)
        case .identifying:
            // Nobody at an address is an answer while looking for the chip, not a fault.
            guard error.kind != .noAcknowledge else { return identifyAgain(at: now) }
            return tell(.bus(error), then: .identifyAgain)
        case .settingMode, .confirmingMode, .reading, .toppingUp, .checkingLiveness:
            failures &+= 1
            retried = state
            return tell(.bus(error), then: failures < Timing.failuresToReset ? .retry : .recover)
        default:
            return wish
        }
    }

    /// Resets the chip, but not more often than once a second.
    mutating func recover(at now: Instant) -> ControllerAction {
        let isFirst = now - recoveredAt >= Timing.absent
        recoveredAt = now
        return tell(.reset, then: isFirst ? .beginAnew : .waitForAnyone)
    }

    // MARK: Liveness
    //
    // A reset loses the interrupt's mode, and a chip that hangs loses its ids.

    mutating func checkLivenessLater(than now: Instant) {
        let period = configuration.livenessPeriod
        nextLivenessCheck = period < .unlimited ? now + period : .never
    }

    mutating func livenessRead(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        let vendor = received[FocalTechRegisters.vendorOffset]
        let mode = received[FocalTechRegisters.interruptModeOffset]
        let keptMode = !keepsMode || mode == FocalTechRegisters.triggerMode
        let isSame = received[0] == chip && vendor == identity.vendor && keptMode
        if isSame || isDoubted {
            isDoubted = false
            checkLivenessLater(than: now)
            return isSame ? watch() : recover(at: now)
        }
        // Once may be a flipped bit.
        isDoubted = true
        retried = .checkingLiveness
        return wait(.waitingToRetry, until: now + Timing.retry)
    }
}
