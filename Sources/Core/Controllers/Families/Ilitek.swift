public import TaplineTouches

/// The driver of Ilitek's touch controllers: ILI210x, ILI2117 and ILI251x.
public typealias Ilitek = ChipDriver<IlitekFamily>

/// Ilitek's touch controllers, which talk in three ways.
///
/// All show what is, nothing is acknowledged, and a finger's name is its place in the report. An ILI210x and an ILI251x
/// are asked each 15 ms while a finger is down, since they announce little more than that one has landed. An ILI2117 has
/// no registers: whoever reads gets a packet, and its checksum is all by which the chip can be known.
public struct IlitekFamily: NamedFamily {
    /// How the chip talks.
    public enum Language: Equatable, Sendable {
        /// ILI2102 to ILI2107: two fingers, whose places lie in one register.
        case ili210x
        /// ILI2117 and ILI2118: ten fingers in a packet with a checksum.
        case ili2117
        /// ILI2510 and ILI2511: ten fingers in up to two parts, registers that need time.
        case ili251x
    }

    private let language: Language
    private var asking = Asking.chip

    /// What is being asked while the chip is identified.
    private enum Asking: Sendable { case chip, size, firmware }

    public static var usualVariant: Language { .ili251x }
    public static var usualAddress: UInt8 { IlitekRegisters.address }
    public static var usualContacts: Int { 10 }
    /// No chip of the family reports more often than each 7 ms.
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    /// (Linux asks as often.)
    public var touchedPeriod: Microseconds { language == .ili2117 ? .unlimited : .milliseconds(15) }

    public init(_ configuration: Ilitek.Configuration) { language = configuration.variant }

    // MARK: Names

    public static var name: StaticString { "Ilitek" }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { chip.id == 0x2510 }
    /// The number in the name. An ILI251x says who it is, and is asked first; an ILI2117 does not say it.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("ili251x", id: 0x2510, fingers: 10)
        chips.append("ili210x", id: 0x2100, fingers: 2)
        chips.append("ili2117", id: 0x2117, fingers: 10)
        return chips
    }
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Language {
        switch chip.id {
        case 0x2100: .ili210x
        case 0x2117: .ili2117
        default: .ili251x
        }
    }
    public static func addresses(of chip: NamedChip) -> ChipAddresses {
        chip.id == 0x2117
            ? ChipAddresses(IlitekRegisters.packetAddress, usualAddress) : ChipAddresses(usualAddress)
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { chip.id != 0x2117 }

    // MARK: Reset and identification

    /// RST low for 12 ms, 300 ms in which the firmware starts (Linux).
    public static func reset(_ configuration: borrowing Ilitek.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(12), startUp: .milliseconds(300))
    }

    public mutating func identificationRequest() -> Transfer {
        asking = .chip
        switch language {
        case .ili210x:
            asking = .size
            return .read(IlitekRegisters.panel, count: IlitekRegisters.panelLength)
        case .ili2117: return .read(count: IlitekRegisters.packetLength)
        case .ili251x: return .write(IlitekRegisters.chip)
        }
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard language != .ili2117 else {
            guard IlitekFamily.isPacket(&received) else { return .stranger }
            identity.product = [0x32, 0x31, 0x31, 0x37]
            return .known
        }
        // A register of an ILI251x has been named: its content takes a while.
        guard received.count > 0 else { return .later(.read(count: answerLength), IlitekRegisters.readDelay) }
        switch asking {
        case .chip:
            guard received[1] == 0x25, received[0] >> 4 == 1 else { return .stranger }
            identity.product = [0x32, 0x35, 0x31, 0x30 | received[0] & 0x0F]
            asking = .size
            return .more(.write(IlitekRegisters.panel))
        case .size:
            let width = IlitekFamily.littleEndian(&received, at: 0)
            let height = IlitekFamily.littleEndian(&received, at: IlitekRegisters.heightOffset)
            let isSize = width != 0 && width != 0xFFFF && height != 0 && height != 0xFFFF
            asking = .firmware
            if language == .ili251x {
                // (One without a size is usable all the same: Linux takes the board's.)
                if isSize {
                    identity.width = width
                    identity.height = height
                }
                return .more(.write(IlitekRegisters.firmware))
            }
            let channels = received[IlitekRegisters.channelsOffset]
            guard isSize, channels != 0, channels != 0xFF else { return .stranger }
            identity.product = [0x32, 0x31, 0x30, 0x78]
            return .more(.read(IlitekRegisters.firmware, count: answerLength))
        case .firmware:
            // (An ILI210x has an id before its version.)
            let first = language == .ili210x ? 1 : 0
            identity.firmware = UInt16(received[first]) << 8 | UInt16(received[first &+ 1])
            return .known
        }
    }

    /// How many bytes answer what is being asked.
    private var answerLength: Int {
        switch asking {
        case .chip: IlitekRegisters.chipLength
        case .size: IlitekRegisters.panelLength
        case .firmware: language == .ili210x ? IlitekRegisters.oldFirmwareLength : IlitekRegisters.firmwareLength
        }
    }

    public var mostContacts: Int { language == .ili210x ? 2 : IlitekRegisters.maximumContacts }

    private static func littleEndian(_ bytes: inout BusBytes, at index: Int) -> UInt16 {
        UInt16(bytes[index]) | UInt16(bytes[index &+ 1]) << 8
    }

    private static func bigEndian(_ bytes: inout BusBytes, at index: Int) -> Int {
        Int(bytes[index]) << 8 | Int(bytes[index &+ 1])
    }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer {
        switch language {
        case .ili210x: return .read(IlitekRegisters.touches, count: IlitekRegisters.oldReportLength)
        case .ili2117: return .read(count: IlitekRegisters.packetLength)
        case .ili251x:
            var transfer = Transfer.read(IlitekRegisters.touches, count: IlitekRegisters.reportLength)
            transfer.mode = .stop
            return transfer
        }
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        switch language {
        case .ili210x: return pair(&received, &report)
        case .ili2117: return packet(&received, &report)
        case .ili251x: return records(&received, &report)
        }
    }

    /// A bit for each finger that is down, then a place for each.
    private func pair(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        var finger = 0
        while finger < 2 {
            if received[0] >> UInt8(truncatingIfNeeded: finger) & 1 != 0 {
                let x = IlitekFamily.bigEndian(&received, at: 1 &+ 4 &* finger)
                let y = IlitekFamily.bigEndian(&received, at: 3 &+ 4 &* finger)
                guard x != 0xFFFF || y != 0xFFFF else { return .bad }
                report.append(id: Int32(truncatingIfNeeded: finger), x: x, y: y)
            }
            finger &+= 1
        }
        return report.end()
    }

    /// A header, four bytes for each finger (all ones: not down), a checksum.
    private func packet(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard IlitekFamily.isPacket(&received) else { return .bad }
        var finger = 0
        while finger < IlitekRegisters.maximumContacts {
            let place = 1 &+ 4 &* finger
            if received[place] & received[place &+ 1] & received[place &+ 2] & received[place &+ 3] != 0xFF {
                report.append(
                    id: Int32(truncatingIfNeeded: finger),
                    x: Int(received[place] & 0xF0) << 4 | Int(received[place &+ 1]),
                    y: Int(received[place] & 0x0F) << 8 | Int(received[place &+ 2]))
            }
            finger &+= 1
        }
        return report.end()
    }

    /// Whether the last byte makes the sum of all 0. (Nothing but zeros is what nobody has sent.)
    private static func isPacket(_ bytes: inout BusBytes) -> Bool {
        var sum: UInt8 = 0
        var any: UInt8 = 0
        var index = 0
        while index < IlitekRegisters.packetLength {
            sum &+= bytes[index]
            any |= bytes[index]
            index &+= 1
        }
        return sum == 0 && any != 0
    }

    /// In how many parts the report comes, then five bytes for each finger: 6 in the first part, 4 in the second.
    private func records(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let isFirst = report.part == 0
        if isFirst { report.expected = Int(received[0]) }
        guard report.expected <= 2 else { return .bad }
        var finger = isFirst ? 0 : IlitekRegisters.firstPart
        let end = isFirst ? IlitekRegisters.firstPart : IlitekRegisters.maximumContacts
        var record = isFirst ? 1 : 0
        while finger < end {
            if received[record] & IlitekRegisters.downBit != 0 {
                report.append(
                    id: Int32(truncatingIfNeeded: finger), x: IlitekFamily.bigEndian(&received, at: record) & 0x3FFF,
                    y: IlitekFamily.bigEndian(&received, at: record &+ 2), pressure: Int(received[record &+ 4]))
            }
            finger &+= 1
            record &+= IlitekRegisters.recordLength
        }
        if isFirst, report.expected == 2 { return .more(.read(count: IlitekRegisters.secondLength)) }
        return report.end()
    }
}

