import CTaplineSystem

/// A device that cannot be used: which one, why, and what would help.
public struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Which device: a path, or a line and its chip.
    public var device: String
    /// What is wrong.
    public var reason: String
    /// The kernel's error number; 0 where it is not the kernel that objects.
    public var errno: Int32
    /// What would help, with the command where there is one; may be empty.
    public var hint: String

    /// `device` cannot be used because of `reason`.
    public init(device: String, reason: String, errno: Int32 = 0, hint: String = "") {
        self.device = device
        self.reason = reason
        self.errno = errno
        self.hint = hint
    }

    /// The device at `path` answered with `errno`.
    ///
    /// - Parameter device: what to call it, where that is more than its path.
    public init(path: String, errno: Int32, device: String? = nil) {
        self.init(
            device: device ?? path, reason: DeviceError.text(errno), errno: errno,
            hint: DeviceError.hint(path: path, errno: errno))
    }

    /// Whether permission is what is missing.
    public var isPermission: Bool { errno == Errno.accessDenied || errno == Errno.notPermitted }

    /// `/dev/i2c-1: Permission denied; add the user to the group i2c and log in again: sudo usermod -aG i2c $USER`
    public var description: String { hint.isEmpty ? "\(device): \(reason)" : "\(device): \(reason); \(hint)" }

    /// The kernel's words for an error number.
    static func text(_ errno: Int32) -> String { unsafe String(cString: tapline_error_text(errno)) }

    private static func hint(path: String, errno: Int32) -> String {
        let kind = DeviceKind(path: path)
        return switch errno {
        case Errno.accessDenied: permissionHint(path: path, kind: kind)
        case Errno.notPermitted:
            "a container or a service may use only the devices that it was given: DeviceAllow=\(path) rw in the "
                + "service's unit, --device \(path) for a container"
        case Errno.noSuchFile, Errno.noSuchDevice, Errno.noSuchAddress: kind?.absenceHint(path: path) ?? ""
        case Errno.notSupported where kind == .i2c:
            "this adapter knows SMBus only; a touch controller needs plain I2C transfers"
        case Errno.isFolder where !path.hasPrefix("/dev"): "a folder is in the way; remove it, or use another path"
        case Errno.wrongFunction where kind == nil, Errno.isFolder: "write the path of a serial port: /dev/ttyS0"
        case Errno.wrongFunction where kind != nil, Errno.invalid where kind == .gpio: "this is no such device"
        default: ""
        }
    }

    /// What gives the user of this number the group. One whom systemd has made for a service (`DynamicUser`, 61184…65519) belongs to
    /// those that its unit names, and nobody can add him to another.
    static func membershipHint(_ group: String, user: UInt32) -> String {
        guard (61_184...65_519).contains(user) else {
            return "add the user to the group \(group) and log in again: sudo usermod -aG \(group) $USER"
        }
        let option = [("input", "input.conf"), ("video", "backlight.conf")].first { $0.0 == group }?.1
        return option.map { "an option of the unit gives it to the service: head /usr/share/tapline/systemd/\($0)" }
            ?? "give the service the group: sudo systemctl edit tapline@NAME, write [Service] and SupplementaryGroups=\(group), restart it"
    }

    /// (Where the file is out of sight, its folder is closed to all but the folder's own group.)
    private static func permissionHint(path: String, kind: DeviceKind?) -> String {
        let group =
            DeviceFiles.group(of: path) ?? kind?.usualGroup ?? DeviceFiles.group(of: DeviceFiles.folder(of: path))
            ?? "root"
        guard group == "root" else { return membershipHint(group, user: tapline_user()) }
        guard let kind else { return "only root may use it" }
        return
            "only root may use it; a line in /etc/udev/rules.d/99-tapline.rules gives it to a group: \(kind.udevRule)"
    }
}
