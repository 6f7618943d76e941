public import TaplineTouches

/// The driver of AXS's chip that is touch and display in one: AXS15231B.
public typealias AXS15231B = ChipDriver<AXS15231BFamily>

/// AXS's AXS15231B, which has no registers for touch: it is sent a command with a key, and answers with a count and a finger.
///
/// It shows what is, nothing is acknowledged, and nothing says who it is; a count that can be one is all by which it is known.
public struct AXS15231BFamily: NamedFamily {
    public static var usualAddress: UInt8 { AXS15231BRegisters.address }
    public static var usualContacts: Int { 1 }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }

    public init(_ configuration: AXS15231B.Configuration) {}

    // MARK: Names

    public static var name: StaticString { "AXS15231B" }
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("axs15231b", fingers: 1)
        return chips
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { false }

    // MARK: Reset and identification

    /// RST low for 200 ms, 200 ms until it is asked (Espressif): with less it answers nonsense.
    public static func reset(_ configuration: borrowing AXS15231B.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(200), startUp: .milliseconds(200))
    }

    public func identificationRequest() -> Transfer { AXS15231BFamily.question }

    public func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard received[1] <= AXS15231BRegisters.mostFingers else { return .stranger }
        identity.product = [0x31, 0x35, 0x32, 0x33]
        return .known
    }

    public var mostContacts: Int { 1 }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer { AXS15231BFamily.question }

    /// The key, four bytes of which the last two are the answer's length, and three more (Espressif sends as many).
    private static var question: Transfer {
        var written = ShortBytes()
        written.append(0xB5)
        written.append(0xAB)
        written.append(0xA5)
        written.append(0x5A)
        written.append(0)
        written.append(0)
        written.append(0)
        written.append(UInt8(truncatingIfNeeded: AXS15231BRegisters.answerLength))
        written.append(0)
        written.append(0)
        written.append(0)
        var transfer = Transfer(address: 0, written: written, readCount: AXS15231BRegisters.answerLength)
        transfer.mode = .stop
        return transfer
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let count = received[1]
        guard count <= AXS15231BRegisters.mostFingers else { return .bad }
        guard count > 0 else { return .report }
        // (Espressif takes what comes with a gesture for a finger, ESPHome for none: it is no news.)
        guard received[0] == 0 else { return .noNews }
        report.append(
            id: 0, x: Int(received[2] & 0x0F) << 8 | Int(received[3]),
            y: Int(received[4] & 0x0F) << 8 | Int(received[5]))
        return .report
    }
}

/// What an AXS15231B answers: a gesture, a count, then x and y, high byte first.
///
/// Sources: Espressif `esp_lcd_axs15231b.c` (the command, the answer, the times), ESPHome `axs15231_touchscreen.cpp`.
public enum AXS15231BRegisters {
    /// The 7-bit address.
    public static var address: UInt8 { 0x3B }
    /// The answer for one finger, in bytes.
    public static var answerLength: Int { 8 }
    /// More fingers than that are no report.
    public static var mostFingers: UInt8 { 2 }
}
