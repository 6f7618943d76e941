/// What goes wrong with a ``TouchKeyModel``. Everything can be switched on and off at any time.
public struct TouchKeyFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// An MPR121 has measured too high a current, and stops.
    public var hasOvercurrent = false
    /// How many of the next writes have no effect.
    public var ignoredWrites = 0

    /// Nothing goes wrong.
    public init() {}
}
