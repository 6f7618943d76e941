public import TaplineCore

extension CST3xxModel {
    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = failure(of: transfer) { return error }
        if transfer.written.count >= 2 {
            pointer = UInt16(transfer.written[0]) << 8 | UInt16(transfer.written[1])
            if transfer.readCount == 0 {
                if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { take(transfer.written) }
            }
        }
        send(transfer.readCount, into: &bytes) { chip in
            defer { chip.pointer &+= 1 }
            return chip.read(chip.pointer)
        }
        return nil
    }

    private mutating func failure(of transfer: Transfer) -> BusError? {
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 2, faults.failingAcknowledges > 0 {
            faults.failingAcknowledges -= 1
            return faults.failure
        }
        return nil
    }

    /// A command, or the acknowledge.
    private mutating func take(_ written: ShortBytes) {
        guard !faults.isFrozen else { return }
        if written.count > 2 {
            if pointer == CST3xxRegisters.report, written[2] == CST3xxRegisters.mark { acknowledge() }
        } else if pointer == CST3xxRegisters.informationMode {
            isInformation = true
        } else if pointer == CST3xxRegisters.normalMode {
            guard isInformation else { return }
            isInformation = false
            if !areReported { scan() }
        } else if pointer == CST3xxRegisters.deepSleep {
            life.power = .asleep
        }
    }

    private mutating func acknowledge() {
        if faults.lostAcknowledges > 0 {
            faults.lostAcknowledges -= 1
            return
        }
        if isOutstanding {
            let count = Int(report[CST3xxRegisters.countOffset] & CST3xxRegisters.countMask)
            if faults.status == nil, readTo < CST3xxRegisters.reportLength(count) { acknowledgedUnread += 1 }
            acknowledges += 1
        }
        isOutstanding = false
        report[0] = CST3xxRegisters.mark
        endPulse()
    }

    // MARK: Registers

    private mutating func read(_ register: UInt16) -> UInt8 {
        if register >= CST3xxRegisters.information {
            return isInformation ? information(Int(register - CST3xxRegisters.information)) : 0
        }
        if register >= CST3xxRegisters.scans { return scans(Int(register - CST3xxRegisters.scans)) }
        guard register >= CST3xxRegisters.report else { return 0 }
        let offset = Int(register - CST3xxRegisters.report)
        guard offset < report.count else { return 0 }
        if offset == readTo { readTo += 1 }
        return report[offset]
    }

    private func information(_ offset: Int) -> UInt8 {
        let firmware = CST3xxRegisters.firmwareOffset
        if offset >= firmware, offset < firmware + 4, faults.hasNoFirmware { return CST3xxRegisters.noFirmware }
        switch offset {
        case CST3xxRegisters.checkOffset, CST3xxRegisters.checkOffset + 1: return CST3xxRegisters.check
        case CST3xxRegisters.widthOffset: return low(configuration.width)
        case CST3xxRegisters.widthOffset + 1: return high(configuration.width)
        case CST3xxRegisters.heightOffset: return low(configuration.height)
        case CST3xxRegisters.heightOffset + 1: return high(configuration.height)
        case CST3xxRegisters.typeOffset: return low(configuration.type)
        case CST3xxRegisters.typeOffset + 1: return high(configuration.type)
        case firmware: return low(configuration.firmware)
        case firmware + 1: return high(configuration.firmware)
        default: return 0
        }
    }

    private func low(_ number: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: number) }
    private func high(_ number: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: number >> 8) }

    /// The counter of scans, one each 10 ms, and its checksum.
    private func scans(_ offset: Int) -> UInt8 {
        guard configuration.countsScans, offset < CST3xxRegisters.scansLength else { return 0 }
        let count = UInt32(truncatingIfNeeded: (scansTo - scansFrom).count / 10_000)
        var sum = CST3xxRegisters.scansSeed
        var index = 0
        while index < 4 {
            let byte = UInt8(truncatingIfNeeded: count >> UInt32(truncatingIfNeeded: 24 - 8 * index))
            if index == offset { return byte }
            sum &+= UInt16(byte)
            index += 1
        }
        return offset == 4 ? high(sum) : low(sum)
    }

    // MARK: Reports

    /// Whether the fingers are those of the last report.
    private var areReported: Bool {
        guard fingers.count == reported.count else { return false }
        for index in 0..<fingers.count {
            if fingers[index] != reported[index] { return false }
        }
        return true
    }

    /// The fingers become a report: those that are down, then those that were.
    public mutating func publish() {
        reports += 1
        isOutstanding = true
        readTo = 0
        report = InlineArray(repeating: 0)
        var count = 0
        var index = 0
        while index < fingers.count, count < configuration.maximumContacts {
            put(fingers[index], number: count, event: CST3xxRegisters.down << 1)
            count += 1
            index += 1
        }
        let isLift = fingers.count == 0
        index = 0
        while index < reported.count, count < configuration.maximumContacts, !(isLift && faults.liftsByCount) {
            if !fingers.has(reported[index].id) {
                put(reported[index], number: count, event: 0)
                count += 1
            }
            index += 1
        }
        reported = fingers
        report[CST3xxRegisters.countOffset] = faults.status ?? UInt8(truncatingIfNeeded: count)
        if !faults.losesFirstMark { report[CST3xxRegisters.markOffset] = CST3xxRegisters.mark }
        if count > 1, !faults.losesLastMark { report[CST3xxRegisters.recordOffset(count)] = CST3xxRegisters.mark }
        if !isLift || !faults.losesLastPulse { interrupt() }
    }

    private mutating func put(_ contact: Contact, number: Int, event: UInt8) {
        let first = CST3xxRegisters.recordOffset(number)
        let owner = faults.hasDuplicateIdentities && fingers.count > 0 ? fingers[0].id : contact.id
        let isOff = faults.isOffPanel && number == 0
        let x = isOff ? configuration.width &+ 1 : wholePixel(contact.x)
        let y = wholePixel(contact.y)
        report[first] = (UInt8(truncatingIfNeeded: owner) & 0x0F) << 4 | event
        report[first + 1] = UInt8(truncatingIfNeeded: x >> 4)
        report[first + 2] = UInt8(truncatingIfNeeded: y >> 4)
        report[first + 3] = UInt8(truncatingIfNeeded: x & 0x0F) << 4 | UInt8(truncatingIfNeeded: y) & 0x0F
        report[first + 4] = UInt8(truncatingIfNeeded: wholePixel(contact.pressure))
    }
}
