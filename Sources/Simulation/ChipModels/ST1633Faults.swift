public import TaplineCore

/// What goes wrong with an ``ST1633Model``. Everything can be switched on and off at any time.
public struct ST1633Faults: ChipFaults, Equatable, Sendable {
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

    /// Fingers change their places with every scan.
    public var shuffles = false
    /// The first place stays empty: fingers are at the others.
    public var leavesFirstPlaceEmpty = false
    /// The first contact lies off the panel.
    public var isOffPanel = false
    /// The pulse of a lift does not come.
    public var losesLastPulse = false

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
}
