public import TaplineCore

/// What goes wrong with any chip.
public struct CommonFaults: Equatable, Sendable {
    /// How many of the next transfers fail with ``failure``.
    public var failingTransfers = 0
    /// Why they fail: `BusError(errno: 121)` (no acknowledge) unless changed.
    public var failure = BusError(errno: 121)
    /// SDA is held low: every transfer times out until the reset line is pulled.
    public var isStuck = false
    /// The chip is not there.
    public var isAbsent = false
    /// The first contact lies off the panel. (Of keys and sensors nothing does.)
    public var isOffPanel = false
    /// The firmware hangs: what it shows stays as it is. A reset cures it.
    public var isFrozen = false
    /// The pulse of a lift does not come. (Where lifts are announced by one.)
    public var losesLastPulse = false
    /// How many of the next reads are all 0xFF: the first access after power-up may lie.
    public var lies = 0
    /// Every read byte is random.
    public var random: SplitMix64?

    /// Nothing goes wrong.
    public init() {}
}

/// What goes wrong with a chip: what can with any, and what is its own. Everything can be switched on and off at any time.
public protocol ChipFaults {
    /// Nothing goes wrong.
    init()
    /// What can go wrong with any chip.
    var common: CommonFaults { get set }
    /// Ends what ends when the reset line is pulled.
    mutating func endWithReset()
}

extension ChipFaults {
    /// ``CommonFaults/failingTransfers``.
    public var failingTransfers: Int {
        get { common.failingTransfers }
        set { common.failingTransfers = newValue }
    }
    /// ``CommonFaults/failure``.
    public var failure: BusError {
        get { common.failure }
        set { common.failure = newValue }
    }
    /// ``CommonFaults/isStuck``.
    public var isStuck: Bool {
        get { common.isStuck }
        set { common.isStuck = newValue }
    }
    /// ``CommonFaults/isAbsent``.
    public var isAbsent: Bool {
        get { common.isAbsent }
        set { common.isAbsent = newValue }
    }
    /// ``CommonFaults/isOffPanel``.
    public var isOffPanel: Bool {
        get { common.isOffPanel }
        set { common.isOffPanel = newValue }
    }
    /// ``CommonFaults/isFrozen``.
    public var isFrozen: Bool {
        get { common.isFrozen }
        set { common.isFrozen = newValue }
    }
    /// ``CommonFaults/losesLastPulse``.
    public var losesLastPulse: Bool {
        get { common.losesLastPulse }
        set { common.losesLastPulse = newValue }
    }
    /// ``CommonFaults/lies``.
    public var lies: Int {
        get { common.lies }
        set { common.lies = newValue }
    }
    /// ``CommonFaults/random``.
    public var random: SplitMix64? {
        get { common.random }
        set { common.random = newValue }
    }

    /// Whether the read that begins is one that lies.
    public mutating func beginsToLie() -> Bool {
        guard lies > 0 else { return false }
        lies -= 1
        return true
    }

    /// What is read where the chip sends `byte`, in a read that ``beginsToLie()`` or does not.
    public mutating func sent(_ byte: UInt8, lies: Bool) -> UInt8 {
        // (Not `random?.next()`: changing what is in an optional of a protocol's property takes the heap.)
        guard var generator = random else { return lies ? 0xFF : byte }
        let next = generator.next()
        random = generator
        return UInt8(truncatingIfNeeded: next)
    }

    public mutating func endWithReset() { isStuck = false }
}
