import Foundation
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import Testing

/// What the lamp does, asked of the configuration that will be copied to the Pi.
@Suite struct LampTests {
    /// The files as they are deployed: `lamp.yaml`, and the board that it names.
    static func panel() throws -> VirtualPanel<StandardRecognizer> {
        let folder = URL(fileURLWithPath: #filePath).appending(path: "../../..").standardized
        return try VirtualPanel(
            configuration: folder.appending(path: "lamp.yaml").path,
            board: folder.appending(path: "../../../boards/waveshare-dsi-8.yaml").standardized.path)
    }

    /// A swipe across the middle. The fingers of a script are where the chip sees them, in its raw pixels: 800 x 1280 here,
    /// the long axis of which runs to the right.
    static func swipe() -> FingerScript {
        var fingers = FingerScript()
        fingers.swipe(fromX: 400, y: 500, toX: 400, y: 750)
        return fingers
    }

    @Test func aSwipeSwitchesTheLampOnAndTheNextOneOff() throws {
        let panel = try Self.panel()
        #expect(panel.isActive("GPIO23") == false)
        panel.play(Self.swipe())
        panel.settle()
        #expect(panel.gestures == ["lamp ended"])
        #expect(panel.isActive("GPIO23") == true)
        panel.play(Self.swipe())
        panel.settle()
        #expect(panel.isActive("GPIO23") == false)
        #expect(panel.lineChanges.map(\.isActive) == [true, false])
    }

    @Test func whatGoesOverTheBusSwitchesNothingWhenItFails() throws {
        let panel = try Self.panel()
        // The next ten transfers are not acknowledged, in the middle of a swipe or not.
        panel.failTransfers(10)
        panel.play(Self.swipe())
        panel.settle()
        #expect(!panel.faults.isEmpty)
        #expect(panel.lineChanges.count <= 1)
    }

    @Test func aCablePulledUnderAFingerLetsTheLineRest() throws {
        let panel = try Self.panel()
        var fingers = Contacts()
        fingers.append(Contact(id: 0, x: 360, y: 640))
        panel.touch(fingers)
        panel.wait(.milliseconds(700))
        #expect(panel.isActive("GPIO24") == true)
        panel.isUnplugged = true
        panel.wait(.milliseconds(5_000))
        #expect(panel.gestures == ["dim began", "dim cancelled"])
        #expect(panel.isActive("GPIO24") == false)
    }

    @Test func theSerialPortIsToldInSentencesWithAChecksum() throws {
        let panel = try Self.panel()
        panel.forget()
        var fingers = FingerScript()
        fingers.tap(x: 100, y: 100)
        panel.play(fingers)
        panel.settle()
        let sent = try #require(panel.sent(to: "/dev/ttyUSB0"))
        #expect(sent.hasPrefix("$TL,") && sent.contains(",select,"))
    }
}
