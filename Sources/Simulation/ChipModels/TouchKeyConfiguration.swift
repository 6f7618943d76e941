public import TaplineCore

/// Which chip a ``TouchKeyModel`` is, and how its keys lie.
public struct TouchKeyConfiguration: Sendable {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable {
        /// An MPR121.
        case mpr121
        /// Microchip's with this product id: 0x50 is a CAP1188.
        case cap1xxx(product: UInt8)
    }

    /// Which chip.
    public var part: Part
    /// The 7-bit address.
    public var address: UInt8
    /// How the keys lie.
    public var grid: KeyGrid
    /// Raw pixels across the keys.
    public var width: Int
    /// Raw pixels down the keys.
    public var height = 100
    /// How long after power-up the chip answers nobody.
    public var bootTime = Microseconds.milliseconds(1)

    /// A chip with all its keys in one row.
    public init(_ part: Part = .mpr121) {
        self.part = part
        switch part {
        case .mpr121:
            address = MPR121Registers.address
            grid = KeyGrid(columns: MPR121Registers.electrodes)
        case .cap1xxx(let product):
            address = CAP1xxxRegisters.address
            grid = KeyGrid(columns: CAP1xxxRegisters.electrodes(of: product))
            bootTime = .milliseconds(15)
        }
        width = 100 * grid.columns
    }
}
