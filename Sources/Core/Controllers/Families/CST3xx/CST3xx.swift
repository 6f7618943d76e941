public import TaplineTouches

/// The driver of Hynitron's touch controllers for five fingers: CST226SE, CST3240, CST328 and CST340.
public typealias CST3xx = ChipDriver<CST3xxFamily>

/// Hynitron's touch controllers for five fingers.
///
/// A report is read as far as the last one went: with one finger seven bytes, with five all 28. What is missing is read in
/// a second transfer; then it is acknowledged. Two bytes of a report have a fixed value, the marks. Without the first one
/// there is no report: a chip that nobody touches pulses its interrupt line every 1.5 s all the same.
///
/// The acknowledge overwrites the first byte of the report, and a reset empties it: registers without a mark under a finger
/// are those of a chip that was reset. Whether the firmware runs is seen in a counter of its scans.
public struct CST3xxFamily: NamedFamily {
    private let hasInterruptLine: Bool
    /// Whether the mode in which the chip can be asked for its identity has just been chosen.
    private var isEnteringInformation = false
    /// Whether the report tells of a key, too.
    private var hasKey = false
    /// Whether the next bytes of a report are the counter of scans.
    private var asksForScans = false
    /// The counter of scans when it was last read.
    private var scans: UInt32?
    /// How often in a row registers without a mark were read, or a counter that stands.
    private var doubts = 0

    public static var usualAddress: UInt8 { CST3xxRegisters.address }
    /// CST328 and CST340 sit there.
    public static var alternativeAddress: UInt8? { CST3xxRegisters.otherAddress }
    public static var usualContacts: Int { CST3xxRegisters.maximumContacts }
    /// Pulses come with every scan while a finger is down.
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits {
        FamilyTraits {
            // Scans come each 7.6 ms at the soonest (ewbang.com, article 1000232620, measured on a CST328).
            $0.echo = .milliseconds(4)
            // From the information mode back to reports: Linux waits 5 ms.
            $0.settleTime = .milliseconds(5)
            $0.isAcknowledged = true
        }
    }

    public init(_ configuration: CST3xx.Configuration) { hasInterruptLine = configuration.hasInterruptLine }

    // MARK: Names

