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

/// What never changes of a family of chips: times, what interrupts mean, how the chip sleeps. It is a value, so a driver may also be
/// that of a family which is known only when the program runs.
public struct FamilyTraits: Sendable {
    // MARK: Times

    /// How long a report may lag behind its interrupt; zero: not at all.
    public var readyPatience = Microseconds.zero
    /// An interrupt so soon after a look is what was looked at, not another report; zero: every one is a report.
    public var echo = Microseconds.zero
    /// After an interrupt without a good report: when the driver looks once more.
    public var secondLook = Microseconds.milliseconds(20)
    /// A report of which a part was lost or wrong may have been that of a lift: how long its fingers wait for a good one
    /// until they are told to have gone; ``Microseconds/unlimited``: the chip shows what is.
    public var lossTimeout = Microseconds.unlimited
    /// From identification to the first liveness check, nil: as long as between two.
    public var firstLivenessCheck: Microseconds?
    /// From the last transfer that makes the chip ready to the first look.
    public var settleTime = Microseconds.zero
    /// How long the chip may not be woken after the command that sends it to sleep.
    public var fallsAsleepIn = Microseconds.zero

    // MARK: Interrupts and reports

    /// More interrupts in half a second are a storm. No touch chip scans more than 240 times a second.
    public var mostInterrupts: Int32 = 250
    /// Whether a chip that is silent is asked whether it lives, rather than for a report.
    public var provesLifeWhenSilent = false
    /// Whether looks for as many contacts are alike, so that one need not be made again.
    public var looksAlike = false
    /// Whether the chip wants to be told that its report has been read, by ``ChipFamily/acknowledge()``.
    public var isAcknowledged = false

    // MARK: Sleep

    /// Whether a chip that nobody has woken by a reset may answer for a while after its interrupt alone.
    public var answersWhenTouched = false
    /// Whether an interrupt of the sleeping chip wakes it.
    public var wakesItself = false

    /// What most families have, after `change`.
    @inlinable @inline(__always)
    public init(_ change: (inout FamilyTraits) -> Void = { _ in }) { change(&self) }
}

/// What ``ChipDriver`` needs of a report while it is being read, whatever is in it.
public protocol ReportBuffer: Sendable {
    /// Nothing read.
    init()
    /// Whether a report of nothing is one: that there is no finger.
    static var canBeEmpty: Bool { get }
    /// How much has been read: contacts, or one measurement.
    var count: Int { get }
    /// How much the first transfer is long enough for.
    var predicted: Int { get set }
    /// How much the last good report had.
    var lastCount: Int { get set }
    /// Whether an interrupt announced it.
    var isAnnounced: Bool { get set }
    /// The number of the transfer that was read last; 0: the first one.
    var part: Int32 { get set }
    /// Begins anew: nothing has been read.
    mutating func removeAll()
    /// Whether what was read can be true.
    mutating func makesSense() -> Bool
    /// Why what was read is dropped.
    var complaint: ControllerFault { get }
    /// The chip is known: of `most` contacts that it can show `limit` are told; so many raw pixels are the most.
    mutating func expect(atMost limit: Int, of most: Int, width: Int, height: Int)
}

extension ReportBuffer {
    public var complaint: ControllerFault { .badReport }
}

/// A report while it is being read, and what is known of the one before.
public struct ChipReport: ReportBuffer {
    /// The contacts read so far.
    public internal(set) var contacts = Contacts()
    /// How many contacts the first transfer is long enough for: as many as the last good report had, and at least one
    /// where an interrupt promised a report.
    public var predicted: Int {
        get { Int(counts.predicted) }
        set { counts.predicted = UInt8(truncatingIfNeeded: newValue) }
    }
    /// How many contacts the last good report had.
    public var lastCount: Int {
        get { Int(counts.last) }
        set { counts.last = UInt8(truncatingIfNeeded: newValue) }
    }
    /// The most contacts that are told: the board's figure, but not more than the chip counts.
    public var limit: Int { Int(counts.limit) }
    /// (A byte each: 0…``Contacts/capacity``.)
    private var counts: (predicted: UInt8, last: UInt8, limit: UInt8, most: UInt8) = (0, 0, 1, 1)
    /// Whether an interrupt announced it.
    public var isAnnounced = false
    /// The number of the transfer that was read last; 0: the first one.
    public var part: Int32 = 0
    /// How many contacts the chip counts: for families, which note it between two transfers.
    public var expected: Int {
        get { Int(expectedCount) }
        set { expectedCount = Int32(truncatingIfNeeded: newValue) }
    }
    private var expectedCount: Int32 = 0

