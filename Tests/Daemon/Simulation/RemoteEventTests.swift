import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// Commands to whatever plays, under the names of a configuration: to lines and ports as gestures go.
@Suite struct RemoteEventTests {
    private func panel(_ text: String) throws -> VirtualPanel<StandardRecognizer> {
        try withExtendedLifetime(ScratchFolder(["remote.yaml": text])) { folder in
            try VirtualPanel(configuration: folder.path("remote.yaml"), board: "simulated")
        }
    }

    /// What is said of a configuration that is wrong.
    private func refusal(_ text: String) throws -> String {
        do {
            _ = try panel(text)
        } catch let error as ServiceError { return error.description }
        throw Missing("nothing is wrong with it")
    }

    private static let radio = """
        tapline: config/1
        gestures:
          - {name: tap, kind: tap}
        remote:
          - {name: next, command: nextTrack}
          - {name: forward, command: seekForward}
          - {name: louder, command: changeVolume}
        outputs:
          - {on: [tap, next], line: GPIO23, pulse: 100ms}
          - {on: forward, line: GPIO24, hold: true}
          - {on: next, line: GPIO25, toggle: true}
          - {on: next, uinput: KEY_NEXTSONG}
          - {serial: /dev/ttyUSB0, format: jsonl}
          - {serial: /dev/ttyUSB1, format: line, on: [next, forward]}
          - {serial: /dev/ttyUSB2, format: text}
        """

    @Test func commandsAreEventsLikeGestures() throws {
        let panel = try panel(Self.radio)
        panel.send(.nextTrack)
        #expect(panel.isActive("GPIO23") == true)
        #expect(panel.isActive("GPIO25") == true)
        #expect(panel.isActive("KEY_NEXTSONG") == true)
        panel.settle()
        #expect(panel.isActive("GPIO23") == false)
        #expect(panel.isActive("KEY_NEXTSONG") == false)
        panel.send(.nextTrack)
        #expect(panel.isActive("GPIO25") == false)
        #expect(panel.gestures == ["next ended", "next ended"])
        let json = try #require(panel.sent(to: "/dev/ttyUSB0"))
        #expect(json.contains(#""gesture":"next","kind":"nextTrack","state":"ended""#))
        #expect(try #require(panel.sent(to: "/dev/ttyUSB1")).contains("next"))
        #expect(try #require(panel.sent(to: "/dev/ttyUSB2")).contains("next"))
    }

    @Test func aSeekHoldsItsLineFromBeginToEnd() throws {
        let panel = try panel(Self.radio)
        panel.send(.beginSeekingForward)
        panel.wait(.milliseconds(700))
        #expect(panel.isActive("GPIO24") == true)
        panel.send(.endSeekingForward)
        panel.send(.endSeekingForward)
        #expect(panel.isActive("GPIO24") == false)
        #expect(panel.gestures == ["forward began", "forward ended"])
    }

    @Test func aSeekThatTwoButtonsHoldEndsWithTheLastOfThem() throws {
        let panel = try panel(
            """
            tapline: config/1
            zones:
              - {name: left, rect: [0px, 0px, 200px, 480px], control: button}
              - {name: right, rect: [600px, 0px, 200px, 480px], control: button}
            remote: [{name: forward, command: seekForward}]
            outputs:
              - {on: left, remote: seekForward}
              - {on: right, remote: seekForward}
              - {on: forward, line: GPIO24, hold: true}
            """)
        let (left, right) = (Contact(id: 0, x: 100, y: 240), Contact(id: 1, x: 700, y: 240))
        for (fingers, isSeeking) in [([left, right], true), ([right], true), ([], false)] {
            panel.touch(Contacts(fingers))
            panel.wait(.milliseconds(100))
            #expect(panel.isActive("GPIO24") == isSeeking)
        }
        #expect(panel.gestures == ["forward began", "forward ended"])
    }

    @Test func aSeekUnderWayEndsWithTheRun() throws {
        let panel = try panel(Self.radio)
        panel.send(.beginSeekingForward)
        panel.end()
        #expect(panel.gestures == ["forward began", "forward ended"])
        #expect(panel.isActive("GPIO24") == false)
    }

