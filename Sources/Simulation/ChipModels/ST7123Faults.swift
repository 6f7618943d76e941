public import TaplineCore

/// What goes wrong with an ``ST7123Model``. Everything can be switched on and off at any time.
public struct ST7123Faults: ChipFaults, Equatable, Sendable {
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
    /// A bit of the next reports flips: this one of the byte at ``flippedByte``, so often.
    public var flips = 0
    /// Where it flips.
    public var flippedByte = 5
    /// The place lies off the panel.
    public var isOffPanel = false

    // MARK: Chip

    /// It has found itself disturbed, and wants to be reset.
    public var wantsReset = false
    /// The firmware hangs: nothing changes, and no scan is counted. A reset cures it.
    public var isFrozen = false
    /// How many of the next reads are all 0xFF.
    public var lies = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// Nothing goes wrong.
    public init() {}

    /// What a reset cures.
    public mutating func endWithReset() {
        isStuck = false
        wantsReset = false
    }
}