    /// Raw pixels across and down, 0…65535, 0 where neither board nor chip says.
    var width: Int {
        get { Int(size.width) }
        set { size.width = Int32(truncatingIfNeeded: newValue) }
    }
    var height: Int {
        get { Int(size.height) }
        set { size.height = Int32(truncatingIfNeeded: newValue) }
    }
    private var size: (width: Int32, height: Int32) = (0, 0)
    // Of the contacts read so far: identities modulo 32, how many have none, whether two have the same or one lies off
    // the panel.
    private var seen: UInt32 = 0
    private var unnamed: Int32 = 0
    private var isSenseless = false
    /// A raw pixel of one that lies off the panel; (0, 0): of none.
    private var stray: (x: UInt16, y: UInt16) = (0, 0)
    /// Whether the chip has named a finger since its reset.
    private var namesFingers = false

    public init() {}

    public static var canBeEmpty: Bool { true }
    public var count: Int { contacts.count }

    public mutating func expect(atMost limit: Int, of most: Int, width: Int, height: Int) {
        counts.most = UInt8(truncatingIfNeeded: most)
        counts.limit = UInt8(truncatingIfNeeded: limit < 1 ? 1 : min(limit, most))
        self.width = width
        self.height = height
    }

    public mutating func removeAll() {
        contacts.removeAll()
        seen = 0
        unnamed = 0
        isSenseless = false
        stray = (0, 0)
    }

    public var complaint: ControllerFault { stray == (0, 0) ? .badReport : .offPanel(x: stray.x, y: stray.y) }

    /// Adds a contact at raw pixel (x, y), below 2³¹, that the chip calls `id`: 0…31, larger ones count modulo 32; -1 where it gives no names. Pixels are 0 … size − 1; a
    /// chip that scales its edge to the full size means the last pixel.
    @inline(__always)
    public mutating func append(id: Int32, x: Int, y: Int, pressure: Int = 0) {
        var (x, y) = (x, y)
        // (Below 0 is far beyond as a number without a sign.)
        if UInt32(truncatingIfNeeded: x) >= UInt32(bitPattern: size.width)
            || UInt32(truncatingIfNeeded: y) >= UInt32(bitPattern: size.height)
        {
            if isOffPanel(x: x, y: y) {
                isSenseless = true
                stray = (UInt16(clamping: x), UInt16(clamping: y))
            }
            if x == width, width > 0 { x = width &- 1 }
            if y == height, height > 0 { y = height &- 1 }
        }
        if id < 0 {
            unnamed &+= 1
        } else {
            let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: id)
            if seen & bit != 0 { isSenseless = true }
            seen |= bit
        }
        contacts.append(Contact(id: id, x: Float(x), y: Float(y), pressure: Float(pressure)))
    }

    /// How many of the `count` contacts that the chip counts are told: the first ones, as far as the board wants any; nil: no
    /// such chip can show so many.
    @inline(__always)
    public func told(of count: Int) -> Int? { count > Int(counts.most) ? nil : min(count, limit) }

    /// All of it has been read, where the chip does not count beforehand.
    @inline(__always)
    public mutating func end() -> ChipReading {
        guard let told = told(of: contacts.count) else { return .bad }
        if Int(unnamed) == contacts.count { unnamed = Int32(truncatingIfNeeded: told) }
        contacts.keep(told)
        return .report
    }

    /// Whether raw pixel (x, y) lies off the panel, as far as its size is known.
    public func isOffPanel(x: Int, y: Int) -> Bool {
        x < 0 || y < 0 || width > 0 && x > width || height > 0 && y > height
    }

    /// Whether no two contacts have one identity, none has lost its identity, and all lie on the panel.
    public mutating func makesSense() -> Bool {
        if isSenseless { return false }
        // Who gives names gives them to every finger; who gives none is helped out by distances.
        guard unnamed == 0 || (Int(unnamed) == contacts.count && !namesFingers) else { return false }
        if seen != 0 { namesFingers = true }
        return true
    }
}
