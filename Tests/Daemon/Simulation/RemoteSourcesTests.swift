import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Commands from input devices, buttons, knobs and gestures, as a configuration names these.
@Suite struct RemoteSourcesTests {
    private static let radio = """
        tapline: config/1
        zones:
          - {name: forward, rect: [0%, 0%, 50%, 100%], control: button}
        gestures:
          - {name: flick, kind: swipe}
          - {name: press, kind: longPress}
        remote:
          - {name: toggle, command: togglePlayPause}
          - {name: next, command: nextTrack}
          - {name: previous, command: previousTrack}
          - {name: seek, command: seekForward}
          - {name: back, command: seekBackward}
          - {name: volume, command: changeVolume}
          - {name: skip, command: skip}
        remotes:
          - {device: any}
          - {button: GPIO22, debounce: 5ms, hold: 600ms}
          - {encoder: [GPIO5, GPIO6], acceleration: 4}
          - {encoder: [GPIO12, GPIO13], command: nextTrack, detents: 4}
        outputs:
          - {on: flick, remote: nextTrack}
          - {on: press, remote: seekForward}
          - {on: forward, remote: skip, value: 15}
          - {on: seek, line: GPIO23, hold: true}
          - {serial: /dev/ttyUSB0, format: jsonl}
        """

    private func radio(_ text: String = radio) throws -> VirtualPanel<StandardRecognizer> {
        try withExtendedLifetime(ScratchFolder(["radio.yaml": text])) { folder in
            try VirtualPanel(configuration: folder.path("radio.yaml"), board: "simulated")
        }
    }

    private func told(_ panel: VirtualPanel<StandardRecognizer>) -> [String] {
        panel.gestures.filter { !$0.hasPrefix("flick") && !$0.hasPrefix("press") }
    }

    // MARK: Input devices

    @Test func keysOfAnInputDeviceAreCommands() throws {
        let panel = try radio()
        panel.connect()
        for code: UInt16 in [163, 165, 115, 30] {
            panel.key(code, 1)
            panel.wait(.milliseconds(50))
            panel.key(code, 0)
        }
        // (KEY_A is nobody's.)
        #expect(panel.gestures == ["next ended", "previous ended", "volume ended"])
    }

    @Test func anEntryThatNamesADeviceCountsBeforeAnyOther() throws {
        let text = Self.radio.replacingOccurrences(
            of: "  - {device: any}\n", with: "  - {device: any}\n  - {device: Headset, headset: true}\n")
        try withExtendedLifetime(ScratchFolder(["radio.yaml": text])) { folder in
            let panel = try Panel<StandardRecognizer>(configuration: folder.path("radio.yaml"), board: "simulated")
            let remotes = panel.configuration.remotes
            #expect(remotes.device(called: "USB Headset", at: "/dev/input/event9")?.isHeadset == true)
            #expect(remotes.device(called: "Keyboard", at: "/dev/input/event9")?.name == nil)
            #expect(remotes.device(called: "Keyboard", at: "/dev/input/event9")?.isHeadset == false)
        }
    }

    @Test func aKeyOfADeviceThatIsNotThereIsNothing() throws {
        let panel = try radio()
        panel.key(163, 1)
        panel.connect()
        panel.disconnect()
        panel.key(163, 1)
        #expect(panel.gestures == [])
    }

    @Test func aHeldKeyRepeatsVolumeAndNothingElse() throws {
        let panel = try radio()
        panel.connect()
        for code: UInt16 in [115, 163] { for value: Int32 in [1, 2, 2, 0] { panel.key(code, value) } }
        #expect(panel.gestures == ["volume ended", "volume ended", "volume ended", "next ended"])
    }

    @Test func backAndForwardAreTracksOfATelevisionAlone() throws {
        for (device, told) in [(RemoteKey.Device.keys, []), (.cec, ["previous ended", "next ended"])] {
            let panel = try radio()
            panel.connect(device)
            panel.key(158, 1)
            panel.key(159, 1)
            #expect(panel.gestures == told)
        }
    }

    @Test func aDeviceThatVanishesInMidPressEndsItsSeekOnce() throws {
        let panel = try radio()
        panel.connect()
        panel.key(208, 1)
        panel.wait(.milliseconds(900))
        #expect(panel.isActive("GPIO23") == true)
        panel.disconnect()
        #expect(panel.isActive("GPIO23") == false)
        panel.connect()
        panel.key(208, 0)
        panel.settle()
        #expect(panel.gestures == ["seek began", "seek ended"])
    }

    @Test func aSeekGoesOnWhileAnotherDeviceHoldsIt() throws {
        let panel = try radio()
        panel.connect()
        panel.connect(place: 1)
        panel.key(208, 1)
        panel.key(208, 1, place: 1)
        panel.disconnect()
        #expect(panel.gestures == ["seek began"])
        panel.key(208, 0, place: 1)
        #expect(panel.gestures == ["seek began", "seek ended"])
    }

    // MARK: Buttons

    /// Presses the button with a contact that bounces for 3 ms.
    private func press(_ panel: VirtualPanel<StandardRecognizer>, _ line: String = "GPIO22", for length: Microseconds) {
        for isClosed in [true, false] {
            for level in [isClosed, !isClosed, isClosed] {
                panel.set(contact: line, isClosed: level)
                panel.wait(.milliseconds(1))
            }
            panel.wait(isClosed ? length : .milliseconds(100))
        }
    }

    @Test(arguments: [(1, "toggle"), (2, "next"), (3, "previous")])
    func clicksOfAButtonThatBouncesAreCounted(clicks: Int, name: String) throws {
        let panel = try radio()
        for _ in 0..<clicks { press(panel, for: .milliseconds(80)) }
        #expect(panel.gestures == [])
        panel.wait(.milliseconds(400))
        #expect(panel.gestures == ["\(name) ended"])
    }

