public import TaplineTouches

/// The driver of Acme's touch controllers, which do not exist: what CONTRIBUTING.md asks for, and nothing else.
public typealias Acme = ChipDriver<AcmeFamily>

/// Acme's touch controllers: a count and three bytes a finger, whose name is its place in the report; nothing is
/// acknowledged.
public struct AcmeFamily: NamedFamily {
    public static var name: StaticString { "Acme" }
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("acme2", id: 0xA2, fingers: 2)
        chips.append("acme4", id: 0xA4, fingers: 4)
        return chips
    }

    public static var usualAddress: UInt8 { 0x63 }
    public static var usualContacts: Int { 4 }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }

    public init(_ configuration: Acme.Configuration) {}

    public static func reset(_ configuration: borrowing Acme.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(5), startUp: .milliseconds(50))
    }

    public func identificationRequest() -> Transfer { .read(AcmeRegisters.identity, count: 2) }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        let id = received[0]
        guard id == 0xA2 || id == 0xA4, received[1] == AcmeRegisters.maker else { return .stranger }
        identity.product = [0x61, 0x30 | id & 0x0F, 0, 0]
        return .known
    }

    public var mostContacts: Int { 4 }

    public func look(for report: inout ChipReport) -> Transfer {
        AcmeFamily.read(report.predicted)
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        // No finger, or the registers of one that was reset?
        guard received[0] == 1 else { return received[0] == 0 ? .wasReset : .bad }
        guard received[1] <= report.limit else { return .bad }
        if report.part == 0 { report.expected = Int(received[1]) }
        let count = report.expected
        // A second part brings all of it.
        if report.part == 0, count > report.predicted {
            return .more(AcmeFamily.read(count))
        }
        var finger = 0
        while finger < count {
            let place = 2 &+ finger &* AcmeRegisters.length
            let high = received[place &+ 2]
            report.append(
                id: Int32(truncatingIfNeeded: high & 0x03),
                x: Int(received[place]) | Int(high & 0x0C) << 6, y: Int(received[place &+ 1]) | Int(high & 0x70) << 4)
            finger &+= 1
        }
        return .report
    }

    private static func read(_ fingers: Int) -> Transfer {
        .read(AcmeRegisters.awake, count: 2 &+ AcmeRegisters.length &* fingers)
    }

    public mutating func prepare() -> Transfer? { .write(AcmeRegisters.awake, 1) }

    public func livenessCheck() -> Transfer? { .read(AcmeRegisters.awake, count: 1) }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness { received[0] == 1 ? .alive : .doubtful }
}

/// Where things lie in the registers of Acme's chips. Source: made up.
public enum AcmeRegisters {
    /// 1 since the host has written so; a reset forgets it.
    public static var awake: UInt8 { 0x0F }
    /// How many fingers there are, 0…4; their records follow.
    public static var count: UInt8 { 0x10 }
    /// A record, in bytes: x, y, then the finger's name and the upper bits of x and y.
    public static var length: Int { 3 }
    /// The chip's id; the maker's follows.
    public static var identity: UInt8 { 0x00 }
    /// The maker's id.
    public static var maker: UInt8 { 0xC3 }
}
