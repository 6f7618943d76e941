public import TaplineTouches

/// The driver of FocalTech's touch controllers: FT5206, FT5306, FT5406, FT5506, FT5726, FT6206, FT6236, FT6336 and
/// others with the same registers, and of EDT panels with M06 firmware.
public typealias FocalTech = ChipDriver<FocalTechFamily>

/// FocalTech's touch controllers.
///
/// The chip shows at any time which fingers are down; nothing is acknowledged. A report is read in one transfer: the
/// count and as many records as the last report had. What is missing is read in a second transfer. Only what lies
/// within the count is believed: records beyond it, and those that say "lifted", are no fingers.
public struct FocalTechFamily: NamedFamily {
    /// How the chip's firmware talks.
    public enum Language: Equatable, Sendable {
        /// In registers, as nearly all do.
        case registers
        /// In commands and answers with a checksum: EDT's M06 firmware.
        case m06
    }

    private let isM06: Bool
    private let hasInterruptLine: Bool
    /// The chip's id, 0 where it has none, and its vendor.
    private var chip: UInt8 = 0
    private var vendor: UInt8 = 0
    /// Whether it does not say what it is: its ids mean nothing.
    private var isStranger = false
    /// Whether the chip keeps the interrupt mode that was written, and how often it was.
    private var keepsMode = false
    private var modeTries: UInt8 = 0
    private var isConfirmingMode = false
    /// Whether the registers may still hold junk from the reset, and the status that they had at first.
    private var mayBeStale = true
    private var staleStatus: UInt8?

    public static var usualVariant: Language { .registers }
    public static var usualAddress: UInt8 { FocalTechRegisters.address }
    /// As many as an FT5x06; an FT6236 has two, an FT5506 ten.
    public static var usualContacts: Int { 5 }
    /// (Panels are known to be silent for 118 ms.)
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits {
        FamilyTraits {
            // No chip of the family reports more often than each 7 ms.
            $0.echo = .milliseconds(4)
            $0.looksAlike = true
        }
    }

    public init(_ configuration: FocalTech.Configuration) {
        isM06 = configuration.variant == .m06
        hasInterruptLine = configuration.hasInterruptLine
    }

    // MARK: Names

