/// Where a chip may sit: up to six 7-bit addresses, 0 where there are fewer.
public struct ChipAddresses: Sendable {
    private let list: InlineArray<6, UInt8>
    /// How many there are, 1…6.
    public let count: Int

    /// These addresses; 0, at which no chip can be, ends them.
    public init(
        _ first: UInt8, _ second: UInt8 = 0, _ third: UInt8 = 0, _ fourth: UInt8 = 0, _ fifth: UInt8 = 0,
        _ sixth: UInt8 = 0
    ) {
        let list: InlineArray<6, UInt8> = [first, second, third, fourth, fifth, sixth]
        var count = 1
        while count < 6, list[count] != 0 { count &+= 1 }
        self.list = list
        self.count = count
    }

    /// The address at `index`, which must be less than ``count``.
    public subscript(index: Int) -> UInt8 { list[index] }
}
