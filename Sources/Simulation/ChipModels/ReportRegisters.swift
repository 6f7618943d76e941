/// Where a chip has its reports.
public struct ReportRegisters: Equatable, Sendable {
    /// How many bytes a register's address has, 1 or 2; the high one is sent first.
    public let addressLength: Int
    /// The first register of a report. Whoever reads a report begins there.
    public let first: Int
    /// How many there are.
    public let count: Int

    /// Reports that begin at a register with an address of 8 bits.
    public init(_ first: UInt8, count: Int) {
        addressLength = 1
        self.first = Int(first)
        self.count = count
    }

    /// Reports that begin at a register with an address of 16 bits.
    public init(_ first: UInt16, count: Int) {
        addressLength = 2
        self.first = Int(first)
        self.count = count
    }
}
