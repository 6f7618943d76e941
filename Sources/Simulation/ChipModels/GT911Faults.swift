public import TaplineCore

/// What goes wrong with a ``GT911Model``. Everything can be switched on and off at any time.
public struct GT911Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Bus

    /// How many of the next acknowledges fail with ``failure``.
    public var failingAcknowledges = 0
    /// After how many further transfers one fails with ``failure``, once; nil: none does.
    public var failsAfter: Int?

    // MARK: Reports

    /// How long the ready flag lags behind the interrupt.
    public var readyLag = Microseconds.zero
    /// The ready flag never comes.
    public var isNeverReady = false
    /// The ready flag never comes, although the status counts the fingers, until a reset.
    public var withholds = false
    /// How many of the next looks at the status show "not ready" although a report is there.
    public var unreadyLooks = 0
    /// What the status says instead of the truth: 0x8F counts 15 contacts, 0xFF is what a dead bus reads.
    public var status: UInt8?
    /// Every contact has the first one's identity.
    public var hasDuplicateIdentities = false
    /// How many of the next acknowledges arrive but have no effect.
    public var lostAcknowledges = 0
    /// The interrupt pulse keeps its width although the report is acknowledged sooner.
    public var pulseOutlastsAcknowledge = false

    // MARK: Configuration

    /// How many of the next configurations arrive with a flipped bit, so that their checksum is wrong.
    public var damagedConfigurations = 0
    /// No configuration is taken, whatever its checksum.
    public var refusesConfigurations = false

    // MARK: Chip

    /// Asleep, it is not woken by the interrupt line.
    public var sleepsOn = false

    /// Nothing goes wrong.
    public init() {}

    /// What a reset cures.
    public mutating func endWithReset() {
        isStuck = false
        withholds = false
    }
}
