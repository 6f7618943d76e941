/// What a Goodix chip is set to: size, fingers, thresholds and much else, up to 240 bytes, as the panel's maker gives it.
///
/// The last bytes are a checksum and 1, the "fresh" byte: it makes the chip take what was written. With a wrong checksum
/// the chip goes on with what it had, and says nothing.
public struct GoodixConfiguration: Equatable, Sendable {
    /// What is wrong with a configuration.
    public enum Defect: Equatable, Sendable {
        /// It has another length than the chip's.
        case length
        /// Its checksum is not `right`.
        case checksum(right: UInt16)
        /// The last byte is not 1: the chip would not take it.
        case notFresh
    }

    /// The most bytes.
    public static var capacity: Int { 240 }
    private var storage = InlineArray<240, UInt8>(repeating: 0)
    /// How many bytes there are; 0: none.
    public private(set) var count = 0

    /// No bytes.
    public init() {}

    /// The byte at `index`; 0 beyond ``count``.
    public subscript(index: Int) -> UInt8 { index >= 0 && index < count ? storage[index] : 0 }

    /// Adds a byte; beyond ``capacity`` it is dropped.
    public mutating func append(_ byte: UInt8) {
        guard count < GoodixConfiguration.capacity else { return }
        storage[count] = byte
        count &+= 1
    }

    /// Raw pixels across.
    public var width: Int { number(at: GoodixRegisters.widthOffset) }
    /// Raw pixels down.
    public var height: Int { number(at: GoodixRegisters.heightOffset) }
    /// How many contacts are reported.
    public var contacts: Int { Int(self[GoodixRegisters.contactsOffset] & 0x0F) }

    private func number(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset &+ 1]) << 8 }

    /// What is wrong with it for a chip with this layout, nil: nothing.
    public func defect(_ layout: GoodixConfigurationLayout) -> Defect? {
        guard count == layout.length else { return .length }
        let right = checksum(layout)
        guard storedChecksum(layout) == right else { return .checksum(right: right) }
        return self[count &- 1] == 1 ? nil : .notFresh
    }

    /// The checksum that would be right: what makes the sum 0.
    public func checksum(_ layout: GoodixConfigurationLayout) -> UInt16 {
        var sum: UInt16 = 0
        var offset = 0
        while offset < layout.checksumOffset {
            // Of a wide checksum every other byte is a high one.
            let byte = UInt16(self[offset])
            sum &+= layout.isWide && offset & 1 == 0 ? byte << 8 : byte
            offset &+= 1
        }
        return layout.isWide ? 0 &- sum : (0 &- sum) & 0xFF
    }

    private func storedChecksum(_ layout: GoodixConfigurationLayout) -> UInt16 {
        let first = UInt16(self[layout.checksumOffset])
        return layout.isWide ? first << 8 | UInt16(self[layout.checksumOffset &+ 1]) : first
    }

    /// Whether a chip that shows `bytes` has taken it. The "fresh" byte is the chip's own, and a version of 0 was given
    /// for the chip to begin anew with its first one, which changes the checksum, too.
    mutating func isTaken(_ bytes: inout BusBytes, _ layout: GoodixConfigurationLayout) -> Bool {
        let version = bytes[0]
        let isAnew = self[0] == 0 && version == GoodixRegisters.firstConfigurationVersion
        let end = isAnew ? layout.checksumOffset : layout.length &- 1
        var offset = isAnew ? 1 : 0
        while offset < end {
            guard self[offset] == bytes[offset] else { return false }
            offset &+= 1
        }
        return true
    }

    public static func == (a: borrowing GoodixConfiguration, b: borrowing GoodixConfiguration) -> Bool {
        guard a.count == b.count else { return false }
        var index = 0
        while index < a.count {
            guard a.storage[index] == b.storage[index] else { return false }
            index &+= 1
        }
        return true
    }
}
