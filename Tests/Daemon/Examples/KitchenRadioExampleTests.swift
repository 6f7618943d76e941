import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// boards/examples/kitchen-radio.yaml: fingers, a remote control, a button and an encoder give commands to whatever plays.
@Suite struct KitchenRadioExampleTests {
    /// What `tapline run --config boards/examples/kitchen-radio.yaml --fast` tells.
    @Test func everySourceOfTheDemonstrationGivesItsCommands() throws {
        let panel = try Panel<StandardRecognizer>(
            configuration: Repository.url("boards/examples/kitchen-radio.yaml").path)
        var run = SimulatedRun(panel: panel, script: FingerScript.demo(on: panel.board))
        run.isLive = false
        let told = try writtenText { try run.run(into: &$0) }.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").dropFirst(2).prefix(2).joined(separator: " ")
        }
        #expect(
            told.filter { !$0.hasPrefix("GPIO") } == [
                // The remote control's: a key, and one that is held.
                "next ended", "forward began", "forward ended",
                // A double tap, and the button's one click; a finger that stays, and the button's two clicks; a swipe, and the
                // button's two of which the last is held.
                "knock ended", "toggle ended", "toggle ended", "rest began", "forward began", "next ended",
                "rest ended",
                "forward ended", "back ended", "previous ended", "forward began", "forward ended",
                // The encoder's steps, there and back.
                "volume ended,", "volume ended,", "volume ended,", "volume ended,",
            ])
        // The lamp answers each of the five clicks and swipes, and is on during the three seeks.
        #expect(told.filter { $0 == "GPIO23 active," }.count == 5 && told.filter { $0 == "GPIO23 idle," }.count == 5)
        #expect(told.filter { $0 == "GPIO24 active," }.count == 3 && told.filter { $0 == "GPIO24 idle," }.count == 3)
    }
}
