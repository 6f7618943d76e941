import TaplineConfiguration
import TestSupport

/// Codes, encoders and sockets in a configuration.
@Suite struct GroupedOutputTests {
    private func text(_ outputs: String...) -> String {
        """
        tapline: config/1
        gestures: [{name: a, kind: tap}, {name: b, kind: swipe}, {name: c, kind: longPress}, {name: t, kind: rotation}]
        outputs:

        """ + outputs.map { "  - \($0)\n" }.joined()
    }

    @Test func placeInTheListIsTheNumberAndTheStrobeComesLast() throws {
        let outputs = try configuration(
            text("{on: [c, a, b], code: [GPIO16, GPIO20], strobe: GPIO26, pulse: 20ms, idle: high}")
        )
        .outputs
        #expect(outputs.map(\.line) == ["GPIO16", "GPIO20", "GPIO26"])
        // c is 1, a is 2, b is 3.
        #expect(outputs.map(\.source) == [.gestures([1, 2]), .gestures([0, 1]), .gestures([0, 1, 2])])
        #expect(outputs.map(\.action) == [.part, .part, .code(of: [0, 1, 2], pulse: .milliseconds(20), lines: 3)])
        #expect(outputs.map(\.activeLow) == [true, true, true])
    }

    @Test func encoderHasTwoLinesAndAStep() throws {
        let outputs = try configuration(text("{on: t, quadrature: [GPIO5, GPIO6], step: 90deg, interval: 500us}"))
            .outputs
        #expect(outputs.map(\.line) == ["GPIO5", "GPIO6"])
        #expect(outputs[0].action == .part)
        guard case .quadrature(let step, let interval) = outputs[1].action else { throw Missing("no encoder") }
        #expect(abs(step - .pi / 2) < 1e-6 && interval == Microseconds(500))
    }

    @Test func zeroIsNoNumber() {
        #expect(complaints(text("{on: [a, b, c], code: [GPIO16, GPIO20], pulse: 20ms}")).isEmpty)
        expect(
            complaints(text("{on: [a, b, c, t], code: [GPIO16, GPIO20], pulse: 20ms}")),
            "c.yaml:4:24: 4 gestures are more numbers than 2 lines show, as 0 is none; name 3 lines")
        #expect(complaints(text("{on: [a, b, c, t], code: [GPIO16, GPIO20, GPIO21], pulse: 20ms}")).isEmpty)
    }

    @Test(arguments: [
        ("{on: [a, b, a], code: [GPIO16, GPIO20], pulse: 20ms}", "gesture 'a' is named a second time"),
        ("{on: [a, d], code: [GPIO16, GPIO20], pulse: 20ms}", "unknown gesture 'd'"),
        ("{on: [a, b], code: [GPIO16, GPIO16], pulse: 20ms}", "line 'GPIO16' is already used"),
        ("{on: [a, b], code: [GPIO16, GPIO20], strobe: GPIO20, pulse: 20ms}", "line 'GPIO20' is already used"),
        ("{on: [a, b], code: [GPIO16, GPIO20]}", "an output has no 'pulse'"),
        ("{code: [GPIO16, GPIO20], pulse: 1s}", "an output has no 'on'"),
        ("{on: a, code: [GPIO16], pulse: 1s, hold: true}", "unknown key 'hold'"),
        ("{on: [a], code: [GPIO16], pulse: 1us}", "'pulse' is out of range: 1us"),
        ("{on: t, quadrature: [GPIO5], step: 6deg}", "'quadrature' has 1 elements, not 2"),
        ("{on: t, quadrature: [GPIO5, GPIO5], step: 6deg}", "line 'GPIO5' is already used"),
        ("{on: t, quadrature: [GPIO5, GPIO6]}", "an output has no 'step'"),
        ("{on: t, quadrature: [GPIO5, GPIO6], step: 0deg}", "'step' is out of range: 0deg"),
        ("{on: a, quadrature: [GPIO5, GPIO6], step: 6deg}", "gesture 'a' does not turn"),
        ("{on: touches, quadrature: [GPIO5, GPIO6], step: 6deg}", "unknown gesture 'touches'"),
        ("{socket: events}", "'socket' is 'events', which is no absolute path of a socket"),
        ("{socket: /run/a/}", "which is no absolute path of a socket"),
        ("{socket: /run/a, baud: 9600}", "unknown key 'baud'"),
        ("{socket: /run/a, on: d}", "unknown gesture 'd'"),
    ]) func whatIsWrongIsSaid(output: String, message: String) {
        let found = complaints(text(output))
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test(arguments: ["rotation", "transform"])
    func encoderWantsTheWholeTurnAndNotTheLastBit(kind: String) {
        func text(_ key: String) -> String {
            "tapline: config/1\ngestures: [{name: t, kind: \(kind)\(key)}]\noutputs:\n"
                + "  - {on: t, quadrature: [GPIO5, GPIO6], step: 6deg}\n"
        }
        expect(
            complaints(text(", incremental: true")),
            "c.yaml:4:10: gesture 't' tells only how far it has turned since the event before; "
                + "an encoder wants the whole turn: leave incremental: true out of the gesture")
        for right in ["", ", incremental: false"] { #expect(complaints(text(right)).isEmpty) }
    }

    @Test func lineOfAGroupIsTakenForOthersToo() {
        #expect(
            complaints(
                text("{on: t, quadrature: [GPIO5, GPIO6], step: 6deg}", "{on: a, line: GPIO6, toggle: true}")
            ).first?.contains("already used by the output in line 4") == true)
    }

    @Test func linesAreCountedAndNotOutputs() {
        let toggles = (0..<14).map { "{on: a, line: L\($0), toggle: true}" }
        let dial = "{on: t, quadrature: [GPIO5, GPIO6], step: 6deg}"
        let all = toggles.map { "  - \($0)\n" }.joined() + "  - \(dial)\n"
        #expect(complaints(text() + all).isEmpty)
        #expect(
            complaints(text() + "  - {on: b, line: L99, toggle: true}\n" + all).first?.contains(
                "there are 17 output lines") == true)
    }

    @Test func thirdCodeIsOneTooMany() {
        let codes = (0..<3).map { "  - {on: [a], code: [L\($0)], pulse: 1s}\n" }
        #expect(complaints(text() + codes.dropLast().joined()).isEmpty)
        #expect(complaints(text() + codes.joined()).first?.contains("too many outputs with 'code'") == true)
    }

    @Test func socketTellsWhatItIsAskedFor() throws {
        let sockets = try configuration(
            text("{socket: /run/a}", "{socket: /run/b, on: [c, a], format: line}", "{on: touches, socket: /run/c}")
        ).sockets
        #expect(sockets.map(\.path) == ["/run/a", "/run/b", "/run/c"])
        #expect(sockets.map(\.format) == [.jsonl, .line, .jsonl])
        #expect(sockets[0].gestures == nil && sockets[0].touches == nil)
        #expect(sockets[1].gestures == [0, 2])
        #expect(sockets[2].touches == .all)
        #expect(complaints(text("{socket: /run/a}", "{socket: /run/a}")).first?.contains("already used") == true)
    }

    @Test func textTakesCommandsUnlessItIsSaidOtherwise() throws {
        let serials = try configuration(
            text(
                "{serial: /dev/a}", "{serial: /dev/b, format: text}", "{serial: /dev/c, format: text, commands: false}",
                "{serial: /dev/d, commands: true}")
        ).serials
        #expect(serials.map(\.takesCommands) == [false, true, false, true])
    }
}
