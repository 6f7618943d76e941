/// What goes wrong with a ``CHSCModel``. Everything can be switched on and off at any time.
public struct CHSCFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// How many fingers it says that there are; nil: as many as there are.
    public var count: UInt8?

    /// Nothing goes wrong.
    public init() {}
}
