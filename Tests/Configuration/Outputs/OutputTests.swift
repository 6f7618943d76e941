import TaplineConfiguration
import TestSupport

struct NoSink: OutputSink {
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func emit(_ event: GestureEvent) {}
}

@Suite struct OutputTests {
    private func text(_ outputs: String...) -> String {
        list(
            "outputs", outputs,
            after: "gestures: [{name: a, kind: tap}, {name: b, kind: pan}, {name: c, kind: longPress}]\n")
    }

    @Test func pulsesAndHoldsAreRead() throws {
        let outputs = try configuration(
            text(
                "{on: a, line: GPIO23, pulse: 100ms}", "{on: [c, b, c], line: GPIO24, hold: true}",
                "{on: touches, line: GPIO25, hold: true, active_low: true, drive: open_drain, bias: pull_up}",
                "{on: [a, b], line: lamp, pulse: 1s, idle: high}",
                "{on: a, line: PIN12, pulse: 100us, active_low: false, idle: low, drive: open_source, bias: disabled}")
        ).outputs
        #expect(outputs[0].source == .gestures([0]))
        #expect(outputs[0].line == "GPIO23")
        #expect(outputs[0].action == .pulse(.milliseconds(100)))
        #expect(!outputs[0].activeLow && outputs[0].drive == .pushPull && outputs[0].bias == .asIs)
        #expect(outputs[1].source == .gestures([1, 2]))
        #expect(outputs[1].action == .hold)
        #expect(outputs[2].source == .touches)
        #expect(outputs[2].activeLow && outputs[2].drive == .openDrain && outputs[2].bias == .pullUp)
        #expect(outputs[3].source == .gestures([0, 1]))
        #expect(outputs[3].activeLow, "a line that idles high is active low")
        #expect(outputs[4].action == .pulse(Microseconds(100)))
        #expect(!outputs[4].activeLow && outputs[4].drive == .openSource && outputs[4].bias == .disabled)
    }

