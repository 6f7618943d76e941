/// What goes wrong with an ``ST7123Model``. Everything can be switched on and off at any time.
public struct ST7123Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Reports

    /// The flags say that there are fingers, and no place has one, until a reset.
    public var withholds = false
    /// A bit of the next reports flips: this one of the byte at ``flippedByte``, so often.
    public var flips = 0
    /// Where it flips.
    public var flippedByte = 5

    // MARK: Chip

    /// It has found itself disturbed, and wants to be reset.
    public var wantsReset = false

    /// Nothing goes wrong.
    public init() {}

    /// What a reset cures.
    public mutating func endWithReset() {
        isStuck = false
        wantsReset = false
        withholds = false
    }
}
