import TaplineTouches

// Trouble: a failed transfer is tried again, a run of failures resets the chip, and so does a chip that no longer proves
// that it is alive.

extension Goodix {
    mutating func failed(_ error: BusError, at now: Instant) -> ControllerAction {
        switch state {
        case .rousing:
            return enter(.identifying)
        case .identifying:
            // Nobody at an address is an answer while looking for the chip, not a fault.
            guard error.kind != .noAcknowledge else { return identifyAgain(at: now) }
            return tell(.bus(error), then: .identifyAgain)
        case .acknowledging where hasUntoldReport:
            // What was read is true all the same, and does not wait.
            acknowledgeError = error
            return enter(.reporting)
        case .reading, .toppingUp, .acknowledging, .arming, .checkingLiveness, .feeding:
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
    // The chip keeps a mark in one register until it is reset, and clears it in another as long as its firmware runs.

    /// The marks have been set for the first time: what the chip reports already is looked at.
    mutating func armed(at now: Instant) -> ControllerAction {
        nextLivenessCheck = now + Timing.firstLivenessCheck
        return look(at: now, patience: .zero)
    }

    mutating func livenessRead(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        let mark = GoodixRegisters.livenessMark
        if received[0] != mark, received[1] == mark {
            provedAlive = true
            return enter(.feeding)
        }
        // A chip that has never proved it does not know the game: it is left alone.
        nextLivenessCheck = .never
        return provedAlive ? recover(at: now) : watch()
    }

    mutating func fed(at now: Instant) -> ControllerAction {
        nextLivenessCheck = now + configuration.livenessPeriod
        return watch()
    }
}
