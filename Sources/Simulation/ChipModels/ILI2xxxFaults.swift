/// What goes wrong with an ``ILI2xxxModel``. Everything can be switched on and off at any time.
public struct ILI2xxxFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Reports

    /// Only the landing of the first finger makes an interrupt.
    public var announcesOnlyLandings = false
    /// The second part of a report fails so often: the transfers that ask for it are not acknowledged.
    public var lostSecondParts = 0
    /// How many parts an ILI251x says that its report has; nil: as many as it has.
    public var parts: UInt8?
    /// A bit of the next reports flips: this one of the byte at ``flippedByte``, so often.
    public var flips = 0
    /// Where it flips.
    public var flippedByte = 2

    // MARK: Chip

    /// How many of the next reads are all 0.
    public var zeros = 0

    /// Nothing goes wrong.
    public init() {}
}
