import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

/// Names of lines in files, before any computer is asked.
@Suite struct LineCheckTests {
    private func found(_ outputs: [String]) throws -> LineCheck {
        let lines = outputs.map { "  - {on: a, line: \"\($0)\", pulse: 1s}" }.joined(separator: "\n")
        let document = try YAMLDocument(Array("outputs:\n\(lines)\n".utf8), file: "c.yaml")
        var check = LineCheck(file: "c.yaml")
        check.look(atConfiguration: document.root)
        return check
    }

    @Test(arguments: [
        ("gpio17", "GPIO17"), ("Gpio17", "GPIO17"), ("GPIO_17", "GPIO17"), ("GPIO017", "GPIO17"), ("BCM17", "GPIO17"),
        ("pin16", "PIN16"), ("Pin-16", "PIN16"), ("GPIO 4", "GPIO4"),
    ]) func otherSpellingsAreCorrected(name: String, right: String) throws {
        let errors = try found([name]).errors
        #expect(errors.map(\.suggestion) == ["write \(right)"])
    }

    @Test(arguments: [
        "GPIO0", "GPIO27", "PIN3", "PIN40", "gpiochip0:99", "pinctrl-rp1:GPIO17", "ID_SDA", "GPIO1_A3", "P9_12",
        "TOUCH_RESET",
        "lcd", "GPIO", "17a", "LAMP", "LAMP1", "Lüfter", "Lüfter1", "GPIO0_A0", "GPIO2_A", "GPIOX_17", "GPIOA17",
        "GPI5", "GPO3", "PI17", "PG8", "PQ.05",
        "GPP_A12", "IN3",
        "DIN3", "AIN5", "PIR4", "TXD1", "SDA1", "SPI_CE1_N", "GPOI99", "P1.20", "CON2-P13",
    ]) func namesOfLinesAreLeftAlone(name: String) throws {
        let check = try found([name])
        #expect(check.errors.isEmpty && check.warnings.isEmpty)
    }

    /// The bug: a slip in the name of a line passed without a word.
    @Test(arguments: [
        ("GPOI23", "GPIO23"), ("IO17", "GPIO17"), ("GPIO17a", "GPIO17"), ("GPIO5.0", "GPIO5"),
        ("“GPIO5”", "GPIO5"), ("GРIO17", "GPIO17"), ("gpoi7", "GPIO7"), ("GPIIO7", "GPIO7"), ("GPIO\u{2011}7", "GPIO7"),
    ]) func namesThatAreNearlyOnTheHeaderAreWarnedOf(name: String, meant: String) throws {
        let check = try found([name])
        #expect(check.errors.isEmpty && check.warnings.map(\.suggestion) == ["did you mean '\(meant)'?"])
        let isForeign = !name.utf8.allSatisfy { $0 < 0x80 }
        #expect(check.warnings.first?.message.contains("not ASCII") == isForeign)
    }

    @Test func aPathIsNoLine() throws {
        let told = try found(["/dev/gpiochip0"]).warnings.map(\.message)
        #expect(told == ["warning: '/dev/gpiochip0' is a device and no line"])
        #expect(try found(["/dev/gpiochip0:17"]).warnings.isEmpty)
    }

    @Test(arguments: [("GPIO28", true), ("GPIO53", true), ("GPIO54", false), ("GPIO99", false)])
    func linesBeyondTheHeaderAreDoubted(name: String, isWarning: Bool) throws {
        let check = try found([name])
        #expect(check.warnings.count == (isWarning ? 1 : 0) && check.errors.count == (isWarning ? 0 : 1))
    }

    @Test(arguments: [
        ("PIN1", "supply or ground"), ("PIN39", "supply or ground"), ("PIN41", "no pin"), ("PIN0", "no pin"),
    ])
    func pinsWithoutALineAreRefused(name: String, why: String) throws {
        #expect(try found([name]).errors.first?.message.contains(why) == true)
    }

    @Test func linesOfABoardAreLookedAt() throws {
        func errors(_ text: String) throws -> [String] {
            var check = LineCheck(file: "b.yaml")
            check.look(at: try YAMLDocument(Array(text.utf8), file: "b.yaml").root)
            return check.errors.map(\.message)
        }
        #expect(try errors("interrupt_pin: gpio4\nreset_pin: {line: pin11, active: low}\n").count == 2)
        #expect(try errors("interrupt_pin: none\nreset_pin: TOUCH_RESET\n") == [])
    }
}
