import CTaplineSystem

/// A device that cannot be used: which one, why, and what would help.
public struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The device's path.
    public var path: String
    /// The kernel's error number.
    public var errno: Int32

    /// The device at `path` answered with `errno`.
    public init(path: String, errno: Int32) {
        self.path = path
        self.errno = errno
    }

    /// Whether permission is what is missing.
    public var isPermission: Bool { errno == 13 || errno == 1 }

    /// `/dev/i2c-1: Permission denied; add the user to the group i2c: sudo usermod -aG i2c $USER`
    public var description: String { hint.isEmpty ? "\(path): \(reason)" : "\(path): \(reason); \(hint)" }

    /// The kernel's words for the error.
    public var reason: String { unsafe String(cString: tapline_error_text(errno)) }

    private var hint: String {
        switch errno {
        case 13, 1: "add the user to the device's group and log in again: sudo usermod -aG i2c $USER"
        case 2, 19, 6: "switch the bus on (dtparam=i2c_arm=on in config.txt) and load i2c-dev: sudo modprobe i2c-dev"
        case 95: "this adapter knows SMBus only; a touch controller needs plain I2C transfers"
        default: ""
        }
    }
}
