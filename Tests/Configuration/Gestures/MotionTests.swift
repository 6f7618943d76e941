import TaplineConfiguration
import TestSupport

/// `motion` of a configuration.
@Suite struct MotionTests {
    @Test func entriesAreShakesAndWaysToHoldTheDevice() throws {
        let motion = try configuration(
            list(
                "motion",
                [
                    "{name: shaken, kind: shake}",
                    "{name: hard, kind: shake, like: seismic, threshold: 15m/s2, window: 400ms, count: 6}",
                    "{name: soft, kind: shake, threshold: 0.5g, rest: 1s, quiet: 0, maxDuration: none}",
                    "{name: sideways, kind: orientation, is: [landscapeLeft, landscapeRight]}",
                    "{name: down, kind: orientation, is: faceDown}", "{name: any, kind: orientation, is: all}",
                ])
        ).motion
        #expect(motion.map(\.name) == ["shaken", "hard", "soft", "sideways", "down", "any"])
        #expect(motion[0].kind == .shake(.standard))
        var hard = ShakeParameters.seismic(15)
        (hard.window, hard.count) = (.milliseconds(400), 6)
        #expect(motion[1].kind == .shake(hard))
        var soft = ShakeParameters.standard
        (soft.threshold, soft.rest, soft.quiet, soft.maxDuration) = (0.5, .milliseconds(1_000), .zero, .unlimited)
        #expect(motion[2].kind == .shake(soft))
        #expect(motion[3].kind == .orientation([.landscapeLeft, .landscapeRight]))
        #expect(motion[4].kind == .orientation([.faceDown]))
        guard case .orientation(let all) = motion[5].kind else { throw Missing("no orientation") }
        #expect(all.count == 6 && !all.contains(.unknown))
    }

    @Test func outputsFollowMotionByItsNameAsGestures() throws {
        let read = try configuration(
            list("gestures", ["{name: lamp, kind: tap}"]) + """
                motion:
                  - {name: shaken, kind: shake}
                  - {name: sideways, kind: orientation, is: landscapeLeft}
                outputs:
                  - {line: GPIO5, on: shaken, pulse: 100ms}
                  - {line: GPIO6, on: [lamp, shaken], toggle: true}
                  - {line: GPIO13, on: sideways, hold: true}
                  - {serial: /dev/ttyS0, format: line, on: [shaken]}

                """)
        #expect(read.names.gestures[1].text == "shaken" && read.names.gestures[2].text == "sideways")
        #expect(read.outputs.count == 3 && read.serials[0].gestures == [1])
        let (engine, gestures) = (read.motionEngine(), read.motionGestures)
        #expect(engine.shakeCount == 1 && engine.wants(.shakes) && engine.wants(.orientation) && !engine.wants(.data))
        #expect(gestures.first == 1 && gestures.count == 2)
        #expect(gestures[0] == .shake(0) && gestures[1] == .orientation(1 << DeviceOrientation.landscapeLeft.rawValue))
    }

    @Test func nobodyWantsASensorWithoutMotion() throws {
        let plain = try gestures("{name: lamp, kind: tap}")
        #expect(!plain.needsMotion && !plain.motionEngine().isWanted)
        let engine = try configuration(
            list("motion", ["{name: down, kind: orientation, is: faceDown}"])
        ).motionEngine()
        #expect(engine.wants(.orientation) && !engine.wants(.shakes))
    }

