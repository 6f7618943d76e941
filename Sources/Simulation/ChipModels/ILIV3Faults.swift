/// What goes wrong with an ``ILIV3Model``. Everything can be switched on and off at any time.
public struct ILIV3Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// How many of the next looks come too early: they bring zeros.
    public var emptyReads = 0
    /// A bit of the next packets flips: this one of the byte at ``flippedByte``, so often.
    public var flips = 0
    /// Where it flips.
    public var flippedByte = 5

    /// Nothing goes wrong.
    public init() {}
}
