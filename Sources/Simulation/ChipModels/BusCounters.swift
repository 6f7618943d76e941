/// What went over a simulated bus.
public struct BusCounters: Equatable, Sendable {
    /// Transfers that went through.
    public var transfers = 0
    /// Transfers that failed.
    public var failures = 0
    /// Bytes written, addresses not counted, by transfers that went through.
    public var bytesWritten = 0
    /// Bytes read by transfers that went through.
    public var bytesRead = 0
    /// Bits on the wires of transfers that went through; see ``TaplineControllers/Transfer/bits``.
    public var bits = 0

    /// Nothing yet.
    public init() {}
}
