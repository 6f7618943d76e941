public import TaplineCore

/// Ilitek's touch controllers, command by command: an ILI210x, an ILI2117 or an ILI251x, with interrupt pulses, sleep, the
/// time that registers of an ILI251x take, and ``ILI2xxxFaults``.
///
/// A finger's name is its place in the report. What follows a command is what was so when it came; an ILI2117 knows no
/// commands. It needs no heap.
public struct ILI2xxxModel: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// How it talks.
        public var language: IlitekFamily.Language
        /// The 7-bit address.
        public var address: UInt8
        /// Its number.
        public var chip: UInt16 = 0x2511
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// Whether a transfer with a repeated START is not acknowledged.
        public var rejectsRepeatedStart: Bool
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(200)

        /// A chip for 800 × 480 pixels.
        public init(_ language: IlitekFamily.Language = .ili251x) {
            self.language = language
            address = language == .ili2117 ? IlitekRegisters.packetAddress : IlitekRegisters.address
            rejectsRepeatedStart = language == .ili251x
        }
    }

    /// What goes wrong.
    public var faults = ILI2xxxFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    /// The fingers as the firmware knows them: those of the last scan.
    private var scanned = Contacts()
    private var command: UInt8 = 0
    private var commandedAt = Instant(microseconds: .min)
    /// What follows the command, and how much of it has been read.
    private var answer = InlineArray<64, UInt8>(repeating: 0)
    private var position = 0

    public typealias Family = IlitekFamily

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration(IlitekFamily.variant(of: panel.chip, ChipSettings())).behind(panel))
    }

    /// An ILI2117's packet is only read; an ILI251x has a second part from the seventh finger on.
    public func fewestBits(_ fingers: Int) -> Int {
        switch configuration.language {
        case .ili210x: 21 + 9 * 10
        case .ili2117: 11 + 9 * 43
        case .ili251x: fingers <= 6 ? 21 + 9 * 32 + 1 : 21 + 9 * 32 + 1 + 11 + 9 * 20
        }
    }
    /// An ILI2117 has no registers that could show it.
    public var showsReset: Bool { configuration.language != .ili2117 }
    public var sleepCommand: Transfer? {
        configuration.language == .ili2117 ? nil : .write(IlitekRegisters.sleep)
    }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: What happens to a chip

    public mutating func forget() {
        scanned.removeAll()
        command = 0
        answer = InlineArray(repeating: 0)
        position = 0
    }

    public mutating func publish() {
        let before = scanned.count
        scanned = fingers
        guard before > 0 || scanned.count > 0 else { return }
        if faults.announcesOnlyLandings, before > 0 { return }
        if scanned.count > 0 || !faults.losesLastPulse { interrupt() }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if configuration.rejectsRepeatedStart, transfer.turnsAround, transfer.mode == .repeatedStart {
            return BusError(errno: 121)
        }
        if transfer.written.count > 0 {
            obey(transfer.written[0])
        } else if configuration.language == .ili2117 {
            composePacket()
        } else if position > 0, faults.lostSecondParts > 0 {
            faults.lostSecondParts -= 1
            return BusError(errno: 121)
        }
        send(transfer.readCount, into: &bytes)
        return nil
    }

    private mutating func send(_ count: Int, into bytes: inout BusBytes) {
        guard count > 0 else { return }
        let isZero = faults.zeros > 0
        if isZero { faults.zeros -= 1 }
        let isEarly =
            configuration.language == .ili251x && command != IlitekRegisters.touches
            && life.now - commandedAt < IlitekRegisters.readDelay
        send(count, into: &bytes) { chip in
            defer { chip.position += 1 }
            return isEarly ? 0xFF : isZero || chip.position >= 64 ? 0 : chip.answer[chip.position]
        }
    }

    private mutating func obey(_ command: UInt8) {
        guard configuration.language != .ili2117 else { return }
        self.command = command
        commandedAt = life.now
        position = 0
        answer = InlineArray(repeating: 0)
        switch command {
        case IlitekRegisters.touches where configuration.language == .ili210x: composePair()
        case IlitekRegisters.touches: composeRecords()
        case IlitekRegisters.panel:
            putLittle(configuration.width, at: 0)
            putLittle(configuration.height, at: IlitekRegisters.heightOffset)
            answer[IlitekRegisters.channelsOffset] = 26
            answer[IlitekRegisters.channelsOffset + 1] = 15
        case IlitekRegisters.firmware:
            // 1.2, behind the id of an ILI210x.
            let first = configuration.language == .ili210x ? 1 : 0
            answer[first] = 1
            answer[first + 1] = 2
        case IlitekRegisters.chip where configuration.language == .ili251x: putLittle(configuration.chip, at: 0)
        case IlitekRegisters.sleep: life.power = .asleep
        default: break
        }
    }

    // MARK: Reports

    /// The place of a finger as the chip reports it.
    private func place(_ index: Int) -> (x: UInt16, y: UInt16) {
        let x = shownX(scanned[index].x, width: configuration.width)
        return (x, wholePixel(scanned[index].y))
    }

    /// The place of a finger in the report; beyond what the chip has: 10.
    private func slot(_ index: Int) -> Int {
        let id = scanned[index].id
        let most = configuration.language == .ili210x ? 2 : IlitekRegisters.maximumContacts
        return id >= 0 && Int(id) < most ? Int(id) : IlitekRegisters.maximumContacts
    }

    private mutating func composePair() {
        for index in 0..<scanned.count {
            let slot = slot(index)
            if slot < 2 {
                let place = place(index)
                answer[0] |= 1 << UInt8(truncatingIfNeeded: slot)
                putBig(place.x, at: 1 + 4 * slot)
                putBig(place.y, at: 3 + 4 * slot)
            }
        }
        flip()
    }

    private mutating func composePacket() {
        position = 0
        answer = InlineArray(repeating: 0xFF)
        answer[0] = 0x5A
        for index in 0..<scanned.count {
            let slot = slot(index)
            if slot < IlitekRegisters.maximumContacts {
                let place = place(index)
                answer[1 + 4 * slot] =
                    UInt8(truncatingIfNeeded: place.x >> 4) & 0xF0 | UInt8(truncatingIfNeeded: place.y >> 8) & 0x0F
                answer[2 + 4 * slot] = UInt8(truncatingIfNeeded: place.x)
                answer[3 + 4 * slot] = UInt8(truncatingIfNeeded: place.y)
                answer[4 + 4 * slot] = 0
            }
        }
        var sum: UInt8 = 0
        var index = 0
        while index < IlitekRegisters.packetLength - 1 {
            sum &+= answer[index]
            index += 1
        }
        answer[IlitekRegisters.packetLength - 1] = 0 &- sum
        flip()
    }

    private mutating func composeRecords() {
        var last = -1
        for index in 0..<scanned.count {
            let slot = slot(index)
            if slot < IlitekRegisters.maximumContacts {
                if slot > last { last = slot }
                let place = place(index)
                let record = 1 + IlitekRegisters.recordLength * slot
                putBig(place.x & 0x3FFF | 0x8000, at: record)
                putBig(place.y, at: record + 2)
                answer[record + 4] = UInt8(truncatingIfNeeded: wholePixel(scanned[index].pressure))
            }
        }
        answer[0] = faults.parts ?? (last < 0 ? 0 : last < IlitekRegisters.firstPart ? 1 : 2)
        flip()
    }

    private mutating func flip() {
        guard faults.flips > 0, faults.flippedByte >= 0, faults.flippedByte < 64 else { return }
        faults.flips -= 1
        answer[faults.flippedByte] ^= 1
    }

    private mutating func putBig(_ value: UInt16, at index: Int) {
        answer[index] = UInt8(truncatingIfNeeded: value >> 8)
        answer[index + 1] = UInt8(truncatingIfNeeded: value)
    }

    private mutating func putLittle(_ value: UInt16, at index: Int) {
        answer[index] = UInt8(truncatingIfNeeded: value)
        answer[index + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
}
