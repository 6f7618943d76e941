public import TaplineCore

/// What goes wrong with any chip. Everything can be switched on and off at any time.
public protocol ChipFaults {
    /// Nothing goes wrong.
    init()
    /// How many of the next transfers fail with ``failure``.
    var failingTransfers: Int { get set }
    /// Why they fail.
    var failure: BusError { get set }
    /// SDA is held low: every transfer times out until the reset line is pulled.
    var isStuck: Bool { get set }
    /// The chip is not there.
    var isAbsent: Bool { get set }
    /// The firmware hangs. A reset cures it.
    var isFrozen: Bool { get set }
    /// A place lies off the panel. (Of keys nothing does.)
    var isOffPanel: Bool { get set }
    /// How many of the next reads are all 0xFF.
    var lies: Int { get set }
    /// Every read byte is random.
    var random: SplitMix64? { get set }
    /// Ends what ends when the reset line is pulled.
    mutating func endWithReset()
}

extension ChipFaults {
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
