import TaplineCore

/// What the program finds: adapters, lines, a chip, terminals, files. A text with a line for each:
///
/// ```
/// bus /dev/i2c-1 "bcm2835 (i2c@7e804000)" one-read   # at most one read a transfer, and last; smbus-only; speed=400000
/// gpio /dev/gpiochip0 pinctrl-bcm2711 GPIO0..GPIO27  # names, or a first and a last one
/// chip gt911 bus=/dev/i2c-1 address=0x5d size=800x480 mode=falling int=GPIO4 reset=GPIO17   # liveness=no
/// chip lis3dh bus=/dev/i2c-1 address=0x18 int=GPIO22   # a motion sensor, behind the panel's chip; noise=no up=252,-500,824 (mg)
/// input /dev/input/event0 "Goodix Touch" size=800x480 manner=slots   # anonymous, single; resolution=5
/// uinput                                             # /dev/uinput is there
/// display picolcd                                    # one on USB, whose backlight the kernel drives (in the
///                                                    # virtual machine only)
/// tty /dev/ttyGS0                                    # a pseudo-terminal whose other end is read
/// taken GPIO23 other                                 # a line in use by somebody else
/// bound Goodix-TS                                    # a kernel driver that owns the chip
/// file /proc/device-tree/model "Raspberry Pi 4 Model B\0"
/// link /dev/i2c-touch i2c-1
/// include FILE                                       # the lines of another file in the same folder
/// ```
struct PanelDescription {
    struct Bus {
        var path: String
        var name: String
        /// As i2c-bcm2835: one read message at most, and it is the last.
        var oneRead = false
        var smbusOnly = false
        /// Bits per second; 0: transfers take no time.
        var speed = 0
    }
    struct Lines {
        var path: String
        var label: String
        var names: [String]
    }
    struct Chip {
        var model: String
        var bus: String
        var address: UInt8 = 0
        var width = 800
        var height = 480
        var mode = "falling"
        /// Whether its firmware keeps the marks by which a driver sees that it lives.
        var knowsLiveness = true
        /// Of a motion sensor: whether its readings have noise, and what it feels until a script moves it, g.
        var hasNoise = true
        var up = SIMD3<Float>(0, 1, 0)
        var interrupt: String?
        var reset: String?
    }
    /// A touchscreen that a driver of the kernel has.
    struct Input {
        var path: String
        var name: String
        var width = 800
        var height = 480
        var manner = EvdevReader.Manner.slots
        /// Units in a mm; 0: it does not say.
        var resolution = 0
    }
    var buses: [Bus] = []
    var input: Input?
    var hasUinput = false
    var hasDisplay = false
    var lines: [Lines] = []
    /// One, or several on one bus.
    var chips: [Chip] = []
    var chip: Chip? { chips.first }
    var terminals: [String] = []
    var taken: [(line: String, by: String)] = []
    var driver: String?
    var files: [(path: String, text: String)] = []
    var links: [(path: String, target: String)] = []

    /// A Raspberry Pi with a GT911.
    static let pi = """
        bus /dev/i2c-1 "bcm2835 (i2c@7e804000)" one-read
        gpio /dev/gpiochip0 pinctrl-bcm2711 GPIO0..GPIO27
        chip gt911 bus=/dev/i2c-1 address=0x5d size=800x480 int=GPIO4 reset=GPIO17
        tty /dev/ttyGS0
        file /proc/device-tree/model "Raspberry Pi 4 Model B Rev 1.4\\0"
        file /proc/device-tree/soc/i2c@7e804000/status "okay\\0"
        file /proc/device-tree/aliases/i2c1 "/soc/i2c@7e804000\\0"
        file /proc/device-tree/__symbols__/i2c_arm "/soc/i2c@7e804000\\0"
        link /sys/devices/platform/soc/1.i2c/i2c-1/of_node /proc/device-tree/soc/i2c@7e804000
        """

    init(_ text: String, file: String) throws(Complaint) { try add(text, file: file) }

