import TaplineConfiguration
import TestSupport

/// Gestures and zones that are disabled from the start or by outputs, and first responders, as files say it.
@Suite struct PanelActionOutputTests {
    private struct Quiet: QuietSink {}
    private static let head = """
        zones:
          - {name: kitchen, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: knob, circle: [25%, 50%, 10mm], parent: kitchen, enabled: false}
          - {name: ok, rect: [80%, 80%, 20%, 20%], control: button}
          - {name: level, rect: [50%, 0%, 10%, 100%], control: {slider: vertical}}
        gestures:
          - {name: lamp, kind: tap}
          - {name: lock, kind: longPress}
          - {name: unlock, kind: tap, taps: 3}
          - {name: inside, kind: tap, taps: 2, zone: knob}
          - {name: spare, kind: pan, enabled: false}

        """
    private func read(_ outputs: String..., options: String = "") throws -> Configuration<StandardRecognizer> {
        try configuration(options + list("outputs", outputs, after: Self.head))
    }
    private func faults(_ outputs: String..., options: String = "") -> [String] {
        complaints(options + list("outputs", outputs, after: Self.head))
    }

    @Test func gesturesAndZonesMayBeDisabledFromTheStart() throws {
        let configuration = try read()
        #expect(configuration.gestures.map(\.isEnabled) == [true, true, true, true, false])
        #expect(configuration.zones.map(\.isEnabled) == [true, false, true, true])
        #expect(configuration.zones.map(\.isResponder) == [true, false, false, false])
        var engine = GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, NoDelegateDecisions, 32, 33, 64>(
            try configuration.setup())
        let states = [0, 4].map { engine.state(of: $0) }
        #expect(states == [.possible, .disabled])
        let enabled = [1, 2].map { engine.isEnabled(zone: $0) }
        #expect(enabled == [true, false])
    }

