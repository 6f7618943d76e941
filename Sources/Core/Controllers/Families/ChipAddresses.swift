/// Where a chip may sit: up to six 7-bit addresses.
public struct ChipAddresses: Equatable, Sendable {
    /// (A byte each, the first one lowest; 0, at which no chip can be, ends them. Every driver keeps it, in six bytes.)
    private let first: UInt32
    private let others: UInt16

    /// These addresses; 0 ends them.
    public init(
        _ first: UInt8, _ second: UInt8 = 0, _ third: UInt8 = 0, _ fourth: UInt8 = 0, _ fifth: UInt8 = 0,
        _ sixth: UInt8 = 0
    ) {
        self.first = UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16 | UInt32(fourth) << 24
        others = UInt16(fifth) | UInt16(sixth) << 8
    }

    /// How many there are, 1…6.
    public var count: Int {
        var count = 1
        while count < 6, self[count] != 0 { count &+= 1 }
        return count
    }

    /// The address at `index`, 0…5; 0 from ``count`` on.
    public subscript(index: Int) -> UInt8 {
        let word = index < 4 ? first : UInt32(others)
        return UInt8(truncatingIfNeeded: word >> UInt32(truncatingIfNeeded: (index & 3) &* 8))
    }
}
