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
        "lcd", "GPIO", "17a",
    ]) func namesOfLinesAreLeftAlone(name: String) throws {
        let check = try found([name])
        #expect(check.errors.isEmpty && check.warnings.isEmpty)
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
