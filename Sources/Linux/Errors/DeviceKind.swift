/// The kinds of device files that Tapline opens, for what messages say about them.
package enum DeviceKind: Equatable {
    case i2c
    case gpio
    case serial
    case input
    case uinput

    /// The kind of the file at `path`; nil for other files.
    package init?(path: String) {
        if path.hasPrefix("/dev/i2c-") {
            self = .i2c
        } else if path.hasPrefix("/dev/gpiochip") {
            self = .gpio
        } else if path.hasPrefix("/dev/tty") || path.hasPrefix("/dev/serial") {
            self = .serial
        } else if path.hasPrefix("/dev/input/") {
            self = .input
        } else if path == "/dev/uinput" {
            self = .uinput
        } else {
            return nil
        }
    }

    /// The group that owns such files on Debian and Raspberry Pi OS.
    package var usualGroup: String {
        switch self {
        case .i2c: "i2c"
        case .gpio: "gpio"
        case .serial: "dialout"
        case .input, .uinput: "input"
        }
    }

    /// The line of udev's rules that gives such files to their usual group.
    package var udevRule: String {
        switch self {
        case .i2c: #"SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660""#
        case .gpio: #"SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660""#
        case .serial: #"SUBSYSTEM=="tty", KERNEL=="ttyS*|ttyAMA*|ttyUSB*|ttyACM*|ttyGS*", GROUP="dialout", MODE="0660""#
        case .input: #"SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660""#
        case .uinput: #"SUBSYSTEM=="misc", KERNEL=="uinput", GROUP="input", MODE="0660""#
        }
    }

    /// What to do where there is no such file.
    func absenceHint(path: String) -> String {
        switch self {
        case .i2c: "switch the bus on (dtparam=i2c_arm=on in config.txt) and load i2c-dev: sudo modprobe i2c-dev"
        case .gpio: "ls -l /dev/gpiochip* shows the chips that there are; a container needs --device for each"
        case .serial
        where path.hasPrefix("/dev/ttyUSB") || path.hasPrefix("/dev/ttyACM") || path.hasPrefix("/dev/serial/"):
            "plug it in; ls -l /dev/serial/by-id names the ports that there are"
        case .serial where path.hasPrefix("/dev/ttyGS"):
            "it comes with the USB gadget: dtoverlay=dwc2 in config.txt and sudo modprobe g_serial"
        case .serial: "switch the port on: enable_uart=1 in config.txt"
        case .input:
            "ls -l /dev/input/by-path names the input devices that there are; a touchscreen comes with its driver: plug it "
                + "in, or add its dtoverlay line to config.txt and restart"
        case .uinput: "load its module: sudo modprobe uinput"
        }
    }
}
