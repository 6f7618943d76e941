import TaplineConfiguration
import TestSupport

/// Where commands come from, and what gives them, as files say it.
@Suite struct RemotesTests {
    private static let head = """
        zones:
          - {name: ok, rect: [80%, 80%, 20%, 20%], control: button}
        gestures:
          - {name: flick, kind: swipe}
          - {name: rest, kind: longPress}
        remote:
          - {name: next, command: nextTrack}
          - {name: on, command: skip}
          - {name: seek, command: seekForward}

        """
    private func read(_ remotes: String...) throws -> RemotesDescription {
        try configuration(list("remotes", remotes, after: Self.head)).remotes
    }
    private func faults(_ remotes: String...) -> [String] { complaints(list("remotes", remotes, after: Self.head)) }
    private func outputFaults(_ outputs: String...) -> [String] {
        complaints(list("outputs", outputs, after: Self.head))
    }

    @Test func withoutRemotesThereIsNone() throws {
        #expect(try configuration("tapline: config/1\n" + Self.head).remotes.isEmpty)
    }

    @Test func devicesButtonsAndKnobsHaveTheirDefaults() throws {
        let remotes = try read("{device: any}", "{button: GPIO17}", "{encoder: [GPIO5, GPIO6]}")
        #expect(!remotes.isEmpty)
        #expect(remotes.lines == ["GPIO17", "GPIO5", "GPIO6"])
        #expect(remotes.devices.map(\.name) == [nil])
        #expect(remotes.devices.map(\.grabs) == [false])
        #expect(remotes.devices.map(\.isHeadset) == [false])
        let button = try #require(remotes.buttons.first)
        #expect(button.times.debounce == .milliseconds(10))
        #expect(button.times.gap == .milliseconds(300))
        #expect(button.times.hold == .milliseconds(500))
        #expect(button.wiring.activeLow && button.wiring.bias == .pullUp)
        let knob = try #require(remotes.encoders.first)
        #expect(knob.command == .changeVolume && knob.step == 1 && knob.acceleration == 1 && knob.detents == .one)
    }

    @Test func everythingOfThemCanBeSaid() throws {
        let remotes = try read(
            "{device: Headset, headset: true, grab: true, gap: 250ms}",
            "{button: GPIO17, debounce: 0, hold: 700ms, active_low: false, bias: pull_down}",
            "{encoder: [GPIO5, GPIO6], command: skip, step: -5, detents: 4, acceleration: 8, quick: 30ms}")
        let device = try #require(remotes.devices.first)
        #expect(device.name == "Headset" && device.isHeadset && device.grabs)
        #expect(device.times.gap == .milliseconds(250))
        let button = try #require(remotes.buttons.first)
        #expect(button.times.debounce == .zero && button.times.hold == .milliseconds(700))
        #expect(!button.wiring.activeLow && button.wiring.bias == .pullDown)
        let knob = try #require(remotes.encoders.first)
        #expect(knob.command == .skip && knob.step == -5 && knob.acceleration == 8 && knob.detents == .four)
        #expect(knob.quick == .milliseconds(30))
    }

