import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// `tapline calibrate` on simulated boards: fingers touch a chip's registers, and a file changes.
@Suite struct CalibrationTests {
    private let head = """
        tapline: board/1
        name: mine
        source: made up
        controller: gt911
        bus: simulated
        addresses: [0x5d]
        interrupt_pin: GPIO4
        reset_pin: GPIO17
        size: [800, 480]

        """
    private var sized: String { head + "active_area: [154.08mm, 85.92mm]   # measured\n" }

    /// One finger after the other at these raw pixels, each for 200 ms.
    private func fingers(_ places: [(x: Float, y: Float)], jitterPx: Float = 0) -> FingerScript {
        var script = FingerScript(jitterPx: jitterPx, seed: 7)
        for place in places {
            script.rest(.milliseconds(500))
            script.hold(x: place.x, y: place.y, duration: .milliseconds(200))
        }
        return script
    }

    /// The corners and the middle, 10 % from the edges, as a panel sees them that is `wrong`.
    private func places(
        _ count: Int = 5, wrong: (Float, Float) -> (x: Float, y: Float) = { ($0, $1) }
    ) -> [(x: Float, y: Float)] {
        let all: [(Float, Float)] = [(79.5, 47.5), (719.5, 47.5), (719.5, 431.5), (79.5, 431.5), (399.5, 239.5)]
        return all.prefix(count).map { wrong($0.0, $0.1) }
    }

    private func calibrate(
        _ path: String, _ fingers: FingerScript?, places: Int = 5, isRehearsal: Bool = false
    ) throws(ServiceError) {
        var calibration = try Calibration(board: path, places: places)
        calibration.isRehearsal = isRehearsal
        try calibration.run(fingers: fingers, isLive: false)
    }

    private func refusal(_ path: String, _ fingers: FingerScript?, places: Int = 5) -> ServiceError? {
        failure { () throws(ServiceError) in try calibrate(path, fingers, places: places) }
    }

    private func board(_ path: String) throws -> BoardDescription {
        try BoardDescription(Array(try Data(contentsOf: URL(filePath: path))), file: path)
    }

    // MARK: What is written

