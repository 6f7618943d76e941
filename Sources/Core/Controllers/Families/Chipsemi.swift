public import TaplineTouches

/// The driver of Chipsemi's touch controllers for one finger: CHSC5816, and those that Seeed calls CHSC6X.
public typealias Chipsemi = ChipDriver<ChipsemiFamily>

/// Chipsemi's touch controllers for one finger, which talk in two ways.
///
/// Both show what is, and nothing is acknowledged. A CHSC5816 has addresses of 32 bits, and says who it is; a CHSC6X answers
/// with five bytes, for panels of at most 256 pixels, and nothing says who it is.
public struct ChipsemiFamily: NamedFamily {
    /// How the chip talks.
    public enum Language: Equatable, Sendable {
        /// CHSC5816: addresses of 32 bits.
        case chsc5816
        /// CHSC6X: five bytes.
        case chsc6x
    }

    private let language: Language

    public static var usualVariant: Language { .chsc5816 }
    public static var usualAddress: UInt8 { ChipsemiRegisters.address }
    public static var usualContacts: Int { 1 }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }

    public init(_ configuration: Chipsemi.Configuration) { language = configuration.variant }

    // MARK: Names

    public static var name: StaticString { "Chipsemi" }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { chip.id == 0x5816 }
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("chsc5816", id: 0x5816, fingers: 1)
        chips.append("chsc6x", id: 0x6000, fingers: 1)
        return chips
    }
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Language {
        chip.id == 0x6000 ? .chsc6x : .chsc5816
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { chip.id == 0x5816 }

    // MARK: Reset and identification

    /// RST low for 5 ms (SensorLib 3, ESPHome 5), 100 ms until it is asked, as long as SensorLib tries.
    public static func reset(_ configuration: borrowing Chipsemi.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(5), startUp: .milliseconds(100))
    }

    public func identificationRequest() -> Transfer {
        language == .chsc5816
            ? .read(ChipsemiRegisters.header, count: ChipsemiRegisters.headerLength) : ChipsemiFamily.fiveBytes
    }

    public func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard language == .chsc5816 else {
            guard received[0] <= 1 else { return .stranger }
            identity.product = [0x36, 0x78, 0, 0]
            return .known
        }
        guard received[4] == 0x43, received[5] == 0x48, received[6] == 0x53, received[7] == 0x43 else {
            return .stranger
        }
        identity.product = [0x35, 0x38, 0x31, 0x36]
        identity.firmware = UInt16(received[0]) | UInt16(received[1]) << 8
        return .known
    }

    public var mostContacts: Int { 1 }

    // MARK: Reports

    private static var fiveBytes: Transfer { .read(ChipsemiRegisters.state, count: ChipsemiRegisters.stateLength) }

    public func look(for report: inout ChipReport) -> Transfer {
        language == .chsc5816
            ? .read(ChipsemiRegisters.touches, count: ChipsemiRegisters.touchesLength) : ChipsemiFamily.fiveBytes
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard language == .chsc5816 else {
            guard received[0] <= 1 else { return .bad }
            if received[0] == 1 { report.append(id: 0, x: Int(received[2]), y: Int(received[4])) }
            return .report
        }
        let count = received[1]
        guard count <= 1 else { return .bad }
        guard count == 1 else { return .report }
        let high = received[5]
        report.append(
            id: 0, x: Int(high & 0x0F) << 8 | Int(received[2]), y: Int(high >> 4) << 8 | Int(received[3]),
            pressure: Int(received[4]))
        return .report
    }

    // MARK: Liveness

    /// A CHSC5816 that hangs loses its signature.
    public func livenessCheck() -> Transfer? { language == .chsc5816 ? identificationRequest() : nil }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        var nobody = ControllerIdentity()
        if case .known = identify(&received, &nobody) { return .alive }
        return .doubtful
    }
}

/// Where things lie in the registers of Chipsemi's chips.
///
/// Sources: of the CHSC5816 SensorLib `TouchDrvCHSC5816` and its `CHSC5816Constants.h`, github.com/mvonweis/esphome-chsc5816,
/// which follow Chipsemi's manual; of the CHSC6X Zephyr `input_chsc6x.c` and ESPHome's `chsc6x`. A CHSC6540 is neither: its
/// sources do not agree on how long its registers' addresses are.
public enum ChipsemiRegisters {
    /// The 7-bit address.
    public static var address: UInt8 { 0x2E }

    /// Of a CHSC5816: the firmware's version, a checksum, then `CHSC`, read as a number low byte first.
    public static var header: UInt32 { 0x2000_0014 }
    static var headerLength: Int { 8 }
    /// Of a CHSC5816: a state, a count, x and y (lower eight bits), pressure, the upper four bits of x and of y.
    public static var touches: UInt32 { 0x2000_002C }
    static var touchesLength: Int { 6 }

    /// Of a CHSC6X: whether there is a finger; x is two bytes after it, y four.
    public static var state: UInt8 { 0x00 }
    static var stateLength: Int { 5 }
}

extension Transfer {
    /// Reads `count` bytes at a register with an address of 32 bits, sent high byte first.
    static func read(_ register: UInt32, count: Int) -> Transfer {
        var written = ShortBytes(UInt16(truncatingIfNeeded: register >> 16))
        written.append(UInt8(truncatingIfNeeded: register >> 8))
        written.append(UInt8(truncatingIfNeeded: register))
        return Transfer(address: 0, written: written, readCount: count)
    }
}
