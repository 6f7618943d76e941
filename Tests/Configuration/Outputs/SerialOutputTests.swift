import TaplineConfiguration
import TestSupport

@Suite struct SerialOutputTests {
    private func text(_ outputs: String...) -> String {
        list("outputs", outputs, after: "gestures: [{name: a, kind: tap}, {name: b, kind: pan}]\n")
    }

    @Test func portsAreReadBesideLines() throws {
        let read = try configuration(
            text(
                "{serial: /dev/ttyGS0}", "{on: a, line: GPIO23, pulse: 100ms}",
                "{serial: /dev/serial/by-id/usb-1a86-if00, format: jsonl, baud: 4000000, on: [b, a, b]}",
                "{serial: /dev/ttyAMA0, format: text, baud: 1200, on: b}", "{serial: /dev/ttyS1, format: line}"))
        #expect(
            read.serials == [
                SerialOutputDescription(path: "/dev/ttyGS0", format: .line, baud: 115_200, gestures: nil),
                SerialOutputDescription(
                    path: "/dev/serial/by-id/usb-1a86-if00", format: .jsonl, baud: 4_000_000, gestures: [0, 1]),
                SerialOutputDescription(path: "/dev/ttyAMA0", format: .text, baud: 1_200, gestures: [1]),
                SerialOutputDescription(path: "/dev/ttyS1", format: .line, baud: 115_200, gestures: nil),
            ])
        #expect(read.outputs.map(\.line) == ["GPIO23"])
    }

    @Test func aPortTellsTheGesturesOfItsFilter() throws {
        let read = try configuration(text("{serial: /dev/a, on: b}", "{serial: /dev/b, format: text}"))
        var ports = read.portFormats(geometry: testPanel)
        #expect(ports.map(\.kind) == [.line, .text])
        func isTold(_ gesture: Int, by port: Int) -> Bool {
            var line = ByteLine()
            return ports[port].write(
                GestureEvent(
                    time: .zero, gesture: gesture, zone: 0, kind: "tap", isContinuous: false, state: .ended, touches: 1,
                    location: .zero, values: .none), into: &line)
        }
        #expect(!isTold(0, by: 0) && isTold(1, by: 0))
        #expect(isTold(0, by: 1) && isTold(1, by: 1))
    }

    @Test func aPortHasAnAbsolutePath() {
        for path in ["ttyGS0", "dev/ttyGS0", "./ttyGS0", "/", "/dev/"] {
            expect(
                complaints(text("{serial: \(path)}")),
                "c.yaml:4:14: 'serial' is '\(path)', which is no absolute path of a port; "
                    + "write it in full: /dev/ttyGS0, or a name that stays: /dev/serial/by-id/…")
        }
        #expect(complaints(text("{serial: }")) == ["c.yaml:4:14: 'serial' is nothing; write a text of 1 to 255 bytes"])
        expect(
            complaints(text("{serial: [/dev/ttyGS0]}")),
            "c.yaml:4:14: 'serial' is a list; write a text of 1 to 255 bytes")
        expect(
            complaints(text("{serial: /\(String(repeating: "x", count: 255))}")),
            "c.yaml:4:14: 'serial' has 256 bytes; write at most 255")
        expect(
            complaints(text(#"{serial: "/dev/tty\u0007"}"#)),
            "c.yaml:4:14: 'serial' holds a control character; write it as plain text in one line")
    }

    @Test func aFormatIsOneOfThree() {
        expect([
            "{serial: /dev/ttyS0, format: lines}":
                "c.yaml:4:34: 'format' is 'lines'; did you mean 'line'? valid: line, jsonl, text",
            "{serial: /dev/ttyS0, format: xml}": "c.yaml:4:34: 'format' is 'xml'; valid: line, jsonl, text",
        ]) { complaints(text($0)) }
    }

    @Test(arguments: ["115000", "9601", "0", "-9600", "300", "9600.5", "115_200", "fast", "99999999999999999999"])
    func aSpeedIsOneThatPortsHave(baud: String) throws {
        let complaint = try #require(complaints(text("{serial: /dev/ttyS0, baud: \(baud)}")).first)
        #expect(complaint.hasPrefix("c.yaml:4:32: 'baud' is '\(baud)'; "))
        #expect(complaint.hasSuffix("valid: \(SerialOutputDescription.rates.map(String.init).joined(separator: ", "))"))
        if baud == "115000" { #expect(complaint.contains("did you mean '115200'?")) }
    }

    @Test func everySpeedOfTheKernelIsRead() throws {
        for rate in SerialOutputDescription.rates {
            #expect(try configuration(text("{serial: /dev/ttyS0, baud: \(rate)}")).serials.map(\.baud) == [rate])
        }
        #expect(SerialOutputDescription.rates.first == 1_200 && SerialOutputDescription.rates.last == 4_000_000)
    }

    @Test func aPortIsUsedOnce() {
        expect(
            complaints(text("{serial: /dev/ttyS0}", "{serial: /dev/ttyS1}", "{serial: /dev/ttyS0, format: text}")),
            "c.yaml:6:14: port '/dev/ttyS0' is already used by the output in line 4; "
                + "use another port; several gestures share one with on: [a, b]")
    }

    @Test func aFilterNamesExistingGestures() {
        #expect(
            complaints(text("{serial: /dev/ttyS0, on: [a, c]}")) == ["c.yaml:4:34: unknown gesture 'c'; valid: a, b"])
        expect(
            complaints(text("{serial: /dev/ttyS0, on: []}")), "c.yaml:4:30: 'on' is an empty list; name at least one")
    }

    @Test func aPortTellsTouchesInsteadOfGestures() throws {
        let read = try configuration(
            "zones: [{name: left, rect: [0, 0, 10pt, 10pt]}, {name: right, rect: [20pt, 0, 10pt, 10pt]}]\n"
                + text(
                    "{on: touches, serial: /dev/ttyUSB0, format: text}",
                    "{on: touches, zone: right, serial: /dev/ttyUSB1, format: jsonl}", "{serial: /dev/ttyUSB2}"))
        #expect(
            read.serials == [
                SerialOutputDescription(path: "/dev/ttyUSB0", format: .text, gestures: [], touches: .all),
                SerialOutputDescription(path: "/dev/ttyUSB1", format: .jsonl, gestures: [], touches: .zone(1)),
                SerialOutputDescription(path: "/dev/ttyUSB2"),
            ])
        var bank = read.outputBank(for: NoSink.self)
        #expect(bank.emitsTouches && bank.handlesTouches)
        var ports = read.portFormats(geometry: testPanel)
        /// Who tells a touch's change, on the panel (nil) or as the zone is told.
        func told(to zone: Int?) -> [Bool] {
            ports.indices.map {
                var line = ByteLine()
                let touch = TouchEvent(
                    time: .zero, identity: 1, phase: .moved, location: .zero, tapCount: 1, touches: 1, zone: 2)
                return ports[$0].write(StreamedTouch(touch: touch, zone: zone), into: &line)
            }
        }
        #expect(told(to: nil) == [true, false, false])
        #expect(told(to: 2) == [false, true, false])
        #expect(told(to: 1) == [false, false, false])
        var line = ByteLine()
        #expect(
            !ports[1].write(
                GestureEvent(
                    time: .zero, gesture: 0, zone: 0, kind: "tap", isContinuous: false, state: .ended, touches: 1,
                    location: .zero, values: .none), into: &line))
    }

    @Test func withoutTouchesNobodyAsksForThem() throws {
        let bank = try configuration(text("{serial: /dev/ttyUSB0}")).outputBank(for: NoSink.self)
        var asked = bank
        #expect(!asked.emitsTouches && !asked.handlesTouches)
    }

    @Test func aZoneGoesWithTouches() {
        expect([
            "{on: a, zone: left, serial: /dev/ttyUSB0}":
                "c.yaml:4:13: 'zone' without 'on: touches'; gestures name their zone themselves; "
                + "write on: touches for what the zone gets of fingers",
            "{on: touches, zone: left, serial: /dev/ttyUSB0}": "c.yaml:4:25: unknown zone 'left'; there are no zones",
        ]) { complaints(text($0)) }
    }

    @Test func aPortIsNoLine() {
        expect(
            complaints(text("{serial: /dev/ttyS0, line: GPIO5, bauds: 9600}")),
            "c.yaml:4:26: unknown key 'line' in a serial output; valid: serial, format, baud, commands, on, zone",
            "c.yaml:4:39: unknown key 'bauds' in a serial output; did you mean 'baud'? "
                + "valid: serial, format, baud, commands, on, zone")
    }

    @Test func fourPortsHaveRoomBesideSixteenLines() throws {
        func text(_ ports: Int) -> String {
            var text = "tapline: config/1\ngestures: [{name: a, kind: tap}]\noutputs:\n"
            for index in 0..<16 { text += "  - {on: a, line: L\(index), pulse: 1s}\n" }
            for index in 0..<ports { text += "  - {serial: /dev/ttyS\(index)}\n" }
            return text
        }
        let read = try configuration(text(4))
        #expect(read.outputs.count == 16 && read.serials.count == 4)
        #expect(complaints(text(5)) == ["c.yaml:24:5: there are 5 serial outputs; at most 4 have room"])
    }
}
