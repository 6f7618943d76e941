import TaplineConfiguration
import TestSupport

/// Keys of a board's text that get other values, in whatever style the file is written.
@Suite struct BoardEditTests {
    private let head = boardToCalibrate.replacing("addresses: [0x5d]\n", with: "")

    private func edited(_ text: String, _ settings: (String, String)...) throws -> String {
        String(
            decoding: try BoardEdit(Array(text.utf8), file: "b.yaml", settings: settings.map { ($0.0, $0.1) }).bytes,
            as: UTF8.self)
    }

    private func complaint(_ text: String, _ key: String, _ value: String) -> String {
        do throws(ConfigurationErrors) {
            _ = try BoardEdit(Array(text.utf8), file: "b.yaml", settings: [(key, value)])
            return ""
        } catch {
            return error.description
        }
    }

    @Test func changesSayWhatTheFileHadBefore() throws {
        let text = head + "addresses: [0x5d]\ntransform: {rotate: 90}\n"
        let settings = [
            ("controller", "ft5406"), ("addresses", "[0x38]"), ("transform.rotate", "180"),
            ("transform.swap_xy", "true"),
            ("exclusive_bus", "true"), ("controller", "ft5506"), ("name", "test"),
        ]
        let edit = try BoardEdit(Array(text.utf8), file: "b.yaml", settings: settings.map { ($0.0, $0.1) })
        #expect(edit.changes.map(\.key) == settings.map(\.0) && edit.changes.map(\.new) == settings.map(\.1))
        #expect(edit.changes.map(\.old) == ["gt911", "[0x5d]", "90", nil, nil, "ft5406", "test"])
    }

