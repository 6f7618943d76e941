import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// boards/examples/motion.yaml: a device that is turned, shaken and laid down moves its lines.
@Suite struct MotionExampleTests {
    private func text(_ configuration: String) throws -> String {
        let panel = try Panel<StandardRecognizer>(configuration: configuration)
        var script = FingerScript()
        script.motion = .demo()
        var run = SimulatedRun(panel: panel, script: script)
        run.isLive = false
        return try writtenText { try run.run(into: &$0) }
    }

    private func run(_ configuration: String) throws -> [String] {
        try text(configuration).split(separator: "\n").dropFirst().map {
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

    /// (A virtual panel's device could not be moved, and the motion of a recording was left out.)
    @Test func theDeviceOfAVirtualPanelMoves() throws {
        let file = Repository.url("boards/examples/motion.yaml").path
        let moved = try VirtualPanel<StandardRecognizer>(configuration: file)
        moved.move(.demo())
        moved.settle()
        #expect(
            moved.gestures == [
                "sideways began", "sideways ended", "shaken began", "shaken ended", "lying began", "lying ended",
            ])
        #expect(moved.lineChanges.map { $0.line } == ["GPIO23", "GPIO23", "GPIO22", "GPIO22", "GPIO24", "GPIO24"])
        var script = FingerScript()
        script.tap(x: 100, y: 100)
        script.motion.turn(to: SIMD3(1, 0, 0), in: .milliseconds(400))
        script.motion.rest(.milliseconds(2_000))
        script.rest(.milliseconds(3_000))
        let played = try VirtualPanel<StandardRecognizer>(configuration: file)
        played.play(script)
        #expect(played.gestures == ["select ended", "sideways began"])
        // What has begun is paid back.
        played.end()
        #expect(played.gestures.last == "sideways cancelled" && played.isActive("GPIO23") == false)
    }

    @Test func aVirtualPanelThatTurnsMovesTheSameLines() throws {
        let folder = try ScratchFolder([
            "motion-board.yaml": try Repository.text("boards/examples/motion-board.yaml"),
            "turning.yaml": try Repository.text("boards/examples/motion.yaml") + "\noptions: {orientation: follow}\n",
        ])
        func lines(_ file: String) throws -> [String] {
            let panel = try VirtualPanel<StandardRecognizer>(configuration: file)
            panel.move(.demo())
            panel.settle()
            return panel.lineChanges.map { "\($0.line) \($0.level)" }
        }
        #expect(try lines(folder.path("turning.yaml")) == lines(Repository.url("boards/examples/motion.yaml").path))
    }

    /// (A device that only lies there has readings for ever; they are nothing that is pending.)
    @Test func aDeviceThatLiesIsSettledAtOnce() throws {
        let panel = try VirtualPanel<StandardRecognizer>(
            configuration: Repository.url("boards/examples/motion.yaml").path)
        panel.move(MotionScript(up: SIMD3(0, 0, 1)))
        panel.wait(.milliseconds(2_000))
        let before = panel.now
        panel.settle()
        #expect(panel.now - before < .milliseconds(2_000))
        #expect(panel.gestures == ["lying began"])
    }

    /// (It woke with a socket only.)
    @Test func aPanelThatRestsWakesWhenTheDemonstrationMovesTheDevice() throws {
        let folder = try ScratchFolder([
            "motion-board.yaml": try Repository.text("boards/examples/motion-board.yaml"),
            "rest.yaml":
                """
            tapline: config/1
            board: motion-board.yaml
            outputs: [{while: untouched, after: 500ms}]
            options: {wakeOn: motion}

            """,
        ])
        let told = try run(folder.path("rest.yaml"))
        // It is turned, turned back, shaken and laid down.
        #expect(told.filter { $0 == "untouched 500ms began" }.count >= 4, "\(told)")
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

    @Test func aShakeCanDoWhatAnyEventCanAnOutputAMessage() throws {
        let folder = try ScratchFolder([
            "motion-board.yaml": try Repository.text("boards/examples/motion-board.yaml"),
            "shake.yaml": """
            tapline: config/1
            board: motion-board.yaml
            motion: [{name: shaken, kind: shake}]
            remote: [{name: next, command: nextTrack}]
            outputs:
              - {on: shaken, line: GPIO5, pulse: 100ms}
              - {on: shaken, line: GPIO6, toggle: true}
              - {on: shaken, line: GPIO13, hold: true}
              - {on: shaken, uinput: KEY_F1}
              - {on: shaken, remote: nextTrack}
              - {serial: /dev/ttyS9, on: [shaken]}

            """,
        ])
        // (What is told at the end of the run, line 6 idle, is not the shake's. Without times, and the check sums that they change.)
        let told = try text(folder.path("shake.yaml")).split(separator: "\n").dropFirst(2).dropLast().map { line in
            let words = line.split(separator: " ")
            return words.dropFirst(words.contains("s") ? 2 : 0).joined(separator: " ")
                .replacing(/,[0-9]+,shaken/, with: ",TIME,shaken").replacing(/\*[0-9A-F]{2}$/, with: "")
        }
        let began = told.prefix { !$0.hasPrefix("shaken ended") }
        let ended = told.drop { !$0.hasPrefix("shaken ended") }
        #expect(
            Set(began) == [
                "shaken began", "/dev/ttyS9 $TL,1,TIME,shaken,shake,began,0,0", "GPIO5 active, high",
                "GPIO6 active, high", "GPIO13 active, high", "KEY_F1 active, high", "next ended", "GPIO5 idle, low",
            ], "\(told)")
        #expect(
            Set(ended) == [
                "shaken ended", "/dev/ttyS9 $TL,2,TIME,shaken,shake,ended,0,0", "GPIO13 idle, low", "KEY_F1 idle, low",
            ], "\(told)")
    }

