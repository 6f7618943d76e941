/// What goes wrong with a ``CST816Model``. Everything can be switched on and off at any time.
public struct CST816Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Bus

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

    // MARK: Chip

    /// How many of the next writes have no effect.
    public var ignoredWrites = 0

    /// Nothing goes wrong.
    public init() {}

    /// Pulling the reset line makes it hear again.
    public mutating func endWithReset() {
        isStuck = false
        isDeaf = false
    }
}
