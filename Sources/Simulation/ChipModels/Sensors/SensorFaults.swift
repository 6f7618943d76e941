public import TaplineCore

/// What goes wrong with a ``SensorModel``. Everything can be switched on and off at any time.
public struct SensorFaults: ChipFaults, Equatable, Sendable {
    public var failingTransfers = 0
    public var failure = BusError(errno: 121)
    public var isStuck = false
    public var isAbsent = false
    /// It measures nothing any more: no reading is new.
    public var isFrozen = false
    public var lies = 0
    public var random: SplitMix64?
    /// It says that readings are new, and they are all the same.
    public var isQuiet = false
    /// What it says of itself, where that is not what it is.
    public var identity: UInt8?
    /// Writes have no effect.
    public var ignoresWrites = false

    /// (There is no panel: to set it changes nothing.)
    public var isOffPanel: Bool {
        get { false }
        set {}
    }

    public init() {}
}
