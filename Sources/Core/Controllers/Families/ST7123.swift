public import TaplineTouches

/// The driver of Sitronix's chips that are touch and display in one: ST7123.
public typealias ST7123 = ChipDriver<ST7123Family>

/// Sitronix's chips that are touch and display in one, whose registers have addresses of 16 bits.
///
/// The chip shows at any time which of its places have a finger, whose name is its place; there is no count and no
/// acknowledge. An idle chip is asked for one byte, which says whether there is any; then all places are read, with a
/// checksum where the firmware has one. It counts its scans: one that no longer counts hangs.
public struct ST7123Family: NamedFamily {
    private var step = Step.head
    private var places = ST7123Registers.maximumContacts
    private var hasChecksum = false
    /// The last count of scans, and how many liveness checks have seen it stand.
    private var scans: UInt16 = 0
    private var standstills: UInt8 = 0

    /// What is being asked while the chip is identified.
    private enum Step: Sendable { case head, abilities }

    public static var usualAddress: UInt8 { ST7123Registers.address }
    public static var usualContacts: Int { ST7123Registers.maximumContacts }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    /// How many checks in a row a count may stand (Linux: 3).
    private static var mostStandstills: UInt8 { 3 }

    public init(_ configuration: ST7123.Configuration) {}

    // MARK: Names

    public static var name: StaticString { "ST7123" }
    /// (What its register of the chip's id says is not known.)
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("st7123", id: 0x7123, fingers: 10)
        return chips
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { false }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { true }

    // MARK: Reset and identification

    /// RST low for 10 ms, 100 ms until it is asked (Canaan).
    public static func reset(_ configuration: borrowing ST7123.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(10), startUp: .milliseconds(100))
    }

    /// From the firmware's version to its revision, in one read.
    public mutating func identificationRequest() -> Transfer {
        step = .head
        return .read(ST7123Registers.firmware, count: ST7123Registers.headLength)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        switch step {
        case .head:
            guard isHead(&received) else { return .stranger }
            let size = ST7123Registers.sizeOffset
            identity.product = [0x37, 0x31, 0x32, 0x33]
            identity.firmware = UInt16(received[0])
            identity.width = received.bigEndian(at: size)
            identity.height = received.bigEndian(at: size &+ 2)
            places = Int(received[ST7123Registers.placesOffset])
            scans = received.bigEndian(at: ST7123Registers.scansOffset)
            step = .abilities
            return .more(.read(ST7123Registers.abilities, count: 1))
        case .abilities:
            hasChecksum = received[0] & ST7123Registers.checksumBit != 0
            return .known
        }
    }

    /// No known register says who it is. It must run, have a size, and a number of places.
    private func isHead(_ received: inout BusBytes) -> Bool {
        let size = ST7123Registers.sizeOffset
        let places = received[ST7123Registers.placesOffset]
        guard received[1] & ST7123Registers.stateMask != ST7123Registers.loader else { return false }
        guard places >= 1, Int(places) <= ST7123Registers.maximumContacts else { return false }
        guard (received[size] | received[size &+ 2]) & ST7123Registers.unusedBits == 0 else { return false }
        return received.bigEndian(at: size) > 0 && received.bigEndian(at: size &+ 2) > 0
    }

    public var mostContacts: Int { places }

    // MARK: Reports

    /// All places, or of an idle chip that was not announced whether there are fingers.
    public func look(for report: inout ChipReport) -> Transfer {
        report.isAnnounced || report.lastCount > 0
            ? all(of: report.limit) : .read(ST7123Registers.touches, count: 1)
    }

    /// The checksum is that of all places, also of those that the board leaves out; without one, what follows the
    /// last place's area is not read.
    private func all(of limit: Int) -> Transfer {
        let count = hasChecksum ? places &* ST7123Registers.placeLength &+ 1 : lengthOfPlaces(limit)
        return .read(ST7123Registers.touches, count: ST7123Registers.firstPlace &+ count)
    }

    private func lengthOfPlaces(_ count: Int) -> Int {
        count &* ST7123Registers.placeLength &- (ST7123Registers.placeLength &- ST7123Registers.usefulLength)
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let flags = received[0]
        // (All ones are what nobody has sent.)
        guard flags != 0xFF else { return .bad }
        guard flags & ST7123Registers.wantsReset == 0 else { return .wasReset }
        if received.count == 1 {
            return flags & ST7123Registers.hasFingers != 0 ? .more(all(of: report.limit)) : .report
        }
        guard !hasChecksum || isWhole(&received) else { return .bad }
        var finger = 0
        var place = ST7123Registers.firstPlace
        let end = hasChecksum ? places : report.limit
        while finger < end {
            let word = received.word(at: place)
            if word & ST7123Registers.validBit != 0 {
                report.append(
                    id: Int32(truncatingIfNeeded: finger),
                    x: Int(word >> 16 & ST7123Registers.pixelMask), y: Int(word & ST7123Registers.pixelMask),
                    pressure: Int(received[place &+ ST7123Registers.areaOffset]))
            }
            finger &+= 1
            place &+= ST7123Registers.placeLength
        }
        // (After a finger it is the lift.)
        let isEmpty = report.contacts.count == 0 && report.lastCount == 0
        if isEmpty, flags & ST7123Registers.hasFingers != 0 { return .withheld }
        return report.end()
    }

    /// Whether the last byte is the checksum: the flags count, and the places where there are fingers.
    private func isWhole(_ bytes: inout BusBytes) -> Bool {
        let hasFingers = bytes[0] & ST7123Registers.hasFingers != 0
        let end = ST7123Registers.firstPlace &+ (hasFingers ? places &* ST7123Registers.placeLength : 0)
        return bytes.checksum(of: end, from: ST7123Registers.checksumSeed, ST7123Registers.checksum)
            == bytes[ST7123Registers.firstPlace &+ places &* ST7123Registers.placeLength]
    }

    // MARK: Liveness

    public func livenessCheck() -> Transfer? {
        .read(ST7123Registers.firmware, count: ST7123Registers.scansOffset &+ 2)
    }

    public mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        guard received[1] & ST7123Registers.stateMask != ST7123Registers.loader else { return .doubtful }
        let now = received.bigEndian(at: ST7123Registers.scansOffset)
        standstills = now == scans ? standstills &+ 1 : 0
        scans = now
        return standstills < ST7123Family.mostStandstills ? .alive : .dead
    }
}

