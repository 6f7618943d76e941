import TaplineTouches

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
        return report(.interruptStorm, then: .watch)
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
        return read()
    }

    /// Begins to read a report, or begins again.
    @inline(__always)
    mutating func read() -> ControllerAction {
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
    mutating func read(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
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
        return lookedAt - acknowledgedAt < ChipTiming.acknowledgedEcho ? watch() : report(.notReady, then: .watch)
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
        // No finger, and none before either: a poll of an idle panel, or one interrupt too many.
        hasUntoldReport =
            !isToSleep && (report.count > 0 || report.lastCount > 0 || owesNow(at: now))
        if !hasUntoldReport, lookedInVain() { return recover(at: now) }
        report.lastCount = report.count
        if traits.isAcknowledged { return acknowledge() }
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// Whether fingers of before a reset had long enough to show themselves: it is told that there are none.
    private func owesNow(at now: Instant) -> Bool { Family.Report.canBeEmpty && owesReport && now >= owedAt }

    /// The report is no news about fingers. Its bytes may have changed on their way, and after a lift there is no other: it is read
    /// again, where it is acknowledged before that.
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
        guard !traits.isAcknowledged else { return report(report.complaint, then: .acknowledge) }
        if report.isAnnounced || rereads > 0 { secondLookAt = lookedAt + traits.secondLook }
        return report(report.complaint, then: .watch)
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
