import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// A configuration on its board, without the board.
@Suite struct VirtualPanelTests {
    private static let root = Repository.root
    private static let example = root.appending(path: "tools/examples/test-without-a-panel")

    private func rig(_ gestures: String, board: String = "simulated") throws -> VirtualPanel<StandardRecognizer> {
        let file = FileManager.default.temporaryDirectory.appending(path: "rig-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try ("tapline: config/1\n" + gestures).write(to: file, atomically: true, encoding: .utf8)
        return try VirtualPanel(
            configuration: file.path, board: Self.root.appending(path: "boards/\(board).yaml").path)
    }

    private func one(_ x: Float, _ y: Float) -> Contacts {
        return Contacts([Contact(id: 0, x: x, y: y, pressure: 40)])
    }

    @Test(arguments: ["simulated", "pi-touch-display-1", "hyperpixel4", "waveshare-1.28-touch-lcd"])
    func aTapIsATapOnEveryKindOfBoard(board: String) throws {
        let rig = try rig("gestures: [{name: select, kind: tap}]\n", board: board)
        rig.touch(one(60, 60))
        rig.wait(.milliseconds(60))
        rig.touch(Contacts())
        rig.wait(.milliseconds(60))
        rig.settle()
        #expect(rig.gestures == ["select ended"], "\(rig.faults)")
    }

    @Test func aBurstOfFailuresUnderAFingerCancelsAndIsTold() throws {
        let rig = try rig("gestures: [{name: hold, kind: longPress}]\n")
        rig.touch(one(60, 60))
        rig.wait(.milliseconds(700))
        #expect(rig.gestures == ["hold began"])
        rig.failTransfers(1_000, errno: 5)
        rig.touch(one(61, 60))
        rig.wait(.milliseconds(5_000))
        #expect(rig.gestures == ["hold began", "hold cancelled"])
        #expect(!rig.faults.isEmpty)
    }

    @Test func fingerThatBecomesAPalmCancelsItsGestureAndAPalmMakesNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "palm-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let simulated = try String(contentsOf: Self.root.appending(path: "boards/simulated.yaml"), encoding: .utf8)
        let (board, file) = (folder.appending(path: "palm.yaml").path, folder.appending(path: "config.yaml").path)
        try (simulated + "ghosts: {palm: 60}\n").write(toFile: board, atomically: true, encoding: .utf8)
        try "tapline: config/1\ngestures: [{name: drag, kind: pan}, {name: hold, kind: longPress}]\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let rig = try VirtualPanel<StandardRecognizer>(configuration: file, board: board)
        func finger(_ x: Float, size: Float) {
            rig.touch(Contacts([Contact(id: 0, x: x, y: 200, pressure: size)]))
            rig.wait(.milliseconds(10))
        }
        for step in 0..<20 { finger(Float(100 + step * 8), size: 30) }
        #expect(rig.gestures.first == "drag began" && !rig.gestures.contains("drag cancelled"))
        finger(260, size: 60)
        #expect(rig.gestures.last == "drag cancelled")
        let count = rig.gestures.count
        for step in 0..<20 { finger(Float(260 + step * 8), size: 30) }
        rig.touch(Contacts())
        rig.settle()
        for _ in 0..<100 { finger(400, size: 80) }
        rig.touch(Contacts())
        rig.settle()
        #expect(rig.gestures.count == count, "\(rig.gestures)")
        for _ in 0..<100 { finger(400, size: 59) }
        #expect(rig.gestures.last == "hold began")
    }

    @Test func controlsAndTouchesAreTold() throws {
        let rig = try rig(
            """
            zones: [{name: ok, rect: [0%, 0%, 50%, 100%], control: button}]
            outputs: [{on: ok, line: GPIO5, pulse: 100ms}]

            """)
        rig.touch(one(60, 60))
        rig.wait(.milliseconds(60))
        rig.touch(Contacts())
        rig.wait(.milliseconds(10))
        #expect(rig.controls == ["ok press", "ok click"])
        #expect(rig.isActive("GPIO5") == true)
        rig.settle()
        #expect(rig.lineChanges.map(\.isActive) == [true, false])
        #expect(rig.isActive("GPIO6") == nil)
    }

    @Test func theEndPaysEveryBeganBackAndLeavesLinesIdle() throws {
        let rig = try rig(
            "gestures: [{name: hold, kind: longPress}]\noutputs: [{on: hold, line: GPIO5, hold: true}]\n")
        rig.touch(one(60, 60))
        rig.wait(.milliseconds(700))
        #expect(rig.isActive("GPIO5") == true)
        rig.end()
        #expect(rig.gestures == ["hold began", "hold cancelled"])
        #expect(rig.isActive("GPIO5") == false)
    }

