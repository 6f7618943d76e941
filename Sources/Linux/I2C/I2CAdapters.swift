/// Finds I2C adapters by number, name, alias or place.
///
/// `root` stands before every path that is looked at, for tests on a tree of their own.
public enum I2CAdapters {
    /// The device file of adapter `number`: `/dev/i2c-1`.
    public static func path(number: Int) -> String { "/dev/i2c-\(number)" }

    /// All adapters by number.
    public static func all(root: String = "") -> [I2CAdapter] {
        var adapters: [I2CAdapter] = []
        for number in DeviceFiles.numbers(in: root + devices, prefix: "i2c-") {
            let name = DeviceFiles.line("\(folder(of: number, root))/name") ?? ""
            adapters.append(I2CAdapter(number: number, name: name))
        }
        return adapters
    }

    /// Whether the adapter with the device file at `path` is there, whoever may use it.
    static func exists(_ path: String, root: String) -> Bool {
        // (A link of udev's leads to the file with the number.)
        guard let number = DeviceFiles.number(after: "/dev/i2c-", in: path) else {
            return DeviceFiles.realPath(root + path) != nil
        }
        return all(root: root).contains { $0.number == number }
    }

    /// The device file of the adapter that `name` means, by the first of these that fits one adapter:
    /// - its name, `bcm2835 (i2c@7e804000)`, or the kernel's, `i2c-1`;
    /// - an alias or label of the device tree, `i2c1` or `i2c_arm`;
    /// - its folder in sysfs, or the folder above it, `/sys/devices/platform/soc/fe804000.i2c`;
    /// - a part of its name, `7e804000`.
    ///
    /// - Throws: ``DeviceError`` where no adapter fits, or several do; it lists the adapters.
    public static func find(_ name: String, root: String = "") throws(DeviceError) -> String {
        let adapters = all(root: root)
        guard !adapters.isEmpty else { throw none(lookingFor: name) }
        let node = deviceTreeNode(of: name, root)
        let place = name.hasPrefix("/") ? DeviceFiles.realPath(root + name) : nil
        let named = adapters.filter { $0.name == name || "i2c-\($0.number)" == name }
        if let adapter = try only(named, name) { return adapter.path }
        let aliased = adapters.filter {
            node != nil && DeviceFiles.realPath("\(folder(of: $0.number, root))/of_node") == node
        }
        if let adapter = try only(aliased, name) { return adapter.path }
        let placed = adapters.filter {
            guard let place, let own = DeviceFiles.realPath(folder(of: $0.number, root)) else { return false }
            return own == place || DeviceFiles.folder(of: own) == place
        }
        if let adapter = try only(placed, name) { return adapter.path }
        let alike = adapters.filter { DeviceFiles.contains($0.name, name) }
        if let adapter = try only(alike, name) { return adapter.path }
        throw DeviceError(
            device: name, reason: "no I2C adapter has this name or alias", errno: Errno.noSuchDevice,
            hint: "there are \(listed(adapters)); \(absenceHint)")
    }

    /// There is no adapter at all.
    package static func none(lookingFor device: String) -> DeviceError {
        DeviceError(
            device: device, reason: "this computer has no I2C adapter", errno: Errno.noSuchDevice,
            hint: "\(absenceHint), then restart")
    }

    /// The number of the adapter at `path`, links of udev's followed; nil where it has none.
    package static func number(ofBusAt path: String, root: String = "") -> Int? {
        let real = DeviceFiles.realPath(root + path) ?? path
        return DeviceFiles.number(after: "i2c-", in: DeviceFiles.lastName(of: real))
    }

    /// Those of `names` that are aliases or labels of the device tree for the adapter at `path`.
    package static func labels(ofBusAt path: String, among names: [String], root: String = "") -> [String] {
        guard let number = number(ofBusAt: path, root: root),
            let own = DeviceFiles.realPath("\(folder(of: number, root))/of_node")
        else { return [] }
        return names.filter { deviceTreeNode(of: $0, root) == own }
    }

    /// Where buses come from on a Raspberry Pi.
    private static var absenceHint: String {
        "in config.txt dtparam=i2c_arm=on makes the bus of the header's pins 3 and 5; the bus of a display comes with the "
            + "display's dtoverlay line, as its board file says"
    }

    /// The folder in which sysfs lists adapters and chips.
    package static let devices = "/sys/bus/i2c/devices"

    private static func folder(of number: Int, _ root: String) -> String { "\(root)\(devices)/i2c-\(number)" }

    /// Where the device tree's alias or label `name` leads.
    private static func deviceTreeNode(of name: String, _ root: String) -> String? {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let tree = root + "/proc/device-tree"
        let node =
            DeviceFiles.line("\(tree)/aliases/\(name)") ?? DeviceFiles.line("\(tree)/__symbols__/\(name)")
        guard let node, node.hasPrefix("/") else { return nil }
        return DeviceFiles.realPath(tree + node)
    }

    /// The one of `adapters`; nil for none.
    private static func only(_ adapters: [I2CAdapter], _ name: String) throws(DeviceError) -> I2CAdapter? {
        guard adapters.count > 1 else { return adapters.first }
        throw DeviceError(
            device: name, reason: "\(adapters.count) I2C adapters fit",
            hint: "say which by its number or a longer name: \(listed(adapters))")
    }

    private static func listed(_ adapters: [I2CAdapter]) -> String {
        var text = ""
        for adapter in adapters {
            text += text.isEmpty ? "" : ", "
            text += "\(adapter.path) '\(adapter.name)'"
        }
        return text
    }
}
