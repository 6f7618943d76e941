/// The 40-pin header of a Raspberry Pi. Its lines have several names: Broadcom's number (`GPIO17`), the pin (`PIN11`), a
/// place on the chip (`gpiochip0:17`, `pinctrl-rp1:17`), and what the device tree calls them (`SDA1`).
///
/// Source: <https://pinout.xyz> and the kernel's `rp1.dtsi`, the same since the Model B+ of 2014; `gpio-line-names` of
/// `bcm2711-rpi-4-b.dts` and its elders.
package enum HeaderPins {
    /// Broadcom's number by pin, 1…40; -1 for supply and ground.
    private static let numbers: [Int8] = [
        -1, -1, 2, -1, 3, -1, 4, 14, -1, 15,
        17, 18, 27, -1, 22, 23, -1, 24, 10, -1,
        9, 25, 11, 8, -1, 7, 0, 1, 5, -1,
        6, 12, 13, -1, 19, 16, 26, 20, -1, 21,
    ]

    /// Broadcom's number, 0…27, of the line named `GPIO17` or `PIN11`; nil for other names.
    package static func number(of name: String) -> Int? {
        if let number = number(after: "GPIO", in: name) { return number <= 27 ? number : nil }
        guard let pin = number(after: "PIN", in: name), pin >= 1, pin <= 40 else { return nil }
        let number = Int(numbers[pin - 1])
        return number < 0 ? nil : number
    }

    /// The other name of the same line: `PIN11` for `GPIO17` and the other way round; nil for other names.
    package static func alias(of name: String) -> String? {
        guard let number = number(of: name) else { return nil }
        guard name.hasPrefix("GPIO") else { return "GPIO\(number)" }
        guard let index = numbers.firstIndex(of: Int8(number)) else { return nil }
        return "PIN\(index + 1)"
    }

    /// Broadcom's number, 0…27, of a line of the header, however it is called; nil for lines that are not known to be on
    /// it. (gpiochip0 is the header's chip but on a Pi 5 with a kernel before 6.6.45.)
    package static func numberOfAnyName(_ name: String) -> Int? {
        if let colon = name.utf8.lastIndex(of: 0x3A) {
            let line = String(name[name.utf8.index(after: colon)...])
            switch String(name[..<colon]) {
            case "gpiochip0", "/dev/gpiochip0", "pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1":
                guard let number = number(after: "", in: line) else { return numberOfAnyName(line) }
                return number <= 27 ? number : nil
            default: return nil
            }
        }
        switch name {
        case "ID_SDA", "ID_SD": return 0
        case "ID_SCL", "ID_SC": return 1
        case "SDA", "SDA1": return 2
        case "SCL", "SCL1": return 3
        case "GPIO_GCLK": return 4
        case "SPI_CE1_N": return 7
        case "SPI_CE0_N": return 8
        case "SPI_MISO": return 9
        case "SPI_MOSI": return 10
        case "SPI_SCLK": return 11
        default: return number(of: name)
        }
    }

    /// Whether both names are known to be those of one line.
    package static func isSameLine(_ a: String, _ b: String) -> Bool {
        if a == b { return true }
        guard let number = numberOfAnyName(a) else { return false }
        return number == numberOfAnyName(b)
    }

    /// Whether the board itself uses every line of the header.
    package static func areAllTaken(byBoard used: [(line: String, by: String)]) -> Bool {
        let taken = used.filter { $0.by.hasPrefix("by the board") }.map { numberOfAnyName($0.line) }
        return (0...27).allSatisfy { taken.contains($0) }
    }

    /// SDA and SCL of the bus called `name` in board files, as far as they are on the header and the same on every
    /// Raspberry Pi of its kind; none for others.
    package static func lines(ofBus name: String) -> [String] {
        switch name {
        case "1", "i2c_arm", "i2c1", "i2c-1", "/dev/i2c-1": ["GPIO2", "GPIO3"]
        case "0", "i2c_vc", "i2c0", "i2c-0", "/dev/i2c-0": ["GPIO0", "GPIO1"]
        default: []
        }
    }

    /// `name` as the header's lines are written, `GPIO17` for `gpio_17`, `PIN11` for `pin-11`; nil for other names.
    package static func headerName(_ name: String) -> String? {
        var letters: [UInt8] = []
        var digits: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): continue
            default:
                guard digits.isEmpty else { return nil }
                letters.append(byte & 0xDF)
            }
        }
        while digits.count > 1, digits[0] == UInt8(ascii: "0") { digits.removeFirst() }
        let word = String(decoding: letters, as: UTF8.self)
        guard !digits.isEmpty, digits.count < 5, word == "GPIO" || word == "PIN" || word == "BCM" else { return nil }
        return (word == "BCM" ? "GPIO" : word) + String(decoding: digits, as: UTF8.self)
    }

    /// The number, without leading zeros, that follows `prefix` in `name`; nil for other names.
    private static func number(after prefix: String, in name: String) -> Int? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = String(name.dropFirst(prefix.utf8.count))
        guard let number = Int(digits), number >= 0, "\(number)" == digits else { return nil }
        return number
    }
}
