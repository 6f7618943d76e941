public import TaplineTouches

/// The driver of Goodix's touch controllers: GT911, GT912, GT927, GT928, GT9271, GT967, GT917S, GT9286, GT1151,
/// GT1158, GT5688 and others that report in records of 8 bytes.
public typealias Goodix = ChipDriver<GoodixFamily>

/// Goodix's touch controllers.
///
/// A reset selects the address by the interrupt line. A report is read in one burst: the status byte and as many records
/// as the last report had. What is missing is read in a second transfer. A report is read, then acknowledged, then told. One
/// that makes no sense is read up to four times, acknowledged and dropped. A status that is not ready is no news, never a lift.
public struct GoodixFamily: NamedFamily {
    /// Whether the liveness marks are set, and whether the chip has ever shown that it keeps them.
    private let isMarked: Bool
    private var provedAlive = false
    private var isFeeding = false

    // The configuration; see `Goodix+Configuration`.
    var settings: GoodixSettings
    var layout = GoodixConfigurationLayout(product: InlineArray(repeating: 0))
    var preparing = Preparing.marking
    /// How much of it has been written, and how often.
    var offset = 0
    var writes = 0
    public internal(set) var complaint: ControllerFault?

    public static var usualVariant: GoodixSettings { GoodixSettings() }

    public static var usualAddress: UInt8 { GoodixRegisters.addressWhenLow }
    /// A chip whose interrupt line floated at reset sits here.
    public static var alternativeAddress: UInt8? { GoodixRegisters.addressWhenHigh }
    /// As many as a GT911; a GT928 or GT9271 has ten.
    public static var usualContacts: Int { 5 }
    public static var traits: FamilyTraits {
        FamilyTraits {
            $0.provesLifeWhenSilent = true
            // Linux waits as long for the ready flag.
            $0.readyPatience = .milliseconds(20)
            $0.secondLook = .milliseconds(100)
            // It shows whether the chip takes part.
            $0.firstLivenessCheck = .milliseconds(100)
            $0.isAcknowledged = true
            $0.fallsAsleepIn = .milliseconds(60)
        }
    }

    public init(_ configuration: Goodix.Configuration) {
        isMarked = configuration.checksLiveness(GoodixFamily.traits.provesLifeWhenSilent)
        settings = configuration.variant
    }

    // MARK: Names