    @Test(arguments: [
        ("{name: a, kind: shaken}", "'kind' is 'shaken'"), ("{name: a}", "a motion event has no 'kind'"),
        ("{kind: shake}", "a motion event has no 'name'"), ("{name: touches, kind: shake}", "stands for the fingers"),
        ("{name: lamp, kind: shake}", "given a second time"),
        ("{name: a, kind: shake, threshold: 3}", "'threshold' is '3'"),
        ("{name: a, kind: shake, threshold: 90g}", "'threshold' is out of range"),
        ("{name: a, kind: shake, count: 17}", "'count' is out of range"),
        ("{name: a, kind: shake, like: square}", "'like' is 'square'"),
        ("{name: a, kind: shake, is: portrait}", "unknown key 'is'"),
        ("{name: a, kind: orientation}", "a motion event has no 'is'"),
        ("{name: a, kind: orientation, is: sideways}", "'is' is 'sideways'"),
        ("{name: a, kind: orientation, is: portrait, count: 3}", "unknown key 'count'"),
    ]) func whatIsWrongIsSaid(entry: String, message: String) {
        let found = complaints(
            list("gestures", ["{name: lamp, kind: tap}"]) + "motion:\n  - \(entry)\n")
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    private let following = "tapline: config/1\noptions: {orientation: follow}\n"

    @Test func panelThatFollowsIsReadForAllWaysToHoldIt() throws {
        var panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        panel.rotation = .quarter
        func ways(_ text: String) throws -> [StandardConfiguration.Turned] {
            try StandardConfiguration.all(
                ConfigurationSource(Array(text.utf8), file: "c.yaml"), panel: panel, board: nil)
        }
        let all = try ways(following + "zones: [{name: top, rect: [0%, 0%, 100%, 25%]}]\n")
        #expect(all.map { $0.turn } == [.none, .quarter, .half, .threeQuarters])
        #expect(all.map { $0.geometry.width } == [480, 800, 480, 800])
        let zones = all.map { $0.configuration.zones[0].shape }
        #expect(zones[0] == .rectangle(origin: .zero, size: Vector(x: 480, y: 200)) && zones[0] == zones[2])
        #expect(zones[1] == .rectangle(origin: .zero, size: Vector(x: 800, y: 120)) && zones[1] == zones[3])
        let configuration = all[0].configuration
        #expect(configuration.needsMotion && configuration.motionEngine().wants(.orientation))
        #expect(try ways("tapline: config/1\noptions: {orientation: fixed}\n").count == 1)
        let polygon = "zones: [{name: p, polygon: [[0px, 500px], [400px, 500px], [0px, 700px]]}]\n"
        let found = complaints { () throws(ConfigurationErrors) in
            try StandardConfiguration.all(
                ConfigurationSource(Array((following + polygon).utf8), file: "c.yaml"), panel: panel, board: nil)
        }
        #expect(found.count == 1 && found[0].contains("on the turned panel, 800x480 px"), "\(found)")
    }

    @Test func panelThatFollowsNeedsASensorAndTurnsForNobodyElse() throws {
        let found = complaints(following, board: try shippedBoard("goodix"))
        #expect(
            found.count == 1 && found[0].hasPrefix("c.yaml:2:") && found[0].contains("no motion sensor"), "\(found)"
        )
        #expect(complaints(following + "outputs: [{uinput: touchscreen}]\n").count == 1)
        #expect(complaints("tapline: config/1\noptions: {orientation: turn}\n").count == 1)
    }

    @Test func panelSleepsOnlyWhereSomethingWakesIt() throws {
        let sleeps = "outputs: [{while: untouched, after: 600s, sleep: true}]\n"
        let read = try configuration("tapline: config/1\noptions: {wakeOn: motion}\n" + sleeps)
        #expect(read.wakeThreshold == 0.1 && read.rests[0].isSleeping && read.needsMotion)
        let engine = read.motionEngine()
        #expect(engine.movementThreshold == 0.1 && engine.isWanted)
        let other = try configuration("tapline: config/1\noptions: {wakeOn: 0.25g}\n")
        #expect(other.wakeThreshold == 0.25 && other.rests.isEmpty)
        let none = try configuration("tapline: config/1\n")
        #expect(none.wakeThreshold == 0 && !none.motionEngine().isWanted)
        let found = complaints("tapline: config/1\noptions: {wakeOn: motion}\n", board: try shippedBoard("goodix"))
        #expect(
            found.count == 1 && found[0].hasPrefix("c.yaml:2:") && found[0].contains("no motion sensor"), "\(found)")
        #expect(complaints("tapline: config/1\n" + sleeps).count == 1)
        for wrong in [
            "wakeOn: shake", "wakeOn: 3g", "wakeOn: 0.1", "wakeOn: remote", "wakeOn: []", "wakeOn: [motion, nobody]",
        ] {
            #expect(complaints("tapline: config/1\noptions: {\(wrong)}\n").count == 1, "\(wrong)")
        }
        #expect(
            complaints("tapline: config/1\noptions: {wakeOn: 0.1}\n")[0].hasSuffix(
                "write 0.05g to 2g, or m/s2, or motion"))
    }

    @Test func thereIsRoomForFourShakesAndTwelveEntries() {
        func entries(_ count: Int, _ rest: String) -> String {
            list("motion", (0..<count).map { "{name: e\($0), \(rest)}" })
        }
        #expect(complaints(entries(4, "kind: shake")) == [])
        #expect(complaints(entries(5, "kind: shake")).count == 1)
        #expect(complaints(entries(12, "kind: orientation, is: faceUp")) == [])
        #expect(complaints(entries(13, "kind: orientation, is: faceUp")).count == 1)
    }
}
