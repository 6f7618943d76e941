import TaplineTouches

// Reset: RST low, RST high, and 300 ms in which the firmware starts.

extension FocalTech {
    /// Forgets everything and begins with a reset, or with looking for the chip where there is no reset line.
    mutating func begin() -> ControllerAction {
        identity = ControllerIdentity()
        failures = 0
        triesAlternative = false
        tries = 0
        answeredHere = false
        answeredAnywhere = false
        chip = 0
        keepsMode = false
        lastCount = 0
        lookedAt = FocalTech.longAgo
        nextLook = .never
        looksAgain = false
        mayBeStale = true
        staleStatus = nil
        namesFingers = false
        nextLivenessCheck = .never
        isDoubted = false
        return enter(configuration.hasResetLine ? .pullingReset : .rousing)
    }

    mutating func lineSet(at now: Instant) -> ControllerAction {
        switch state {
        case .pullingReset: return wait(.holdingReset, until: now + Timing.resetLow)
        case .releasingReset: return wait(.booting, until: now + Timing.startUp)
        default: return wish
        }
    }
}