    @Test(arguments: [(2, "seek"), (3, "back")])
    func theLastClickHeldSeeksUntilTheButtonIsLetGo(clicks: Int, name: String) throws {
        let panel = try radio()
        for _ in 1..<clicks { press(panel, for: .milliseconds(80)) }
        panel.set(contact: "GPIO22", isClosed: true)
        panel.wait(.milliseconds(599))
        #expect(panel.gestures == [])
        panel.wait(.milliseconds(2))
        #expect(panel.gestures == ["\(name) began"])
        panel.set(contact: "GPIO22", isClosed: false)
        panel.wait(.milliseconds(10))
        #expect(panel.gestures == ["\(name) began", "\(name) ended"])
    }

    @Test func aContactThatDoesNotStandIsNoPress() throws {
        let panel = try radio()
        panel.set(contact: "GPIO22", isClosed: true)
        panel.wait(.milliseconds(4))
        panel.set(contact: "GPIO22", isClosed: false)
        panel.settle()
        panel.wait(.milliseconds(1_000))
        #expect(panel.gestures == [])
        #expect(!panel.set(contact: "GPIO99", isClosed: true))
    }

    // MARK: Knobs

    /// Turns the knob by steps, each of so many µs: the first line leads clockwise.
    private func turn(
        _ panel: VirtualPanel<StandardRecognizer>, _ lines: (String, String), steps: Int, lasting length: Int64
    ) {
        let order = steps > 0 ? [lines.0, lines.1] : [lines.1, lines.0]
        for _ in 0..<abs(steps) {
            for level in [true, false] {
                for line in order {
                    panel.set(contact: line, isClosed: level)
                    panel.wait(Microseconds(length / 4))
                }
            }
        }
    }

    /// The values of the commands of this kind.
    private func values(_ panel: VirtualPanel<StandardRecognizer>, of kind: String) -> [GestureValues] {
        panel.events.filter { "\($0.event.kind)" == kind }.map { $0.event.values }
    }
    private func amount(_ number: Float) -> GestureValues { .own(OwnValues("value", number)) }

    @Test func noStepOfTwoHundredASecondIsLost() throws {
        let panel = try radio()
        turn(panel, ("GPIO5", "GPIO6"), steps: 400, lasting: 5_000)
        let told = values(panel, of: "changeVolume")
        #expect(told.count == 400)
        // (Quick steps are larger ones: 60 ms in 5 ms is more than four times.)
        #expect(told.first == amount(1))
        #expect(told.dropFirst().allSatisfy { $0 == amount(4) })
    }

    @Test func slowStepsAreSingleAndHaveTheirDirection() throws {
        let panel = try radio()
        turn(panel, ("GPIO5", "GPIO6"), steps: 2, lasting: 200_000)
        turn(panel, ("GPIO5", "GPIO6"), steps: -3, lasting: 200_000)
        #expect(values(panel, of: "changeVolume") == [1, 1, -1, -1, -1].map(amount))
    }

    @Test func aKnobMayChangeTracks() throws {
        let panel = try radio()
        panel.set(contact: "GPIO12", isClosed: true)
        panel.set(contact: "GPIO12", isClosed: false)
        #expect(panel.gestures == ["next ended", "previous ended"])
    }

    /// (The sign counted for values only.)
    @Test func aNegativeStepTurnsAKnobOfTracksRound() throws {
        let panel = try radio(Self.radio.replacing("nextTrack, detents: 4", with: "nextTrack, detents: 4, step: -1"))
        panel.set(contact: "GPIO12", isClosed: true)
        panel.set(contact: "GPIO12", isClosed: false)
        #expect(panel.gestures == ["previous ended", "next ended"])
    }

    // MARK: Gestures and controls

    @Test func aGestureGivesACommand() throws {
        let panel = try radio()
        var fingers = FingerScript()
        fingers.swipe(fromX: 500, y: 240, toX: 700, y: 240)
        panel.play(fingers)
        panel.settle()
        #expect(told(panel) == ["next ended"])
        let json = try #require(panel.sent(to: "/dev/ttyUSB0"))
        #expect(json.contains(#""gesture":"next","kind":"nextTrack","state":"ended""#))
    }

    /// A finger rests in the right half for a second, and stays.
    private func press(_ panel: VirtualPanel<StandardRecognizer>) {
        var finger = Contacts()
        finger.append(Contact(id: 0, x: 600, y: 240))
        panel.touch(finger)
        for _ in 0..<100 {
            panel.wait(.milliseconds(10))
            panel.touch(finger)
        }
    }

    @Test func aGestureThatGoesOnSeeksUntilItIsOver() throws {
        let panel = try radio()
        press(panel)
        #expect(told(panel) == ["seek began"])
        #expect(panel.isActive("GPIO23") == true)
        panel.touch(Contacts())
        panel.settle()
        #expect(told(panel) == ["seek began", "seek ended"])
        #expect(panel.isActive("GPIO23") == false)
    }

    @Test func aSeekOfAGestureEndsOnceAtTheEndOfTheRun() throws {
        let panel = try radio()
        press(panel)
        panel.end()
        #expect(told(panel) == ["seek began", "seek ended"])
    }

    @Test func aClickOfAControlGivesACommandWithItsValue() throws {
        let panel = try radio()
        var fingers = FingerScript()
        fingers.tap(x: 100, y: 240)
        panel.play(fingers)
        panel.settle()
        #expect(told(panel) == ["skip ended"])
        #expect(values(panel, of: "skip") == [amount(15)])
    }
}
