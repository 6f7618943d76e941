import TaplineTouches

// A report: one transfer as long as the last report was, a second one for what is missing, the report.

extension FocalTech {
    /// Waits for an interrupt, the next poll or the next liveness check.
    mutating func watch() -> ControllerAction {
        if !configuration.hasInterruptLine {
            let period = lastCount > 0 ? configuration.activePoll : configuration.idlePoll
            nextLook = lookedAt + (period > Timing.shortestPoll ? period : Timing.shortestPoll)
        } else if looksAgain {
            nextLook = lookedAt + Timing.secondLook
        } else {
            let asksTheSilent = lastCount > 0 && configuration.silence < .unlimited
            nextLook = asksTheSilent ? lookedAt + configuration.silence : .never
        }
        return wait(.watching, until: nextLook < nextLivenessCheck ? nextLook : nextLivenessCheck)
    }

    /// The interrupt line is asserted: for a new report, or for the one just read still.
    mutating func interrupted(at now: Instant) -> ControllerAction {
        guard now - lookedAt < Timing.echo else { return look(at: now, isAnnounced: true) }
        let again = lookedAt + Timing.levelLook
        if again < nextLook { nextLook = again }
        return wait(.watching, until: nextLook < nextLivenessCheck ? nextLook : nextLivenessCheck)
    }

    /// Looks for a report: announced by an interrupt, or unasked.
    mutating func look(at now: Instant, isAnnounced: Bool = false) -> ControllerAction {
        lookedAt = now
        self.isAnnounced = isAnnounced
        predicted = lastCount
        // An interrupt promises a finger at least.
        if predicted == 0, isAnnounced { predicted = 1 }
        return enter(.reading)
    }

    /// Count and predicted records have been read.
    mutating func read(_ received: borrowing BusBytes) -> ControllerAction {
        let status = received[0]
        expected = Int(status & FocalTechRegisters.countMask)
        guard expected <= maximumContacts else { return drop() }
        guard !isStale(status) else { return watch() }
        pending.removeAll()
        appendContacts(
            expected < predicted ? expected : predicted, of: received, from: 1, length: FocalTechRegisters.recordLength)
        return expected > predicted ? enter(.toppingUp) : finish()
    }

    /// The records that the transfer was too short for have been read.
    mutating func toppedUp(_ received: borrowing BusBytes) -> ControllerAction {
        appendContacts(expected &- predicted, of: received, from: 0, length: FocalTechRegisters.recordLength)
        return finish()
    }

    /// An answer of M06 firmware has been read: always as long as for five contacts.
    mutating func readM06(_ received: borrowing BusBytes) -> ControllerAction {
        guard FocalTech.isWholeM06(received) else { return drop() }
        pending.removeAll()
        appendContacts(
            FocalTechRegisters.m06Contacts, of: received, from: FocalTechRegisters.m06FirstRecord,
            length: FocalTechRegisters.m06RecordLength)
        expected = pending.count
        return finish()
    }

    /// Whether header, length and checksum of an answer are right.
    private static func isWholeM06(_ received: borrowing BusBytes) -> Bool {
        guard received[0] == FocalTechRegisters.m06Header, received[1] == FocalTechRegisters.m06Header,
            Int(received[2]) == FocalTechRegisters.m06ReportLength
        else { return false }
        var sum: UInt8 = 0
        var index = 0
        while index < FocalTechRegisters.m06ReportLength {
            sum ^= received[index]
            index &+= 1
        }
        return sum == 0
    }

    private var maximumContacts: Int {
        let limit = configuration.maximumContacts
        let most = FocalTechRegisters.maximumContacts(chip: chip)
        return limit < 1 ? 1 : limit > most ? most : limit
    }

    /// After a reset the registers may hold a frozen contact, most often in the corner, until the chip writes them for
    /// the first time: the count changes then. An interrupt says that it has written them.
    private mutating func isStale(_ status: UInt8) -> Bool {
        guard mayBeStale else { return false }
        if !isAnnounced, expected > 0, staleStatus == nil || staleStatus == status {
            staleStatus = status
            return true
        }
        mayBeStale = false
        return false
    }

    private mutating func appendContacts(
        _ count: Int, of received: borrowing BusBytes, from offset: Int, length: Int
    ) {
        var record = offset
        var left = count
        while left > 0 {
            let event = received[record &+ FocalTechRegisters.recordEventOffset] >> 6
            if isDown(event) {
                let x = FocalTech.coordinate(received, at: record &+ FocalTechRegisters.recordXOffset)
                let y = FocalTech.coordinate(received, at: record &+ FocalTechRegisters.recordYOffset)
                let hasYFirst = identity.vendor == FocalTechRegisters.vendorWithYFirst
                let id = received[record &+ FocalTechRegisters.recordIdentityOffset] >> 4
                pending.append(
                    Contact(
                        id: id == FocalTechRegisters.noIdentity ? -1 : Int32(id),
                        x: Float(onEdge(hasYFirst ? y : x, configuration.rawWidth)),
                        y: Float(onEdge(hasYFirst ? x : y, configuration.rawHeight))))
            }
            record &+= length
            left &-= 1
        }
    }

    /// Whether a record with this event is a finger on the panel.
    private func isDown(_ event: UInt8) -> Bool {
        switch FocalTechRegisters.Event(rawValue: event) {
        case .contact: true
        case .down: !isM06  // Its place may be wrong; the next answer has the right one.
        default: false
        }
    }

    /// The twelve bits at `index`, upper four first.
    @inline(__always)
    private static func coordinate(_ bytes: borrowing BusBytes, at index: Int) -> Int {
        Int(bytes[index] & 0x0F) << 8 | Int(bytes[index &+ 1])
    }

    /// Pixels are 0 … size − 1; a chip that scales its edge to the full size means the last pixel.
    private func onEdge(_ coordinate: Int, _ size: Int) -> Int {
        coordinate == size && size > 0 ? size &- 1 : coordinate
    }

    /// All of the report has been read: it is told if it makes sense and is news, dropped otherwise.
    private mutating func finish() -> ControllerAction {
        guard makesSense() else { return drop() }
        looksAgain = false
        // No finger, and none before either: a poll of an idle panel, or one interrupt too many.
        guard pending.count > 0 || lastCount > 0 else { return watch() }
        lastCount = pending.count
        return enter(.reporting)
    }

    /// The report is no news about fingers. One that an interrupt announced is looked for once more.
    private mutating func drop() -> ControllerAction {
        looksAgain = isAnnounced
        return tell(.badReport, then: .watch)
    }

    /// Whether no two contacts have one identity, none has lost its identity, and all lie on the panel.
    private mutating func makesSense() -> Bool {
        var seen: UInt16 = 0
        var unnamed = 0
        var index = 0
        while index < pending.count {
            let contact = pending[index]
            if contact.id < 0 {
                unnamed &+= 1
            } else {
                let bit = UInt16(1) << UInt16(truncatingIfNeeded: contact.id)
                guard seen & bit == 0 else { return false }
                seen |= bit
            }
            let width = configuration.rawWidth
            let height = configuration.rawHeight
            guard width == 0 || contact.x < Float(width), height == 0 || contact.y < Float(height) else { return false }
            index &+= 1
        }
        // Who gives names gives them to every finger; who gives none is helped out by distances.
        guard unnamed == 0 || (unnamed == pending.count && !namesFingers) else { return false }
        if seen != 0 { namesFingers = true }
        return true
    }
}