    @Test func valueInALineIsReplaced() throws {
        let flow = head + "addresses: [0x5d, 0x14]  # both\n# the end"
        #expect(try edited(flow, ("addresses", "[0x14]")) == head + "addresses: [0x14]  # both\n# the end")
        #expect(
            try edited(flow, ("controller", "ft5406"), ("bus", "i2c@0"))
                == flow.replacing("gt911", with: "ft5406").replacing("bus: 1", with: "bus: i2c@0"))
    }

    /// `sed` wrote behind the key and left the lines below it, which then were no YAML.
    @Test func valueInBlockStyleIsReplaced() throws {
        let sequence = head + "addresses:   # both\n- 0x5d   # or\n- 0x14\nmax_fingers: 5\n"
        #expect(try edited(sequence, ("addresses", "[0x14]")) == head + "addresses: [0x14]   # both\nmax_fingers: 5\n")
        let mapping = head + "addresses:\n  - 0x5d\ninterrupt_pin:\n  line: GPIO4\n  active: low  # always\n# end\n"
        #expect(
            try edited(mapping, ("interrupt_pin", "{line: GPIO4, active: high}"))
                == head + "addresses:\n  - 0x5d\ninterrupt_pin: {line: GPIO4, active: high}  # always\n# end\n")
        let below = head + "addresses:\n  [0x5d,\n   0x14]\n"
        #expect(try edited(below, ("addresses", "[0x14]")) == head + "addresses: [0x14]\n")
        let windows = mapping.replacing("\n", with: "\r\n")
        #expect(
            Array(try edited(windows, ("interrupt_pin", "none")).utf8)
                == Array(
                    (head + "addresses:\n  - 0x5d\ninterrupt_pin: none  # always\n# end\n").replacing(
                        "\n", with: "\r\n"
                    )
                    .utf8))
    }

    @Test func keyThatIsNotThereIsAdded() throws {
        let text = head + "addresses: [0x5d]\n"
        #expect(try edited(text, ("interrupt_pin", "GPIO4")) == text + "interrupt_pin: GPIO4\n")
        #expect(try edited(text, ("transform.rotate", "90")) == text + "transform: {rotate: 90}\n")
        let block = text + "transform:\n  mirror_x: true\n"
        #expect(try edited(block, ("transform.rotate", "90")) == block + "  rotate: 90\n")
        #expect(
            try edited(block, ("transform.mirror_x", "false")) == text + "transform:\n  mirror_x: false\n")
        let all = "{tapline: board/1, name: a, source: b, controller: gt911, bus: 1, addresses: [0x5d], size: [8, 4]}\n"
        #expect(
            try edited(all, ("bus", "2"), ("max_fingers", "1"))
                == "{tapline: board/1, name: a, source: b, controller: gt911, bus: 2, addresses: [0x5d], size: [8, 4], max_fingers: 1}\n"
        )
    }

    @Test func aPinMayBeNone() throws {
        let text = head + "addresses: [0x5d]\ninterrupt_pin:\n  line: GPIO4\nreset_pin: GPIO5\n"
        let board = try readBoard(edited(text, ("interrupt_pin", "none"), ("reset_pin", "none")))
        #expect(board.interruptPin == nil && board.resetPin == nil)
    }

    @Test func whatWouldBeNoBoardIsRefusedWithItsPlace() {
        let text = head + "addresses: [0x5d]\n"
        #expect(complaint(text, "addresses", "[0x200]").hasPrefix("b.yaml:8:13: "))
        #expect(complaint(text, "addreses", "[0x14]").contains("did you mean 'addresses'"))
        #expect(complaint(text, "size", "[800").contains("cannot be set"))
        // Nothing else comes in with a value.
        for value in ["1\nmax_fingers: 3", "1 # x", "", "\u{7}", "1, size: [1, 1]}"] {
            #expect(complaint(text, "bus", value).contains("cannot be set"), "\(value)")
        }
        #expect(complaint(text, "transform.rotate.x", "1").contains("cannot be set"))
        #expect(complaint("tapline: board/1\n", "bus", "1").contains("b.yaml"))
        #expect(complaint("{", "bus", "1").contains("b.yaml:"))
    }

    @Test func everyShippedBoardCanBeSet() throws {
        let library = [
            "goodix", "hyperpixel4", "pi-touch-display-1", "waveshare-1.69-touch-lcd", "adafruit-capacitive-touch-hat",
        ]
        for name in library {
            let bytes = try file("boards/\(name).yaml")
            let edit = try BoardEdit(
                bytes, file: name, settings: [("interrupt_pin", "none"), ("bus", "7"), ("transform.rotate", "180")])
            var expected = try BoardDescription(bytes, file: name)
            expected.interruptPin = nil
            expected.bus = .number(7)
            expected.panel.rotation = .half
            #expect(try BoardDescription(edit.bytes, file: name) == expected)
        }
    }

    @Test func threeThousandMutatedBoardsAreSetOrRefused() throws {
        let originals = [
            head + "addresses: [0x5d, 0x14]  # both\ninterrupt_pin: {line: GPIO4, active: low}\n",
            head + "addresses:\n- 0x5d   # one\n- 0x14\ninterrupt_pin:\n  line: GPIO4\n  active: low\nmax_fingers: 4\n",
            head + "interrupt_pin:\n  GPIO4\naddresses:\n  [0x5d,\n  0x14]\n# end",
        ]
        var changed = 0
        try mutated(originals, count: 3_000, seedOf: "the boards that are set") { bytes in
            guard var expected = try? BoardDescription(bytes, file: "b.yaml") else { return }
            let settings = [("addresses", "[0x14]"), ("interrupt_pin", "none"), ("max_fingers", "3")]
            guard let edit = try? BoardEdit(bytes, file: "b.yaml", settings: settings.map { ($0.0, $0.1) }) else {
                return
            }
            changed += 1
            (expected.addresses, expected.interruptPin, expected.maximumFingers) = ([0x14], nil, 3)
            let found = try BoardDescription(edit.bytes, file: "b.yaml")
            #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(changed > 200)
    }
}
