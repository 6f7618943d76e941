/// What goes wrong with a ``TSC2007Model``, or with its panel. Everything can be switched on and off at any time.
public struct TSC2007Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// The resistance between the plates under a finger, in ohm.
    public var resistance = 500
    /// Which sample of each axis, counted from 0 in each set, is far off; nil: none.
    public var wildSample: Int?
    /// How many units a sample of an axis is beyond the one before.
    public var scatter = 0
    /// How many units x is in a set beyond the set before.
    public var drift = 0
    /// After how many measurements more the finger lifts; nil: not by itself.
    public var liftsAfter: Int?
    /// After how many transfers more one fails; nil: none by itself.
    public var failsAfter: Int?
    /// What z1 shows while the plates are open.
    public var leak: UInt16 = 0
    /// What every measurement brings; nil: what there is.
    public var constant: UInt16?

    /// Nothing goes wrong.
    public init() {}
}
