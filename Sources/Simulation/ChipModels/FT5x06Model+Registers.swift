public import TaplineCore

extension FT5x06Model {
    // MARK: The bus

    public mutating func transfer(
        _ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes
    ) -> BusError? {
        advance(to: instant)
        if let error = failure(of: transfer) { return error }
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        let command = pointer
        let checksumIsWrong = takeOne(&faults.wrongChecksums, if: isM06 && command == FocalTechRegisters.m06Report)
        let headerIsWrong = takeOne(&faults.wrongHeaders, if: isM06 && command == FocalTechRegisters.m06Report)
        if transfer.written.count > 1, !takeOne(&faults.ignoredWrites, if: true) {
            var index = 1
            while index < transfer.written.count {
                write(transfer.written[index])
                index += 1
            }
        }
        let lies = takeOne(&faults.lies, if: transfer.readCount > 0)
        let flippedBit = transfer.readCount > 0 ? faults.flips?.next(below: 8 * transfer.readCount) : nil
        var sum: UInt8 = 0
        var index = 0
        while index < transfer.readCount {
            var byte = isM06 ? answer(to: command, at: index, sum: sum) : read()
            if headerIsWrong, index == 1 { byte ^= 0xFF }
            if checksumIsWrong, index == FocalTechRegisters.m06ReportLength - 1 { byte ^= 0x55 }
            sum ^= byte
            if let flippedBit, flippedBit >> 3 == index { byte ^= 1 << UInt8(truncatingIfNeeded: flippedBit & 7) }
            if let random = faults.random?.next() { byte = UInt8(truncatingIfNeeded: random) }
            bytes.append(lies ? 0xFF : byte)
            index += 1
        }
        return nil
    }

    /// Whether one of the next `count` is meant, which is one fewer then.
    private func takeOne(_ count: inout Int, if isMeant: Bool) -> Bool {
        guard isMeant, count > 0 else { return false }
        count -= 1
        return true
    }

    private mutating func failure(of transfer: Transfer) -> BusError? {
        if let error = absence(of: transfer, at: configuration.address) { return error }
        let isIdle = reported.count == 0 && life.now - lastAccess >= .milliseconds(1_000)
        lastAccess = life.now
        if faults.failsWhenIdle, isIdle { return BusError(errno: 121) }
        return nextFailure()
    }

    // MARK: Registers

    /// The byte at the pointer, which moves on.
    private mutating func read() -> UInt8 {
        let register = pointer
        pointer &+= 1
        if register == FocalTechRegisters.status, faults.falseStatusReads > 0 {
            faults.falseStatusReads -= 1
            return faults.falseStatus
        }
        return memory[Int(register)]
    }

    /// Writes to the register at the pointer, which moves on.
    private mutating func write(_ value: UInt8) {
        let register = pointer
        pointer &+= 1
        guard !isM06 else { return }
        switch register {
        case FocalTechRegisters.interruptMode:
            memory[Int(register)] = value
            if reported.count == 0 { life.interruptIsAsserted = false }
        case FocalTechRegisters.powerMode:
            memory[Int(register)] = value
            if value == FocalTechRegisters.hibernate { life.power = .asleep }
        default:
            break
        }
    }

