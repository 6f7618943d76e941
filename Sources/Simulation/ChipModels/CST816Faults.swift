public import TaplineCore

/// What goes wrong with a ``CST816Model``. Everything can be switched on and off at any time.
public struct CST816Faults: ChipFaults, Equatable, Sendable {
    // MARK: Bus

    /// How many of the next transfers fail with ``failure``.
    public var failingTransfers = 0
    /// Why they fail: `BusError(errno: 121)` (no acknowledge) unless changed.
    public var failure = BusError(errno: 121)
    /// SDA is held low: every transfer times out until the reset line is pulled.
    public var isStuck = false
    /// The chip is not there.
    public var isAbsent = false
    /// A low-power profile has made it deaf: nothing is acknowledged until a reset.
    public var isDeaf = false

    // MARK: Reports

    /// The number of fingers is 0 also while one is down, as recorded of a CST816S.
    public var countsNothing = false
    /// A lift is reported by places far off the panel, with the event of a landing and no finger counted.
    public var liftsAsGarbage = false
    /// How many fingers a chip for two says that there are; nil: as many as there are.
    public var count: UInt8?
    /// What a chip for two calls both of its fingers.
    public var namesAll: UInt8?
    /// The record of a finger that has lifted says that it is down; only the count leaves it out.
    public var leavesOldRecord = false
    /// The pulse of a lift does not come.
    public var losesLastPulse = false
    /// The place lies off the panel.
    public var isOffPanel = false

    // MARK: Chip

    /// The firmware hangs: the registers stay as they are. A reset cures it.
    public var isFrozen = false
    /// How many of the next reads are all 0xFF.
    public var lies = 0
    /// How many of the next writes have no effect.
    public var ignoredWrites = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// Nothing goes wrong.
    public init() {}

    /// Pulling the reset line makes it hear again.
    public mutating func endWithReset() {
        isStuck = false
        isDeaf = false
    }
}
