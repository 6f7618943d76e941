public import TaplineCore

extension GT911Model {
    private static var firstRegister: UInt16 { GoodixRegisters.command }

    // MARK: The bus

    public mutating func transfer(
        _ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes
    ) -> BusError? {
        advance(to: instant)
        if let error = failure(of: transfer) { return error }
        if transfer.written.count >= 2 {
            pointer = UInt16(transfer.written[0]) << 8 | UInt16(transfer.written[1])
            var index = 2
            while index < transfer.written.count {
                write(transfer.written[index])
                index += 1
            }
        }
        send(transfer.readCount, into: &bytes) { $0.read() }
        return nil
    }

    private mutating func failure(of transfer: Transfer) -> BusError? {
        if let error = refusal(of: transfer, at: address) { return error }
        if let left = faults.failsAfter {
            faults.failsAfter = left > 0 ? left - 1 : nil
            if left == 0 { return faults.failure }
        }
        let isAcknowledge =
            transfer.written.count == 3
            && UInt16(transfer.written[0]) << 8 | UInt16(transfer.written[1]) == GoodixRegisters.status
        if isAcknowledge, faults.failingAcknowledges > 0 {
            faults.failingAcknowledges -= 1
            return faults.failure
        }
        return nil
    }

    // MARK: Registers

    /// The byte at the pointer, which moves on.
    private mutating func read() -> UInt8 {
        let register = pointer
        pointer &+= 1
        let value = self[register]
        if register == GoodixRegisters.status, value & GoodixRegisters.readyBit != 0 {
            if faults.unreadyLooks > 0 {
                faults.unreadyLooks -= 1
                return 0
            }
            statusWasRead = true
        } else if register >= GoodixRegisters.firstRecord, readyAt == .never {
            // Read in order, from the first byte on; reserved bytes may be left out.
            let offset = Int(register - GoodixRegisters.firstRecord)
            let isReserved = offset % GoodixRegisters.recordLength >= GoodixRegisters.recordUsefulLength
            if offset == recordBytesRead || (offset == recordBytesRead + 1 && !isReserved) {
                recordBytesRead = offset + 1
            }
        }
        return value
    }

    /// Writes to the register at the pointer, which moves on.
    private mutating func write(_ value: UInt8) {
        let register = pointer
        pointer &+= 1
        let configuration = layout.register..<layout.register + UInt16(layout.length)
        switch register {
        case GoodixRegisters.command:
            if value == GoodixRegisters.screenOff {
                life.power = .asleep
            } else if !self.configuration.knowsLiveness || faults.isFrozen {
                self[register] = value
            }
        case GoodixRegisters.livenessKeeper:
            self[register] = value
        case configuration:
            self[register] = value
            if register == configuration.upperBound - 1, value == 1 { takeConfiguration() }
        case GoodixRegisters.status:
            if value == 0 { acknowledge() }
        default:
            break
        }
    }

    private subscript(register: UInt16) -> UInt8 {
        get {
            let index = Int(register) - Int(GT911Model.firstRegister)
            return index >= 0 && index < memory.count ? memory[index] : 0
        }
        set {
            let index = Int(register) - Int(GT911Model.firstRegister)
            if index >= 0 && index < memory.count { memory[index] = newValue }
        }
    }

    private mutating func put(_ number: UInt16, at register: UInt16) {
        self[register] = UInt8(truncatingIfNeeded: number)
        self[register + 1] = UInt8(truncatingIfNeeded: number >> 8)
    }

    // MARK: Reports

    /// The fingers become a report: records first, the interrupt at once, the ready flag when it comes.
    mutating func publish() {
        hasNewFrame = false
        isOutstanding = true
        statusWasRead = false
        recordBytesRead = 0
        reports += 1
        reportedCount = min(fingers.count, configuration.maximumContacts)
        for index in 0..<reportedCount {
            put(fingers[index], number: index)
        }
        self[GoodixRegisters.status] = faults.withholds ? UInt8(reportedCount) : 0
        readyAt = .never
        if !faults.isNeverReady, !faults.withholds {
            readyAt = life.now + faults.readyLag
            if faults.readyLag <= .zero { becomeReady() }
        }
        interrupt()
    }

    var isReady: Bool { self[GoodixRegisters.status] & GoodixRegisters.readyBit != 0 }

    mutating func becomeReady() {
        readyAt = .never
        self[GoodixRegisters.status] = faults.status ?? GoodixRegisters.readyBit | UInt8(reportedCount)
    }

    private mutating func put(_ contact: Contact, number index: Int) {
        let register = GoodixRegisters.firstRecord + UInt16(index * GoodixRegisters.recordLength)
        let own = contact.id < 0 ? UInt8(index) : UInt8(truncatingIfNeeded: contact.id) & 0x0F
        let first = fingers[0].id < 0 ? 0 : UInt8(truncatingIfNeeded: fingers[0].id) & 0x0F
        let isOff = faults.isOffPanel && index == 0
        self[register + UInt16(GoodixRegisters.recordIdentityOffset)] = faults.hasDuplicateIdentities ? first : own
        put(
            isOff ? configuration.width &+ 1 : wholePixel(contact.x),
            at: register + UInt16(GoodixRegisters.recordXOffset))
        put(wholePixel(contact.y), at: register + UInt16(GoodixRegisters.recordYOffset))
        put(wholePixel(contact.pressure), at: register + UInt16(GoodixRegisters.recordSizeOffset))
        self[register + UInt16(GoodixRegisters.recordUsefulLength)] = 0
    }

