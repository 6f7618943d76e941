import TaplineTouches

// A report: one burst as long as the last report was, a second read for what is missing, the acknowledge, the report.

extension Goodix {
    /// Waits for an interrupt, the next poll or the next liveness check.
    mutating func watch() -> ControllerAction {
        if !configuration.hasInterruptLine {
            let period = lastCount > 0 ? configuration.activePoll : configuration.idlePoll
            nextLook = lookedAt + (period > Timing.shortestPoll ? period : Timing.shortestPoll)
        }
        return wait(.watching, until: nextLook < nextLivenessCheck ? nextLook : nextLivenessCheck)
    }

    /// Looks for a report. One that is not ready is waited for as long as `patience` lasts.
    mutating func look(at now: Instant, patience: Microseconds) -> ControllerAction {
        lookedAt = now
        self.patience = now + patience
        nextLook = .never
        predicted = lastCount
        // An interrupt promises a finger at least.
        if predicted == 0, patience > .zero { predicted = 1 }
        return enter(.reading)
    }

    /// The burst has been read.
    mutating func read(_ received: borrowing BusBytes, at now: Instant) -> ControllerAction {
        let status = received[0]
        guard status & GoodixRegisters.readyBit != 0 else { return notReady(at: now) }
        expected = Int(status & GoodixRegisters.countMask)
        guard expected <= maximumContacts else { return tell(.badReport, then: .acknowledge) }
        pending.removeAll()
        appendContacts(expected < predicted ? expected : predicted, of: received, from: 1)
        return expected > predicted ? enter(.toppingUp) : finish()
    }

    /// The records that the burst was too short for have been read.
    mutating func toppedUp(_ received: borrowing BusBytes) -> ControllerAction {
        appendContacts(expected &- predicted, of: received, from: 0)
        return finish()
    }

    private var maximumContacts: Int {
        let limit = configuration.maximumContacts
        return limit < 1 ? 1 : limit > GoodixRegisters.maximumContacts ? GoodixRegisters.maximumContacts : limit
    }

    /// "Not ready" is no news: neither a lift nor a fault, unless an interrupt promised a report.
    private mutating func notReady(at now: Instant) -> ControllerAction {
        guard lookedAt < patience else { return watch() }
        if now < patience {
            let again = now + Timing.readyRetry
            return wait(.waitingForReady, until: again < patience ? again : patience)
        }
        nextLook = now + Timing.secondLook
        return lookedAt - acknowledgedAt < Timing.echo ? watch() : tell(.notReady, then: .watch)
    }

    private mutating func appendContacts(_ count: Int, of received: borrowing BusBytes, from offset: Int) {
        var record = offset
        var left = count
        while left > 0 {
            let x = Int(Goodix.number(received, at: record &+ GoodixRegisters.recordXOffset))
            let y = Int(Goodix.number(received, at: record &+ GoodixRegisters.recordYOffset))
            let size = Int(Goodix.number(received, at: record &+ GoodixRegisters.recordSizeOffset))
            let id = received[record &+ GoodixRegisters.recordIdentityOffset] & 0x0F
            pending.append(
                Contact(
                    id: Int32(id), x: Float(onEdge(x, width)), y: Float(onEdge(y, height)), pressure: Float(size)))
            record &+= GoodixRegisters.recordLength
            left &-= 1
        }
    }

    /// Pixels are 0 … size − 1; a chip that scales its edge to the full size means the last pixel.
    private func onEdge(_ coordinate: Int, _ size: Int) -> Int {
        coordinate == size && size > 0 ? size &- 1 : coordinate
    }

    /// Raw pixels across, 0 where neither board nor chip says.
    private var width: Int { configuration.rawWidth > 0 ? configuration.rawWidth : Int(identity.width) }
    /// Raw pixels down, 0 where neither board nor chip says.
    private var height: Int { configuration.rawHeight > 0 ? configuration.rawHeight : Int(identity.height) }

    /// All of the report has been read: it is acknowledged in any case, so that the chip goes on, and then told if it makes
    /// sense.
    private mutating func finish() -> ControllerAction {
        guard makesSense() else { return tell(.badReport, then: .acknowledge) }
        lastCount = expected
        hasUntoldReport = true
        return enter(.acknowledging)
    }

    /// The chip has taken the acknowledge.
    mutating func acknowledged(at now: Instant) -> ControllerAction {
        acknowledgedAt = now
        return hasUntoldReport ? enter(.reporting) : watch()
    }

    /// The report has been told; an acknowledge that failed is told and tried again now.
    mutating func reported(at now: Instant) -> ControllerAction {
        hasUntoldReport = false
        guard let error = acknowledgeError else { return watch() }
        acknowledgeError = nil
        state = .acknowledging
        return failed(error, at: now)
    }

    /// Whether no two contacts have one identity and all lie on the panel.
    private func makesSense() -> Bool {
        let width = width
        let height = height
        var seen: UInt16 = 0
        var index = 0
        while index < pending.count {
            let contact = pending[index]
            let bit = UInt16(1) << UInt16(truncatingIfNeeded: contact.id)
            guard seen & bit == 0 else { return false }
            seen |= bit
            guard width == 0 || contact.x < Float(width), height == 0 || contact.y < Float(height) else { return false }
            index &+= 1
        }
        return true
    }
}
