/// What goes wrong with a ``CST3xxModel``. Everything can be switched on and off at any time.
public struct CST3xxFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Bus

    /// How many of the next acknowledges fail with ``failure``.
    public var failingAcknowledges = 0

    // MARK: Reports

    /// What the count says instead of the truth: 0x0F is 15 fingers, 0x80 a key and no finger.
    public var status: UInt8?
    /// The last finger's lift is a count of nothing, rather than a record that says "lifted".
    public var liftsByCount = false
    /// The mark behind the first finger is missing.
    public var losesFirstMark = false
    /// The mark behind the last of several fingers is missing.
    public var losesLastMark = false
    /// Every contact has the first one's identity.
    public var hasDuplicateIdentities = false
    /// How many of the next acknowledges arrive but have no effect.
    public var lostAcknowledges = 0
    /// The interrupt pulse keeps its width although the report is acknowledged sooner.
    public var pulseOutlastsAcknowledge = false

    // MARK: Chip

    /// An interrupt each 1.5 s while there is no finger, as seen on a CST340.
    public var pulsesWhenIdle = false
    /// Each of them empties the report's registers, too.
    public var emptiesWhenIdle = false
    /// There is no firmware.
    public var hasNoFirmware = false
    /// How many of the next writes have no effect.
    public var ignoredWrites = 0

    /// Nothing goes wrong.
    public init() {}
}
