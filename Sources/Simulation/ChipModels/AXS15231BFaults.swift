/// What goes wrong with an ``AXS15231BModel``. Everything can be switched on and off at any time.
public struct AXS15231BFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// The gesture that comes with fingers.
    public var gesture: UInt8 = 0
    /// How many fingers it says that there are; nil: as many as there are.
    public var count: UInt8?

    /// Nothing goes wrong.
    public init() {}
}
