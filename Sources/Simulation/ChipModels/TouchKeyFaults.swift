public import TaplineCore

/// What goes wrong with a ``TouchKeyModel``. Everything can be switched on and off at any time.
public struct TouchKeyFaults: ChipFaults, Equatable, Sendable {
    /// How many of the next transfers fail with ``failure``.
    public var failingTransfers = 0
    /// Why they fail: `BusError(errno: 121)` (no acknowledge) unless changed.
    public var failure = BusError(errno: 121)
    /// SDA is held low: every transfer times out.
    public var isStuck = false
    /// The chip is not there.
    public var isAbsent = false
    /// An MPR121 has measured too high a current, and stops.
    public var hasOvercurrent = false
    /// Nothing is measured, whatever the registers say.
    public var isFrozen = false
    /// How many of the next reads are all 0xFF.
    public var lies = 0
    /// How many of the next writes have no effect.
    public var ignoredWrites = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// (A key is nowhere else: to set it changes nothing.)
    public var isOffPanel: Bool {
        get { false }
        set {}
    }

    /// Nothing goes wrong.
    public init() {}
}
