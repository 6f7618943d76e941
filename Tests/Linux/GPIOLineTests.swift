import TaplineLinux
import TestSupport

@Suite struct GPIOLineTests {
    private static func chip(
        _ number: Int, _ label: String, names: [Int: String], count: Int = 54, also: [String] = []
    ) -> GPIOChip {
        GPIOChip(
            paths: ["/dev/gpiochip\(number)"] + also, name: "gpiochip\(number)", label: label,
            lineNames: (0..<count).map { names[$0] ?? "" })
    }

    /// Lines named as on a Pi 4.
    private static let pi4 = chip(
        0, "pinctrl-bcm2711", names: [0: "ID_SDA", 1: "ID_SCL", 17: "GPIO17", 27: "GPIO27", 42: "STATUS_LED_G_CLK"])
    private static let expander = chip(1, "raspberrypi-exp-gpio", names: [0: "BT_ON", 4: "SD_PWR_ON"], count: 8)
    /// Lines named by the header's pins, as early kernels for the Pi 5 do, with an old number linked to the chip.
    private static let pi5 = chip(
        0, "pinctrl-rp1", names: [0: "ID_SDAI", 17: "PIN11", 27: "PIN13"], also: ["/dev/gpiochip4"])

    private func place(_ name: String, _ chips: [GPIOChip]) -> String {
        do throws(DeviceError) {
            let line = try GPIOLines.find(name, among: chips)
            #expect(line.name == name)
            return "\(line.chipPath):\(line.offset)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: ["GPIO17", "PIN11", "gpiochip0:17", "/dev/gpiochip0:17", "pinctrl-bcm2711:17", "gpiochip0:GPIO17"])
    func lineHasManyNames(name: String) {
        #expect(place(name, [Self.pi4, Self.expander]) == "/dev/gpiochip0:17")
    }

    @Test(arguments: ["GPIO17", "PIN11", "gpiochip0:17", "gpiochip4:17", "pinctrl-rp1:17", "pinctrl-rp1:PIN11"])
    func lineOfAChipThatNamesPinsHasTheSameNames(name: String) {
        #expect(place(name, [Self.pi5]) == "/dev/gpiochip0:17")
    }

    @Test func headerLineThatIsNamedByItsFunctionIsFoundByNumber() {
        #expect(place("GPIO0", [Self.pi4]) == "/dev/gpiochip0:0")
        #expect(place("PIN27", [Self.pi5]) == "/dev/gpiochip0:0")
        // Elsewhere a number says nothing.
        #expect(place("GPIO3", [Self.expander]).hasPrefix("GPIO3: no line has this name"))
        #expect(place("GPIO28", [Self.pi5]).hasPrefix("GPIO28: no line has this name"))
    }

    @Test func headerAliasesAgreeWithTheHeader() {
        // The pins of GPIO0…GPIO27, in this order.
        let pins = [
            27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
        ]
        var names: [Int: String] = [:]
        for (number, pin) in pins.enumerated() { names[number + 100] = "PIN\(pin)" }
        let byPin = Self.chip(0, "by-pin", names: names, count: 200)
        for number in 0..<28 {
            names[number + 100] = "GPIO\(number)"
            #expect(place("GPIO\(number)", [byPin]) == "/dev/gpiochip0:\(number + 100)")
        }
        let byNumber = Self.chip(0, "by-number", names: names, count: 200)
        for pin in 1...40 {
            let found = place("PIN\(pin)", [byNumber])
            guard let number = pins.firstIndex(of: pin) else {
                #expect(found.hasPrefix("PIN\(pin): no line has this name"))
                continue
            }
            #expect(found == "/dev/gpiochip0:\(number + 100)")
        }
    }

    @Test func headerChipIsMeantWhereTwoChipsHaveTheName() {
        let other = Self.chip(2, "mcp23017", names: [3: "GPIO17"], count: 16)
        #expect(place("GPIO17", [other, Self.pi4]) == "/dev/gpiochip0:17")
        #expect(place("mcp23017:GPIO17", [other, Self.pi4]) == "/dev/gpiochip2:3")
    }

    @Test func nameOfTwoLinesElsewhereIsRefusedWithBoth() {
        let a = Self.chip(1, "mcp23017", names: [3: "RELAY"], count: 16)
        let b = Self.chip(2, "mcp23017", names: [5: "RELAY"], count: 16)
        #expect(
            place("RELAY", [a, b])
                == "RELAY: 2 lines have this name; say which: gpiochip1:3 (mcp23017), gpiochip2:5 (mcp23017)")
        #expect(place("mcp23017:4", [a, b]).contains("2 lines have this name"))
        #expect(place("gpiochip2:4", [a, b]) == "/dev/gpiochip2:4")
    }

    @Test func unknownNameSuggestsTheNearest() {
        #expect(
            place("gpio17", [Self.pi4, Self.expander])
                == "gpio17: no line has this name on gpiochip0 (pinctrl-bcm2711, 54 lines), "
                + "gpiochip1 (raspberrypi-exp-gpio, 8 lines); did you mean GPIO17? gpioinfo lists the lines")
        #expect(!place("COMPLETELY_DIFFERENT_NAME", [Self.pi4]).contains("did you mean"))
    }

    @Test(arguments: [
        "", ":", "gpiochip0:", ":17", "GPIO017", "GPIO-1", "GPIO99999999999999999999", "PIN0", "PIN41", "-",
    ])
    func nameOfNothingIsRefused(name: String) {
        #expect(place(name, [Self.pi4]).hasPrefix("\(name): no "))
    }

    @Test func lineBeyondTheChipIsRefusedWithItsRange() {
        #expect(place("pinctrl-bcm2711:54", [Self.pi4]) == "pinctrl-bcm2711:54: pinctrl-bcm2711 has lines 0…53")
        #expect(
            place("pinctrl-rp1:17", [Self.pi4])
                == "pinctrl-rp1:17: no chip is named 'pinctrl-rp1'; there are gpiochip0 (pinctrl-bcm2711, 54 lines)")
    }

    @Test func fileThatIsNoChipIsRefused() {
        #expect(throws: DeviceError.self) { try GPIOChip(path: "/dev/null") }
        #expect(throws: DeviceError.self) { try GPIOChip(path: "/dev/gpiochip-there-is-none") }
    }

    @Test(.enabled(if: GPIOLines.readChips().chips.isEmpty, "this computer has GPIO chips"))
    func computerWithoutChipsSaysSo() {
        #expect { try GPIOLines.locate("GPIO17") } throws: { error in
            (error as? DeviceError)?.errno == 2 && "\(error)".contains("/dev/gpiochip0: ")
        }
        #expect(throws: DeviceError.self) { try InterruptLine(name: "GPIO17", activeLow: true) }
        #expect(throws: DeviceError.self) { try OutputPin(name: "GPIO17", activeLow: false) }
    }
}