    /// The registers as they are after a reset.
    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        let identity = Int(FocalTechRegisters.identity)
        memory[identity] = configuration.chip
        memory[identity + FocalTechRegisters.interruptModeOffset] = configuration.interruptMode
        memory[identity + FocalTechRegisters.powerModeOffset] = 1
        memory[identity + FocalTechRegisters.firmwareOffset] = configuration.firmware
        memory[identity + FocalTechRegisters.vendorOffset] = configuration.vendor
        guard faults.isStaleAfterReset else { return }
        memory[Int(FocalTechRegisters.status)] = 1
        put(
            Contact(id: 0, x: Float(Int(configuration.width) - 1), y: Float(Int(configuration.height) - 1)), number: 0,
            event: .down)
    }

    // MARK: Reports

    /// The fingers become the registers' content.
    public mutating func publish() {
        // Idle scans change nothing.
        guard fingers.count > 0 || reported.count > 0 else { return }
        reports += 1
        var next = Contacts()
        var known = BitSet<UInt16>()
        var lifted = BitSet<UInt16>()
        let count = min(fingers.count, configuration.maximumContacts)
        for index in 0..<count {
            let contact = fingers[faults.reversesOrder ? count - 1 - index : index]
            if place(of: contact.id) != nil { known.insert(index) }
            next.append(contact)
        }
        // Who was there before and is not any more.
        for index in 0..<reported.count {
            let contact = reported[index]
            let isGone = !isLifted.contains(index) && !next.has(contact.id)
            if isGone, faults.countsLifted, next.count < configuration.maximumContacts {
                lifted.insert(next.count)
                next.append(contact)
            } else if isGone, !isM06, !faults.forgetsUp, index >= next.count {
                // Beyond the count its record stays.
                put(contact, number: index, event: .up)
            }
        }
        reported = next
        isKnown = known
        isLifted = lifted
        if !isM06 { putRecords() }
        signal()
    }

    private mutating func putRecords() {
        for index in 0..<reported.count {
            put(reported[index], number: index, event: event(index))
        }
        memory[Int(FocalTechRegisters.status)] = UInt8(truncatingIfNeeded: reported.count)
        if faults.showsZeros {
            memory[Int(FocalTechRegisters.status)] = 0
            put(Contact(id: 0, x: 0, y: 0), number: 0, event: .down)
        }
    }

    private func event(_ index: Int) -> FocalTechRegisters.Event {
        isLifted.contains(index) ? .up : isKnown.contains(index) ? .contact : .down
    }

    private func place(of id: Int32) -> Int? {
        for index in 0..<reported.count {
            if reported[index].id == id, !isLifted.contains(index) { return index }
        }
        return nil
    }

    private mutating func put(_ contact: Contact, number index: Int, event: FocalTechRegisters.Event) {
        let register = Int(FocalTechRegisters.firstRecord) + index * FocalTechRegisters.recordLength
        var offset = 0
        while offset < FocalTechRegisters.recordUsefulLength {
            memory[register + offset] = recordByte(offset, of: contact, number: index, event: event)
            offset += 1
        }
        memory[register + offset] = UInt8(truncatingIfNeeded: wholePixel(contact.pressure))
    }

    /// One of the four bytes that both languages share.
    private func recordByte(
        _ offset: Int, of contact: Contact, number index: Int, event: FocalTechRegisters.Event
    ) -> UInt8 {
        var x = faults.isOffPanel && index == 0 ? configuration.width &+ 1 : wholePixel(contact.x)
        var y = wholePixel(contact.y)
        if configuration.part == .ft5726 { (x, y) = (y, x) }
        switch offset {
        case 0: return event.rawValue << 6 | UInt8(truncatingIfNeeded: x >> 8) & 0x0F
        case 1: return UInt8(truncatingIfNeeded: x)
        case 2: return number(of: contact, at: index) << 4 | UInt8(truncatingIfNeeded: y >> 8) & 0x0F
        default: return UInt8(truncatingIfNeeded: y)
        }
    }

    private func number(of contact: Contact, at index: Int) -> UInt8 {
        if faults.hasNoIdentities || contact.id < 0 { return FocalTechRegisters.noIdentity }
        let named = faults.hasDuplicateIdentities && reported.count > 0 ? reported[0] : contact
        return UInt8(truncatingIfNeeded: named.id) & 0x0F
    }

    // MARK: M06

    /// The byte at `index` of the answer to `command`, when the bytes before have the exclusive or `sum`.
    private func answer(to command: UInt8, at index: Int, sum: UInt8) -> UInt8 {
        switch command {
        case FocalTechRegisters.m06Name:
            // A byte of no meaning, then `EP0430M06*A0_110412$`.
            let name: InlineArray<21, UInt8> = [
                0x7F, 0x45, 0x50, 0x30, 0x34, 0x33, 0x30, 0x4D, 0x30, 0x36, 0x2A, 0x41, 0x30, 0x5F, 0x31, 0x31, 0x30,
                0x34, 0x31, 0x32, 0x24,
            ]
            return index < name.count ? name[index] : 0
        case FocalTechRegisters.m06Report: return reportByte(index, sum: sum)
        default: return 0
        }
    }

    private func reportByte(_ index: Int, sum: UInt8) -> UInt8 {
        switch index {
        case 0, 1: return FocalTechRegisters.m06Header
        case 2: return UInt8(FocalTechRegisters.m06ReportLength)
        case FocalTechRegisters.m06ReportLength - 1: return sum
        case FocalTechRegisters.m06FirstRecord..<FocalTechRegisters.m06ReportLength:
            let place = index - FocalTechRegisters.m06FirstRecord
            let record = place / FocalTechRegisters.m06RecordLength
            guard record < reported.count else { return FocalTechRegisters.Event.none.rawValue << 6 }
            var contact = reported[record]
            let event = event(record)
            // Places of fingers that have just landed are wrong.
            if event == .down { contact.x = 0 }
            return recordByte(
                place % FocalTechRegisters.m06RecordLength, of: contact, number: record, event: event)
        default: return 0
        }
    }
}
