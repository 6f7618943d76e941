/// An adapter, `/dev/i2c-N`.
final class I2CAdapter {
    let description: PanelDescription.Bus
    var path: String { description.path }
    /// It was unplugged: every transfer fails with this error number.
    var absence: Int32?

    init(_ description: PanelDescription.Bus) { self.description = description }
}