    public static var name: StaticString { "Goodix" }
    public static func tellsSizes(_ chip: NamedChip) -> Bool { true }
    /// The id is that of the name, as ASCII digits read as hexadecimal ones; an S counts as 0.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("gt911", id: 0x911, fingers: 5)
        chips.append("gt912", id: 0x912, fingers: 10)
        chips.append("gt9110", id: 0x9110, fingers: 10)
        chips.append("gt9147", id: 0x9147, fingers: 10)
        chips.append("gt927", id: 0x927, fingers: 10)
        chips.append("gt928", id: 0x928, fingers: 10)
        chips.append("gt9271", id: 0x9271, fingers: 10)
        chips.append("gt967", id: 0x967, fingers: 10)
        chips.append("gt1151", id: 0x1151, fingers: 10)
        chips.append("gt1158", id: 0x1158, fingers: 10)
        chips.append("gt5663", id: 0x5663, fingers: 10)
        chips.append("gt5688", id: 0x5688, fingers: 10)
        chips.append("gt917s", id: 0x9170, fingers: 10)
        chips.append("gt9286", id: 0x9286, fingers: 10)
        return chips
    }
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> GoodixSettings {
        settings.goodix ?? GoodixSettings()
    }
    public static var hasConfiguration: Bool { true }

    // MARK: Reset and identification

    /// RST low, INT to the level that selects the address, RST high, INT low while the firmware starts, INT let go. Times
    /// from the GT911's datasheet (T2 to T5); where it asks for "more than", what Linux waits.
    public static func reset(_ configuration: borrowing Goodix.Configuration) -> ResetScript {
        let hasInterrupt = configuration.hasInterruptLine
        let isHigh = configuration.address == GoodixRegisters.addressWhenHigh
        var script = ResetScript()
        script.append(.drive(.reset, .low))
        script.append(.wait(.milliseconds(20)))  // More than 10 ms
        if hasInterrupt {
            script.append(.drive(.interrupt, isHigh ? .high : .low))
            script.append(.wait(.milliseconds(1)))  // More than 100 µs
        }
        script.append(.drive(.reset, .high))
        script.append(.wait(.milliseconds(6)))  // More than 5 ms
        if hasInterrupt { script.append(.drive(.interrupt, .low)) }
        script.append(.wait(.milliseconds(50)))  // The firmware starts
        if hasInterrupt { script.append(.drive(.interrupt, .release)) }
        return script
    }

    /// Id, firmware and size in one read.
    public func identificationRequest() -> Transfer {
        .read(GoodixRegisters.identity, count: GoodixRegisters.identityLength)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        let product: InlineArray<4, UInt8> = [received[0], received[1], received[2], received[3]]
        guard GoodixFamily.isProduct(product) else { return .stranger }
        layout = GoodixConfigurationLayout(product: product)
        identity.product = product
        identity.firmware = received.littleEndian(at: GoodixRegisters.firmwareOffset)
        identity.width = received.littleEndian(at: GoodixRegisters.identityWidthOffset)
        identity.height = received.littleEndian(at: GoodixRegisters.identityHeightOffset)
        return .known
    }

    public var mostContacts: Int { GoodixRegisters.maximumContacts }

    /// Whether an id is one of the family: three digits that begin with 9 (GT9xx), 1 (GT1xxx) or 5 (GT5688), then a
    /// digit, a capital letter (GT917S) or nothing.
    private static func isProduct(_ id: InlineArray<4, UInt8>) -> Bool {
        guard id[0] == 0x39 || id[0] == 0x31 || id[0] == 0x35, isDigit(id[1]), isDigit(id[2]) else { return false }
        return id[3] == 0 || isDigit(id[3]) || (id[3] >= 0x41 && id[3] <= 0x5A)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    // MARK: Reports

    public func acknowledge() -> Transfer { .write(GoodixRegisters.status, 0) }

    public mutating func look(for report: inout ChipReport) -> Transfer {
        .read(GoodixRegisters.status, count: 1 &+ GoodixRegisters.recordsLength(report.predicted))
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let predicted = report.predicted
        guard report.part == 0 else {
            append(report.expected &- predicted, of: &received, from: 0, to: &report)
            return .report
        }
        let status = received[0]
        guard status & GoodixRegisters.readyBit != 0 else {
            return status & GoodixRegisters.countMask == 0 ? .notReady : .withheld
        }
        guard let expected = report.told(of: Int(status & GoodixRegisters.countMask)) else { return .bad }
        report.expected = expected
        append(expected < predicted ? expected : predicted, of: &received, from: 1, to: &report)
        guard expected > predicted else { return .report }
        return .more(
            .read(
                GoodixRegisters.firstRecord &+ UInt16(truncatingIfNeeded: predicted &* GoodixRegisters.recordLength),
                count: GoodixRegisters.recordsLength(expected &- predicted)))
    }

    private func append(_ count: Int, of received: inout BusBytes, from offset: Int, to report: inout ChipReport) {
        var record = offset
        var left = count
        while left > 0 {
            let place = received.word(at: record &+ GoodixRegisters.recordXOffset).byteSwapped
            report.append(
                id: Int32(received[record &+ GoodixRegisters.recordIdentityOffset] & 0x0F),
                x: Int(place & 0xFFFF), y: Int(place >> 16),
                pressure: Int(received.littleEndian(at: record &+ GoodixRegisters.recordSizeOffset)))
            record &+= GoodixRegisters.recordLength
            left &-= 1
        }
    }

    // MARK: Making ready

    public mutating func prepare() -> Transfer? { compareConfiguration() ?? mark() }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        guard preparing != .marking else { return nil }
        return goOnConfiguring(&received) ?? mark()
    }

    /// Its firmware takes a configuration over meanwhile; Linux waits as long.
    public var preparationPause: Microseconds { preparing == .readingBack ? .milliseconds(10) : .zero }

    // MARK: Sleep
    //
    // Times from the GT911's programming guide: INT low for 5 ms, the command, and 58 ms until it may be woken; INT high for
    // 2 to 5 ms wakes it, then its firmware is told to go on as after a reset.

    /// INT low before the command.
    public static func beforeSleep(_ configuration: borrowing Goodix.Configuration) -> ResetScript {
        var script = ResetScript()
        guard configuration.hasInterruptLine else { return script }
        script.append(.drive(.interrupt, .low))
        script.append(.wait(.milliseconds(5)))
        return script
    }

    public static func sleepCommand(_ configuration: borrowing Goodix.Configuration) -> Transfer? {
        .write(GoodixRegisters.command, GoodixRegisters.screenOff)
    }

    /// Without an interrupt line only a reset wakes it.
    public static func wakeUp(_ configuration: borrowing Goodix.Configuration) -> ResetScript {
        guard configuration.hasInterruptLine else { return reset(configuration) }
        var script = ResetScript()
        script.append(.drive(.interrupt, .high))
        script.append(.wait(.milliseconds(3)))
        script.append(.drive(.interrupt, .low))
        script.append(.wait(.milliseconds(50)))
        script.append(.drive(.interrupt, .release))
        return script
    }

    public static func canWakeUp(_ configuration: borrowing Goodix.Configuration) -> Bool {
        configuration.hasInterruptLine ? true : configuration.hasResetLine
    }

    // MARK: Liveness
    //
    // The chip keeps a mark in one register until it is reset, and clears it in another as long as its firmware runs.

    private mutating func mark() -> Transfer? {
        preparing = .marking
        guard isMarked else { return nil }
        return .write(GoodixRegisters.command, GoodixRegisters.livenessMark, GoodixRegisters.livenessMark)
    }

    public mutating func livenessCheck() -> Transfer? {
        isFeeding = false
        return .read(GoodixRegisters.command, count: 2)
    }

    public mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        let mark = GoodixRegisters.livenessMark
        guard !isFeeding else { return .alive }
        if received[0] != mark, received[1] == mark {
            provedAlive = true
            isFeeding = true
            return .more(.write(GoodixRegisters.command, mark))
        }
        // A chip that has never proved it does not know the game: it is left alone.
        return provedAlive ? .dead : .unknown
    }
}
