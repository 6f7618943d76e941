import CTaplineGPIO

/// A GPIO chip of this computer and the names of its lines.
public struct GPIOChip: Equatable, Sendable {
    /// Its device files, `/dev/gpiochip0` first. More than one where a link keeps an old number alive.
    public var paths: [String]
    /// The kernel's name: `gpiochip0`. Numbers change between kernels.
    public var name: String
    /// What the chip is: `pinctrl-rp1`.
    public var label: String
    /// The names of its lines by number; empty where a line has none.
    public var lineNames: [String]

    /// A chip.
    public init(paths: [String], name: String, label: String, lineNames: [String]) {
        self.paths = paths
        self.name = name
        self.label = label
        self.lineNames = lineNames
    }

    /// Reads the chip at `path`.
    ///
    /// - Throws: ``DeviceError`` where it cannot be opened.
    public init(path: String) throws(DeviceError) {
        var handle: OpaquePointer?
        let status = unsafe tapline_gpio_chip_open(path, &handle)
        guard status == 0, let chip = unsafe handle else { throw DeviceError(path: path, errno: -status) }
        defer { unsafe tapline_gpio_chip_close(chip) }
        unsafe self.init(
            paths: [path], name: String(cString: tapline_gpio_chip_name(chip)),
            label: String(cString: tapline_gpio_chip_label(chip)), lineNames: [])
        for offset in 0..<(unsafe tapline_gpio_chip_line_count(chip)) {
            let known = unsafe tapline_gpio_chip_look(chip, offset) == 0
            unsafe lineNames.append(known ? String(cString: tapline_gpio_look_name(chip)) : "")
        }
    }

    /// Whether its lines are those of a Raspberry Pi's header, numbered as Broadcom does: `GPIO17` is line 17.
    public var isRaspberryPiHeader: Bool {
        label == "pinctrl-bcm2711" || label == "pinctrl-bcm2835" || label == "pinctrl-rp1"
    }

    /// Who uses line `offset` of the chip at `path`, and as what: `'lcd' as an output`, "the kernel" where there is no
    /// name; nil where nobody does.
    package static func user(of offset: UInt32, path: String) -> String? {
        var handle: OpaquePointer?
        guard unsafe tapline_gpio_chip_open(path, &handle) == 0, let chip = unsafe handle else { return nil }
        defer { unsafe tapline_gpio_chip_close(chip) }
        guard unsafe tapline_gpio_chip_look(chip, offset) == 0, unsafe tapline_gpio_look_is_used(chip) != 0 else {
            return nil
        }
        let consumer = unsafe String(cString: tapline_gpio_look_consumer(chip))
        let name = consumer.isEmpty || consumer == "kernel" ? "the kernel" : "'\(consumer)'"
        return name + (unsafe tapline_gpio_look_is_output(chip) != 0 ? " as an output" : " as an input")
    }
}
