public import TaplineTouches

/// The driver of Ilitek's chips that are touch and display in one: ILI79600A.
public typealias IlitekV3 = ChipDriver<IlitekV3Family>

/// Ilitek's chips with its third protocol, such as that of Raspberry Pi's display of 10 inches.
///
/// Whoever reads gets a packet of 72 bytes with a place for each finger, whose name is its place, and a checksum. Nothing is
/// acknowledged. The chip is asked who it is before it is used: the answers to commands come where packets come.
public struct IlitekV3Family: NamedFamily {
    private var asking = Asking.control
    /// How many looks in a row, unasked, have brought no packet.
    private var vainLooks: UInt8 = 0

    /// What was sent last while the chip is identified.
    private enum Asking: Sendable { case control, version, information }

    public static var usualAddress: UInt8 { IlitekV3Registers.address }
    public static var usualContacts: Int { IlitekV3Registers.maximumContacts }
    /// (The display draws 60 pictures a second, and touch is measured in between.)
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    /// How many looks without a packet are none that came too early: half a second of Linux's polls.
    private static var mostVainLooks: UInt8 { 30 }

    public init(_ configuration: IlitekV3.Configuration) {}

    // MARK: Names

    public static var name: StaticString { "Ilitek-v3" }
    /// (The answers that are known do not tell which chip it is.)
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("ili79600a", fingers: 10)
        return chips
    }

    // MARK: Reset and identification

    /// RST low for 5 ms, 150 ms until it is asked (Linux).
    public static func reset(_ configuration: borrowing IlitekV3.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(5), startUp: .milliseconds(150))
    }

    /// That the protocol's version is what is asked for next.
    public mutating func identificationRequest() -> Transfer {
        asking = .control
        return .write(IlitekV3Registers.readControl, IlitekV3Registers.version)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        switch asking {
        case .control:
            asking = .version
            return .more(.write(IlitekV3Registers.version))
        case .version:
            // A command has been taken: its answer takes a while.
            guard received.count > 0 else {
                return .later(.read(count: IlitekV3Registers.versionLength), IlitekV3Registers.readDelay)
            }
            guard received[0] == IlitekV3Registers.version, received[1] == IlitekV3Registers.major else {
                return .stranger
            }
            asking = .information
            return .more(.write(IlitekV3Registers.information))
        case .information:
            guard received.count > 0 else {
                return .later(.read(count: IlitekV3Registers.informationLength), IlitekV3Registers.readDelay)
            }
            identity.product = [0x76, 0x33, 0, 0]
            let firmware = IlitekV3Registers.firmwareOffset
            identity.firmware = UInt16(received[firmware]) << 8 | UInt16(received[firmware &+ 1])
            let panel = IlitekV3Registers.panelOffset
            // (Linux does without, too.)
            if received[panel] == IlitekV3Registers.panel {
                identity.width = received.bigEndian(at: panel &+ 1)
                identity.height = received.bigEndian(at: panel &+ 3)
            }
            return .known
        }
    }

    public var mostContacts: Int { IlitekV3Registers.maximumContacts }

    /// Packets of fingers, with places in full resolution.
    public mutating func prepare() -> Transfer? {
        .write(UInt16(IlitekV3Registers.format) << 8, IlitekV3Registers.packets)
    }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer { .read(count: IlitekV3Registers.packetLength) }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard received[0] == IlitekV3Registers.touches else { return judgeOther(report.isAnnounced) }
        guard IlitekV3Family.isWhole(&received) else { return .bad }
        vainLooks = 0
        var finger = 0
        var place = IlitekV3Registers.firstPlace
        while finger < IlitekV3Registers.maximumContacts {
            let word = received.word(at: place)
            if word != .max {
                report.append(id: Int32(truncatingIfNeeded: finger), x: Int(word >> 16), y: Int(word & 0xFFFF))
            }
            finger &+= 1
            place &+= IlitekV3Registers.placeLength
        }
        return report.end()
    }

    /// Something else than a packet of fingers: who looks unasked may come too early, but not for ever.
    @inline(never)
    private mutating func judgeOther(_ isAnnounced: Bool) -> ChipReading {
        guard !isAnnounced, vainLooks < IlitekV3Family.mostVainLooks else { return .bad }
        vainLooks &+= 1
        return .noNews
    }

    /// Whether a packet says its length, and its last byte makes the sum of all 0.
    private static func isWhole(_ bytes: inout BusBytes) -> Bool {
        Int(bytes[IlitekV3Registers.lengthOffset]) == IlitekV3Registers.packetLength
            && bytes.checksum(of: IlitekV3Registers.packetLength, &+) == 0
    }
}

/// Commands of Ilitek's third protocol, and where things lie in its answers; numbers high byte first.
///
/// Sources: Linux `drivers/input/touchscreen/ilitek_v3_ts_i2c.c` (Raspberry Pi's); that an answer begins with its command, and
/// that the protocol's first number is 5, from Ilitek's own driver, `ilitek_tddi_ic.c` in the kernels of several phones.
public enum IlitekV3Registers {
    /// The 7-bit address.
    public static var address: UInt8 { 0x41 }
    /// The most fingers.
    public static var maximumContacts: Int { 10 }
    /// How long a command's answer takes.
    public static var readDelay: Microseconds { .milliseconds(1) }

    /// A command follows whose answer is read.
    public static var readControl: UInt8 { 0xF6 }
    /// The protocol's version: the command, then three numbers, of which the first is ``major``.
    public static var version: UInt8 { 0x22 }
    static var versionLength: Int { 4 }
    static var major: UInt8 { 5 }
    /// All that the chip says of itself.
    public static var information: UInt8 { 0x2F }
    /// Of ``information``, from its beginning to the panel's size.
    static var informationLength: Int { 51 }
    /// The firmware's version, four numbers, in ``information``.
    static var firmwareOffset: Int { 16 }
    /// ``panel`` in ``information``; width and height follow.
    static var panelOffset: Int { 46 }
    static var panel: UInt8 { 0x29 }
    /// What is sent of fingers: 0, then ``packets``.
    public static var format: UInt8 { 0xF2 }
    /// The ``format`` of 72 bytes.
    static var packets: UInt8 { 0x03 }

    /// The first byte of a packet of fingers.
    public static var touches: UInt8 { 0x5B }
    /// A packet, in bytes; the last one makes the sum of all 0.
    public static var packetLength: Int { 72 }
    /// The packet's length, in the packet.
    static var lengthOffset: Int { 2 }
    /// The first finger's place: x, y, a byte of pressure; x and y all ones where there is none.
    static var firstPlace: Int { 4 }
    static var placeLength: Int { 5 }
}
