public import TaplineTouches

/// The driver of Sitronix's touch controllers: ST1232 and ST1633.
public typealias Sitronix = ChipDriver<SitronixFamily>

/// Sitronix's touch controllers.
///
/// The chip shows at any time where fingers are, each in a place of its own, with a bit that says whether it is one; there
/// is no count, no acknowledge and no identity, so a report is one read of all places, and fingers are told apart by
/// distances. While the chip starts it shows only its status, and is waited for.
///
/// The chip is kept from idling, which makes the first touch late. That is also how a reset is seen: it loses that.
public struct SitronixFamily: NamedFamily {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable { case st1232, st1633 }

    private let part: Part
    /// What the next bytes of the identification are.
    private var step = Step.status
    /// From one place to the next, in bytes.
    private var placeLength: Int
    /// How often a chip that starts has been waited for.
    private var waits = 0
    /// Whether the chip keeps the time until it idles, and how often that was written.
    private var keepsTimeout = false
    private var tries = 0
    private var isConfirming = false

    private enum Step: Sendable { case status, size, layout }

    public static var usualVariant: Part { .st1633 }
    public static var usualAddress: UInt8 { SitronixRegisters.address }
    /// As many as an ST1633; an ST1232 has two.
    public static var usualContacts: Int { 5 }
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    /// How often a chip that starts is asked for its status, 10 ms apart. (Linux gives up after 0.1 to 0.2 s.)
    private static var patience: Int { 200 }

    public init(_ configuration: Sitronix.Configuration) {
        part = configuration.variant
        placeLength = part == .st1232 ? SitronixRegisters.shortPlace : SitronixRegisters.longPlace
    }

    // MARK: Names

    public static var name: StaticString { "Sitronix" }
    /// They do not say who they are.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("st1232", id: 0x1232, fingers: 2)
        chips.append("st1633", id: 0x1633, fingers: 5)
        return chips
    }
    public static func variant(of chip: NamedChip, _ settings: borrowing ChipSettings) -> Part {
        chip.id == 0x1232 ? .st1232 : .st1633
    }
    public static func isCertain(_ chip: NamedChip) -> Bool { false }

    // MARK: Reset and identification

    /// RST low for 10 ms (ArtInChip 5), 200 ms until it is asked: as long as Linux tries at most.
    public static func reset(_ configuration: borrowing Sitronix.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(10), startUp: .milliseconds(200))
    }

    /// The status: other registers must not be read before it says that the chip is ready.
    public mutating func identificationRequest() -> Transfer {
        step = .status
        return .read(SitronixRegisters.status, count: 1)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        switch step {
        case .status:
            if SitronixRegisters.isReady(status: received[0]) {
                step = .size
                return .more(.read(SitronixRegisters.firmware, count: SitronixRegisters.identityLength))
            }
            guard SitronixRegisters.isStarting(status: received[0]), waits < SitronixFamily.patience else {
                return .stranger
            }
            waits &+= 1
            return .later(.read(SitronixRegisters.status, count: 1), .milliseconds(10))
        case .size:
            guard hasSize(&received, &identity) else { return .stranger }
            step = .layout
            return .more(.read(SitronixRegisters.layout, count: 1))
        case .layout:
            // Chips that do not say have the layout that their name tells.
            switch received[0] & SitronixRegisters.layoutMask {
            case SitronixRegisters.longLayout:
                placeLength = SitronixRegisters.longPlace
                identity.product = [0x31, 0x36, 0x33, 0x33]
            case SitronixRegisters.shortLayout:
                placeLength = SitronixRegisters.shortPlace
                identity.product = [0x31, 0x32, 0x33, 0x32]
            default: break
            }
            return .known
        }
    }

    /// No register says who it is. It must at least be ready, have a size, and not the same byte everywhere.
    private func hasSize(_ received: inout BusBytes, _ identity: inout ControllerIdentity) -> Bool {
        let size = SitronixRegisters.sizeOffset
        let width = SitronixFamily.x(&received, at: size)
        let height = SitronixFamily.y(&received, at: size)
        var isEcho = true
        var index = 1
        while index < SitronixRegisters.identityLength {
            if received[index] != received[0] { isEcho = false }
            index &+= 1
        }
        guard !isEcho, SitronixRegisters.isReady(status: received[1]) else { return false }
        guard width > 0, height > 0, received[size] & SitronixRegisters.unusedBits == 0 else { return false }
        identity.firmware = UInt16(received[0])
        identity.width = UInt16(truncatingIfNeeded: width)
        identity.height = UInt16(truncatingIfNeeded: height)
        return true
    }

    public var mostContacts: Int { part == .st1232 ? 2 : 5 }

    // MARK: Idling

    public mutating func prepare() -> Transfer? {
        isConfirming = false
        return .write(SitronixRegisters.timeout, SitronixRegisters.never)
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        guard isConfirming else {
            isConfirming = true
            return state
        }
        keepsTimeout = received[SitronixRegisters.timeoutOffset] == SitronixRegisters.never
        tries &+= 1
        // A first write may be ignored. After three the chip idles; that works, too.
        return keepsTimeout || tries >= 3 ? nil : prepare()
    }

    /// Status, control and the time until it idles.
    private var state: Transfer { .read(SitronixRegisters.status, count: SitronixRegisters.timeoutOffset &+ 1) }

    private func isAsPrepared(_ received: inout BusBytes) -> Bool {
        guard SitronixRegisters.isReady(status: received[0]) else { return false }
        return received[SitronixRegisters.timeoutOffset] == SitronixRegisters.never
    }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer {
        .read(SitronixRegisters.places, count: report.limit &* placeLength)
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard report.part == 0 else { return isAsPrepared(&received) ? .report : .wasReset }
        var place = 0
        var left = report.limit
        while left > 0 {
            if received[place] & SitronixRegisters.validBit != 0 {
                report.append(
                    id: -1, x: SitronixFamily.x(&received, at: place), y: SitronixFamily.y(&received, at: place))
            }
            place &+= placeLength
            left &-= 1
        }
        // A lift that no interrupt tells of may be a reset, which empties the places, too.
        let isQuietLift = report.contacts.count == 0 && report.lastCount > 0 && !report.isAnnounced
        return isQuietLift && keepsTimeout ? .more(state) : .report
    }

    /// Eleven bits: the upper three beside those of y, then the lower eight.
    private static func x(_ bytes: inout BusBytes, at index: Int) -> Int {
        Int(bytes[index] & 0x70) << 4 | Int(bytes[index &+ 1])
    }

    private static func y(_ bytes: inout BusBytes, at index: Int) -> Int {
        Int(bytes[index] & 0x07) << 8 | Int(bytes[index &+ 2])
    }

    // MARK: Liveness

    public func livenessCheck() -> Transfer? {
        keepsTimeout ? state : nil
    }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        isAsPrepared(&received) ? .alive : .doubtful
    }
}
