import TaplineConfiguration
import TaplineViews
import TestSupport

@testable import TaplineDiagnostics

/// What the doctor says of input devices, infrared receivers and buttons.
@Suite struct RemoteDoctorTests {
    private func facts() throws -> MachineFacts {
        MachineFacts(board: try BoardDescription(Array(Repository.text("boards/simulated.yaml").utf8), file: "b.yaml"))
    }
    private func remotes(_ change: (inout RemoteFacts) -> Void) throws -> [DoctorFinding] {
        var facts = try facts()
        change(&facts.remotes)
        return Doctor.remotes(facts)
    }

    @Test func receiverWithoutAProtocolOrAKeymapIsAProblem() throws {
        func receiver(_ hasProtocol: Bool, _ hasMediaKeys: Bool?) throws -> [DoctorFinding] {
            try remotes { $0.receivers = [.init(name: "rc1", hasProtocol: hasProtocol, hasMediaKeys: hasMediaKeys)] }
        }
        #expect(try receiver(true, true).isEmpty && receiver(true, nil).isEmpty)
        let deaf = try receiver(false, true)
        #expect(deaf.map(\.text) == ["the infrared receiver rc1 listens to no protocol"])
        #expect(deaf.map(\.command) == ["sudo ir-keytable -s rc1 -p nec,rc-5,rc-6,sony"])
        let empty = try receiver(true, false)
        #expect(problems(empty).count == 1 && empty[0].command == "sudo ir-keytable -s rc1 -t")
    }

    @Test(
        arguments: [
            ("mpd", "Connection refused", "the player mpd refuses", "sudo nano /etc/tapline/media.conf"),
            (
                "vlc", "it takes no commands", "the player vlc refuses",
                "busctl --user introspect org.mpris.MediaPlayer2.vlc /org/mpris/MediaPlayer2"
            ),
            ("", "the session bus: gone", "no player can be reached", "systemctl --user status 'tapline-media@*'"),
        ]) func aPlayerThatRefusesIsAProblem(player: String, why: String, text: String, command: String) throws
    {
        var facts = try facts()
        let lines = ["player_refusal{player=\"\(player)\",why=\"\(why)\"} 1", #"remotes{kind="devices"} 1"#]
        facts.remotes.running = RemoteFacts.Running(samples: StatusReading(lines).samples)
        let findings = Doctor.running(facts)
        #expect(problems(findings).map(\.command) == [command])
        #expect(findings[0].text.hasPrefix("\(text): \(why);"))
        facts.remotes.running = RemoteFacts.Running(samples: StatusReading([#"remotes{kind="devices"} 1"#]).samples)
        #expect(Doctor.running(facts).isEmpty)
    }

    @Test func aButtonOfARunningPanelThatBouncesForTooLongIsAProblem() throws {
        var facts = try facts()
        facts.configurationFile = "/etc/tapline/radio.yaml"
        let lines = [
            "button_bounces_total{line=\"GPIO17\"} 9", "button_quick_changes_total{line=\"GPIO17\"} 0",
            "button_quick_changes_total{line=\"GPIO22\"} 3",
        ]
        facts.remotes.running = RemoteFacts.Running(samples: StatusReading(lines).samples)
        let findings = Doctor.running(facts)
        #expect(problems(findings).count == 1)
        #expect(findings[0].text.hasPrefix("the button at GPIO22 has changed 3 times within 50 ms"))
    }

    @Test func inputDevicesThatGiveCommandsAreNamed() throws {
        let there = try remotes { $0.entries = [.init(devices: ["'Headset' (/dev/input/event3)"])] }
        #expect(there == [.fine("remotes", "commands come from 'Headset' (/dev/input/event3)")])
        let absent = try remotes { $0.entries = [.init(), .init(wanted: "Headset")] }
        #expect(problems(absent).isEmpty && absent.count == 2)
        #expect(absent[0].text.hasPrefix("no input device has media keys yet"))
        #expect(absent[1].text.hasPrefix("no input device is called 'Headset' yet"))
        let keyless = try remotes { $0.entries = [.init(wanted: "Mouse", keyless: ["'Mouse' (/dev/input/event1)"])] }
        #expect(problems(keyless).map(\.command) == ["cat /proc/bus/input/devices"])
    }

    /// Edges of a button, ms and whether it is closed, and how long its contact stood in between.
    @Test(
        arguments: [
            ([(0, true), (2, false), (5, true), (300, false)], 1, 3_000),
            ([(0, true), (100, false), (151, true), (400, false)], 2, 0),
            ([(0, true), (50, false), (400, true)], 2, 50_000),
            ([], 0, 0),
        ] as [([(Int64, Bool)], Int, Int64)])
    func edgesCloserThanAPersonAreBounces(edges: [(Int64, Bool)], presses: Int, longest: Int64) {
        var button = RemoteFacts.Button(line: "GPIO22", debounce: .milliseconds(10))
        for (ms, isClosed) in edges { button.take(isClosed, at: Instant(microseconds: ms * 1_000)) }
        #expect(button.presses == presses && button.longestBounce == Microseconds(longest))
    }

    @Test(arguments: [(9_999, false), (10_000, true)] as [(Int64, Bool)])
    func buttonThatBouncesAsLongAsItsDebounceIsAProblem(gap: Int64, isProblem: Bool) throws {
        var button = RemoteFacts.Button(line: "GPIO22", debounce: .milliseconds(10))
        for (i, at) in [0, 1_000, 1_000 + gap].enumerated() { button.take(i != 1, at: Instant(microseconds: at)) }
        var facts = try facts()
        facts.configurationFile = "lamp.yaml"
        facts.remotes.buttons = [button]
        let findings = Doctor.buttons(facts)
        #expect(findings.count == 1 && problems(findings).isEmpty != isProblem)
        if isProblem { #expect(findings[0].text.contains("Write debounce: 15ms in lamp.yaml")) }
        facts.remotes.buttons = [.init(line: "GPIO22", debounce: .zero)]
        #expect(Doctor.buttons(facts).map(\.text) == ["nobody pressed the button at GPIO22"])
    }
}
