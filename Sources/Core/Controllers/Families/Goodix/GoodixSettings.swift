/// What a board may say of a Goodix chip beside its lines: the configuration that the chip shall have.
public struct GoodixSettings: Equatable, Sendable {
    /// The configuration; without bytes the chip's own is left alone, and not even read.
    public var configuration = GoodixConfiguration()
    /// Whether a chip that has another one is given this one, and it is read back; otherwise the difference is only told.
    public var isWritten = false

    /// The chip's own configuration.
    public init() {}
}
