import TaplineTouches

// Reset: RST low, INT to the level that selects the address, RST high, INT low while the firmware starts, INT let go.

extension Goodix {
    /// Forgets everything and begins with a reset, or with looking for the chip where there is no reset line.
    mutating func begin() -> ControllerAction {
        identity = ControllerIdentity()
        failures = 0
        triesAlternative = false
        tries = 0
        answeredHere = false
        answeredAnywhere = false
        lastCount = 0
        hasUntoldReport = false
        acknowledgeError = nil
        nextLook = .never
        provedAlive = false
        acknowledgedAt = Goodix.longAgo
        return enter(configuration.hasResetLine ? .pullingReset : .rousing)
    }

    mutating func lineSet(at now: Instant) -> ControllerAction {
        switch state {
        case .pullingReset: return wait(.holdingReset, until: now + Timing.resetLow)
        case .selectingAddress: return wait(.settlingSelection, until: now + Timing.selectionSetup)
        case .releasingReset: return wait(.booting, until: now + Timing.selectionHold)
        case .synchronizing: return wait(.startingUp, until: now + Timing.startUp)
        case .releasingInterrupt: return enter(.rousing)
        default: return wish
        }
    }

    mutating func resetWaited() -> ControllerAction {
        switch state {
        case .holdingReset: return enter(configuration.hasInterruptLine ? .selectingAddress : .releasingReset)
        case .settlingSelection: return enter(.releasingReset)
        case .booting:
            guard !configuration.hasInterruptLine else { return enter(.synchronizing) }
            return wait(.startingUp, until: deadline + Timing.startUp)
        case .startingUp: return enter(configuration.hasInterruptLine ? .releasingInterrupt : .rousing)
        default: return wish
        }
    }
}
