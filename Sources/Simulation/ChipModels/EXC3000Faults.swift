public import TaplineCore

/// What goes wrong with an ``EXC3000Model``. Everything can be switched on and off at any time.
public struct EXC3000Faults: ChipFaults, Equatable, Sendable {
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

    /// How many of the next second frames are lost: what is read then has nothing to say.
    public var lostSecondFrames = 0
    /// How many of the next first frames are lost, so that the second one comes alone.
    public var lostFirstFrames = 0
    /// The number of records that a first frame says; nil: as many as there are.
    public var count: UInt8?
    /// All fingers have one name.
    public var namesAll: UInt8?
    /// What a frame of fingers says it is; nil: 0x06.
    public var kind: UInt8?
    /// The place lies off the panel.
    public var isOffPanel = false

    // MARK: Chip

    /// It answers no request.
    public var isMute = false
    /// The firmware hangs: no frames. A reset cures it.
    public var isFrozen = false
    /// How many of the next reads are all 0xFF.
    public var lies = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// Nothing goes wrong.
    public init() {}
}