    private mutating func add(_ text: String, file: String) throws(Complaint) {
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let words = words(of: line)
            guard let first = words.first else { continue }
            do throws(Complaint) {
                if first == "include", words.count == 2 {
                    let other = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + words[1]
                    try add(String(decoding: try contents(of: other), as: UTF8.self), file: other)
                } else {
                    try add(first, Array(words.dropFirst()))
                }
            } catch {
                throw Complaint("\(file):\(number): \(error.message)")
            }
        }
    }

    private mutating func add(_ kind: String, _ words: [String]) throws(Complaint) {
        func need(_ count: Int, _ example: String) throws(Complaint) {
            guard words.count >= count else { throw Complaint("write: \(kind) \(example)") }
        }
        switch kind {
        case "bus":
            try need(2, "/dev/i2c-1 NAME [one-read] [smbus-only] [speed=400000]")
            var bus = Bus(path: words[0], name: words[1])
            for option in words.dropFirst(2) {
                switch option {
                case "one-read": bus.oneRead = true
                case "smbus-only": bus.smbusOnly = true
                default:
                    guard let (key, value) = option.halves("="), key == "speed", let speed = value.number else {
                        throw Complaint("no option '\(option)' of a bus")
                    }
                    bus.speed = speed
                }
            }
            buses.append(bus)
        case "gpio":
            try need(3, "/dev/gpiochip0 LABEL NAME…")
            var names: [String] = []
            for word in words.dropFirst(2) { names += try PanelDescription.range(word) }
            lines.append(Lines(path: words[0], label: words[1], names: names))
        case "chip":
            try need(3, "gt911 bus=/dev/i2c-1 address=0x5d size=800x480 int=GPIO4 reset=GPIO17")
            chips.append(try PanelDescription.chip(words))
        case "input":
            try need(2, "/dev/input/event0 NAME size=800x480 manner=slots")
            input = try PanelDescription.input(words)
        case "uinput": hasUinput = true
        case "display":
            try need(1, "picolcd")
            guard words[0] == "picolcd" else { throw Complaint("no model of a '\(words[0])': there is picolcd") }
            hasDisplay = true
        case "tty":
            try need(1, "/dev/ttyGS0")
            terminals.append(words[0])
        case "taken":
            try need(2, "GPIO23 CONSUMER")
            taken.append((words[0], words[1]))
        case "bound":
            try need(1, "Goodix-TS")
            driver = words[0]
        case "file":
            try need(2, "PATH TEXT")
            files.append((words[0], words[1]))
        case "link":
            try need(2, "PATH TARGET")
            links.append((words[0], words[1]))
        default:
            throw Complaint(
                "what is '\(kind)'? bus, gpio, chip, input, uinput, display, tty, taken, bound, file, link and include are known"
            )
        }
    }

    /// `GPIO0..GPIO27`, or one name.
    private static func range(_ word: String) throws(Complaint) -> [String] {
        guard let (first, rest) = word.halves(".") else { return [word] }
        let digits = first.reversed().prefix { $0.isNumber }.count
        let prefix = String(first.dropLast(digits))
        let last = String(rest.dropFirst())
        guard let from = Int(first.suffix(digits)), last.hasPrefix(prefix), let to = Int(last.dropFirst(prefix.count)),
            from <= to
        else { throw Complaint("'\(word)' names no lines: write GPIO0..GPIO27") }
        return (from...to).map { "\(prefix)\($0)" }
    }

    private static func size(_ value: String) throws(Complaint) -> (width: Int, height: Int) {
        guard let (width, height) = value.halves("x"), let across = Int(width), let down = Int(height) else {
            throw Complaint("'\(value)' is no size: write 800x480")
        }
        return (across, down)
    }

    private static func input(_ words: [String]) throws(Complaint) -> Input {
        var input = Input(path: words[0], name: words[1])
        for option in words.dropFirst(2) {
            guard let (key, value) = option.halves("=") else { throw Complaint("'\(option)' is no KEY=VALUE") }
            switch key {
            case "size": (input.width, input.height) = try size(value)
            case "resolution": input.resolution = value.number ?? 0
            case "manner":
                let manners: [String: EvdevReader.Manner] = [
                    "slots": .slots, "anonymous": .anonymous, "single": .single,
                ]
                guard let manner = manners[value] else { throw Complaint("manner is slots, anonymous or single") }
                input.manner = manner
            default: throw Complaint("no option '\(key)' of an input device")
            }
        }
        return input
    }

    private static func chip(_ words: [String]) throws(Complaint) -> Chip {
        var chip = Chip(model: words[0], bus: "")
        for option in words.dropFirst() {
            guard let (key, value) = option.halves("=") else { throw Complaint("'\(option)' is no KEY=VALUE") }
            switch key {
            case "bus": chip.bus = value
            case "address": chip.address = UInt8(truncatingIfNeeded: value.number ?? 0)
            case "mode": chip.mode = value
            case "liveness": chip.knowsLiveness = value != "no"
            case "noise": chip.hasNoise = value != "no"
            case "up":
                let axes = value.split(separator: ",").compactMap { Int($0) }
                guard axes.count == 3 else { throw Complaint("'\(value)' is no acceleration: write up=252,-500,824") }
                chip.up = SIMD3(Float(axes[0]), Float(axes[1]), Float(axes[2])) / 1_000
            case "int": chip.interrupt = value
            case "reset": chip.reset = value
            case "size": (chip.width, chip.height) = try size(value)
            default: throw Complaint("no option '\(key)' of a chip")
            }
        }
        return chip
    }
}
