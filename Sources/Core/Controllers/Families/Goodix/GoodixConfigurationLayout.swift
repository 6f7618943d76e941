/// Where a Goodix chip keeps its configuration, how long it is and how it is summed up.
///
/// Sources: the tables of chips in Linux `drivers/input/touchscreen/goodix.c`; for the GT1x Goodix's own `gt1x_generic.h`,
/// which has the checksum at 0x813C and the "fresh" byte at 0x813E. (Linux reads a byte more, which belongs to nobody.)
public struct GoodixConfigurationLayout: Equatable, Sendable {
    /// The register of the first byte.
    public let register: UInt16
    /// The length in bytes, checksum and "fresh" byte included.
    public let length: Int
    /// Whether the checksum has 16 bits, high byte first, over words of two bytes, high byte first; otherwise it has 8,
    /// over bytes.
    public let isWide: Bool

    /// The layout of the chip with this product id: four ASCII characters, zero-filled.
    public init(product: InlineArray<4, UInt8>) {
        let isWide = GoodixConfigurationLayout.isWide(product)
        self.isWide = isWide
        register = isWide ? GoodixRegisters.wideConfiguration : GoodixRegisters.configuration
        length = isWide ? 239 : GoodixConfigurationLayout.length(product)
    }

    /// Where the checksum lies, counted from the first byte; the sum goes up to here.
    public var checksumOffset: Int { length &- (isWide ? 3 : 2) }

    /// GT1xxx, GT5xxx, GT917S and GT9286.
    private static func isWide(_ id: InlineArray<4, UInt8>) -> Bool {
        id[0] != 0x39 || (id[1] == 0x31 && id[2] == 0x37 && id[3] == 0x53)
            || (id[1] == 0x32 && id[2] == 0x38 && id[3] == 0x36)
    }

    /// 186 of GT911, GT9110, GT9111, GT927, GT9271 and GT928, 228 of GT912, GT967 and GT9147, 240 of others.
    private static func length(_ id: InlineArray<4, UInt8>) -> Int {
        switch (id[1], id[2], id[3]) {
        case (0x31, 0x31, _), (0x32, 0x37, _), (0x32, 0x38, 0): 186
        case (0x31, 0x32, 0), (0x36, 0x37, 0), (0x31, 0x34, 0x37): 228
        default: 240
        }
    }
}
