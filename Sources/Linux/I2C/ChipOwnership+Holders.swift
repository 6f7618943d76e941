extension ChipOwnership {
    /// A chip that a driver of the kernel has.
    public struct Holder: Equatable, Sendable {
        /// The chip's 7-bit address.
        public var address: UInt8
        /// The kernel's name of the chip, `1-005d`; empty where sysfs does not show it.
        public var device: String
        /// The driver's name; empty where sysfs does not show it.
        public var driver: String
        /// Whether the driver makes an input device of it: a touch panel, keys.
        public var isInput: Bool
        /// What the accelerometer calls itself that the driver makes of it; nil: it makes none.
        public var accelerometer: String?

        /// A chip and its driver.
        public init(address: UInt8, device: String, driver: String, isInput: Bool, accelerometer: String? = nil) {
            self.address = address
            self.device = device
            self.driver = driver
            self.isInput = isInput
            self.accelerometer = accelerometer
        }

        /// The refusal of the chip, with the command that frees it.
        public func refusal(busPath: String) -> DeviceError {
            ChipOwnership.held(
                busPath: busPath, address: address, chip: device, driver: driver, accelerometer: accelerometer)
        }
    }

    /// The chips on an adapter that drivers of the kernel have, by address.
    ///
    /// - Parameter root: stands before every path that is looked at, for tests on a tree of their own.
    public static func holders(busPath: String, root: String = "") -> [Holder] {
        guard let number = I2CAdapters.number(ofBusAt: busPath, root: root) else { return [] }
        var holders: [Holder] = []
        for device in DeviceFiles.names(in: root + I2CAdapters.devices) where device.hasPrefix("\(number)-") {
            guard let address = UInt8(device.dropFirst("\(number)-".utf8.count), radix: 16),
                let driver = driver(of: device, root)
            else { continue }
            let inputs = DeviceFiles.numbers(in: "\(root)\(I2CAdapters.devices)/\(device)/input", prefix: "input")
            holders.append(
                Holder(
                    address: address, device: device, driver: driver, isInput: !inputs.isEmpty,
                    accelerometer: accelerometer(of: device, root)))
        }
        return holders.sorted { $0.address < $1.address }
    }
}