    /// Why a panel with `text` behind its first line, and with the board `name`, does not start; nil: it starts.
    private func refusal(_ text: String, board name: String) throws -> ServiceError? {
        let board = try Repository.text("boards/examples/motion-board.yaml")
        let folder = try ScratchFolder([
            "lis3dh.yaml": board, "mpu6050.yaml": board.replacing("lis3dh, addresses: [0x18]", with: "mpu6050"),
            "c.yaml": "tapline: config/1\nboard: \(name)\n\(text)\n",
        ])
        do throws(ServiceError) { _ = try Panel<StandardRecognizer>(configuration: folder.path("c.yaml")) } catch {
            return error
        }
        return nil
    }

    @Test func requiredCapabilitiesAreDeclaredAndWhatLacksThemDoesNotStart() throws {
        let noSensor = "the board 'simulated' has no motion sensor"
        for (text, board, why) in [
            ("options: {requires: accelerometer}", "simulated", "c.yaml:3:21: \(noSensor)"),
            ("options: {requires: gyroscope}", "simulated", "c.yaml:3:21: \(noSensor)"),
            (
                "options: {requires: [accelerometer, gyroscope]}", "lis3dh.yaml",
                "c.yaml:3:21: the board 'simulated-motion' has no gyroscope: its lis3dh measures acceleration"
            ), ("motion: [{name: shaken, kind: shake}]", "simulated", noSensor),
        ] {
            let refusal = try refusal(text, board: board)
            #expect(refusal?.exitCode == .badConfiguration)
            #expect(refusal?.description.contains(why) == true, "\(refusal?.description ?? "it starts")")
        }
        #expect(try refusal("options: {requires: accelerometer}", board: "lis3dh.yaml") == nil)
        #expect(try refusal("options: {requires: [accelerometer, gyroscope]}", board: "mpu6050.yaml") == nil)
        #expect(try refusal("options: {requires: magnetometer}", board: "mpu6050.yaml") != nil)
    }

    @Test func orientationAloneRequiresNoneAndSaysWhenNothingOffersIt() throws {
        let orientation = "motion: [{name: lying, kind: orientation, is: faceUp}]"
        #expect(try refusal(orientation, board: "lis3dh.yaml") == nil)
        let refusal = try refusal(orientation, board: "simulated")
        #expect(refusal?.description.contains("the board 'simulated' has no motion sensor") == true)
    }

    @Test func aBoardWithoutASensorIsRefusedAtMotion() throws {
        let refusal = try refusal("motion:\n  - {name: shaken, kind: shake}", board: "simulated")
        #expect(refusal?.exitCode == .badConfiguration)
        #expect(refusal?.description.contains("c.yaml:4:3: the board 'simulated' has no motion sensor") == true)
    }
}
