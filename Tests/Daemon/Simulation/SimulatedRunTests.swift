import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// The runtime on the simulated panel, as people read it.
@Suite struct SimulatedRunTests {
    private static let folder = FileManager.default.temporaryDirectory

    /// What a run writes, line by line.
    private func run(
        _ configuration: String, _ script: FingerScript,
        _ change: (inout SimulatedRun<StandardRecognizer>) -> Void = { _ in }
    ) throws -> [String] {
        let config = Self.folder.appendingPathComponent(UUID().uuidString + ".yaml")
        defer { try? FileManager.default.removeItem(at: config) }
        try Data(("tapline: config/1\nboard: simulated\n" + configuration).utf8).write(to: config)
        var run = SimulatedRun(panel: try Panel<StandardRecognizer>(configuration: config.path), script: script)
        run.isLive = false
        change(&run)
        let written = try writtenText { try run.run(into: &$0) }
        #expect(!written.contains("\r"), "a line end of a port is not the terminal's")
        return written.split(separator: "\n").map { String($0) }
    }

    private func taps(_ count: Int) -> FingerScript {
        var script = FingerScript()
        for _ in 0..<count {
            script.tap(x: 101, y: 200)
            script.rest(.milliseconds(1_000))
        }
        return script
    }

    /// What stands after the time.
    private func words(_ lines: [String], containing text: String) -> [String] {
        lines.filter { $0.contains(text) }.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    }

