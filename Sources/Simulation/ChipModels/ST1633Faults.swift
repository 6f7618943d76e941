/// What goes wrong with an ``ST1633Model``. Everything can be switched on and off at any time.
public struct ST1633Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Reports

    /// Fingers change their places with every scan.
    public var shuffles = false
    /// The first place stays empty: fingers are at the others.
    public var leavesFirstPlaceEmpty = false

    // MARK: Chip

    /// The error in its status, 0…15; a reset ends it.
    public var error: UInt8 = 0

    /// How many of the next writes have no effect.
    public var ignoredWrites = 0

    /// Nothing goes wrong.
    public init() {}

    /// What a reset cures.
    public mutating func endWithReset() {
        isStuck = false
        error = 0
    }
}
