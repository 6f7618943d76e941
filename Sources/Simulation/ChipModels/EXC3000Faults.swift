/// What goes wrong with an ``EXC3000Model``. Everything can be switched on and off at any time.
public struct EXC3000Faults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    // MARK: Reports

    /// How many of the next second frames are lost: what is read then has nothing to say.
    public var lostSecondFrames = 0
    /// How many of the next first frames are lost, so that the second one comes alone.
    public var lostFirstFrames = 0
    /// The number of records that a first frame says; nil: as many as there are.
    public var count: UInt8?
    /// All fingers have one name.
    public var namesAll: UInt8?
    /// What a frame of fingers says it is; nil: 0x06.
    public var kind: UInt8?

    // MARK: Chip

    /// It answers no request.
    public var isMute = false

    /// Nothing goes wrong.
    public init() {}
}
