import TaplineCore

/// Keys that gestures press, for whoever reads keyboards.
package final class VirtualKeys {
    /// The codes of the keys that it has.
    package let keys: [UInt16]
    private let device: UinputDevice

    /// Makes a keyboard of these keys.
    ///
    /// - Parameter panel: the panel's name.
    /// - Throws: ``DeviceError`` where it cannot be made.
    package init(_ keys: [UInt16], panel: String) throws(DeviceError) {
        self.keys = keys
        device = try UinputDevice()
        for key in keys { device.add(key: key) }
        try device.create("Tapline \(panel) keys", place: "\(panel)/keys")
    }

    deinit { for key in keys { set(key, isDown: false) } }

    /// The kernel's number of the first error, 0 for none.
    package var errno: Int32 { device.errno }

    /// A key is pressed or let go. (The kernel reports only what is new.)
    package func set(_ key: UInt16, isDown: Bool) {
        device.put(EvdevCode.key, key, isDown ? 1 : 0)
        device.put(EvdevCode.synchronization, EvdevCode.report, 0)
        device.flush()
    }
}
