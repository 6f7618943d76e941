/// An adapter, `/dev/i2c-N`.
final class I2CAdapter {
    let description: PanelDescription.Bus
    var path: String { description.path }
    /// It was unplugged: every transfer fails with this error number.
    var absence: Int32?

    init(_ description: PanelDescription.Bus) { self.description = description }
}

/// What goes wrong on the bus, whatever the chip: the next transfers fail.
struct BusFaults {
    var error: Int32 = 121
    var count = 0

    /// Why the next transfer fails, if it does.
    mutating func next() -> Int32? {
        guard count > 0 else { return nil }
        count -= 1
        return error
    }
}
