public import TaplineTouches

/// What one family of chips has of its own: registers, how it is reset and known, what a report looks like.
///
/// ``ChipDriver`` makes a driver of it: states, retries, recovery, addresses, polling and all timing are there. A family
/// is a small value that is made anew at each reset; it answers questions, and never waits or sends by itself. The
/// transfers that it wants bear no address: the driver knows at which one the chip was found.
public protocol ChipFamily: Sendable {
    /// What chips with the same registers may differ in; ``OnlyVariant`` where they do not.
    associatedtype Variant: Equatable, Sendable
    /// What a report is: contacts, unless the chip is no touch controller.
    associatedtype Report: ReportBuffer = ChipReport

    // MARK: What boards leave out

    /// The variant unless a board says otherwise.
    static var usualVariant: Variant { get }
    /// The 7-bit address to try first.
    static var usualAddress: UInt8 { get }
    /// The 7-bit address to try when nobody answers there, nil for none.
    static var alternativeAddress: UInt8? { get }
    /// The most contacts of a usual chip.
    static var usualContacts: Int { get }
    /// How long a chip with an interrupt line may be silent while a finger is down until it is asked.
    static var usualSilence: Microseconds { get }

    // MARK: What never changes

    /// Times, what interrupts mean, how the chip sleeps.
    static var traits: FamilyTraits { get }
    /// The same, of a family that is known only when the program runs.
    var traits: FamilyTraits { get }

    // MARK: Reset and identification

    /// The family's state after a reset of the chip that `configuration` describes.
    init(_ configuration: ChipDriver<Self>.Configuration)

    /// The lines to drive and the times to wait until the chip can be asked who it is.
    static func reset(_ configuration: borrowing ChipDriver<Self>.Configuration) -> ResetScript

    /// What is sent to learn who is there. Its first byte is asked for once before, and that outcome does not count: the
    /// first access after a reset may fail or lie.
    mutating func identificationRequest() -> Transfer

    /// Judges the answer, and fills `identity` in where it is one of the family.
    mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification

    /// The most contacts that the identified chip counts.
    var mostContacts: Int { get }

    /// The first transfer that makes the identified chip ready, nil: it is.
    mutating func prepare() -> Transfer?

    /// The next one after that one has brought `received`, nil: the chip is ready.
    mutating func prepared(_ received: inout BusBytes) -> Transfer?

    /// How long the chip is left alone before the transfer that ``prepared(_:)`` or ``nextSleepCommand()`` has answered last.
    var preparationPause: Microseconds { get }

    /// What the ready chip does not do as the board wants it: told once.
    var complaint: ControllerFault? { get }

    // MARK: Sleep

    /// What is done before ``sleepCommand(_:)``.
    static func beforeSleep(_ configuration: borrowing ChipDriver<Self>.Configuration) -> ResetScript

    /// What sends the chip to sleep, nil: nothing does, it is only left alone.
    static func sleepCommand(_ configuration: borrowing ChipDriver<Self>.Configuration) -> Transfer?

    /// The next transfer that sends it there, once the one before has gone through; nil: it sleeps.
    mutating func nextSleepCommand() -> Transfer?

    /// What wakes it, until it can be asked who it is: a reset unless a family says otherwise.
    static func wakeUp(_ configuration: borrowing ChipDriver<Self>.Configuration) -> ResetScript

    /// Whether the host has the lines that ``wakeUp(_:)`` needs; without them the chip is not sent to sleep.
    static func canWakeUp(_ configuration: borrowing ChipDriver<Self>.Configuration) -> Bool

    // MARK: Reports

    /// The first transfer of a report of which ``ChipReport/predicted`` contacts are expected.
    mutating func look(for report: inout Report) -> Transfer

    /// Judges what a transfer of a report has brought, the one with the number ``ChipReport/part``, and appends the
    /// contacts in it: no more than ``ChipReport/limit``, of which a report of more is ``ChipReading/bad``.
    mutating func judge(_ received: inout BusBytes, _ report: inout Report) -> ChipReading

    /// How often the chip has to be asked while a finger is down although there is an interrupt line, since it does not
    /// announce everything; ``Microseconds/unlimited``: it does.
    var touchedPeriod: Microseconds { get }

    /// What tells the chip that its report has been read. Only asked for where ``FamilyTraits/isAcknowledged``.
    func acknowledge() -> Transfer

    // MARK: Liveness

    /// What is sent to learn whether the chip lives and was not reset, nil: it cannot be learnt.
    mutating func livenessCheck() -> Transfer?

    /// Judges what the last transfer of a check has brought.
    mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness
}

extension ChipFamily {
    public static var traits: FamilyTraits { FamilyTraits() }
    public var traits: FamilyTraits { Self.traits }
    public static var alternativeAddress: UInt8? { nil }
    public static var usualSilence: Microseconds { .unlimited }
    public var touchedPeriod: Microseconds { .unlimited }
    public func acknowledge() -> Transfer { Transfer(address: 0, written: ShortBytes()) }
    public mutating func prepare() -> Transfer? { nil }
    public mutating func prepared(_ received: inout BusBytes) -> Transfer? { nil }
    public var preparationPause: Microseconds { .zero }
    public var complaint: ControllerFault? { nil }
    public static func beforeSleep(_ configuration: borrowing ChipDriver<Self>.Configuration) -> ResetScript {
        ResetScript()
    }
    public static func sleepCommand(_ configuration: borrowing ChipDriver<Self>.Configuration) -> Transfer? { nil }
    public mutating func nextSleepCommand() -> Transfer? { nil }
    public static func wakeUp(_ configuration: borrowing ChipDriver<Self>.Configuration) -> ResetScript {
        reset(configuration)
    }
    public static func canWakeUp(_ configuration: borrowing ChipDriver<Self>.Configuration) -> Bool {
        configuration.hasResetLine
    }
    public mutating func livenessCheck() -> Transfer? { nil }
    public mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness { .unknown }
}

extension ChipFamily where Variant == OnlyVariant {
    public static var usualVariant: OnlyVariant { OnlyVariant() }
}

/// The variant of a family whose chips do not differ.
public struct OnlyVariant: Equatable, Sendable {
    /// The only one.
    public init() {}
}

/// Who answered.
public enum ChipIdentification: Sendable {
    /// One of the family.
    case known
    /// Somebody else.
    case stranger
    /// It takes another transfer to say.
    case more(Transfer)
    /// It takes another transfer, so much later.
    case later(Transfer, Microseconds)
    /// One of the family, whose firmware is missing.
    case withoutFirmware
}

/// What has been read of a report.
public enum ChipReading: Sendable {
    /// All of it.
    case report
    /// A part; this transfer brings the next one, of at most 64.
    case more(Transfer)
    /// Nothing that says anything about fingers, and nothing wrong.
    case noNews
    /// The chip has no report yet. An announced one is asked for again.
    case notReady
    /// The same, although the chip counts fingers: not for long, or it has lost its way.
    case withheld
    /// Nonsense: it is dropped.
    case bad
    /// What only a chip shows that has been reset: the fingers on it are cancelled, and it is made ready again.
    case wasReset
}

/// What a liveness check has shown.
public enum ChipLiveness: Sendable {
    /// The chip lives, and is the one that was identified.
    case alive
    /// This transfer goes on with the check, one of at most 64.
    case more(Transfer)
    /// It may have been a flipped bit: the same is asked once more, and a second doubt is none.
    case doubtful
    /// The chip hangs or was reset.
    case dead
    /// This chip does not take part: it is not asked again.
    case unknown
}
