import TaplineCore

/// Finds input devices by name. Nothing is opened for that: sysfs says what each of them is, to everybody.
///
/// `root` stands before every path that is looked at, for tests on a tree of their own.
public enum EvdevDevices {
    /// The name that means the computer's touchscreen, whatever it calls itself.
    public static var anyTouchscreen: String { "touchscreen" }

    /// The device file of device `number`.
    public static func path(number: Int) -> String { "/dev/input/event\(number)" }

    /// What the device with the device file `path` calls itself; nil where sysfs knows none.
    package static func name(ofDeviceAt path: String, root: String = "") -> String? {
        DeviceFiles.line("\(root)\(folder)/\(DeviceFiles.lastName(of: path))/device/name")
    }

    /// All devices by number, but those that Tapline makes itself.
    public static func all(root: String = "") -> [EvdevDevice] {
        var devices: [EvdevDevice] = []
        for number in DeviceFiles.numbers(in: root + folder, prefix: "event") {
            let place = "\(root)\(folder)/event\(number)/device"
            if DeviceFiles.line("\(place)/phys")?.hasPrefix(UinputDevice.place) == true { continue }
            devices.append(
                EvdevDevice(
                    number: number, name: DeviceFiles.line("\(place)/name") ?? "",
                    isTouchscreen: isTouchscreen(place)))
        }
        return devices
    }

    /// The device file that `name` means, by the first of these that fits one device: the touchscreen of this name, the
    /// touchscreen whose name holds it, a device of this name, one whose name holds it. ``anyTouchscreen`` is the only
    /// touchscreen.
    ///
    /// - Throws: ``DeviceError`` where no device fits, or several do; it lists them.
    public static func find(_ name: String, root: String = "") throws(DeviceError) -> String {
        let devices = all(root: root)
        let touchscreens = devices.filter { $0.isTouchscreen }
        if name == anyTouchscreen {
            if let device = try only(touchscreens, name) { return device.path }
            throw DeviceError(
                device: name, reason: "the kernel knows no touchscreen", errno: Errno.noSuchDevice,
                hint: absenceHint(devices))
        }
        for candidates in [touchscreens, devices] {
            if let device = try only(candidates.filter { $0.name == name }, name) { return device.path }
            if let device = try only(candidates.filter { DeviceFiles.contains($0.name, name) }, name) {
                return device.path
            }
        }
        throw DeviceError(
            device: name, reason: "no input device has this name", errno: Errno.noSuchDevice,
            hint: absenceHint(devices))
    }

    private static let folder = "/sys/class/input"

    /// What to do about a touchscreen that is not there.
    private static func absenceHint(_ devices: [EvdevDevice]) -> String {
        let present = devices.isEmpty ? "there is no input device at all" : "there are \(listed(devices))"
        return present
            + "; a touchscreen comes with its driver: plug it in, or add its dtoverlay line to config.txt and "
            + "restart; dmesg says what the driver found"
    }

    /// The one of `devices`; nil for none.
    private static func only(_ devices: [EvdevDevice], _ name: String) throws(DeviceError) -> EvdevDevice? {
        guard devices.count > 1 else { return devices.first }
        throw DeviceError(
            device: name, reason: "\(devices.count) input devices fit",
            hint: "say which by a longer name, or by a path of /dev/input/by-path: \(listed(devices))")
    }

    private static func listed(_ devices: [EvdevDevice]) -> String {
        var text = ""
        for device in devices { text += (text.isEmpty ? "" : ", ") + "\(device.path) '\(device.name)'" }
        return text
    }

    /// Whether the device that `place` describes is a touchscreen, by the rules of udev's `input_id`: it has places and
    /// is touched, and it is neither a tablet with a pen, nor a touchpad, nor a mouse that says where it is.
    private static func isTouchscreen(_ place: String) -> Bool {
        let axes = bits("\(place)/capabilities/abs")
        let keys = bits("\(place)/capabilities/key")
        let isDirect = has(bits("\(place)/properties"), EvdevCode.direct)
        let hasPlaces =
            has(axes, EvdevCode.contactX) && has(axes, EvdevCode.contactY)
            || has(axes, EvdevCode.x) && has(axes, EvdevCode.y)
        guard hasPlaces, !has(keys, EvdevCode.pen), !has(keys, EvdevCode.stylus) else { return false }
        if isDirect { return true }
        return has(keys, EvdevCode.touch) && !has(keys, EvdevCode.finger) && !has(keys, EvdevCode.leftButton)
    }

    /// The words of a file of bits, the lowest first. (The kernel writes words of the reader's width, the highest first,
    /// in hexadecimal.)
    private static func bits(_ path: String) -> [UInt] {
        var words: [UInt] = []
        var word: UInt = 0
        for byte in (DeviceFiles.line(path) ?? "").utf8 {
            switch byte {
            case UInt8(ascii: " "):
                words.insert(word, at: 0)
                word = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word &<< 4 | UInt(byte &- UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word &<< 4 | UInt(byte &- UInt8(ascii: "a") &+ 10)
            default: return []
            }
        }
        words.insert(word, at: 0)
        return words
    }

    private static func has(_ words: [UInt], _ code: UInt16) -> Bool {
        let index = Int(code) / UInt.bitWidth
        return index < words.count && words[index] >> UInt(Int(code) % UInt.bitWidth) & 1 == 1
    }
}