    @Test func eachTapFlipsALineAndTheEndOfTheRunIdlesIt() throws {
        let gestures = "gestures: [{name: tap, kind: tap}]\n"
        let outputs =
            "outputs: [{on: tap, line: LAMP, toggle: true}, {on: touches, line: ANY, toggle: true, active_low: true}]\n"
        for (count, levels) in [
            (1, ["active, high", "idle, low"]), (2, ["active, high", "idle, low"]),
            (3, ["active, high", "idle, low", "active, high", "idle, low"]),
        ] {
            let lines = try run(gestures + outputs, taps(count))
            #expect(words(lines, containing: "LAMP") == levels)
            #expect(
                words(lines, containing: "ANY").map { $0.hasPrefix("active") } == levels.map { $0.hasPrefix("active") })
            #expect(words(lines, containing: "ANY").first == "active, low")
        }
    }

    /// (The seek ended first.)
    @Test func atTheEndAGestureEndsBeforeTheCommandThatItGave() throws {
        var held = FingerScript(frames: [(.zero, Contacts([Contact(id: 0, x: 100, y: 100)]))])
        held.rest(.milliseconds(1_000))
        let lines = try run(
            """
            gestures: [{name: press, kind: longPress}]
            remote: [{name: seek, command: seekForward}]
            outputs: [{on: press, remote: seekForward}]

            """, held)
        let told = lines.map { $0.split(separator: " ") }.filter { $0.contains("press") || $0.contains("seek") }
        #expect(
            told.map { $0[2...3].joined(separator: " ") } == [
                "press began", "seek began", "press cancelled", "seek ended",
            ], "\(lines)")
    }

    @Test func portsAreShownWithWhatTheyWouldBeSent() throws {
        let lines = try run(
            """
            gestures: [{name: lamp, kind: tap}, {name: drag, kind: pan}]
            outputs:
              - {serial: /dev/null}
              - {serial: /dev/full, format: jsonl, on: drag}
              - {serial: /dev/tty, format: text}
            """, taps(2))
        #expect(
            Array(lines[..<3].map { $0.prefix(64) }) == [
                "                /dev/null  $TL,0,1,simulated*4F",
                #"                /dev/full  {"tapline":"events/1","board":"simula"#,
                "                /dev/tty  Tapline, simulated",
            ])
        let sentences = lines.filter { $0.contains("/dev/null  $TL,") }.dropFirst()
        #expect(sentences.count == 2)
        #expect(sentences.first?.hasPrefix("                /dev/null  $TL,1,") == true)
        #expect(sentences.first?.contains(",lamp,tap,ended,101,200,1*") == true)
        #expect(sentences.last?.contains("  $TL,2,") == true)
        #expect(lines.filter { $0.contains("/dev/full") }.count == 1, "nobody dragged")
        #expect(lines.filter { $0.contains("/dev/tty  ") && $0.contains("lamp        ended") }.count == 2)
    }

    @Test func touchesAreSentAsTheyHappenAndAsAZoneIsToldOfThem() throws {
        let lines = try run(
            """
            zones: [{name: left, rect: [0%, 0%, 50%, 100%]}, {name: right, rect: [50%, 0%, 50%, 100%]}]
            gestures: [{name: lamp, kind: tap, taps: 2, zone: left}]
            outputs:
              - {on: touches, serial: /dev/null, format: text}
              - {on: touches, zone: left, serial: /dev/full}
              - {on: touches, zone: right, serial: /dev/tty}
              - {on: touches, zone: left, line: LAMP, hold: true}
            """, taps(1))
        let raw = lines.filter { $0.contains("/dev/null  ") && $0.contains("touch 1") }
        #expect(raw.count == 2)
        #expect(raw.first?.hasSuffix("began      at 101,200, touches 1, taps 1, in left") == true)
        #expect(raw.last?.hasSuffix("ended      at 101,200, touches 1, taps 1, in left") == true)
        let told = lines.filter { $0.contains("/dev/full  $TL") }.dropFirst()
        #expect(told.map { $0.split(separator: ",")[5] } == ["began", "ended"])
        #expect(lines.filter { $0.contains("/dev/tty") }.count == 1)
        #expect(words(lines, containing: "LAMP") == ["active, high", "idle, low"])
        // The lift is told when no second tap has come, after it was seen.
        let lift = try #require(lines.firstIndex { $0.contains("/dev/null") && $0.contains("ended") })
        let toldLift = try #require(lines.firstIndex { $0.contains("/dev/full") && $0.contains("ended") })
        #expect(toldLift > lift)
    }

    @Test func controlsAreToldToPeopleMachinesPortsAndLines() throws {
        let configuration = """
            zones: [{name: ok, rect: [0%, 0%, 50%, 100%], control: button}]
            gestures: [{name: tap, kind: tap}]
            outputs:
              - {on: ok, line: LAMP, hold: true}
              - {serial: /dev/null}

            """
        let lines = try run(configuration, taps(1))
        #expect(words(lines, containing: " s  ok") == ["at 101,200", "at 101,200"])
        #expect(words(lines, containing: "LAMP") == ["active, high", "idle, low"])
        #expect(lines.filter { $0.contains("/dev/null") && $0.contains(",ok,button,click,101,200*") }.count == 1)
        #expect(!lines.contains { $0.contains(" s  tap") }, "the tap is the button's")
        let events = try run(configuration, taps(1)) { $0.format = .jsonl }
        #expect(events.count == 3)
        #expect(
            events.last?.contains(
                #","control":"ok","kind":"button","action":"click","x":101.0,"y":200.0,"zx":101.0,"zy":200.0}"#) == true
        )
    }

    @Test func aPanIsSentAsItGoes() throws {
        var script = FingerScript()
        script.pan(fromX: 100, y: 100, toX: 300, y: 100)
        let lines = try run(
            "gestures: [{name: drag, kind: pan}]\noutputs: [{serial: /dev/null}]\n", script)
        let sentences = lines.filter { $0.contains("/dev/null") }.map { $0.dropFirst(16 + 11) }
        let states = sentences.dropFirst().map { $0.split(separator: ",")[5] }
        #expect(states.first == "began" && states.last == "ended" && states.count > 50)
        #expect(states.dropFirst().dropLast().allSatisfy { $0 == "changed" })
        let numbers = sentences.map { Int($0.split(separator: ",")[1]) }
        #expect(numbers == Array(0..<sentences.count))
        #expect(lines.filter { $0.contains(" s  drag") }.count == 2, "people are told began and ended only")
    }

    @Test func portsAreDimmedOnATerminal() throws {
        let lines = try run("gestures: [{name: tap, kind: tap}]\noutputs: [{serial: /dev/null}]\n", taps(1)) {
            $0.format = .text(isColoured: true)
        }
        #expect(lines.first == "\u{1b}[2m                /dev/null  $TL,0,1,simulated*4F")
        #expect(lines.filter { $0.contains("/dev/null") }.allSatisfy { $0.contains("\u{1b}[2m") })
    }

    @Test func eventsAloneAreWrittenForMachines() throws {
        let gestures = "gestures: [{name: tap, kind: tap}]\n"
        let outputs = "outputs: [{serial: /dev/null, format: jsonl}, {on: tap, line: LAMP, toggle: true}]\n"
        let lines = try run(gestures + outputs, taps(1)) { $0.format = .jsonl }
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") })
    }

    @Test func theFirstLineOfEventsIsTheirFormats() throws {
        let panel = try Panel<StandardRecognizer>(configuration: nil, board: "simulated")
        #expect(
            panel.greeting
                == "{\"tapline\":\"events/1\",\"board\":\"simulated\",\"config\":\"\(panel.digest)\",\"clock\":\"monotonic\"}\n"
        )
        #expect(panel.digest.utf8.count == 71)
    }
}
