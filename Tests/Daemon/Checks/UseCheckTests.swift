import Foundation
import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

/// What a configuration has and nobody can use.
@Suite struct UseCheckTests {
    private func warnings(_ text: String, board: BoardDescription? = nil) throws -> [String] {
        try checked(text, board: board)
    }

    /// The bug: a board's file beside the configuration, named without its ending, was unknown, and nothing said why.
    @Test func aBoardBesideTheConfigurationIsNamedWithItsEnding() throws {
        let folder = SocketFolder()
        for (name, text) in [("b1", BoardDescription.simulatedText), ("c", "tapline: config/1\nboard: b1\n")] {
            try text.write(toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
        }
        let error = #expect(throws: ServiceError.self) {
            try FileCheck.check(folder.path + "/c.yaml", library: BoardLibrary())
        }
        #expect(error?.description.hasSuffix(":2:8: unknown board 'b1'; there is a file: write board: b1.yaml") == true)
    }

    /// The bug: nothing was said of clockwork that reads 50 ms apart cannot see.
    @Test func periodicGhostsOfASlowlyPolledPanelAreWarnedOf() throws {
        let board =
            "tapline: board/1\nname: x\nsource: x\ncontroller: gt911\nbus: 1\naddresses: [0x5d]\nsize: [800, 480]\n"
        for (more, count) in [("", 1), ("poll: {idle: 10ms}\n", 0), ("interrupt_pin: GPIO4\n", 0)] {
            let found = try warnings(board + "ghosts: {periodic: drop}\n" + more)
            #expect(found.count == count, "\(found)")
        }
    }

    /// The bug: nothing was said of a rest that asks so seldom that its board's clockwork is not seen.
    @Test func periodicGhostsOfAPanelThatRestsAndIsAskedSeldomAreWarnedOf() throws {
        let head =
            "tapline: board/1\nname: x\nsource: x\ncontroller: gt911\nbus: 1\naddresses: [0x5d]\nsize: [800, 480]\n"
        for (more, poll, count) in [
            ("poll: {idle: 10ms}\nghosts: {periodic: drop}\n", "500ms", 1), ("ghosts: {periodic: drop}\n", "10ms", 0),
            ("ghosts: {minimum_life: 30ms}\n", "500ms", 0),
        ] {
            let board = try BoardDescription(Array((head + more).utf8), file: "b.yaml")
            let found = try warnings(
                "tapline: config/1\noutputs: [{while: untouched, after: 9s, poll: \(poll)}]\n", board: board)
            #expect(found.count == count, "\(found)")
        }
    }

    /// The bug: two levels that were exchanged by mistake passed without a word.
    @Test func aLightThatGetsBrighterIsWarnedOf() throws {
        for (levels, expected) in [
            (["20%", "2.5%"], ""), (["20%", "20%"], ""),
            (["2.5%", "20%"], "2.5% from 'untouched 9s' on, and 20% from 'untouched 20s' on"),
        ] {
            let found = try warnings(
                "tapline: config/1\noutputs:\n  - {while: untouched, after: 20s, backlight: first, level: \(levels[1])}\n"
                    + "  - {while: untouched, after: 9s, backlight: first, level: \(levels[0])}\n")
            #expect(found.count == (expected.isEmpty ? 0 : 1), "\(found)")
            #expect(found.allSatisfy { $0.contains(expected) }, "\(found)")
        }
    }