    @Test func whatIsWrongWithTheFilesIsThrown() {
        #expect(throws: ServiceError.self) { try rig("gestures: [{name: hold, kind: longPres}]\n") }
    }

    // MARK: Rest

    private static let resting = """
        gestures: [{name: select, kind: tap}]
        remote: [{name: next, command: nextTrack}]
        outputs:
          - {while: untouched, after: 10s, backlight: first, level: 20%, swallow: false}
          - {while: untouched, after: 20s, line: GPIO5}
          - {while: untouched, after: 30s, sleep: true}
        options: {wakeOn: remote}

        """

    private func tap(_ rig: VirtualPanel<StandardRecognizer>) {
        rig.touch(one(60, 60))
        rig.wait(.milliseconds(60))
        rig.touch(Contacts())
        rig.wait(.milliseconds(60))
    }

    @Test func touchThatWakesDoesNothingElse() throws {
        let rig = try rig(Self.resting)
        tap(rig)
        #expect(rig.gestures == ["select ended"])
        rig.wait(.milliseconds(10_500))
        #expect(rig.restState == .dimmed && rig.isActive("backlight") == true && rig.isActive("GPIO5") == false)
        tap(rig)
        #expect(rig.gestures.filter { $0 == "select ended" }.count == 2 && rig.isActive("backlight") == false)
        rig.wait(.milliseconds(20_500))
        #expect(rig.restState == .resting && rig.isActive("GPIO5") == true)
        tap(rig)
        #expect(rig.gestures.filter { $0 == "select ended" }.count == 2)
        #expect(rig.isActive("GPIO5") == false && rig.isActive("backlight") == false && rig.restState == .waking)
        rig.wait(.milliseconds(500))
        #expect(rig.restState == .active)
    }

    /// The bug: a panel that noticed no finger any more was called dimmed, as one whose next finger counts.
    @Test func panelThatSleepsIsRestingWhetherOrNotFingersWouldCount() throws {
        let rig = try rig(
            Self.resting.replacingOccurrences(of: "sleep: true", with: "sleep: true, swallow: false")
                .replacingOccurrences(of: "line: GPIO5}", with: "line: GPIO5, swallow: false}"))
        rig.wait(.milliseconds(29_000))
        #expect(rig.restState == .dimmed)
        rig.wait(.milliseconds(2_000))
        #expect(rig.restState == .resting)
    }

    /// The bug: a motion detector, whose contact stays closed for seconds, was said to be a `button`, and commanded nothing: one
    /// long press is no word of a headset's.
    @Test func motionDetectorWakesAPanelAndKeepsItAwake() throws {
        let detector =
            "remotes: [{button: GPIO22, active_low: false, bias: pull_down, command: nextTrack, repeat: 5s}]\n"
        let rig = try rig(Self.resting + detector)
        rig.wait(.milliseconds(31_000))
        rig.forget()
        rig.set(contact: "GPIO22", isClosed: true)
        rig.wait(.milliseconds(100))
        #expect(rig.gestures == ["untouched 30s ended", "untouched 20s ended", "untouched 10s ended", "next ended"])
        rig.forget()
        rig.wait(.milliseconds(24_900))
        #expect(rig.gestures == Array(repeating: "next ended", count: 5))
        rig.set(contact: "GPIO22", isClosed: false)
        rig.wait(.milliseconds(10_500))
        #expect(rig.gestures.last == "untouched 10s began")
    }

    @Test func panelThatSleepsNoticesNoFingerAndIsWokenByACommand() throws {
        let rig = try rig(Self.resting)
        rig.wait(.milliseconds(31_000))
        rig.forget()
        tap(rig)
        #expect(rig.gestures.isEmpty && rig.restState == .resting)
        rig.send(.nextTrack)
        #expect(
            rig.gestures == ["untouched 30s ended", "untouched 20s ended", "untouched 10s ended", "next ended"])
        rig.wait(.milliseconds(1_000))
        tap(rig)
        #expect(rig.gestures.last == "select ended", "\(rig.gestures) \(rig.faults)")
    }

    @Test func everyStageEndsWithTheRun() throws {
        let rig = try rig(Self.resting)
        rig.rest(true)
        #expect(rig.gestures.count == 3 && rig.isActive("GPIO5") == true)
        rig.end()
        // (Nobody has touched it.)
        #expect(
            rig.gestures.suffix(3) == ["untouched 30s cancelled", "untouched 20s cancelled", "untouched 10s cancelled"])
        #expect(rig.isActive("GPIO5") == false && rig.isActive("backlight") == false)
    }
}