    @Test(arguments: 3...5) func aPanelThatIsOffIsPutRight(count: Int) throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        let wrong = places(count) { (x: ($0 * 0.95 + 20).rounded(), y: ($1 * 1.04 - 6).rounded()) }
        try calibrate(path, fingers(wrong), places: count)
        let board = try board(path)
        let geometry = PanelGeometry(board.panel)
        for (seen, meant) in zip(wrong, places(count)) {
            let place = geometry.pixels(geometry.point(ofRawX: seen.x, y: seen.y))
            // (The chip tells whole pixels.)
            #expect(abs(place.x - meant.x) < 1 && abs(place.y - meant.y) < 1)
        }
        #expect(try folder.text("b.yaml").hasPrefix(sized + "transform: {calibration: ["))
        #expect(folder.names == ["b.yaml"])
    }

    @Test func aSecondCalibrationStartsFromThePanelAndNotFromTheFirst() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        let wrong = fingers(places { (x: $0 + 15, y: $1 - 8) })
        try calibrate(path, wrong)
        let once = try folder.text("b.yaml")
        try calibrate(path, wrong)
        #expect(try folder.text("b.yaml") == once)
    }

    @Test func aTurnedPanelIsCalibratedAfterItsTransform() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized + "transform: {mirror_x: true, swap_xy: true}\n")
        // Oriented 480 × 800: x' = y, y' = 799 − x. The finger is seen 10 px too far to the right.
        let targets: [(x: Float, y: Float)] = [
            (47.5, 79.5), (431.5, 79.5), (431.5, 719.5), (47.5, 719.5), (239.5, 399.5),
        ]
        try calibrate(path, fingers(targets.map { (x: 799 - $0.y, y: $0.x + 10) }))
        let found = try board(path).panel.calibration
        #expect(abs(found.c + 10) < 1 && abs(found.a - 1) < 0.003 && abs(found.e - 1) < 0.003 && abs(found.f) < 1)
        #expect(try folder.text("b.yaml").contains("transform: {mirror_x: true, swap_xy: true, calibration: ["))
    }

    @Test func tremblingFingersAreTakenWhereTheyAreMostOfTheTime() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        try calibrate(path, fingers(places(), jitterPx: 6))
        let found = try board(path).panel.calibration
        #expect(abs(found.a - 1) < 0.01 && abs(found.e - 1) < 0.01 && abs(found.c) < 5 && abs(found.f) < 5)
    }

    @Test func aRehearsalLeavesTheFile() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        try calibrate(path, fingers(places { (x: $0 + 15, y: $1) }), isRehearsal: true)
        #expect(try folder.text("b.yaml") == sized)
    }

    // MARK: What is not

    /// Refused with exit code 65, and the file is as it was.
    private func expectRefusal(
        _ text: String, _ fingers: FingerScript, places: Int = 5, saying words: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text)
        let error = refusal(path, fingers, places: places)
        #expect(error?.exitCode == .badData, sourceLocation: location)
        #expect(error?.description.contains(words) == true, "\(String(describing: error))", sourceLocation: location)
        #expect(error?.description.contains("\(path) is as it was") == true, sourceLocation: location)
        #expect(try folder.text("b.yaml") == text && folder.names == ["b.yaml"], sourceLocation: location)
    }

    @Test func touchesThatMakeNoCalibrationAreRefusedWithTheirFigure() throws {
        try expectRefusal(
            sized, fingers((1...5).map { (x: Float($0) * 120, y: 200) }),
            saying: "they are 0 mm away from it, at least 5.3 mm")
        var off = places()
        off[4].x += 60
        try expectRefusal(sized, fingers(off), saying: "touch 5 is 11.6 mm away from where the others put it")
        try expectRefusal(head, fingers(off), saying: "touch 5 is 60 px away from where the others put it")
        try expectRefusal(
            sized, fingers(places { (x: 799 - $0, y: $1) }),
            saying: "write transform: {mirror_x: true, mirror_y: false, swap_xy: false} into it")
        try expectRefusal(sized, fingers(places { (x: $0 / 3, y: $1 / 3) }), saying: "by a factor of 3")
    }

    @Test func fingersThatEndTooEarlyWriteNothing() throws {
        try expectRefusal(sized, fingers(places(4)), saying: "4 of 5 places were touched")
        try expectRefusal(sized, FingerScript(), places: 3, saying: "0 of 3 places were touched")
    }

    @Test func aFingerThatSlidesOrIsNotAloneIsAskedAgain() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        var script = FingerScript()
        // 20 px are 3.85 mm, and one half of them is on each side of the median.
        script.swipe(fromX: 80, y: 48, toX: 120, y: 48, duration: .milliseconds(300))
        script.rest(.milliseconds(500))
        script.move(duration: .milliseconds(300)) { _ in
            return Contacts([Contact(id: 0, x: 80, y: 48, pressure: 40), Contact(id: 1, x: 600, y: 300, pressure: 40)])
        }
        for place in places() {
            script.rest(.milliseconds(500))
            script.hold(x: place.x, y: place.y, duration: .milliseconds(200))
        }
        try calibrate(path, script)
        #expect(abs(try board(path).panel.calibration.a - 1) < 0.003)
        // With those two as answers there would have been five without the last places, and another calibration.
        try expectRefusal(
            sized,
            {
                var short = FingerScript()
                short.swipe(fromX: 80, y: 48, toX: 120, y: 48, duration: .milliseconds(300))
                for place in places(4) {
                    short.rest(.milliseconds(500))
                    short.hold(x: place.x, y: place.y, duration: .milliseconds(200))
                }
                return short
            }(), saying: "4 of 5 places were touched")
    }

    @Test func aBoardWithoutAFileOrFingersSaysWhatIsMissing() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        let none = refusal(path, nil)
        #expect(none?.exitCode == .usage && none?.description.contains("--fingers RECORDING") == true)
        let real = try folder.file("r.yaml", sized.replacing("bus: simulated", with: "bus: 1"))
        #expect(refusal(real, fingers(places()))?.exitCode == .usage)
        #expect(refusal(folder.path("none.yaml"), nil)?.exitCode == .badConfiguration)
        #expect(refusal(try folder.file("w.yaml", sized + "x: 1\n"), nil)?.exitCode == .badConfiguration)
    }

    // MARK: The file

    @Test func permissionsAndLinksStay() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("real.yaml", sized)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.yaml"), withDestinationPath: path)
        try calibrate(folder.path("link.yaml"), fingers(places { (x: $0 + 15, y: $1) }))
        #expect(try folder.text("real.yaml").contains("calibration: ["))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.yaml")) == path)
        #expect(folder.names == ["link.yaml", "real.yaml"])
    }

    @Test func aFileThatSomebodyHasChangedMeanwhileIsLeftAlone() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", sized)
        let calibration = try Calibration(board: path)
        try folder.file("b.yaml", sized + "# edited\n")
        do throws(ServiceError) {
            try calibration.run(fingers: fingers(places { (x: $0 + 15, y: $1) }), isLive: false)
            Issue.record("the file was overwritten")
        } catch {
            #expect(error.exitCode == .inputOutput && error.description.contains("changed by somebody else"))
        }
        #expect(try folder.text("b.yaml") == sized + "# edited\n")
    }
}
