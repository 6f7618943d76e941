import TaplineTouches

// Sleep, when the host asks for it: the chip's own where the driver can wake it again, and in any case silence. Nothing goes
// over the bus and nothing is told until the host asks for the chip again, which is then looked for as after a reset.

extension ChipDriver {
    /// Whether the chip can be woken: one that cannot is left alone, awake.
    private var canWake: Bool { Family.canWakeUp(configuration) }

    /// The host wants the chip to sleep: at once, or as soon as it is ready and what is being read has been read.
    @inline(never)
    mutating func toSleep(at now: Instant) -> ControllerAction {
        isToSleep = true
        return state == .watching ? fallAsleep(at: now) : action
    }

    /// The host wants the chip back.
    @inline(never)
    mutating func toWakeUp(at now: Instant) -> ControllerAction {
        isToSleep = false
        guard state == .asleep, now >= waitsUntil || waitsUntil == .never else { return action }
        return awaken(at: now)
    }

    /// An interrupt that announces no report: of a chip that wakes by itself, when it is moved, it ends the sleep. Whoever has
    /// sent it there learns that by the next report. And a chip that is there only while it is touched is there now.
    mutating func interruptedOtherwise(at now: Instant) -> ControllerAction {
        if traits.wakesItself, state == .asleep { return toWakeUp(at: now) }
        let isAwaited =
            traits.answersWhenTouched && state == .waitingForAnyone && !identity.isKnown && !configuration.hasResetLine
        return isAwaited && waitsUntil - now < ChipTiming.awaited ? begin(at: now) : action
    }

    @inline(never)
    mutating func fallAsleep(at now: Instant) -> ControllerAction {
        // Fingers that lie on it still, or that have lifted meanwhile, are told when it wakes.
        if report.lastCount > 0 { owesReport = true }
        return canWake ? run(.sleep, at: now) : wait(.asleep, until: .never)
    }

    /// The lines are as the command wants them.
    mutating func sendToSleep() -> ControllerAction {
        guard let command = Family.sleepCommand(configuration) else { return wait(.asleep, until: .never) }
        return send(command, .fallingAsleep)
    }

    /// The chip may be woken from now on.
    mutating func resumeSleep(at now: Instant) -> ControllerAction {
        return isToSleep ? wait(.asleep, until: .never) : awaken(at: now)
    }

    private mutating func awaken(at now: Instant) -> ControllerAction {
        guard canWake else { return begin(at: now) }
        forget()
        return run(.wakeUp, at: now)
    }
}
