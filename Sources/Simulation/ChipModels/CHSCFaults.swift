public import TaplineCore

/// What goes wrong with a ``CHSCModel``. Everything can be switched on and off at any time.
public struct CHSCFaults: ChipFaults, Equatable, Sendable {
    // MARK: Bus

    /// How many of the next transfers fail with ``failure``.
    public var failingTransfers = 0
    /// Why they fail: `BusError(errno: 121)` (no acknowledge) unless changed.
    public var failure = BusError(errno: 121)
    /// SDA is held low: every transfer times out until the reset line is pulled.
    public var isStuck = false
    /// The chip is not there.
    public var isAbsent = false

    // MARK: Reports

    /// The pulse of a lift does not come.
    public var losesLastPulse = false
    /// The place lies off the panel.
    public var isOffPanel = false
    /// How many fingers it says that there are; nil: as many as there are.
    public var count: UInt8?

    // MARK: Chip

    /// The firmware hangs: what it shows stays as it is. A reset cures it.
    public var isFrozen = false
    /// How many of the next reads are all 0xFF.
    public var lies = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// Nothing goes wrong.
    public init() {}
}
