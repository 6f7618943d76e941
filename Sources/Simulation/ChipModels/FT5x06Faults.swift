/// What goes wrong with an ``FT5x06Model``. Everything can be switched on and off at any time.
public struct FT5x06Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Bus

    /// In monitor mode, after a second without a finger and without an access, the first access is not acknowledged.
    public var failsWhenIdle = false

    // MARK: Reports

    /// A lifted finger stays within the count for one report, with the event "up".
    public var countsLifted = false
    /// A lifted finger leaves the count without an "up": its old record says "contact" for ever.
    public var forgetsUp = false
    /// From a reset until the first report the registers hold a contact in the last corner.
    public var isStaleAfterReset = false
    /// What the status says instead of the truth, for ``falseStatusReads`` reads: 0xFF after power-up.
    public var falseStatus: UInt8 = 0xFF
    /// How many of the next reads of the status show ``falseStatus``.
    public var falseStatusReads = 0
    /// The status counts nothing although the records hold a contact at (0, 0) with the event "down".
    public var showsZeros = false
    /// Every contact has the first one's identity.
    public var hasDuplicateIdentities = false
    /// No contact has an identity: all are 0xF.
    public var hasNoIdentities = false
    /// The last contact comes first.
    public var reversesOrder = false
    /// How many of the next M06 answers have a wrong checksum.
    public var wrongChecksums = 0
    /// How many of the next M06 answers do not begin with the header.
    public var wrongHeaders = 0

    // MARK: Chip

    /// How many of the next writes have no effect.
    public var ignoredWrites = 0
    /// In every read one bit is flipped.
    public var flips: SplitMix64?

    /// Nothing goes wrong.
    public init() {}
}
