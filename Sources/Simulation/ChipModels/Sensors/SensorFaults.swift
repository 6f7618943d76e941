/// What goes wrong with a ``SensorModel``. Everything can be switched on and off at any time.
public struct SensorFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    /// It says that readings are new, and they are all the same.
    public var isQuiet = false
    /// What it says of itself, where that is not what it is.
    public var identity: UInt8?
    /// Writes have no effect.
    public var ignoresWrites = false

    /// Nothing goes wrong.
    public init() {}
}
