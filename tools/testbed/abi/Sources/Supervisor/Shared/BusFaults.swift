import TaplineCore

/// What goes wrong on the bus, whatever the chip: the next transfers fail, or the next one takes long.
struct BusFaults {
    /// How long the adapter keeps the program waiting for the next transfer.
    var hang = Microseconds.zero
    var error: Int32 = 121
    var count = 0

    /// Why the next transfer fails, if it does.
    mutating func next() -> Int32? {
        guard count > 0 else { return nil }
        count -= 1
        return error
    }
}