    @Test func whatOutputsDoToThePanelIsRead() throws {
        let actions = try read(
            "{on: lock, disable: [lamp, zone kitchen], enable: spare}",
            "{on: [unlock, ok], enable: [zone kitchen, lamp]}",
            "{on: lamp, become: kitchen}", "{on: unlock, resign: true}"
        ).actions
        #expect(
            actions.map(\.action) == [
                .setEnabled(false, gestures: [0], zones: [0]), .setEnabled(true, gestures: [4], zones: []),
                .setEnabled(true, gestures: [0], zones: [0]), .makeFirstResponder(0), .makeFirstResponder(nil),
            ])
        #expect(actions.map(\.gestures) == [[1], [1], [2], [0], [2]])
        #expect(actions.map(\.controls) == [[], [], [2], [], []])
    }

    @Test func firstResponderOfTheStartIsNamed() throws {
        let configuration = try read(options: "options: {firstResponder: kitchen}\n")
        #expect(configuration.firstResponder == 0)
        let engine = GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, NoDelegateDecisions, 32, 33, 64>(
            try configuration.setup())
        #expect(engine.firstResponder == 1)
        #expect(
            faults(options: "options: {firstResponder: knob}\n").first?.contains("cannot be the first responder")
                == true)
        #expect(faults("{on: lamp, become: ok}").first?.contains("add responder: true") == true)
    }

    @Test func responderOfALineIsForControlsAlone() throws {
        let lines = try read(
            "{on: ok, responder: knob, line: GPIO5, pulse: 1s}", "{on: ok, uinput: KEY_A, responder: ok}"
        )
        .outputs
        #expect(lines.map(\.responder) == [1, 2])
        for output in [
            "{on: lamp, responder: knob, line: GPIO5, pulse: 1s}",
            "{on: touches, responder: knob, line: GPIO5, hold: true}",
            "{on: [ok, lamp], responder: knob, line: GPIO5, pulse: 1s}",
        ] { #expect(faults(output).first?.contains("only what controls do") == true) }
    }

    /// What a lock may not disable, by the lines of its complaints' texts.
    @Test func lockCannotDisableWhatUnlocksIt() throws {
        #expect(
            faults("{on: lock, disable: [lamp, unlock]}", "{on: unlock, enable: lamp}").map { $0.prefix { $0 != ";" } }
                == [
                    "c.yaml:14:32: 'unlock' would be disabled, and with it what enables 'lamp' again"
                ])
        // By a zone that it lies in, also through one around that; or another lock disables it.
        for lock in ["zone knob", "zone kitchen", "inside"] {
            #expect(faults("{on: lock, disable: [lamp, \(lock)]}", "{on: inside, enable: lamp}").count == 1)
            #expect(
                faults("{on: lock, disable: lamp}", "{on: unlock, disable: \(lock)}", "{on: inside, enable: lamp}")
                    .count
                    == 1)
        }
        #expect(faults("{on: lock, disable: [lamp, zone ok]}", "{on: ok, enable: lamp}").count == 1)
        #expect(faults("{on: lock, disable: [unlock]}", "{on: unlock, enable: unlock}").count == 1)
    }

    @Test func lockMayDisableWhatAnotherEnablesAgain() throws {
        _ = try read("{on: lock, disable: [lamp, unlock]}", "{on: unlock, enable: lamp}", "{on: ok, enable: unlock}")
        _ = try read("{on: lock, disable: [lamp, unlock]}", "{on: [unlock, ok], enable: lamp}")
        // What nothing enables again is a person's concern.
        _ = try read("{on: lock, disable: [lamp, lock]}")
        _ = try read("{on: lock, disable: [zone kitchen, lamp]}", "{on: unlock, enable: [zone kitchen, lamp]}")
    }

    @Test func pagesMayEachDisableThemselvesAndEnableTheOther() throws {
        let head = """
            zones:
              - {name: one, rect: [0%, 0%, 50%, 100%]}
              - {name: next, rect: [0%, 0%, 20%, 20%], parent: one, control: button}
              - {name: two, rect: [50%, 0%, 50%, 100%], enabled: false}
              - {name: back, rect: [60%, 0%, 20%, 20%], parent: two, control: button}
            gestures:
              - {name: more, kind: tap, zone: one}
              - {name: help, kind: tap, taps: 2, enabled: false}

            """
        func complaintsOfPages(_ outputs: String...) -> [String] {
            complaints(list("outputs", outputs, after: head))
        }
        let there = "{on: next, disable: zone one, enable: zone two}"
        let back = "{on: back, disable: zone two, enable: zone one}"
        #expect(complaintsOfPages(there, back).isEmpty)
        // (Beside independent ones, of which there are many combinations.)
        #expect(complaintsOfPages(there, back, "{on: more, disable: help}", "{on: help, disable: more}").isEmpty)
        // A page that leads to a third one, from which nothing leads back.
        let away = complaintsOfPages(there, "{on: back, disable: zone two, enable: help}")
        expect(
            away,
            "c.yaml:11:25: 'zone one' would be disabled, and with it what enables 'zone two' again; "
                + "leave 'zone one' out, or let a gesture that stays enabled do it")
        // Each enables the other only while it is enabled itself: once both are disabled, that is so for good.
        let both = complaintsOfPages("{on: next, enable: zone two}", back, "{on: more, disable: zone one}")
        expect(
            both,
            "c.yaml:13:25: 'zone one' would be disabled, and with it what enables 'zone two' again; "
                + "leave 'zone one' out, or let a gesture that stays enabled do it")
    }

    /// Two fingers tap both halves at once; a stepper only goes up or down; what has been enabled for good is not lost; what cannot
    /// happen locks nothing.
    @Test func locksAreFoundAsAPersonMeetsThem() throws {
        func found(zones: [String] = [], gestures: [String], _ outputs: String...) -> [String] {
            let zones =
                ["{name: left, rect: [0%, 0%, 50%, 100%]}", "{name: right, rect: [50%, 0%, 50%, 100%]}"] + zones
            let head = [("zones", zones), ("gestures", gestures)].map { key, entries in
                "\(key):\n" + entries.map { "  - \($0)\n" }.joined()
            }
            return complaints(list("outputs", outputs, after: head.joined()))
        }
        let halves = ["left", "right"].flatMap {
            ["{name: tap \($0), kind: tap, zone: \($0)}", "{name: reset \($0), kind: longPress, zone: \($0)}"]
        }
        let buzzer = found(
            gestures: halves, "{on: tap left, disable: zone right}", "{on: tap right, disable: zone left}",
            "{on: reset left, enable: zone right}", "{on: reset right, enable: zone left}")
        #expect(buzzer.count == 2 && buzzer[0].contains("'zone right' would be disabled, and with it what enables"))
        let pages = ["up", "down"].map { "{name: \($0), rect: [0%, 0%, 9%, 9%], enabled: false}" }
        #expect(
            found(
                zones: ["{name: step, rect: [60%, 0%, 9%, 9%], parent: left, control: stepper}"] + pages,
                gestures: ["{name: a, kind: tap, zone: up}", "{name: b, kind: tap, zone: down}"],
                "{on: step, disable: zone left}", "{on: step, state: increase, enable: zone up}",
                "{on: step, state: decrease, enable: zone down}", "{on: a, disable: zone up, enable: zone left}",
                "{on: b, disable: zone down, enable: zone left}"
            ).isEmpty)
        #expect(
            found(
                zones: ["{name: z, rect: [0%, 0%, 9%, 9%], enabled: false}"],
                gestures: ["{name: a, kind: tap, zone: z}", "{name: t, kind: tap, taps: 2}", "{name: b, kind: pan}"],
                "{on: b, disable: [t, b], enable: zone z}", "{on: a, disable: a, enable: t}"
            ).isEmpty)
        #expect(
            found(
                zones: ["{name: page, rect: [0%, 0%, 9%, 9%], enabled: false}"],
                gestures: ["{name: lock, kind: tap, zone: page}", "{name: unlock, kind: longPress, zone: page}"],
                "{on: lock, disable: zone left}", "{on: unlock, enable: zone left}"
            ).isEmpty)
    }

    @Test func oneEventCannotDisableAndEnableTheSame() throws {
        let fault = "'zone kitchen' would be disabled and enabled by the same event; let another gesture enable it"
        #expect(faults("{on: lock, disable: zone kitchen, enable: zone kitchen}") == ["c.yaml:14:25: " + fault])
        // (A stepper's step up is also its click.)
        let head = """
            zones: [{name: steps, rect: [0%, 0%, 20%, 20%], control: stepper}]
            gestures: [{name: lamp, kind: tap}]

            """
        func complaintsOfSteps(_ one: String, _ other: String) -> Int {
            let outputs = ["{on: steps, disable: lamp\(one)}", "{on: steps, enable: lamp\(other)}"]
            return complaints(list("outputs", outputs, after: head)).count
        }
        #expect(complaintsOfSteps(", state: increase", "") == 1 && complaintsOfSteps("", ", state: decrease") == 1)
        #expect(complaintsOfSteps(", state: increase", ", state: decrease") == 0)
        let two = faults("{on: [lock, unlock], disable: [lamp, zone kitchen]}", "{on: unlock, enable: zone kitchen}")
        #expect(two.contains("c.yaml:14:42: " + fault))
        _ = try read("{on: lock, disable: zone knob, enable: lamp}", "{on: unlock, disable: lamp, enable: zone knob}")
    }

    @Test func whatEnablesAgainHasToTakeTouchesFromTheStart() throws {
        // (`spare` is disabled, `inside` lies in `knob`, which is.)
        for key in ["spare", "inside"] {
            expect(
                faults("{on: lock, disable: [lamp]}", "{on: \(key), enable: lamp}"),
                "c.yaml:14:26: 'lamp' would be disabled for good: what enables it again is disabled from the start, or hidden; "
                    + "let a gesture do it that is enabled, on the panel or in a zone that takes touches")
        }
        #expect(faults("{on: lock, disable: lamp}", "{on: spare, enable: [lamp, spare]}").count == 1)
        _ = try read("{on: lock, disable: lamp}", "{on: [spare, unlock], enable: lamp}")
        // Something that is enabled may enable it; nothing may disable that.
        let chain = ["{on: lock, disable: lamp}", "{on: spare, enable: lamp}", "{on: unlock, enable: spare}"]
        _ = try read(chain[0], chain[1], chain[2])
        _ = try read("{on: lock, disable: lamp, enable: zone knob}", "{on: inside, enable: lamp}")
        expect(
            faults(chain[0], chain[1], chain[2], "{on: lamp, disable: unlock}"),
            "c.yaml:17:25: 'unlock' would be disabled, and with it what enables 'spare' again; "
                + "leave 'unlock' out, or let a gesture that stays enabled do it")
        // What is disabled from the start and locks nothing is a person's concern.
        _ = try read("{on: lock, disable: [lamp, unlock]}", "{on: unlock, enable: spare}")
        _ = try read("{on: spare, enable: [zone knob, inside]}")
    }

    @Test func whatEnablesAgainMayNotBeHidden() throws {
        func head(_ outer: String) -> String {
            """
            zones:
              - {name: outer, rect: [0%, 0%, 50%, 100%]\(outer)}
              - {name: ok, rect: [0%, 0%, 20%, 20%], parent: outer, control: button}
            gestures:
              - {name: lamp, kind: tap}
              - {name: lock, kind: longPress}
              - {name: unlock, kind: tap, taps: 3, zone: outer}

            """
        }
        for key in ["ok", "unlock"] {
            let outputs = ["{on: lock, disable: lamp}", "{on: \(key), enable: [lamp, zone outer]}"]
            #expect(complaints(list("outputs", outputs, after: head(""))).isEmpty)
            let found = complaints(list("outputs", outputs, after: head(", hidden: true")))
            #expect(found.count == 1 && found.first?.contains("'lamp' would be disabled for good") == true)
        }
    }

    @Test func whatIsWrongIsSaid() {
        #expect(faults("{on: lock, disable: [lamb]}").first?.contains("did you mean 'lamp'?") == true)
        expect([
            "{on: lock, disable: kitchen}":
                "c.yaml:14:25: unknown gesture or zone 'kitchen'; it is a zone: write disable: zone kitchen",
            "{on: lock, enable: [lamp, kitchen]}":
                "c.yaml:14:31: unknown gesture or zone 'kitchen'; it is a zone: write enable: zone kitchen",
        ]) { faults($0) }
        #expect(faults("{on: touches, disable: [lamp]}").first?.contains("fingers do nothing") == true)
        #expect(faults("{on: lock, disable: lamp, line: GPIO5}").first?.contains("unknown key 'line'") == true)
        #expect(faults("{disable: lamp}").first?.contains("'on'") == true)
        let many = (0..<17).map { _ in "{on: lock, disable: lamp}" }
        #expect(complaints(list("outputs", many, after: Self.head)).first?.contains("at most 16 have room") == true)
    }

    @Test func whatWasDisabledByHandStaysSoOverAReload() throws {
        let old = try read()
        var pipeline = StandardGesturePipeline<StandardRecognizer, Quiet>(
            geometry: testPanel, setup: try old.setup(), outputs: OutputBank())
        var sink = Quiet()
        pipeline.setEnabled(false, gestures: RecognizerSet(0), zones: ZoneSet(1), at: .zero, into: &sink)
        pipeline.setEnabled(true, gestures: RecognizerSet(4), zones: ZoneSet(2), at: .zero, into: &sink)
        let next = try configuration(
            """
            tapline: config/1
            zones: [{name: other, rect: [0%, 0%, 5%, 5%]}, {name: kitchen, rect: [0%, 0%, 50%, 100%]}]
            gestures:
              - {name: spare, kind: pan, enabled: false}
              - {name: lamp, kind: tap, taps: 2}
              - {name: lock, kind: tap}

            """)
        for _ in 1...2 {
            pipeline.reconfigure(try next.setup(resuming: &pipeline, of: old), at: .zero, into: &sink) { _ in
                OutputBank()
            }
            let states = [0, 1, 2].map { pipeline.state(of: $0) }
            #expect(states == [.disabled, .disabled, .possible])
            let zones = [1, 2].map { pipeline.isEnabled(zone: $0) }
            #expect(zones == [true, false])
            pipeline.reconfigure(try old.setup(resuming: &pipeline, of: next), at: .zero, into: &sink) { _ in
                OutputBank()
            }
            let lamp = pipeline.isEnabled(gesture: 0)
            #expect(!lamp)
        }
        pipeline.setEnabled(true, gestures: RecognizerSet(0), at: .zero, into: &sink)
        pipeline.reconfigure(try next.setup(resuming: &pipeline, of: old), at: .zero, into: &sink) { _ in OutputBank() }
        let last = pipeline.state(of: 1)
        #expect(last == .possible)
    }
}