    public static var name: StaticString { "CST3xx" }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { true }
    /// The chip's type.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("cst328", id: 0x0148, fingers: 5)
        chips.append("cst226se", id: 0x00A8, fingers: 5)
        chips.append("cst3240", id: 0x0CA8, fingers: 5)
        chips.append("cst340", id: 0x0154, fingers: 5)
        return chips
    }

    // MARK: Reset and identification

    /// RST low for 20 ms (ESPHome 5, Linux 20, SensorLib 100), 100 ms until it is asked (ESPHome 30, Linux 60, SensorLib
    /// 100).
    public static func reset(_ configuration: borrowing CST3xx.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(20), startUp: .milliseconds(100))
    }

    /// Chooses the information mode, in which there are no reports.
    public mutating func identificationRequest() -> Transfer {
        isEnteringInformation = true
        return .command(CST3xxRegisters.informationMode)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        if isEnteringInformation {
            isEnteringInformation = false
            return .later(
                .read(CST3xxRegisters.information, count: CST3xxRegisters.informationLength),
                CST3xxRegisters.informationDelay)
        }
        let check = CST3xxRegisters.checkOffset
        let high = received[CST3xxRegisters.typeOffset &+ 1]
        guard received[check] == CST3xxRegisters.check, received[check &+ 1] == CST3xxRegisters.check,
            high != CST3xxRegisters.foreignType
        else { return .stranger }
        var isEmpty = true
        var index = CST3xxRegisters.firmwareOffset
        while index < CST3xxRegisters.informationLength {
            if received[index] != CST3xxRegisters.noFirmware { isEmpty = false }
            index &+= 1
        }
        guard !isEmpty else { return .withoutFirmware }
        let low = received[CST3xxRegisters.typeOffset]
        identity.setProduct(hexadecimal: high, low)
        identity.firmware = received.littleEndian(at: CST3xxRegisters.firmwareOffset)
        identity.width = received.littleEndian(at: CST3xxRegisters.widthOffset)
        identity.height = received.littleEndian(at: CST3xxRegisters.heightOffset)
        return .known
    }

    public var mostContacts: Int { CST3xxRegisters.maximumContacts }

    public mutating func prepare() -> Transfer? { .command(CST3xxRegisters.normalMode) }

    // MARK: Reports

    public func acknowledge() -> Transfer { .write(CST3xxRegisters.report, CST3xxRegisters.mark) }

    public func look(for report: inout ChipReport) -> Transfer {
        .read(CST3xxRegisters.report, count: CST3xxRegisters.reportLength(report.predicted))
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let read = report.predicted > 1 ? report.predicted : 1
        guard report.part == 0 else {
            if asksForScans { return judgeScans(&received, report) }
            let missing = report.expected &- read
            append(missing, of: &received, from: 0, to: &report)
            return end(&received, at: missing &* CST3xxRegisters.recordLength, &report)
        }
        asksForScans = false
        let wasAcknowledged = received[0] == CST3xxRegisters.mark
        guard received[CST3xxRegisters.markOffset] == CST3xxRegisters.mark, !wasAcknowledged else {
            return noReport(wasAcknowledged, report)
        }
        doubts = 0
        let status = received[CST3xxRegisters.countOffset]
        // (All are read, for the mark behind the last one.)
        let expected = Int(status & CST3xxRegisters.countMask)
        guard expected <= mostContacts else { return .bad }
        report.expected = expected
        hasKey = status & CST3xxRegisters.keyBit != 0
        guard expected > 0 else { return .report }
        append(1, of: &received, from: 0, to: &report)
        let second = CST3xxRegisters.recordOffset(1)
        append((expected < read ? expected : read) &- 1, of: &received, from: second, to: &report)
        let next = CST3xxRegisters.recordOffset(read)
        guard expected > read else { return end(&received, at: CST3xxRegisters.recordOffset(expected), &report) }
        return .more(
            .read(
                CST3xxRegisters.report &+ UInt16(truncatingIfNeeded: next),
                count: (expected &- read) &* CST3xxRegisters.recordLength &+ 1))
    }

    /// It is whole where the mark behind the last finger is there. One finger has none, and before it may lie a key.
    private func end(_ received: inout BusBytes, at index: Int, _ report: inout ChipReport) -> ChipReading {
        let isWhole = report.expected < 2 || hasKey || received[index] == CST3xxRegisters.mark
        return isWhole ? report.end() : .bad
    }

    /// Appends the fingers that are down; a lifted one is told once, too.
    private func append(_ count: Int, of received: inout BusBytes, from offset: Int, to report: inout ChipReport) {
        var record = offset
        var left = count
        while left > 0 {
            let low = Int(received[record &+ 3])
            if (received[record] & 0x0F) >> 1 == CST3xxRegisters.down {
                report.append(
                    id: Int32(received[record] >> 4), x: Int(received[record &+ 1]) << 4 | low >> 4,
                    y: Int(received[record &+ 2]) << 4 | low & 0x0F, pressure: Int(received[record &+ 4]))
            }
            record &+= CST3xxRegisters.recordLength
            left &-= 1
        }
    }

    /// The registers hold no report, or one that has been acknowledged.
    private mutating func noReport(_ wasAcknowledged: Bool, _ report: borrowing ChipReport) -> ChipReading {
        if report.lastCount > 0, !wasAcknowledged {
            doubts &+= 1
            if doubts > 1 { return .wasReset }
        }
        guard !report.isAnnounced else { return .noNews }
        // Silent under a finger: does it still run?
        guard hasInterruptLine, report.lastCount > 0, wasAcknowledged else { return .notReady }
        asksForScans = true
        return .more(.read(CST3xxRegisters.scans, count: CST3xxRegisters.scansLength))
    }

    private mutating func judgeScans(_ received: inout BusBytes, _ report: borrowing ChipReport) -> ChipReading {
        if let now = CST3xxFamily.scans(&received) {
            doubts = now == scans ? doubts &+ 1 : 0
            scans = now
        }
        return doubts > 1 ? .wasReset : .notReady
    }

    // MARK: Liveness

    public mutating func livenessCheck() -> Transfer? {
        doubts = 0
        return .read(CST3xxRegisters.scans, count: CST3xxRegisters.scansLength)
    }

    /// A counter that stands is that of a firmware that hangs. One that has begun anew is none: a reset under no finger
    /// loses nothing, and one under a finger is seen in the registers.
    public mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        guard let now = CST3xxFamily.scans(&received) else { return scans == nil ? .unknown : .doubtful }
        guard now != scans else { return .doubtful }
        scans = now
        doubts = 0
        return .alive
    }

    /// The counter of scans, nil where its checksum is wrong.
    private static func scans(_ bytes: inout BusBytes) -> UInt32? {
        var sum = CST3xxRegisters.scansSeed
        var count: UInt32 = 0
        var index = 0
        while index < 4 {
            sum &+= UInt16(bytes[index])
            count = count << 8 | UInt32(bytes[index])
            index &+= 1
        }
        return sum == bytes.bigEndian(at: 4) ? count : nil
    }
}