    public static var name: StaticString { "FocalTech" }
    /// The chip's id; an FT5726 has its vendor's, and M06 firmware, which has none, its own name. (Linux's `edt-ft5x06.c`
    /// says how many fingers they report, ST's `ft3x67.c` that of an FT3267.)
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("ft5x06", fingers: 5)
        chips.append("ft5206", fingers: 5)
        chips.append("ft5306", id: 0x55, fingers: 5)
        chips.append("ft5406", id: 0x54, fingers: 5)
        chips.append("ft5506", fingers: 10)
        chips.append("ft5726", id: 0x5900, fingers: 10)
        chips.append("ft5316", id: 0x0A, fingers: 5)
        chips.append("ft5336", id: 0x14, fingers: 5)
        chips.append("ft6206", id: 0x06, fingers: 2)
        chips.append("ft6236", id: 0x36, fingers: 2)
        chips.append("ft6336", id: 0x64, fingers: 2)
        chips.append("ft3267", id: 0x33, fingers: 2)
        chips.append("edt-m06", id: FocalTechRegisters.m06Id, fingers: 5)
        return chips
    }
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Language {
        chip.id == FocalTechRegisters.m06Id ? .m06 : .registers
    }
    /// HyperPixel 4 square and 2.1 round have them at 0x48 and 0x15.
    public static func addresses(of chip: NamedChip) -> ChipAddresses {
        chip.id == FocalTechRegisters.m06Id ? ChipAddresses(usualAddress) : ChipAddresses(usualAddress, 0x48, 0x15)
    }
    public static func id(of identity: ControllerIdentity) -> UInt16 {
        identity.vendor == FocalTechRegisters.vendorWithYFirst ? 0x5900 : identity.hexadecimalProduct
    }

    // MARK: Reset and identification

    /// RST low for at least 5 ms, and 300 ms in which the firmware starts (datasheet of the FT5x06, Linux).
    public static func reset(_ configuration: borrowing FocalTech.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(6), startUp: .milliseconds(300))
    }

    /// Ids and modes in one read.
    public func identificationRequest() -> Transfer {
        isM06
            ? .read(FocalTechRegisters.m06Name, count: FocalTechRegisters.m06NameLength)
            : .read(FocalTechRegisters.identity, count: FocalTechRegisters.identityLength)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        if isM06 {
            guard FocalTechFamily.isM06Name(&received) else { return .stranger }
            // `EP0430M06` is an 0430.
            identity.product = [received[3], received[4], received[5], received[6]]
            return .known
        }
        isStranger = !FocalTechFamily.isFocalTech(&received)
        if isStranger { return .stranger }
        chip = received[0]
        vendor = received[FocalTechRegisters.vendorOffset]
        identity.setProduct(hexadecimal: chip)
        identity.vendor = vendor
        identity.firmware = UInt16(received[FocalTechRegisters.firmwareOffset])
        return .known
    }

    public var mostContacts: Int { FocalTechRegisters.maximumContacts(chip: chip) }

    /// Whether ids and modes are those of a FocalTech chip.
    ///
    /// The ids alone do not tell: many panels leave the vendor 0, and new chips have new ids. So modes that a chip can
    /// have must come with an id that is one, or both ids must be known. Somebody else at the same address, such as a
    /// PCF8574A, which gives the same byte for everything, has none of that.
    private static func isFocalTech(_ bytes: inout BusBytes) -> Bool {
        var isEcho = true
        var index = 1
        while index < FocalTechRegisters.identityLength {
            if bytes[index] != bytes[0] { isEcho = false }
            index &+= 1
        }
        guard !isEcho else { return false }
        let chip = bytes[0]
        let vendor = bytes[FocalTechRegisters.vendorOffset]
        let knowsChip = FocalTechRegisters.isKnown(chip: chip)
        let knowsVendor = FocalTechRegisters.isKnown(vendor: vendor)
        let interruptMode = bytes[FocalTechRegisters.interruptModeOffset]
        let powerMode = bytes[FocalTechRegisters.powerModeOffset]
        let hasModes = interruptMode <= FocalTechRegisters.triggerMode && powerMode <= FocalTechRegisters.hibernate
        return hasModes ? knowsChip || knowsVendor || (chip != 0 && chip != 0xFF) : knowsChip && knowsVendor
    }

    /// Whether a byte and then `EP0`, in capitals or not, begin the answer.
    private static func isM06Name(_ bytes: inout BusBytes) -> Bool {
        let letters = (bytes[1] | 0x20, bytes[2] | 0x20, bytes[3])
        return letters == (0x65, 0x70, 0x30)
    }

    // MARK: Sleep

    /// Hibernation: only a reset ends it. (The M06 firmware's register for it is not known.)
    public static func sleepCommand(_ configuration: borrowing FocalTech.Configuration) -> Transfer? {
        configuration.variant == .m06 ? nil : .write(FocalTechRegisters.powerMode, FocalTechRegisters.hibernate)
    }

    // MARK: The interrupt's mode
    //
    // It is written, and read back because some chips ignore the first write.

    public mutating func prepare() -> Transfer? {
        guard hasInterruptLine, !isM06 else { return nil }
        return .write(FocalTechRegisters.interruptMode, FocalTechRegisters.triggerMode)
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        isConfirmingMode.toggle()
        if isConfirmingMode { return .read(FocalTechRegisters.interruptMode, count: 1) }
        keepsMode = received[0] == FocalTechRegisters.triggerMode
        modeTries &+= 1
        // After three tries without it: the line stays low while fingers are down. That works, too.
        return keepsMode || modeTries >= 3 ? nil : prepare()
    }

    // MARK: Reports

    public mutating func look(for report: inout ChipReport) -> Transfer {
        isM06
            ? .read(FocalTechRegisters.m06Report, count: FocalTechRegisters.m06ReportLength)
            : .read(FocalTechRegisters.status, count: 1 &+ FocalTechRegisters.recordsLength(report.predicted))
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard !isM06 else { return judgeM06(&received, &report) }
        guard report.part == 0 else { return judgeRest(&received, &report) }
        let status = received[0]
        guard let expected = report.told(of: Int(status & FocalTechRegisters.countMask)) else { return .bad }
        guard !mayBeStale || !isStale(status, report.isAnnounced) else { return .noNews }
        report.expected = expected
        if expected > 0 { return judgeRecords(&received, &report) }
        // No finger, but no interrupt either: was the pulse lost, or the chip reset? A reset loses the interrupt's mode, and
        // the ids until the firmware runs.
        guard !report.isAnnounced, report.lastCount > 0, keepsMode || !isStranger else { return .report }
        return .more(identificationRequest())
    }

    /// The records of the first transfer.
    @inline(never)
    private mutating func judgeRecords(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let (expected, predicted) = (report.expected, report.predicted)
        append(
            expected < predicted ? expected : predicted, of: &received, from: 1,
            length: FocalTechRegisters.recordLength, to: &report)
        guard expected > predicted else { return .report }
        return .more(
            .read(
                FocalTechRegisters.firstRecord
                    &+ UInt8(truncatingIfNeeded: predicted &* FocalTechRegisters.recordLength),
                count: FocalTechRegisters.recordsLength(expected &- predicted)))
    }

    /// A second transfer: the records that are missing, or ids and modes.
    @inline(never)
    private mutating func judgeRest(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        if report.expected == 0 {
            // (A bit may have changed on its way.)
            if isUnchanged(&received) { return .report }
            return report.part < 2 ? .more(identificationRequest()) : .wasReset
        }
        append(
            report.expected &- report.predicted, of: &received, from: 0, length: FocalTechRegisters.recordLength,
            to: &report)
        return .report
    }

    /// An answer of M06 firmware: always as long as for five contacts.
    @inline(never)
    private mutating func judgeM06(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard FocalTechFamily.isWholeM06(&received) else { return .bad }
        append(
            FocalTechRegisters.m06Contacts, of: &received, from: FocalTechRegisters.m06FirstRecord,
            length: FocalTechRegisters.m06RecordLength, to: &report)
        return report.end()
    }

    /// Whether header, length and checksum of an answer are right.
    private static func isWholeM06(_ received: inout BusBytes) -> Bool {
        received[0] == FocalTechRegisters.m06Header && received[1] == FocalTechRegisters.m06Header
            && Int(received[2]) == FocalTechRegisters.m06ReportLength
            && received.checksum(of: FocalTechRegisters.m06ReportLength, ^) == 0
    }

    /// After a reset the registers may hold a frozen contact, most often in the corner, until the chip writes them for
    /// the first time: the count changes then. An interrupt says that it has written them.
    @inline(never)
    private mutating func isStale(_ status: UInt8, _ isAnnounced: Bool) -> Bool {
        if !isAnnounced, status & FocalTechRegisters.countMask > 0, staleStatus == nil || staleStatus == status {
            staleStatus = status
            return true
        }
        mayBeStale = false
        return false
    }

    private mutating func append(
        _ count: Int, of received: inout BusBytes, from offset: Int, length: Int, to report: inout ChipReport
    ) {
        var record = offset
        var left = count
        while left > 0 {
            append(received.word(at: record), to: &report)
            record &+= length
            left &-= 1
        }
    }

    /// Adds the finger of a record, see ``FocalTechRegisters/recordUsefulLength``.
    private mutating func append(_ record: UInt32, to report: inout ChipReport) {
        guard isDown(UInt8(truncatingIfNeeded: record >> 30)) else { return }
        let hasYFirst = vendor == FocalTechRegisters.vendorWithYFirst
        let x = Int(record >> 16 & 0xFFF)
        let y = Int(record & 0xFFF)
        let id = UInt8(truncatingIfNeeded: record >> 12) & 0x0F
        report.append(
            id: id == FocalTechRegisters.noIdentity ? -1 : Int32(id), x: hasYFirst ? y : x, y: hasYFirst ? x : y)
    }

    /// Whether a record with this event is a finger on the panel. (Where one has landed, the place of M06 firmware may be
    /// wrong; the next answer has the right one.)
    private func isDown(_ event: UInt8) -> Bool {
        event == FocalTechRegisters.Event.contact.rawValue
            || event == FocalTechRegisters.Event.down.rawValue && !isM06
    }

    // MARK: Liveness
    //
    // A reset loses the interrupt's mode, and a chip that hangs loses its ids. M06 firmware is not asked.

    public func livenessCheck() -> Transfer? {
        isM06 ? nil : identificationRequest()
    }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        isUnchanged(&received) ? .alive : .doubtful
    }

    /// Whether ids and modes are what they were.
    private func isUnchanged(_ received: inout BusBytes) -> Bool {
        let mode = received[FocalTechRegisters.interruptModeOffset]
        let keptMode = !keepsMode || mode == FocalTechRegisters.triggerMode
        let isSame = received[0] == chip && received[FocalTechRegisters.vendorOffset] == vendor
        return (isStranger || isSame) && keptMode
    }
}

extension ChipDriver where Family == FocalTechFamily {
    /// How the chip's firmware talks.
    public typealias Language = FocalTechFamily.Language
}

extension ChipDriver.Configuration where Family == FocalTechFamily {
    /// How the chip's firmware talks: the family's variants.
    public var language: FocalTechFamily.Language {
        get { variant }
        set { variant = newValue }
    }
}
