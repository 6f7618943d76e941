import Foundation
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import Testing

/// What the lamp does, asked of the configuration that will be copied to the Pi.
@Suite struct LampTests {
    /// The files as they are deployed: `lamp.yaml`, and the board that it names.
    static func rig() throws -> VirtualPanel<StandardRecognizer> {
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
        let rig = try Self.rig()
        #expect(rig.isActive("GPIO23") == false)
        rig.play(Self.swipe())
        rig.settle()
        #expect(rig.gestures == ["lamp ended"])
        #expect(rig.isActive("GPIO23") == true)
        rig.play(Self.swipe())
        rig.settle()
        #expect(rig.isActive("GPIO23") == false)
        #expect(rig.lineChanges.map(\.isActive) == [true, false])
    }

    @Test func whatGoesOverTheBusSwitchesNothingWhenItFails() throws {
        let rig = try Self.rig()
        // Nobody acknowledges the next ten transfers, in the middle of a swipe or not.
        rig.failTransfers(10)
        rig.play(Self.swipe())
        rig.settle()
        #expect(!rig.faults.isEmpty)
        #expect(rig.lineChanges.count <= 1)
    }

    @Test func aCablePulledUnderAFingerLetsTheLineRest() throws {
        let rig = try Self.rig()
        var fingers = Contacts()
        fingers.append(Contact(id: 0, x: 360, y: 640))
        rig.touch(fingers)
        rig.wait(.milliseconds(700))
        #expect(rig.isActive("GPIO24") == true)
        rig.isUnplugged = true
        rig.wait(.milliseconds(5_000))
        #expect(rig.gestures == ["dim began", "dim cancelled"])
        #expect(rig.isActive("GPIO24") == false)
    }

    @Test func theSerialPortIsToldInSentencesWithAChecksum() throws {
        let rig = try Self.rig()
        rig.forget()
        var fingers = FingerScript()
        fingers.tap(x: 100, y: 100)
        rig.play(fingers)
        rig.settle()
        let sent = try #require(rig.sent(to: "/dev/ttyUSB0"))
        #expect(sent.hasPrefix("$TL,") && sent.contains(",select,"))
    }
}