/// Where things lie in the registers of Sitronix's chips that are touch and display in one: addresses of 16 bits, numbers high
/// byte first.
///
/// Sources: Sitronix' own driver, `drivers/input/touchscreen/sitronix_st7123` of Raspberry Pi's Linux (registers, checksum, the
/// standing count, the state of the loader, the wish to be reset); that an idle chip's first byte says so: LovyanGFX
/// `Touch_ST7123.cpp` and Canaan's `st7102.c`.
public enum ST7123Registers {
    /// The 7-bit address.
    public static var address: UInt8 { 0x55 }
    /// The most fingers.
    public static var maximumContacts: Int { 10 }

    /// The firmware's version; the state, the size, the number of places and the count of scans follow.
    public static var firmware: UInt16 { 0x0000 }
    static var headLength: Int { 12 }
    static var stateMask: UInt8 { 0x0F }
    /// The state of a chip whose firmware does not run.
    static var loader: UInt8 { 6 }
    /// Pixels across and down, 14 bits each, counted from ``firmware``.
    static var sizeOffset: Int { 5 }
    static var unusedBits: UInt8 { 0xC0 }
    /// How many places there are, counted from ``firmware``.
    static var placesOffset: Int { 9 }
    /// The count of scans, counted from ``firmware``.
    static var scansOffset: Int { 10 }

    /// Flags, three bytes, then ``placeLength`` bytes for each finger, then the checksum of firmware that has one.
    public static var touches: UInt16 { 0x0010 }
    static var firstPlace: Int { 4 }
    /// A place: ``validBit`` and x, y, area, strength, one more.
    static var placeLength: Int { 7 }
    static var areaOffset: Int { 4 }
    static var usefulLength: Int { 5 }
    static var validBit: UInt32 { 0x8000_0000 }
    static var pixelMask: UInt32 { 0x3FFF }
    /// The flag of fingers.
    static var hasFingers: UInt8 { 0x08 }
    /// The flag of a chip that has found itself disturbed.
    static var wantsReset: UInt8 { 0x80 }

    /// What the firmware can.
    public static var abilities: UInt16 { 0x00F0 }
    /// Its reports have a checksum.
    static var checksumBit: UInt8 { 0x10 }
    /// What the checksum begins with.
    public static var checksumSeed: UInt8 { 0x5A }

    /// The checksum of one byte more.
    public static func checksum(_ sum: UInt8, _ byte: UInt8) -> UInt8 {
        let next = sum &+ byte
        return next &<< 1 | next &>> 7
    }
}
