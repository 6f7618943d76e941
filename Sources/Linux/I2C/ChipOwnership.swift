import CTaplineSystem

/// Whether a driver of the kernel already talks to a chip.
///
/// Plain transfers never ask: two who read one touch controller steal each other's reports.
public enum ChipOwnership {
    /// Refuses a chip that a driver of the kernel holds.
    ///
    /// - Parameters:
    ///   - busPath: the adapter's device file: `/dev/i2c-1`.
    ///   - address: the chip's 7-bit address.
    ///   - root: stands before every path that is looked at, for tests on a tree of their own.
    /// - Throws: ``DeviceError`` that names the driver and the command that frees the chip.
    public static func check(busPath: String, address: UInt8, root: String = "") throws(DeviceError) {
        guard let chip = chipName(busPath, address, root), let driver = driver(of: chip, root) else { return }
        throw held(
            busPath: busPath, address: address, chip: chip, driver: driver, accelerometer: accelerometer(of: chip, root)
        )
    }

    /// The name of the driver that has the chip `1-005d`; nil for none.
    static func driver(of chip: String, _ root: String) -> String? {
        DeviceFiles.realPath("\(root)\(I2CAdapters.devices)/\(chip)/driver").map { DeviceFiles.lastName(of: $0) }
    }

    /// What the accelerometer calls itself that a driver makes of the chip `1-0019`, its file `name`; nil: it makes none.
    static func accelerometer(of chip: String, _ root: String) -> String? {
        let folder = "\(root)\(I2CAdapters.devices)/\(chip)"
        for number in DeviceFiles.numbers(in: folder, prefix: "iio:device") {
            let device = "\(folder)/iio:device\(number)"
            if tapline_access("\(device)/in_accel_x_raw") == 0 { return DeviceFiles.line("\(device)/name") }
        }
        return nil
    }

    /// The chip is held by `driver`; without its name, by one that the kernel does not name here.
    ///
    /// - Parameter accelerometer: what the driver's accelerometer calls itself, where the chip is one.
    static func held(
        busPath: String, address: UInt8, chip: String? = nil, driver: String? = nil, accelerometer: String? = nil
    ) -> DeviceError {
        let free: String
        let leave =
            if let accelerometer {
                "read it there, in the board sensors: [{controller: iio, device: \(accelerometer)}]"
            } else if driver != nil {
                "take its fingers: --board evdev"
            } else {
                "take a panel's fingers: --board evdev, or a motion sensor's readings: controller: iio"
            }
        if let chip, let driver {
            free = "free it until the next start: echo \(chip) | sudo tee /sys/bus/i2c/drivers/\(driver)/unbind"
        } else {
            let number = DeviceFiles.number(after: "/dev/i2c-", in: busPath).map { "\($0)" } ?? "*"
            free = "its name: ls -l /sys/bus/i2c/devices/\(number)-*/driver"
        }
        return DeviceError(
            device: "chip \(hexadecimal(address, digits: 2, prefix: "0x")) on \(busPath)",
            reason: "held by the kernel's driver" + (driver.map { " \($0)" } ?? ""), errno: Errno.busy,
            hint: free + "; or leave the chip to that driver and " + leave)
    }

    /// The kernel's name of the chip, `1-005d`; nil where the adapter has no number.
    private static func chipName(_ busPath: String, _ address: UInt8, _ root: String) -> String? {
        guard let number = I2CAdapters.number(ofBusAt: busPath, root: root) else { return nil }
        return hexadecimal(address, digits: 4, prefix: "\(number)-")
    }

    private static func hexadecimal(_ value: UInt8, digits: Int, prefix: String) -> String {
        let text = String(value, radix: 16)
        return prefix + String(repeating: "0", count: digits - text.utf8.count) + text
    }
}
