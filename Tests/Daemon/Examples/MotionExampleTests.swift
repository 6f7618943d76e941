import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// boards/examples/motion.yaml: a device that is turned, shaken and laid down moves its lines.
@Suite struct MotionExampleTests {
    private func run(_ configuration: String) throws -> [String] {
        let panel = try Panel<StandardRecognizer>(configuration: configuration)
        var run = SimulatedRun(panel: panel, script: FingerScript())
        run.isLive = false
        return try writtenText { try run.run(into: &$0) }.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").dropFirst(2).prefix(3).joined(separator: " ")
        }
    }

    @Test func theDemonstrationMovesEveryLine() throws {
        #expect(
            try run(Repository.url("boards/examples/motion.yaml").path) == [
                "sideways began, landscapeLeft", "GPIO23 active, high", "sideways ended, portrait", "GPIO23 idle, low",
                "shaken began", "GPIO22 active, high", "GPIO22 idle, low", "shaken ended", "lying began, faceUp",
                "GPIO24 active, low", "lying ended, portrait", "GPIO24 idle, high",
            ])
    }

    /// The panel is turned at the very events that move the lines: what holds them goes on.
    @Test func aPanelThatTurnsMovesTheSameLines() throws {
        let example = try Repository.text("boards/examples/motion.yaml")
        let folder = try ScratchFolder([
            "motion-board.yaml": try Repository.text("boards/examples/motion-board.yaml"),
            "turning.yaml": example + "\noptions: {orientation: follow}\n",
        ])
        #expect(try run(folder.path("turning.yaml")) == run(Repository.url("boards/examples/motion.yaml").path))
    }

    @Test func aBoardWithoutASensorIsRefusedAtMotion() throws {
        let folder = try ScratchFolder([
            "shake.yaml": "tapline: config/1\nboard: simulated\nmotion:\n  - {name: shaken, kind: shake}\n"
        ])
        let error = #expect(throws: ServiceError.self) {
            try Panel<StandardRecognizer>(configuration: folder.path("shake.yaml"))
        }
        #expect(error?.exitCode == .badConfiguration)
        #expect(error?.description.contains("shake.yaml:4:3: the board 'simulated' has no motion sensor") == true)
    }
}
