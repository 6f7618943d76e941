/// An I2C adapter as the kernel lists it.
public struct I2CAdapter: Equatable, Sendable {
    /// Its number: the 1 of `/dev/i2c-1`.
    public var number: Int
    /// Its name as `i2cdetect -l` prints it: `bcm2835 (i2c@7e804000)`.
    public var name: String

    /// An adapter.
    public init(number: Int, name: String) {
        self.number = number
        self.name = name
    }

    /// Its device file: `/dev/i2c-1`.
    public var path: String { I2CAdapters.path(number: number) }
}