    private mutating func acknowledge() {
        if faults.lostAcknowledges > 0 {
            faults.lostAcknowledges -= 1
            return
        }
        guard !faults.isFrozen else { return }
        guard isOutstanding, isReady else {
            acknowledgedNothing += 1
            return
        }
        // A report that nobody has looked at stays: Linux's driver clears the status blindly.
        guard statusWasRead else {
            acknowledgedUnread += 1
            return
        }
        if faults.status == nil, recordBytesRead < GoodixRegisters.recordsLength(reportedCount) {
            acknowledgedUnread += 1
        }
        acknowledges += 1
        self[GoodixRegisters.status] = 0
        isOutstanding = false
        releaseInterrupt()
        if hasNewFrame { publish() }
    }

    // MARK: Identity and configuration

    /// The registers as they are after a reset.
    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        var index: UInt16 = 0
        while index < 4 {
            self[GoodixRegisters.identity + index] = configuration.product[Int(index)]
            index += 1
        }
        put(configuration.firmware, at: GoodixRegisters.identity + UInt16(GoodixRegisters.firmwareOffset))
        showConfiguration()
    }

    mutating func clearStatus() { self[GoodixRegisters.status] = 0 }

    private func place(_ offset: Int) -> UInt16 { layout.register + UInt16(offset) }

    /// The configuration with which it left its factory, checksum included.
    mutating func makeConfiguration() {
        var bytes = GoodixConfiguration()
        while bytes.count < layout.length {
            switch bytes.count {
            case 0: bytes.append(GoodixRegisters.firstConfigurationVersion)
            case GoodixRegisters.widthOffset: bytes.append(UInt8(truncatingIfNeeded: configuration.width))
            case GoodixRegisters.widthOffset + 1: bytes.append(UInt8(truncatingIfNeeded: configuration.width >> 8))
            case GoodixRegisters.heightOffset: bytes.append(UInt8(truncatingIfNeeded: configuration.height))
            case GoodixRegisters.heightOffset + 1: bytes.append(UInt8(truncatingIfNeeded: configuration.height >> 8))
            case GoodixRegisters.contactsOffset:
                bytes.append(UInt8(truncatingIfNeeded: configuration.maximumContacts))
            case GoodixRegisters.interruptModeOffset: bytes.append(configuration.interruptMode.rawValue)
            case GoodixRegisters.refreshOffset:
                let refresh = min(max(configuration.refresh.count / 1_000 - 5, 0), 15)
                bytes.append(UInt8(truncatingIfNeeded: refresh))
            case layout.checksumOffset:
                let sum = bytes.checksum(layout)
                if layout.isWide { bytes.append(UInt8(truncatingIfNeeded: sum >> 8)) }
                bytes.append(UInt8(truncatingIfNeeded: sum))
            default: bytes.append(0)
            }
        }
        store(bytes)
    }

    private mutating func store(_ bytes: GoodixConfiguration) {
        for offset in 0..<layout.length {
            stored[offset] = bytes[offset]
        }
    }

    /// Puts the configuration into its registers. The "fresh" byte is 0 once it has been taken.
    private mutating func showConfiguration() {
        put(configuration.width, at: GoodixRegisters.identity + UInt16(GoodixRegisters.identityWidthOffset))
        put(configuration.height, at: GoodixRegisters.identity + UInt16(GoodixRegisters.identityHeightOffset))
        var offset = 0
        while offset < layout.length {
            self[place(offset)] = offset == layout.length - 1 ? 0 : stored[offset]
            offset += 1
        }
    }

    /// Takes what the host has written as the configuration; with a wrong checksum the old one stays. Version 0 stands for
    /// the first one.
    private mutating func takeConfiguration() {
        configurationsWritten += 1
        if faults.damagedConfigurations > 0 {
            faults.damagedConfigurations -= 1
            self[place(20)] ^= 1
        }
        var bytes = GoodixConfiguration()
        while bytes.count < layout.length { bytes.append(self[place(bytes.count)]) }
        if bytes.defect(layout) == nil, !faults.refusesConfigurations {
            configurationsTaken += 1
            if bytes[0] == 0 { bytes = anew(bytes) }
            store(bytes)
            configuration.width = UInt16(truncatingIfNeeded: bytes.width)
            configuration.height = UInt16(truncatingIfNeeded: bytes.height)
            configuration.maximumContacts = min(max(bytes.contacts, 1), GoodixRegisters.maximumContacts)
            let mode = bytes[GoodixRegisters.interruptModeOffset] & 3
            configuration.interruptMode = InterruptMode(rawValue: mode) ?? .falling
            let refresh = UInt(bytes[GoodixRegisters.refreshOffset] & 0x0F)
            configuration.refresh = .milliseconds(5 + Int64(_truncatingBits: refresh))
        }
        showConfiguration()
    }

    /// The same with the first version, and the checksum that belongs to it.
    private func anew(_ bytes: GoodixConfiguration) -> GoodixConfiguration {
        var changed = GoodixConfiguration()
        changed.append(GoodixRegisters.firstConfigurationVersion)
        while changed.count < layout.checksumOffset { changed.append(bytes[changed.count]) }
        let sum = changed.checksum(layout)
        if layout.isWide { changed.append(UInt8(truncatingIfNeeded: sum >> 8)) }
        changed.append(UInt8(truncatingIfNeeded: sum))
        changed.append(1)
        return changed
    }
}