/// Where things lie in the registers of Ilitek's chips: addresses of 8 bits, which are commands. What follows one comes
/// from where the last read ended.
///
/// Sources: Linux `drivers/input/touchscreen/ili210x.c` (reports, times, panel, firmware; before 5.5 for the panel of an
/// ILI210x) and `ilitek_ts_i2c.c` (chip's number, sleep, 5 ms before every answer); Espressif
/// `esp_lcd_touch_ili2118.c` for packets. No driver asks an ILI2117 who it is.
public enum IlitekRegisters {
    /// The 7-bit address that most have.
    public static var address: UInt8 { 0x41 }
    /// The 7-bit address of an ILI2117.
    public static var packetAddress: UInt8 { 0x26 }
    /// The most fingers.
    public static var maximumContacts: Int { 10 }

    /// Which fingers are down, and where.
    public static var touches: UInt8 { 0x10 }
    /// The panel's size, two bytes each, low byte first; channels across and down.
    public static var panel: UInt8 { 0x20 }
    /// Sleep.
    public static var sleep: UInt8 { 0x30 }
    /// The firmware's version.
    public static var firmware: UInt8 { 0x40 }
    /// The chip's number, low byte first: 0x2511 of an ILI2511.
    public static var chip: UInt8 { 0x61 }

    /// How long an ILI251x takes to answer anything but ``touches``.
    public static var readDelay: Microseconds { .milliseconds(5) }

    /// The report of an ILI210x, in bytes.
    public static var oldReportLength: Int { 9 }
    /// The packet of an ILI2117, in bytes; the last makes the sum of all 0.
    public static var packetLength: Int { 43 }
    /// The first part of an ILI251x's report, in bytes: its first byte is the number of parts.
    public static var reportLength: Int { 31 }
    /// The second part, in bytes.
    public static var secondLength: Int { 20 }
    /// How many fingers the first part holds.
    public static var firstPart: Int { 6 }
    /// One finger: x, y, high byte first, pressure.
    public static var recordLength: Int { 5 }
    /// Set in the first byte of a finger that is down.
    public static var downBit: UInt8 { 0x80 }

    public static var panelLength: Int { 6 }
    public static var heightOffset: Int { 2 }
    public static var channelsOffset: Int { 4 }
    public static var chipLength: Int { 5 }
    public static var firmwareLength: Int { 8 }
    /// Of an ILI210x: an id, then two parts of the version.
    public static var oldFirmwareLength: Int { 3 }
}
