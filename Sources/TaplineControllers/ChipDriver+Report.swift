import TaplineTouches

// A report: one transfer as long as the last report was, further ones for what is missing, the acknowledge where the chip
// wants one, the report.

extension ChipDriver {
    /// Waits for an interrupt, the next look or the next liveness check.
    mutating func watch() -> ControllerAction {
        guard !isToSleep else { return wait(.watching, until: lookedAt) }
        silentAt = .never
        if !configuration.hasInterruptLine {
            let period = report.lastCount > 0 ? configuration.activePoll : configuration.idlePoll
            nextLook = lookedAt + (period > ChipTiming.shortestPoll ? period : ChipTiming.shortestPoll)
        } else {
            nextLook = secondLookAt
            if nextLook == .never, report.lastCount > 0 {
                let period = family.touchedPeriod
                if period < .unlimited {
                    nextLook = lookedAt + period
                } else if configuration.silence < .unlimited {
                    askTheSilent()
                }
            }
        }
        if owesReport, lookedAt < owedAt, owedAt < nextLook { nextLook = owedAt }
        return waitForNextLook()
    }

    mutating func waitForNextLook() -> ControllerAction {
        var next = nextLook < nextLivenessCheck ? nextLook : nextLivenessCheck
        if silentAt < next { next = silentAt }
        return wait(.watching, until: next)
    }

    /// A finger is down: when the chip is asked unless it reports. One that keeps reports until they are read has none
    /// while it is silent; whether it was reset is the question then.
    private mutating func askTheSilent() {
        if Family.provesLifeWhenSilent {
            silentAt = (lookedAt > provedAliveAt ? lookedAt : provedAliveAt) + configuration.silence
        } else {
            nextLook = lookedAt + configuration.silence
        }
    }

    /// The interrupt line is asserted: for a new report, or for the one just read still.
    mutating func interrupted(at now: Instant) -> ControllerAction {
        guard now - lookedAt < Family.echo else { return look(at: now, isAnnounced: true) }
        let again = lookedAt + ChipTiming.levelLook
        if again < nextLook { nextLook = again }
        return waitForNextLook()
    }

    /// Looks for a report: announced by an interrupt, or unasked.
    mutating func look(at now: Instant, isAnnounced: Bool) -> ControllerAction {
        lookedAt = now
        patience = now + (isAnnounced ? Family.readyPatience : .zero)
        secondLookAt = .never
        report.isAnnounced = isAnnounced
        report.predicted = report.lastCount
        // An interrupt promises a finger at least.
        if report.predicted == 0, isAnnounced { report.predicted = 1 }
        return read()
    }

    /// Begins to read a report, or begins again.
    mutating func read() -> ControllerAction {
        report.part = 0
        return send(family.look(for: report), .reading)
    }

    /// A transfer of the report has gone through.
    mutating func read(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        if report.part == 0 { report.contacts.removeAll() }
        switch family.judge(received, &report) {
        case .report: return finish(at: now)
        case .more(let next):
            report.part &+= 1
            return send(next, .reading)
        case .noNews: return Family.lossTimeout < .unlimited && owesNow(at: now) ? giveUp() : watch()
        case .notReady: return notReady(at: now)
        case .bad: return drop()
        case .wasReset: return recover(at: now)
        }
    }

    /// "Not ready" is no news: neither a lift nor a fault, unless an interrupt promised a report.
    private mutating func notReady(at now: Instant) -> ControllerAction {
        guard report.isAnnounced else { return owesNow(at: now) && !isToSleep ? giveUp() : watch() }
        if now < patience {
            let again = now + ChipTiming.readyRetry
            return wait(.waitingForReady, until: again < patience ? again : patience)
        }
        secondLookAt = now + Family.secondLook
        return lookedAt - acknowledgedAt < ChipTiming.acknowledgedEcho ? watch() : tell(.notReady, then: .watch)
    }

    /// The fingers that a report is owed for have not shown themselves: there are none.
    private mutating func giveUp() -> ControllerAction {
        report.lastCount = 0
        return enter(.reporting)
    }

    /// All of the report has been read: it is told if it makes sense and is news, dropped otherwise; in any case it is
    /// acknowledged, so that the chip goes on.
    private mutating func finish(at now: Instant) -> ControllerAction {
        guard report.makesSense() else { return drop() }
        // No finger, and none before either: a poll of an idle panel, or one interrupt too many.
        hasUntoldReport =
            !isToSleep && (report.contacts.count > 0 || report.lastCount > 0 || owesNow(at: now))
        report.lastCount = report.contacts.count
        if Family.isAcknowledged { return acknowledge() }
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// Whether fingers of before a reset had long enough to show themselves: it is told that there are none.
    private func owesNow(at now: Instant) -> Bool { owesReport && now >= owedAt }

    /// The report is no news about fingers. One that an interrupt announced is looked for once more where the chip keeps
    /// showing it; where it is acknowledged, the chip tells the next one by itself.
    private mutating func drop() -> ControllerAction {
        if Family.lossTimeout < .unlimited, report.lastCount > 0 {
            owesReport = true
            owedAt = lookedAt + Family.lossTimeout
        }
        guard !Family.isAcknowledged else { return tell(.badReport, then: .acknowledge) }
        if report.isAnnounced { secondLookAt = lookedAt + Family.secondLook }
        return tell(.badReport, then: .watch)
    }

    mutating func acknowledge() -> ControllerAction { send(Family.acknowledge(), .acknowledging) }

    /// The chip has taken the acknowledge.
    mutating func acknowledged(at now: Instant) -> ControllerAction {
        acknowledgedAt = now
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// The report has been told; an acknowledge that failed is told and tried again now.
    mutating func reported(at now: Instant) -> ControllerAction {
        hasUntoldReport = false
        owesReport = false
        guard let error = acknowledgeError else { return watch() }
        acknowledgeError = nil
        state = .acknowledging
        return failed(error, at: now)
    }
}
