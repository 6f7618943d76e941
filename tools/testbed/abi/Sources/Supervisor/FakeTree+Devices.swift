import TaplineCore

// How the kernel shows adapters, chips and lines in sysfs, as far as programs look.
extension FakeTree {
    private static let soc = "/sys/devices/platform/soc"

    /// The number in `/dev/i2c-1`.
    static func number(of path: String) -> Int { Int(String(path.reversed().prefix { $0.isNumber }.reversed())) ?? 0 }

    func addAdapter(_ bus: PanelDescription.Bus) throws(Complaint) {
        let number = FakeTree.number(of: bus.path)
        let name = "i2c-\(number)"
        let place = "\(FakeTree.soc)/\(number).i2c/\(name)"
        try device(bus.path, major: 89, minor: UInt32(number))
        try file("\(place)/name", bus.name + "\n")
        try link("\(place)/subsystem", to: "../../../../../bus/i2c")
        try file("\(place)/i2c-dev/\(name)/name", bus.name + "\n")
        try file("\(place)/i2c-dev/\(name)/dev", "89:\(number)\n")
        try link("\(place)/i2c-dev/\(name)/device", to: "../../../\(name)")
        try link("/sys/bus/i2c/devices/\(name)", to: "../../../devices/platform/soc/\(number).i2c/\(name)")
        try link(
            "/sys/class/i2c-dev/\(name)", to: "../../devices/platform/soc/\(number).i2c/\(name)/i2c-dev/\(name)")
        try link("/sys/class/i2c-adapter/\(name)", to: "../../devices/platform/soc/\(number).i2c/\(name)")
        try link(
            "/sys/dev/char/89:\(number)", to: "../../devices/platform/soc/\(number).i2c/\(name)/i2c-dev/\(name)")
    }

    func removeAdapter(_ bus: PanelDescription.Bus) {
        let number = FakeTree.number(of: bus.path)
        for path in [
            bus.path, "/sys/bus/i2c/devices/i2c-\(number)", "/sys/class/i2c-dev/i2c-\(number)",
            "/sys/class/i2c-adapter/i2c-\(number)", "/sys/dev/char/89:\(number)", "\(FakeTree.soc)/\(number).i2c",
        ] { remove(path) }
    }

    func addLines(_ lines: PanelDescription.Lines) throws(Complaint) {
        let number = FakeTree.number(of: lines.path)
        let name = "gpiochip\(number)"
        let place = "\(FakeTree.soc)/\(number).gpio/\(name)"
        try device(lines.path, major: 254, minor: UInt32(number))
        try file("\(place)/dev", "254:\(number)\n")
        try link("\(place)/subsystem", to: "../../../../../bus/gpio")
        try link("/sys/bus/gpio/devices/\(name)", to: "../../../devices/platform/soc/\(number).gpio/\(name)")
        try link("/sys/dev/char/254:\(number)", to: "../../devices/platform/soc/\(number).gpio/\(name)")
    }

    func addInput(_ input: PanelDescription.Input) throws(Complaint) {
        let number = FakeTree.number(of: input.path)
        let place = FakeTree.folder(of: input)
        try device(input.path, major: 13, minor: UInt32(64 + number))
        try file("\(place)/name", input.name + "\n")
        // INPUT_PROP_DIRECT; BTN_TOUCH; ABS_X and ABS_Y, with slots or packets ABS_MT_POSITION_X and _Y.
        try file("\(place)/properties", "2\n")
        try file("\(place)/capabilities/key", "400 0 0 0 0 0\n")
        try file("\(place)/capabilities/abs", input.manner == .single ? "3\n" : "60000000000003\n")
    }

    func removeInput(_ input: PanelDescription.Input) {
        remove(input.path)
        remove("/sys/class/input/event\(FakeTree.number(of: input.path))")
    }

    private static func folder(of input: PanelDescription.Input) -> String {
        "/sys/class/input/event\(number(of: input.path))/device"
    }

    /// The chip as a device of the kernel's, as a devicetree overlay makes it; with a driver if one has it.
    func bind(_ chip: PanelDescription.Chip, driver: String) throws(Complaint) {
        let number = FakeTree.number(of: chip.bus)
        let device = FakeTree.deviceName(chip)
        let place = "\(FakeTree.soc)/\(number).i2c/i2c-\(number)/\(device)"
        try file("\(place)/name", chip.model + "\n")
        try link("\(place)/driver", to: "../../../../../../bus/i2c/drivers/\(driver)")
        try link("\(place)/subsystem", to: "../../../../../../bus/i2c")
        try link(
            "/sys/bus/i2c/devices/\(device)", to: "../../../devices/platform/soc/\(number).i2c/i2c-\(number)/\(device)")
        try file("/sys/bus/i2c/drivers/\(driver)/bind", "")
        try file("/sys/bus/i2c/drivers/\(driver)/unbind", "")
        try link(
            "/sys/bus/i2c/drivers/\(driver)/\(device)",
            to: "../../../../devices/platform/soc/\(number).i2c/i2c-\(number)/\(device)")
    }

    func unbind(_ chip: PanelDescription.Chip, driver: String) {
        let number = FakeTree.number(of: chip.bus)
        let device = FakeTree.deviceName(chip)
        remove("\(FakeTree.soc)/\(number).i2c/i2c-\(number)/\(device)/driver")
        remove("/sys/bus/i2c/drivers/\(driver)/\(device)")
    }

    /// `1-005d`: the bus and the address, as the kernel names devices.
    private static func deviceName(_ chip: PanelDescription.Chip) -> String {
        "\(number(of: chip.bus))-00\(String.hex(chip.address))"
    }
}