    @Test func aCommandWithoutANameIsNoEvent() throws {
        let panel = try panel(Self.radio)
        panel.send(.play)
        panel.send(.beginSeekingBackward)
        panel.send(.endSeekingBackward)
        #expect(panel.gestures == [])
        let silent = try self.panel("tapline: config/1\ngestures:\n  - {name: tap, kind: tap}\n")
        silent.send(.nextTrack)
        #expect(silent.gestures == [])
    }

    @Test func aCommandWithAValueTellsIt() throws {
        let panel = try panel(Self.radio)
        panel.send(.changeVolume, value: -2.5)
        let json = try #require(panel.sent(to: "/dev/ttyUSB0"))
        #expect(json.contains(#""gesture":"louder","kind":"changeVolume","state":"ended""#))
        #expect(json.contains(#""value":-2.5"#), "\(json)")
    }

    // MARK: What plays

    private static let lamp = """
        tapline: config/1
        gestures:
          - {name: tap, kind: tap}
        outputs:
          - {while: playing, line: GPIO23}
          - {while: playing, line: GPIO24, active_low: true}
          - {while: playing, uinput: KEY_MEDIA}
          - {on: tap, line: GPIO25, pulse: 100ms}
          - {serial: /dev/ttyUSB0, format: jsonl}
        """

    @Test func aLineIsActiveWhileSomethingPlays() throws {
        let panel = try panel(Self.lamp)
        #expect(panel.isActive("GPIO23") == false)
        panel.play(true)
        #expect(panel.isActive("GPIO23") == true)
        #expect(panel.isActive("GPIO24") == true)
        #expect(panel.isActive("KEY_MEDIA") == true)
        panel.wait(.milliseconds(5_000))
        panel.settle()
        #expect(panel.isActive("GPIO23") == true)
        panel.play(false)
        #expect(panel.isActive("GPIO23") == false)
        #expect(panel.isActive("GPIO24") == false)
        #expect(panel.isActive("GPIO25") == false)
        #expect(panel.gestures == ["playing began", "playing ended"])
    }

    @Test func whoOnlyWantsToKnowWhatPlaysHasNotAskedForCommands() throws {
        let panel = try panel(Self.lamp)
        panel.send(.nextTrack)
        #expect(panel.gestures == [])
        #expect(!panel.panel.configuration.remoteControl().engine.isReceiving)
    }

    @Test(arguments: [
        ("outputs: [{while: tap, line: GPIO23}]", "while: playing"),
        ("outputs: [{while: playing, line: GPIO23, pulse: 100ms}]", "pulse"),
        ("outputs: [{while: playing, on: tap, line: GPIO23}]", "on"),
        ("outputs: [{while: playing, disable: tap}]", "while"),
        ("remote: [{name: playing, command: play}]\noutputs: [{while: playing, line: GPIO23}]", "another name"),
        ("motion: [{name: playing, kind: shake}]\noutputs: [{while: playing, line: GPIO23}]", "second time"),
    ]) func whatIsWrongWithWhileIsSaid(rest: String, word: String) throws {
        let said = try refusal("tapline: config/1\ngestures:\n  - {name: tap, kind: tap}\n\(rest)\n")
        #expect(said.contains(word), "\(said)")
    }

    @Test(arguments: [
        ("  - {name: tap, command: play}", "second time"), ("  - {name: a, command: plai}", "play"),
        ("  - {name: touches, command: play}", "fingers themselves"), ("  - {name: a}", "command"),
        ("  - {name: a, command: beginSeekingForward}", "seekForward"),
        ("  - {name: a, command: play, value: 1}", "value"),
    ]) func whatIsWrongWithAnEntryIsSaid(entry: String, word: String) throws {
        let text = "tapline: config/1\ngestures:\n  - {name: tap, kind: tap}\nremote:\n\(entry)\n"
        let said = try refusal(text)
        #expect(said.contains(word), "\(said)")
    }

    @Test func aCommandJustHappensAndCannotBeHeld() throws {
        let text = """
            tapline: config/1
            remote:
              - {name: next, command: nextTrack}
            outputs:
              - {on: next, line: GPIO23, hold: true}
            """
        let said = try refusal(text)
        #expect(said.contains("never let go"), "\(said)")
    }
}