    @Test func misspeltActionIsToldOnceAndAnUnknownKeyBesideIt() {
        #expect(
            complaints(text("{on: a, line: GPIO23, togle: true}")).map { $0.prefix { $0 != "?" } } == [
                "c.yaml:4:27: unknown key 'togle' in an output; did you mean 'toggle'"
            ])
        // A key that resembles another one than what is missing takes nothing back, nor does one beside an action.
        #expect(
            complaints(text("{on: a, line: GPIO23, drve: push_pull}")).map { $0.prefix { $0 != ";" } } == [
                "c.yaml:4:5: an output does nothing", "c.yaml:4:27: unknown key 'drve' in an output",
            ])
        #expect(complaints(text("{on: a, line: GPIO23, pulse: 1s, togle: true}")).count == 1)
    }

    @Test func boardWithoutALineLeftPointsToSerialPorts() throws {
        func suggestion(taken: String) throws -> String {
            let board = try readBoard(boardFacts + "interrupt_pin: GPIO27\ntaken_lines: \(taken)\n")
            let found = complaints(
                text("{on: a, line: GPIO5, pulse: 1s}", "{on: b, line: GPIO6, hold: true}"), board: board)
            #expect(found.first?.contains("which has it in taken_lines") == true)
            return found.first.map { String($0.drop { $0 != ";" }) } ?? ""
        }
        // (GPIO2 and GPIO3 are the bus's, GPIO27 is the interrupt's.)
        #expect(try suggestion(taken: "[GPIO0, GPIO1, GPIO4..GPIO26]").contains("leaves no line of the header"))
        #expect(try suggestion(taken: "GPIO0..GPIO27").contains("{serial: /dev/ttyUSB0, format: jsonl}"))
        #expect(try suggestion(taken: "GPIO0..GPIO25").hasPrefix("; use another line"))
    }

    @Test func anyGestureAndTheFingersThemselvesToggle() throws {
        let read = try configuration(
            text(
                "{on: [a, b], line: GPIO23, toggle: true, active_low: true}",
                "{on: touches, line: GPIO24, toggle: true}"))
        #expect(read.outputs.map(\.action) == [.toggle, .toggle])
        #expect(read.outputs.map(\.source) == [.gestures([0, 1]), .touches])
        let bank = read.outputBank(for: NoSink.self)
        #expect(bank[0] == LineOutput(gestures: RecognizerSet(0) | RecognizerSet(1), pattern: .toggle))
        #expect(bank[1] == LineOutput(touchesWith: .toggle))
    }

    @Test func aLineIsOnByOneGestureAndOffByAnother() throws {
        let zones = "zones: [{name: ok, rect: [0, 0, 9pt, 9pt], control: button}]\n"
        let read = try configuration(zones + text("{on: a, off: [b, ok], line: GPIO23}"))
        #expect(read.outputs.map(\.action) == [.latch(off: [1], controls: [0])])
        let (on, off) = (RecognizerSet(0), RecognizerSet(1))
        #expect(
            read.outputBank(for: NoSink.self)[0]
                == LineOutput(
                    gestures: on | off, controls: ZoneSet(1), pattern: .latch(off: off, offControls: ZoneSet(1))))
        let timed = try configuration(text("{on: a, off: b, line: GPIO23, pulse: 30min}"))
        #expect(timed.outputs.map(\.action) == [.latch(off: [1], controls: [], for: .milliseconds(1_800_000))])
        expect(
            complaints(text("{on: a, off: b, line: GPIO4, pulse: 2h}")),
            "c.yaml:4:41: 'pulse' is out of range: 2h; write 100us to 3600s")
        expect(
            complaints(
                text(
                    "{on: a, off: a, line: GPIO4}", "{on: a, off: b, line: GPIO5, toggle: true}",
                    "{on: a, off: x, line: GPIO6}", "{off: a, line: GPIO7}")),
            "c.yaml:4:18: what makes the line active cannot make it idle; write toggle: true without off",
            "c.yaml:5:42: a line with 'on' and 'off' has no 'toggle'; keep one of them: it is active from a recognition of 'on' "
                + "to one of 'off'",
            "c.yaml:6:18: unknown gesture 'x'; valid: a, b, c",
            "c.yaml:7:5: an output has no 'on'; add on: NAME of a gesture or a control")
    }

    @Test func aLineFollowsTheFingersInsideAZone() throws {
        let zones = "zones: [{name: left, rect: [0, 0, 10pt, 10pt]}]\n"
        let read = try configuration(zones + text("{on: touches, inside: left, line: GPIO23, hold: true}"))
        #expect(read.outputs.map(\.source) == [.inside(0)])
        #expect(read.outputBank(for: NoSink.self)[0] == LineOutput(fingersIn: 1, pattern: .hold))
        expect(
            complaints(
                zones
                    + text(
                        "{on: touches, inside: left, zone: left, line: GPIO4, hold: true}",
                        "{on: a, inside: left, line: GPIO5, pulse: 1ms}")),
            "c.yaml:5:27: an output has zone and inside; keep zone for the touches that landed in it, inside for the fingers that are "
                + "in it",
            "c.yaml:6:13: 'inside' without 'on: touches'; gestures name their zone themselves; write on: touches for what the zone gets "
                + "of fingers")
    }

    @Test func aLineFollowsAZone() throws {
        let read = try configuration(
            "zones: [{name: left, rect: [0, 0, 10pt, 10pt]}]\n"
                + text(
                    "{on: touches, zone: left, line: GPIO5, hold: true}", "{on: touches, line: GPIO6, pulse: 1s}"))
        #expect(read.outputs.map(\.source) == [.zone(0), .touches])
        var bank = read.outputBank(for: NoSink.self)
        #expect(bank[0] == LineOutput(touchesOf: 1, pattern: .hold))
        #expect(bank.handlesTouches && !bank.emitsTouches)
        #expect(
            complaints(text("{on: a, zone: left, line: GPIO5, hold: true}")).first
                == "c.yaml:4:13: 'zone' without 'on: touches'; gestures name their zone themselves; "
                + "write on: touches for what the zone gets of fingers")
    }

    @Test func aLineFollowsControls() throws {
        let zones =
            "zones: [{name: ok, rect: [0, 0, 9pt, 9pt], control: button}, {name: level, rect: [0, 0, 9pt, 9pt], "
            + "control: {slider: vertical}}, {name: plain, rect: [0, 0, 9pt, 9pt]}]\n"
        let read = try configuration(
            zones
                + text(
                    "{on: ok, line: L1, pulse: 1s}", "{on: [level, b], line: L2, hold: true}",
                    "{on: [c, ok, level], line: L3, hold: true}", "{serial: /dev/a}", "{serial: /dev/b, on: [a, ok]}",
                    "{serial: /dev/c, on: a}"))
        #expect(read.outputs.map(\.source) == [.gestures([]), .gestures([1]), .gestures([2])])
        #expect(read.outputs.map(\.controls) == [[0], [1], [0, 1]])
        #expect(read.serials.map(\.gestures) == [nil, [0], [0]])
        #expect(read.serials.map(\.controls) == [[], [0], []])
        let bank = read.outputBank(for: NoSink.self)
        #expect(
            bank[2]
                == LineOutput(gestures: RecognizerSet(2), controls: ZoneSet(1) | ZoneSet(2), pattern: .hold))
        var ports = read.portFormats(geometry: testPanel)
        let told = ports.indices.map { index in
            (1...2).map { zone in
                var line = ByteLine()
                return ports[index].write(
                    ControlEvent(
                        time: .zero, zone: zone, control: .button, action: .click, location: .zero, value: 0),
                    into: &line)
            }
        }
        #expect(told == [[true, true], [true, false], [false, false]])
        expect(
            complaints(zones + text("{on: plain, line: L1, hold: true}", "{on: level, line: L2, toggle: true}")),
            "c.yaml:5:10: unknown gesture or control 'plain'; it is a zone and no gesture; a line follows its touches: "
                + "{on: touches, zone: plain, hold: true, line: GPIO23}",
            "c.yaml:6:27: control 'level' is a slider: nobody clicks it; "
                + "write hold: true: active while it is pressed")
    }

    @Test func aLineFollowsTheStepsOfAStepperOneWayAndThePages() throws {
        let zones =
            "zones: [{name: up, rect: [0, 0, 9pt, 9pt], control: stepper}, {name: page, rect: [0, 0, 9pt, 9pt], "
            + "control: {pageControl: 3}}, {name: ok, rect: [0, 0, 9pt, 9pt], control: button}]\n"
        let read = try configuration(
            zones
                + text(
                    "{on: up, line: L1, pulse: 20ms, state: increase}",
                    "{on: up, line: L2, pulse: 20ms, state: decrease}",
                    "{on: page, line: L3, toggle: true, state: next}",
                    "{on: page, line: L4, pulse: 1ms, state: previous}",
                    "{on: [up, page], line: L5, pulse: 20ms}"))
        #expect(read.outputs.map(\.trigger) == [.increase, .decrease, .increase, .decrease, .recognition])
        expect(
            complaints(
                zones
                    + text(
                        "{on: ok, line: L1, pulse: 1ms, state: increase}",
                        "{on: up, line: L2, pulse: 1ms, state: next}",
                        "{on: up, line: L3, hold: true, state: increase}",
                        "{on: [a, up], line: L4, pulse: 1ms, state: increase}")),
            "c.yaml:5:36: state increase is of a stepper alone; "
                + "name such controls in on, with pulse: 20ms or toggle: true",
            "c.yaml:6:36: state next is of a pageControl alone; "
                + "name such controls in on, with pulse: 20ms or toggle: true",
            "c.yaml:7:36: state increase is of a stepper alone; "
                + "name such controls in on, with pulse: 20ms or toggle: true",
            "c.yaml:8:41: state increase is of a stepper alone; "
                + "name such controls in on, with pulse: 20ms or toggle: true")
    }

    @Test func linesShowTheNumberOfAControl() throws {
        let zones =
            "zones: [{name: mode, rect: [0, 0, 9pt, 9pt], control: {segmented: 3}}, {name: up, rect: [0, 0, 9pt, 9pt], "
            + "control: {stepper: {minimum: 10, maximum: 40, step: 10}}}, "
            + "{name: ok, rect: [0, 0, 9pt, 9pt], control: button}]\n"
        let slider = "control: {slider: {axis: vertical, minimum: 10, maximum: 40, step: 10}}}, "
        #expect(
            try configuration(
                zones.replacing("control: {stepper: {minimum: 10, maximum: 40, step: 10}}}, ", with: slider)
                    + text("{on: mode, code: [L1, L2]}")
            ).outputs.map(\.action) == [.bit(0), .bit(1)])
        let read = try configuration(
            zones + text("{on: mode, code: [L1, L2]}", "{on: [up], code: [L3, L4], idle: high}"))
        #expect(read.outputs.map(\.line) == ["L1", "L2", "L3", "L4"])
        #expect(read.outputs.map(\.action) == [.bit(0), .bit(1), .bit(0), .bit(1)])
        #expect(read.outputs.map(\.controls) == [[0], [0], [1], [1]])
        #expect(read.outputs.map(\.activeLow) == [false, false, true, true])
        #expect(read.outputBank(for: NoSink.self)[3].pattern == .bit(1))
        expect(
            complaints(
                zones
                    + text(
                        "{on: mode, code: [L1]}", "{on: ok, code: [L2]}", "{on: mode, code: [L3, L4], pulse: 20ms}")),
            "c.yaml:5:16: 1 lines do not show the numbers 0 to 3; name 2 lines",
            "c.yaml:6:10: control 'ok' has no number; "
                + "name a segmented, a pageControl, a stepper or a slider with a step; of a switch write line: LINE, hold: true",
            "c.yaml:7:32: the number of a control stands until another one does: it has no pulse; "
                + "leave it out, or write a second output: {on: mode, line: LINE, pulse: 20ms}")
    }

    @Test func aControlIsNotCalledLikeAGesture() {
        let zones = "zones: [{name: a, rect: [0, 0, 9pt, 9pt], control: button}]\n"
        expect(
            complaints(zones + text()),
            "c.yaml:3:19: name 'a' is a control's: outputs could not tell them apart; "
                + "give one of them another name")
        #expect(complaints("zones: [{name: a, rect: [0, 0, 9pt, 9pt]}]\n" + text()) == [])
        expect(
            complaints("tapline: config/1\nzones: [{name: touches, rect: [0, 0, 9pt, 9pt], control: button}]\n"),
            "c.yaml:2:16: name 'touches' stands for the fingers themselves; give the control another name")
    }

    @Test func aReloadKeepsTheLevelsOfLinesWithTheSameName() throws {
        let old = try configuration(
            text(
                "{on: a, line: LAMP, toggle: true}", "{on: a, line: FAN, toggle: true}",
                "{on: a, line: BELL, pulse: 1s}", "{on: b, line: HELD, hold: true}"))
        var bank = old.outputBank(for: NoSink.self)
        var sink = NoSink()
        for (gesture, state) in [(0, GestureState.ended), (1, .began)] {
            bank.handle(
                GestureEvent(
                    time: .zero, gesture: gesture, zone: 0, kind: "", isContinuous: gesture == 1, state: state,
                    touches: 1, location: .zero, values: .none), into: &sink)
        }
        #expect((0..<4).allSatisfy { bank[$0].isActive })
        let new = try configuration(
            text(
                "{on: b, line: HELD, hold: true}", "{on: a, line: OTHER, toggle: true}",
                "{on: a, line: BELL, pulse: 2s}", "{on: c, line: LAMP, toggle: true}"))
        let resumed = new.outputBank(resuming: bank, of: old)
        #expect((0..<4).map { resumed[$0].isActive } == [false, false, true, true])
        #expect(resumed.deadline == Instant(microseconds: 1_000_000))
    }

    @Test func aLineMayFollowOneStateOfATentativeTap() throws {
        func text(_ outputs: String...) -> String {
            list("outputs", outputs, after: "gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: tap}]\n")
        }
        let read = try configuration(
            text(
                "{on: a, line: GPIO1, pulse: 1s, state: tentative}",
                "{on: a, line: GPIO2, pulse: 1s, state: confirmed}",
                "{on: a, line: GPIO3, toggle: true, state: revoked}", "{on: [a, b], line: GPIO4, pulse: 1s}",
                "{on: a, line: GPIO5, hold: true}"))
        let bank = read.outputBank(for: NoSink.self)
        #expect(
            (0..<5).map { bank[$0].trigger } == [.tentative, .recognition, .revocation, .recognition, .recognition])
        expect([
            "{on: b, line: GPIO1, pulse: 1s, state: tentative}":
                "c.yaml:4:37: gesture 'b' is no tentative tap: it has no such states; "
                + "leave state out, or write state: ended where it goes on; the others are of a tap with tentative: true",
            "{on: a, line: GPIO1, hold: true, state: tentative}":
                "c.yaml:4:38: a held line has no 'state': it is active from began to ended or cancelled, of a tentative tap from "
                + "tentative to confirmed or revoked; "
                + "write pulse: 100ms or toggle: true instead of hold, or leave state out",
            "{on: touches, line: GPIO1, pulse: 1s, state: tentative}":
                "c.yaml:4:43: fingers have no 'state'; leave it out",
        ]) { complaints(text($0)) }
    }

    @Test func aLineMayPulseWhereAGestureEnds() throws {
        func text(_ output: String) -> String {
            list(
                "outputs", [output], after: "gestures: [{name: a, kind: tap, tentative: true}, {name: p, kind: pan}]\n")
        }
        let read = try configuration(text("{on: p, line: GPIO1, pulse: 1s, state: ended}"))
        let bank = read.outputBank(for: NoSink.self)
        #expect(bank[0].trigger == .end)
        expect([
            "{on: a, line: GPIO1, pulse: 1s, state: ended}":
                "c.yaml:4:37: gesture 'a' just happens: it is over as it is recognized; leave state out",
            "{on: [p, a], line: GPIO1, pulse: 1s, state: ended}":
                "c.yaml:4:42: gesture 'a' just happens: it is over as it is recognized; leave state out",
            "{on: p, line: GPIO1, hold: true, state: ended}":
                "c.yaml:4:38: a held line has no 'state': it is active from began to ended or cancelled, of a tentative tap from "
                + "tentative to confirmed or revoked; write pulse: 100ms or toggle: true instead of hold, or leave state out",
        ]) { complaints(text($0)) }
    }

    @Test func anOutputDoesExactlyOneThing() {
        expect([
            "{on: a, line: GPIO1}": "c.yaml:4:5: an output does nothing; add pulse: 100ms, hold: true or toggle: true",
            "{on: b, line: GPIO1, pulse: 1s, hold: true}":
                "c.yaml:4:37: an output has pulse and hold; keep one of them",
            "{on: b, line: GPIO1, hold: false}":
                "c.yaml:4:32: an output does nothing; write hold: true or pulse: 100ms",
            "{on: b, line: GPIO1, toggle: false}":
                "c.yaml:4:34: an output does nothing; write toggle: true or pulse: 100ms",
            "{on: b, line: GPIO1, toggle: on}": "c.yaml:4:34: 'toggle' is 'on'; write true or false",
            "{on: b, line: GPIO1, toggle: true, pulse: 1s}":
                "c.yaml:4:26: an output has pulse and toggle; keep one of them",
            "{on: b, line: GPIO1, hold: true, toggle: false}":
                "c.yaml:4:38: an output has hold and toggle; keep one of them",
            "{on: a, line: GPIO1, pulse: 99us}": "c.yaml:4:33: 'pulse' is out of range: 99us; write 100us to 3600s",
        ]) { complaints(text($0)) }
    }

    @Test func aDiscreteGestureCannotHold() {
        expect(
            complaints(text("{on: [b, a], line: GPIO1, hold: true}")),
            "c.yaml:4:31: gesture 'a' just happens: it would never let go; "
                + "write pulse: 100ms or toggle: true instead of hold")
    }

    @Test func anOutputNamesExistingGestures() {
        expect([
            "{on: [a, e], line: GPIO1, pulse: 1s}": "c.yaml:4:14: unknown gesture 'e'; valid: a, b, c",
            "{line: GPIO1, pulse: 1s}": "c.yaml:4:5: an output has no 'on'; add on: NAME of a gesture, or on: touches",
            "{on: [], line: GPIO1, pulse: 1s}": "c.yaml:4:10: 'on' is an empty list; name at least one",
        ]) { complaints(text($0)) }
    }

    @Test func aLineIsUsedOnce() throws {
        expect(
            complaints(text("{on: a, line: GPIO1, pulse: 1s}", "{on: b, line: GPIO1, hold: true}")),
            "c.yaml:5:19: line 'GPIO1' is already used by the output in line 4; "
                + "use another line; several gestures share one with on: [a, b]")
        let board = try BoardDescription.simulated()
        #expect(
            complaints(
                text("{on: a, line: GPIO4, pulse: 1s}", "{on: b, line: GPIO17, hold: true}"), board: board
            ).map { $0.prefix { $0 != ";" } } == [
                "c.yaml:4:19: line 'GPIO4' is already used by the board as interrupt_pin",
                "c.yaml:5:19: line 'GPIO17' is already used by the board as reset_pin",
            ])
    }

    @Test func aLineHasANameAndNoNumber() {
        expect(
            complaints(text("{on: a, line: 23, pulse: 1s}")),
            "c.yaml:4:19: '23' is a number, and numbers of lines change between kernels; "
                + "write the line's name: GPIO23")
        expect(
            complaints(text("{on: a, line: \(String(repeating: "x", count: 32)), pulse: 1s}")),
            "c.yaml:4:19: 'line' has 32 bytes; write at most 31")
        #expect(
            complaints(text("{on: a, pulse: 1s}")) == [
                "c.yaml:4:5: an output has no 'line'; add line: GPIO23, or what else it does: serial, socket, run, uinput, remote, "
                    + "code, quadrature, disable …"
            ])
    }

    @Test func keysOfAPanelAtRestSayWhatIsMissing() {
        for (output, column, key) in [
            ("{after: 30s, backlight: first, level: 20%}", 5, "after"), ("{on: a, sleep: true}", 5, "sleep"),
            ("{while: idle, backlight: first}", 13, "backlight"),
        ] {
            #expect(
                complaints(text(output)) == [
                    "c.yaml:4:\(column): '\(key)' is of a panel that nobody touches; write while: untouched, and after: 30s"
                ])
        }
    }

    /// The bug: `backlight` was no key that anybody knew beside a line.
    @Test func aLineAndWhatElseAPanelAtRestDoesAreTwoOutputs() {
        for other in ["backlight: first, level: 20%", "sleep: true", "poll: 100ms"] {
            let key = other.prefix { $0 != ":" }
            #expect(
                complaints(text("{while: untouched, after: 30s, line: GPIO1, \(other)}")) == [
                    "c.yaml:4:5: 'line' and '\(key)' are two outputs of the same stage; give each an entry with the same "
                        + "'while' and 'after'"
                ])
        }
    }

    @Test func aLineHasNoLevelOfALight() {
        for other in ["level: 20%", "fade: 1s", "awake: 20%"] {
            let said = complaints(text("{while: untouched, after: 30s, line: GPIO1, \(other)}"))
            #expect(said.count == 1 && said[0].contains("is of a backlight; leave it out, or add {while:"), "\(said)")
        }
    }

    /// The bug: what was proposed for a line that lasts as something else does could never be right there.
    @Test func whatLastsHasNoStateAndNobodyWhoAnswers() {
        for (key, value) in [("state", "confirmed"), ("responder", "a")] {
            for output in ["line: GPIO1", "uinput: KEY_A"] {
                let said = complaints(text("{while: untouched, after: 30s, \(output), \(key): \(value)}"))
                #expect(said.count == 1 && said[0].contains("unknown key '\(key)'"), "\(said)")
            }
        }
    }

    @Test func keysOfBoardsAreSentThere() {
        let complaints = complaints(text("{on: a, line: GPIO1, pulse: 1s}") + "ghosts: {periodic: drop}\n")
        #expect(
            complaints.count == 1 && complaints[0].contains("'ghosts' is a key of boards; tapline board set"),
            "\(complaints)")
    }

    @Test func missingSpaceAfterAColonIsTold() {
        let complaints = complaints(text("{on:a, line: GPIO1, pulse: 1s}"))
        #expect(
            complaints.count == 1 && complaints[0].contains("unknown key 'on:a' in an output; write a space"),
            "\(complaints)")
    }

    @Test func commandInOneTextIsRefused() {
        #expect(
            complaints(text("{on: a, run: mpc toggle}")) == [
                "c.yaml:4:18: 'run' is one word with spaces: nothing is called so; write its words, run: [mpc, toggle]; for a shell "
                    + "run: [sh, -c, 'echo hello > /tmp/file']"
            ])
        #expect(complaints(text("{on: a, run: [/opt/my program]}")) == [])
        // (It passed, and could never be started.)
        #expect(
            complaints(text("{on: a, run: [~/bin/x]}")) == [
                "c.yaml:4:18: '~/bin/x': only a shell knows ~, and none runs it; write the whole path: /usr/local/bin/NAME"
            ])
    }

    @Test func commandForAStateThatNothingHasIsRefused() {
        #expect(
            complaints(text("{on: a, run: [b], state: click}")) == [
                "c.yaml:4:30: nothing in 'on' has the state click: the command would never be run; that is a control's; a gesture's is ended"
            ])
    }

    @Test func commandForAStateOfGesturesThatAreOverAtOnceIsRefused() {
        #expect(
            complaints(text("{on: a, run: [b], state: began}")) == [
                "c.yaml:4:30: nothing in 'on' has the state began: the command would never be run; these gestures are over at once: ended"
            ])
        #expect(complaints(text("{on: [a, b], run: [b], state: began}", "{on: c, run: [b], state: changed}")) == [])
        let repeating = "gestures: [{name: a, kind: swipe, fires: onDistance, repeating: true}]\n"
        #expect(complaints(list("outputs", ["{on: a, run: [b], state: changed}"], after: repeating)) == [])
    }

    @Test func commandOfAnUntouchedPanelIsToldHowItIsWritten() {
        #expect(
            complaints(text("{while: untouched, after: 30s, run: [b]}")).contains {
                $0.hasSuffix("write {while: untouched, after: 30s} beside {on: untouched 30s, state: began, run: …}")
            })
        #expect(
            complaints(text("{on: a, run: [echo, {x}]}")) == [
                "c.yaml:4:25: a word of 'run' is no text; put a field in quotes: \"{x}\""
            ])
    }

    @Test func commandWithAValueThatItsGesturesLackIsRefused() {
        #expect(
            complaints(text(#"{on: a, run: [zoom, "{scale}"]}"#)) == [
                "c.yaml:4:18: no event of 'on' has {scale}: the command would never be run; those of pinch, transform have it"
            ])
        #expect(complaints(text(#"{on: a, run: [echo, "{gesture} {state} {x} {touches} {why} {seq}"]}"#)) == [])
        // (What only controls have passed, and what no control has.)
        #expect(
            complaints(text(#"{on: a, run: [echo, "{value}"]}"#)) == [
                "c.yaml:4:18: no event of 'on' has {value}: the command would never be run; those of slider, stepper, segmented, pageControl have it"
            ])
    }

    /// The bug: `check` accepted what the service of commands then refused.
    @Test func commandThatWouldRunAValueIsRefused() {
        #expect(
            complaints(text(#"{on: a, run: [sh, -c, "echo {gesture}"]}"#)) == [
                "c.yaml:4:18: {gesture} would be a part of a program that is run, whatever it holds; pass it as an argument: "
                    + #"run: [sh, -c, 'echo "$1"', sh, "{gesture}"]"#
            ])
        #expect(complaints(text(#"{on: a, run: [sh, -c, 'echo "$1"', sh, "{gesture}"]}"#)) == [])
        #expect(complaints(text(#"{on: a, run: [echo, "{gesture"]}"#)).count == 1)
        #expect(complaints(text(#"{on: a, run: []}"#)).count == 1)
    }

    @Test func theIdleLevelIsNotTheActiveOne() {
        expect(
            complaints(text("{on: a, line: GPIO1, pulse: 1s, active_low: true, idle: low}")),
            "c.yaml:4:61: the idle level is the active one too; "
                + "active_low: true goes with idle: high, active_low: false with idle: low")
    }

    @Test func anUnknownKeyIsRefused() {
        expect(
            complaints(text("{on: a, lines: GPIO1, puls: 1s}")),
            "c.yaml:4:13: unknown key 'lines' in an output; did you mean 'line'? "
                + "valid: while, on, zone, inside, line, pulse, hold, toggle, state, active_low, idle, drive, bias, responder",
            "c.yaml:4:27: unknown key 'puls' in an output; did you mean 'pulse'? "
                + "valid: while, on, zone, inside, line, pulse, hold, toggle, state, active_low, idle, drive, bias, responder"
        )
    }

    @Test func sixteenLinesHaveRoomAndNoMore() throws {
        func text(_ count: Int) -> String {
            let lines = (0..<count).map { "{on: a, line: L\($0), pulse: 1s}" }
            return list("outputs", lines, after: "gestures: [{name: a, kind: tap}]\n")
        }
        #expect(try configuration(text(16)).outputs.count == 16)
        #expect(complaints(text(17)) == ["c.yaml:20:5: there are 17 output lines; at most 16 have room"])
    }
}