    /// The bug: a controller that the kernel has was said to sleep, and went on.
    @Test func whatTheKernelsDriverHasDoesNotSleep() throws {
        let board = try BoardDescription(
            Array("tapline: board/1\nname: x\nsource: x\ncontroller: evdev\nbus: any\nsize: [800, 480]\n".utf8),
            file: "b.yaml")
        let error = #expect(throws: ServiceError.self) {
            _ = try warnings(
                "tapline: config/1\noutputs: [{while: untouched, after: 9s, sleep: true}]\n", board: board)
        }
        #expect(error?.description.contains("'sleep'") == true || error?.description.contains("the kernel's") == true)
    }

    private func warnings(zone: String, board: String = "board: simulated\n") throws -> [String] {
        try warnings("tapline: config/1\n\(board)zones:\n  - {name: z, \(zone)}\ngestures: [{name: a, kind: tap}]\n")
    }

    @Test(arguments: [
        "rect: [800px, 0, 10px, 10px]", "rect: [0, 480px, 10px, 10px]", "rect: [-10px, 0, 10px, 10px]",
        "rect: [0, -10px, 10px, 10px]", "rect: [100%, 0, 10%, 10%]", "circle: [900px, 100px, 95px]",
        "circle: [100px, -50px, 45px]", "circle: [830px, 510px, 40px]",
    ]) func zoneBesideThePanelIsToldWithThePanelsSize(zone: String) throws {
        let found = try warnings(zone: zone)
        #expect(found.count == 1 && found[0].hasPrefix("c.yaml:4:5: warning: zone 'z' lies outside the panel"))
        #expect(found.first?.contains("800px wide and 480px high") == true)
        // Without a board nobody knows how large the panel is.
        #expect(try warnings(zone: zone, board: "") == [])
    }

    @Test(arguments: [
        "rect: [799px, 0, 10px, 10px]", "rect: [-10px, -10px, 11px, 11px]", "rect: [-10%, -10%, 200%, 200%]",
        "circle: [900px, 100px, 110px]", "circle: [830px, 510px, 45px]", "circle: [400px, 200px, 1px]",
    ]) func zoneThatAFingerReachesIsLeftAlone(zone: String) throws {
        #expect(try warnings(zone: zone) == [])
    }

    /// The bug: a zone of which somebody wrote two corners passed without a word.
    @Test(arguments: [
        ("[50%, 50%, 100%, 100%]", "[50%, 50%, 50%, 50%]"), ("[80%, 80%, 95%, 95%]", "[80%, 80%, 15%, 15%]"),
        ("[0%, 50%, 50%, 100%]", "[0%, 50%, 50%, 50%]"), ("[400px, 0, 800px, 240px]", "[400px, 0, 400px, 240px]"),
    ]) func zoneOfTwoCornersIsToldWithItsSize(rect: String, meant: String) throws {
        let found = try warnings(zone: "rect: \(rect)")
        let right = "a rect is x, y, width, height: did you mean \(meant)?"
        #expect(found == ["c.yaml:4:21: warning: zone 'z' ends beyond the panel; \(right)"])
        #expect(try warnings(zone: "rect: \(rect)", board: "") == [])
    }

    @Test(arguments: [
        // By rounding, by an edge that nobody sees, over the whole panel and more, no corners.
        "[50%, 0%, 50.9%, 100%]", "[33.4%, 0%, 66.7%, 100%]", "[60%, 0%, 60%, 100%]", "[-10%, 60%, 100%, 70%]",
        "[10%, 10%, 120%, 90%]",
    ]) func zoneThatEndsBeyondThePanelForAnotherReasonIsLeftAlone(rect: String) throws {
        #expect(try warnings(zone: "rect: \(rect)") == [])
    }

    private func warnings(zones: [String]) throws -> [String] {
        let list = zones.enumerated().map { "  - {name: z\($0.offset), \($0.element)}\n" }.joined()
        return try warnings("tapline: config/1\nboard: simulated\nzones:\n\(list)gestures: [{name: a, kind: tap}]\n")
    }

    /// The bug: a button behind a page that was written after it passed without a word, and took no touch.
    @Test(arguments: [
        "rect: [10px, 10px, 50px, 50px]", "circle: [50px, 50px, 40px]", "ring: [50px, 50px, 10px, 40px]",
        "polygon: [[0, 0], [90px, 0], [0, 90px]]", "rect: [0, 0, 100px, 100px]",
    ]) func zoneBehindALaterOneIsTold(zone: String) throws {
        let found = try warnings(zones: [zone, "rect: [0, 0, 100px, 100px]"])
        #expect(
            found.map { $0.prefix(82) }
                == ["c.yaml:4:5: warning: zone 'z0' lies behind 'z1', whole: no finger reaches it while"])
    }

    @Test(arguments: [
        // In front of the other, beside it, in it, beyond its edge; behind one that takes no touches, or is round.
        ["rect: [0, 0, 100px, 100px]", "rect: [10px, 10px, 50px, 50px]"],
        ["rect: [0, 0, 100px, 100px]", "rect: [100px, 0, 100px, 100px]"],
        ["rect: [0, 0, 100px, 100px]", "rect: [0, 0, 100px, 100px], parent: z0"],
        ["rect: [10px, 10px, 91px, 50px]", "rect: [0, 0, 100px, 100px]"],
        ["rect: [10px, 10px, 50px, 50px]", "rect: [0, 0, 100px, 100px], enabled: false"],
        ["rect: [10px, 10px, 50px, 50px]", "rect: [0, 0, 100px, 100px], hidden: true"],
        ["rect: [40px, 40px, 20px, 20px]", "circle: [50px, 50px, 50px]"],
        ["rect: [10px, 10px, 50px, 50px], enabled: false", "rect: [0, 0, 100px, 100px]"],
        ["rect: [10px, 10px, 50px, 50px], hidden: true", "rect: [0, 0, 100px, 100px]"],
        ["rect: [10px, 10px, 50px, 50px], responder: true", "rect: [0, 0, 100px, 100px]"],
    ]) func zoneThatIsNotWholeBehindALaterOneIsLeftAlone(zones: [String]) throws {
        #expect(try warnings(zones: zones) == [])
    }

    /// The bug: a part that lay beside its parent took no touch, and passed without a word.
    @Test(arguments: [
        ("rect: [200px, 0, 50px, 50px]", 1), ("circle: [120px, 50px, 20px]", 1), ("rect: [99px, 0, 50px, 50px]", 0),
    ])
    func zoneOutsideItsParentIsTold(zone: String, count: Int) throws {
        let found = try warnings(zones: ["rect: [0, 0, 100px, 100px]", "\(zone), parent: z0"])
        #expect(
            found.count == count && found.allSatisfy { $0.contains("'z1' lies outside its parent 'z0'") }, "\(found)")
    }

    /// The bug: what lies behind a page that an output takes away was said to be out of reach.
    @Test(arguments: [("disable: [zone page]", 0), ("enable: [zone button]", 1)])
    func zoneBehindOneThatAnOutputDisablesIsLeftAlone(output: String, count: Int) throws {
        #expect(
            try warnings(
                "tapline: config/1\nboard: simulated\nzones:\n"
                    + "  - {name: button, rect: [0, 0, 50px, 50px], control: button}\n"
                    + "  - {name: page, rect: [0, 0, 100%, 100%]}\ngestures: [{name: unlock, kind: swipe}]\n"
                    + "outputs: [{on: unlock, \(output)}]\n"
            ).count == count)
    }

    @Test func configurationOfNothingIsTold() throws {
        let head = "tapline: config/1\nboard: simulated\n"
        for nothing in ["", "gestures: []\n", "zones: [{name: z, rect: [0, 0, 9px, 9px]}]\n"] {
            let found = try warnings(head + nothing)
            #expect(found.count == 1 && found[0].contains("no gesture, no control and no output"))
        }
        for something in [
            "gestures: [{name: a, kind: tap}]\n", "zones: [{name: z, rect: [0, 0, 9px, 9px], control: button}]\n",
            "outputs: [{on: touches, line: GPIO5, hold: true}]\n", "outputs: [{socket: /run/x}]\n",
        ] {
            #expect(try warnings(head + something) == [])
        }
    }

    /// The bugs: a resistor that presses the button, and a detector that lets the panel rest between two of its commands, passed
    /// without a word.
    @Test(arguments: [
        ("active_low: false, bias: pull_down, repeat: 10s", ""), ("active_low: true, bias: pull_up, repeat: 29s", ""),
        ("repeat: 30s", "the panel rests between two commands of line 'GPIO22'"),
        ("active_low: false", "presses the button while nobody does; write bias: pull_down"),
        ("bias: pull_down", "presses the button while nobody does; write bias: pull_up, or active_low: false"),
    ]) func aDetectorThatKeepsNothingAwakeIsWarnedOf(more: String, word: String) throws {
        let found = try warnings(
            "tapline: config/1\nremote: [{name: n, command: rating}]\noptions: {wakeOn: n}\n"
                + "remotes: [{button: GPIO22, command: rating, \(more)}]\n"
                + "outputs: [{while: untouched, after: 30s, line: GPIO5}]\n")
        #expect(found.count == (word.isEmpty ? 0 : 1) && found.allSatisfy { $0.contains(word) }, "\(found)")
    }

    /// The bug: a panel that was deaf, and bright for a while, passed without a word.
    @Test(arguments: [("60s", 1), ("120s", 0), ("300s", 0)])
    func aPanelThatSleepsBeforeItIsDarkIsWarnedOf(sleeps: String, count: Int) throws {
        let found = try warnings(
            "tapline: config/1\nremote: [{name: n, command: play}]\noptions: {wakeOn: n}\n"
                + "remotes: [{button: GPIO22, command: play}]\noutputs:\n"
                + "  - {while: untouched, after: 120s, backlight: first, level: 0%}\n"
                + "  - {while: untouched, after: \(sleeps), sleep: true}\n")
        #expect(found.count == count && found.allSatisfy { $0.contains("let it sleep in the last stage") }, "\(found)")
    }

    /// The bug: a panel with four outputs had two, those that are lines.
    @Test func everyEntryOfOutputsIsCounted() throws {
        let folder = SocketFolder()
        let file = folder.path + "/c.yaml"
        let text =
            "tapline: config/1\ngestures: [{name: a, kind: tap}]\noutputs:\n  - {on: a, line: GPIO5, pulse: 1s}\n"
            + "  - {on: a, disable: a}\n  - {while: untouched, after: 9s, backlight: first, level: 0%}\n"
            + "  - {while: untouched, after: 9s, poll: 100ms}\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try FileCheck.look(at: file, library: BoardLibrary(), board: nil).summary.contains(" 4 outputs,"))
    }

    /// The bug: a motion detector whose `command` was forgotten was proposed another name in place of the command that is named.
    @Test func aButtonWithoutItsCommandIsProposedTheOneThatIsNamed() throws {
        let found = try warnings(
            "tapline: config/1\nremote: [{name: n, command: rating}]\nremotes: [{button: GPIO22}]\n")
        #expect(found.count == 1 && found[0].hasSuffix(", or to the button: command: rating"), "\(found)")
    }

    /// The bug: lines of buttons and encoders were not looked at.
    @Test(arguments: [
        ("{button: GPIO99}", "there is no line 'GPIO99' on a Raspberry Pi"), ("{button: gpio22}", "write GPIO22"),
        ("{encoder: [GPIO5, PIN1]}", "supply or ground"),
    ]) func linesOfRemoteControlsAreThoseOfAHeader(entry: String, word: String) throws {
        let error = #expect(throws: ServiceError.self) {
            _ = try warnings("tapline: config/1\nremote: [{name: n, command: changeVolume}]\nremotes: [\(entry)]\n")
        }
        #expect(error?.description.contains(word) == true)
    }

    /// The bug: nothing was said of a panel that sleeps until a command comes which nothing gives.
    @Test(arguments: [
        ("remote", "", true), ("n", "", true), ("remote", "remotes: [{button: GPIO22}]\n", false),
        ("remote", "remotes: [{device: any}]\n", false), ("n", "remotes: [{encoder: [GPIO5, GPIO6]}]\n", true),
        ("n", "remotes: [{button: GPIO22, command: togglePlayPause}]\n", false),
        ("n", "remotes: [{button: GPIO22, command: nextTrack}]\n", true),
    ]) func aPanelThatOnlyAProgramWakesIsTold(wakeOn: String, more: String, isTold: Bool) throws {
        let found = try warnings(
            "tapline: config/1\nboard: simulated\nremote: [{name: n, command: togglePlayPause}]\n"
                + "options: {wakeOn: \(wakeOn)}\n\(more)outputs: [{while: untouched, after: 60s, sleep: true}]\n")
        let told = found.filter { $0.hasPrefix("c.yaml:4:10: warning: the panel sleeps, and nothing here gives") }
        #expect(told.count == (isTold ? 1 : 0), "\(found)")
        #expect(told.allSatisfy { $0.contains("{button: GPIO22, command: togglePlayPause}") }, "\(found)")
        #expect(isTold || found.isEmpty, "\(found)")
    }

    @Test(arguments: [
        ("remote: [{name: n, command: nextTrack}]", "{encoder: [GPIO5, GPIO6]}", ["changeVolume"]),
        ("remote: [{name: n, command: nextTrack}]", "{encoder: [GPIO5, GPIO6], command: skip}", ["skip"]),
        ("remote: [{name: n, command: nextTrack}]", "{encoder: [GPIO5, GPIO6], command: nextTrack}", ["previousTrack"]),
        (
            "remote: [{name: n, command: skip}]", "{encoder: [GPIO5, GPIO6], command: nextTrack}",
            ["nextTrack", "previousTrack"]
        ),
        ("remote: [{name: n, command: skip}]", "{button: GPIO22}", ["togglePlayPause"]),
        ("remote: [{name: n, command: play}]", "{button: GPIO22, command: nextTrack}", ["nextTrack"]),
        ("remote: [{name: n, command: play}]", "{button: GPIO22, command: seekForward}", ["seekForward"]),
        ("remote: [{name: n, command: seekForward}]", "{button: GPIO22, command: seekForward}", []),
        ("remote: [{name: n, command: changeVolume}]", "{encoder: [GPIO5, GPIO6]}", []),
        ("remote: [{name: n, command: skip}]", "{encoder: [GPIO5, GPIO6], command: skip}", []),
        ("remote: [{name: n, command: skip}]", "{device: any}", []),
        ("remote: [{name: n, command: seekBackward}]", "{button: GPIO22}", []),
    ]) func whatAButtonOrAnEncoderCommandsAndNobodyHearsIsTold(remote: String, entry: String, commands: [String]) throws
    {
        let found = try warnings("tapline: config/1\n\(remote)\nremotes:\n  - {device: x}\n  - \(entry)\n")
        #expect(found.count == commands.count, "\(found)")
        for (warning, command) in zip(found, commands) {
            #expect(warning.hasPrefix("c.yaml:5:5: warning: no entry of 'remote' names "), "\(warning)")
            #expect(warning.hasSuffix("add remote: [{name: NAME, command: \(command)}]"), "\(warning)")
        }
    }
}