    @Test func aButtonHasOneCommandWhereItSaysSo() throws {
        let remotes = try read(
            "{button: GPIO17, command: nextTrack}", "{button: GPIO27, command: seekBackward}",
            "{button: GPIO22, command: changeVolume, step: -2, repeat: 200ms}",
            "{button: GPIO23, command: changeVolume}")
        #expect(
            remotes.buttons.map(\.key) == [.command(.nextTrack), .seek(.backward), .volume(-2), .volume(1)])
        #expect(remotes.buttons.map(\.times.repetition) == [.zero, .zero, .milliseconds(200), .zero])
    }

    /// Others are no wakers: a panel would sleep that nothing wakes.
    @Test func aButtonWakesWhereItsOwnCommandDoes() throws {
        let all = "{button: GPIO17, command: nextTrack}"
        let none = "{button: GPIO27, command: play}"
        for (buttons, bits) in [([none, all], 0b10), ([none], 0), (["{button: GPIO22}", none], 0b01)] {
            let rests = "outputs: [{while: untouched, after: 9s, sleep: true}]\noptions: {wakeOn: [next]}\n"
            let found = try configuration(list("remotes", buttons, after: Self.head) + rests)
            #expect(found.wakingRemotes.buttons == bits, "\(buttons)")
        }
    }

    @Test func whatIsWrongWithThemIsSaid() {
        for (entry, word) in [
            ("{button: GPIO17, command: skip}", "changeVolume"), ("{button: GPIO17, command: playing}", "toggleMute"),
            ("{button: GPIO17, command: play, gap: 300ms}", "'gap' is of a button without 'command'"),
            ("{button: GPIO17, command: play, hold: 300ms}", "'hold' is of a button without 'command'"),
            ("{button: GPIO17, step: 2}", "'step' is of a button with one command"),
            ("{button: GPIO17, command: play, step: 2}", "'step' is of changeVolume"),
            ("{button: GPIO17, command: changeVolume, step: 0}", "nothing would come of a press"),
            ("{button: GPIO17, repeat: 1s}", "add command: nextTrack"),
            ("{button: GPIO17, comand: play}", "did you mean 'command'?"),
            ("{button: GPIO17, command: changeVolume, step: 1e-60}", "nothing would come of a press"),
            ("{button: GPIO17, command: seekForward, repeat: 1s}", "a seek goes on by itself"),
            ("{button: GPIO17, command: play, repeat: 5ms}", "100ms"),
            ("{grab: true}", "device"), ("{button: 17}", "GPIO17"), ("{encoder: [GPIO5]}", "2"),
            ("{encoder: [GPIO5, GPIO5]}", "already used by the remote control in line"),
            ("{button: GPIO17, hold: 10ms}", "hold"), ("{encoder: [GPIO5, GPIO6], command: play}", "changeVolume"),
            ("{device: any, grab: true}", "name the device"),
            ("{device: any, debounce: 5ms}", "debounce"), ("{button: GPIO17, acceleration: 2}", "acceleration"),
        ] {
            let said = faults(entry)
            #expect(said.contains { $0.contains(word) }, "\(entry): \(said)")
        }
        let buttons = (0..<9).map { "{button: GPIO\($0)}" }
        #expect(complaints(list("remotes", buttons, after: Self.head)).contains { $0.contains("at most 8") })
        #expect(complaints(list("remotes", buttons.dropLast(), after: Self.head)).isEmpty)
        let many = (0..<5).map { "{device: d\($0)}" }
        #expect(complaints(list("remotes", many, after: Self.head)).contains { $0.contains("at most 4") })
    }

    @Test(arguments: [
        ("{infrared: true}", "'infrared' is an input device to the kernel; write device: any, or its name"),
        ("{bluetooth: Car, gap: 250ms}", "'bluetooth' is an input device"),
        ("{headset: true}", "'headset' without a device; add device: NAME"),
        ("{grab: true}", "'grab' without a device; add device: NAME"),
        ("{devcie: any}", "did you mean 'device'?"), ("{encodr: [GPIO5, GPIO6]}", "did you mean 'encoder'?"),
        ("{gap: 250ms}", "add device: any, button: GPIO22 or encoder: [GPIO5, GPIO6]"),
        ("{encoder: [GPIO5, GPIO6], step: 0}", "write a number, -100 to 100, and not 0"),
        ("{encoder: [GPIO5, GPIO6], step: -0.0}", "and not 0"),
        ("{encoder: [GPIO5, GPIO6], command: nextTrack, step: 0}", "write a number, -1 to 1, and not 0"),
        ("{button: GPIO17, command: changeVolum, step: 2, repeat: 200ms}", "did you mean 'changeVolume'?"),
        ("{button: GPIO17, command: play, gap: 5ms}", "'gap' is of a button without 'command'"),
        ("{encoder: [GPIO5, GPIO6], command: skip, step: 0}", "write a number, -86400 to 86400, and not 0"),
        ("{button: GPIO17, active_high: true}", "active_low: false is active high; valid: button"),
    ]) func whatPeopleWriteIsAnsweredOnceWithWhatWouldBeRight(entry: String, word: String) {
        let said = faults(entry)
        #expect(said.count == 1 && said[0].contains(word), "\(said)")
    }

    @Test(arguments: [
        ("{on: flick, remote: next}", "did you mean 'nextTrack'?"),
        ("{on: rest, remote: seek}", "did you mean 'seekForward'?"),
        ("{on: rest, remote: beginSeekingForward}", "write seekForward: it begins and ends"),
        ("{on: rest, remote: endSeekingBackward}", "write seekBackward: it begins and ends"),
        ("{on: playing, line: GPIO23, hold: true}", "write while: playing in the place of on"),
        ("{on: playing, line: GPIO23}", "write while: playing"),
        ("{on: playing, uinput: KEY_PLAYPAUSE}", "write while: playing"),
        (
            "{on: flick, line: GPIO23, toggle: true, active_high: true}",
            "active_low: false is active high; valid: while"
        ),
    ]) func whatOutputsWriteOtherwiseIsAnsweredOnceWithWhatWouldBeRight(output: String, word: String) {
        let said = outputFaults(output)
        #expect(said.count == 1 && said[0].contains(word), "\(said)")
    }

    /// An event of that name is one like any other.
    @Test func onPlayingIsRightWhereSomethingIsCalledSo() throws {
        let text = list(
            "outputs", ["{on: playing, line: GPIO23, pulse: 1s}"], after: "gestures: [{name: playing, kind: tap}]\n")
        #expect(complaints(text).isEmpty)
        let both = ["{while: playing, line: GPIO23}", "{on: playing, line: GPIO24, hold: true}"]
        #expect(complaints(list("outputs", both, after: Self.head)).isEmpty)
    }

    @Test func anOutputCannotHaveTheLineOfARemoteControl() {
        let text = list("remotes", ["{button: GPIO22}"], after: Self.head)
        let said = complaints(text + "outputs:\n  - {on: flick, line: PIN15, pulse: 1ms}\n")
        #expect(said.contains { $0.contains("already used by the remote control in line") }, "\(said)")
    }

    @Test func remotesWithoutANamedCommandAreRefused() {
        let said = complaints(
            "tapline: config/1\ngestures:\n  - {name: flick, kind: swipe}\nremotes:\n  - {device: any}\n")
        #expect(said.contains { $0.contains("nobody would hear") }, "\(said)")
    }

    @Test func outputsGiveCommandsWithTheirValues() throws {
        let actions = try configuration(
            list(
                "outputs",
                [
                    "{on: flick, remote: nextTrack}", "{on: [rest, ok], remote: seekForward}",
                    "{on: ok, remote: skip, value: -15}",
                ], after: Self.head)
        ).actions
        #expect(
            actions.map(\.action) == [
                .give(.nextTrack, 0), .give(.beginSeekingForward, 0), .give(.skip, -15),
            ])
    }

    @Test func whatCannotGiveACommandIsRefused() {
        for (output, word) in [
            ("{on: flick, remote: play}", "no entry of 'remote' names play"),
            ("{on: flick, remote: seekForward}", "would never end"),
            ("{on: next, remote: nextTrack}", "is a command itself"),
            ("{on: touches, remote: nextTrack}", "fingers"),
            ("{on: flick, remote: skip}", "value"), ("{on: flick, remote: nextTrack, value: 1}", "value"),
            ("{on: flick, remote: skip, value: 1e9}", "value"), ("{on: flick, remote: nextTrak}", "nextTrack"),
        ] {
            let said = outputFaults(output)
            #expect(said.contains { $0.contains(word) }, "\(output): \(said)")
        }
    }
}
