import Foundation
import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

/// `tapline calibrate --sensor`: a simulated device is turned over its faces, and a file changes.
@Suite struct SensorCalibrationTests {
    private func text(_ sensor: String) -> String {
        "tapline: board/1   # mine\nname: mine\nsource: made up\ncontroller: none\n"
            + "sensors: [{chip: lis3dh, bus: simulated, \(sensor)}]   # one\n"
    }

    private func calibrate(_ path: String, isRehearsal: Bool = false) throws(ServiceError) {
        var calibration = try SensorCalibration(board: path)
        calibration.isRehearsal = isRehearsal
        try calibration.run(isLive: false)
    }

    private func mounting(_ path: String) throws -> SensorMounting {
        let board = try BoardDescription(Array(try Data(contentsOf: URL(filePath: path))), file: path)
        return try #require(board.sensors.first?.mounting)
    }

    // MARK: What is written

    /// The model of the chip has the errors that its board puts right; its unit is 2 mg, and it trembles by two units. Two
    /// milligs and two thousandths: a unit.
    @Test(arguments: [
        "rate: 100Hz",
        "rate: 100Hz, interrupt_pin: GPIO22",
        "rate: 10Hz, range: 2g",
        "rate: 400Hz, offset: [0.05g, -0.03g, 0.1g], scale: [1.02, 0.97, 1.01]",
        "rate: 100Hz, offset: [0.25g, 0.25g, -0.25g], scale: [0.9, 1.1, 1]",
        "rate: 100Hz, offset: [0.1g, 0g, -0.1g], scale: [1.05, 0.95, 1], mount_matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1]",
        """
        rate: 100Hz, offset: [0.1g, 0g, -0.1g], scale: [1.05, 0.95, 1], \
        mount_matrix: [0.866, 0.5, 0, -0.5, 0.866, 0, 0, 0, 1]
        """,
    ])
    func theErrorsOfTheSimulatedChipAreFound(sensor: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text(sensor))
        let errors = try mounting(path)
        try calibrate(path)
        let found = try mounting(path)
        for axis in 0..<3 {
            #expect(abs(found.offset[axis] - errors.offset[axis]) < 0.002, "\(found)")
            #expect(abs(found.scale[axis] - errors.scale[axis]) < 0.002, "\(found)")
        }
        #expect(found.x == errors.x && found.y == errors.y && found.z == errors.z)
        #expect(folder.names == ["b.yaml"])
    }

    @Test func theFileGetsOffsetAndScaleAndNothingElse() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text("rate: 100Hz"))
        try calibrate(path)
        let found = try folder.text("b.yaml")
        let place = try #require(found.range(of: ", offset: ["))
        let end = try #require(found.range(of: "]}]"))
        #expect(found.replacingCharacters(in: place.lowerBound...end.lowerBound, with: "") == text("rate: 100Hz"))
    }

    @Test func aBoardWithAPanelIsCalibratedWithoutIt() throws {
        let folder = try ScratchFolder()
        let shipped = try Repository.text("boards/examples/motion-board.yaml")
        let path = try folder.file("b.yaml", shipped.replacing("size: [800, 480]", with: "size: [800, 480]  # here"))
        try calibrate(path)
        #expect(try folder.text("b.yaml").contains("rate: 100Hz, offset: ["))
        #expect(try folder.text("b.yaml").contains("size: [800, 480]  # here\n"))
    }

    @Test func aRehearsalLeavesTheFile() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text("rate: 100Hz"))
        try calibrate(path, isRehearsal: true)
        #expect(try folder.text("b.yaml") == text("rate: 100Hz"))
    }

    // MARK: What is not

    /// Refused with exit code 65, and the file is as it was.
    private func expectRefusal(
        _ sensor: String, saying words: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text(sensor))
        let error = failure { () throws(ServiceError) in try calibrate(path) }
        #expect(error?.exitCode == .badData, sourceLocation: location)
        #expect(error?.description.contains(words) == true, "\(String(describing: error))", sourceLocation: location)
        #expect(error?.description.contains("\(path) is as it was") == true, sourceLocation: location)
        #expect(try folder.text("b.yaml") == text(sensor) && folder.names == ["b.yaml"], sourceLocation: location)
    }

    @Test func whatMakesNoCalibrationIsRefusedWithTheFigure() throws {
        try expectRefusal(
            "mount_matrix: [0.7071, 0.7071, 0, -0.7071, 0.7071, 0, 0, 0, 1]", saying: "do not tell their scales apart")
        // A chip that shows 1 g too much lies on no face, and one that measures once a second is not done in two.
        try expectRefusal("offset: [1g, 0g, 0g]", saying: "of 6 faces were seen")
        try expectRefusal("rate: 1Hz", saying: "0 of 6 faces were seen")
    }

    @Test func aBoardWithoutASensorSaysSo() throws {
        let folder = try ScratchFolder()
        let path = try folder.file(
            "b.yaml",
            "tapline: board/1\nname: mine\nsource: t\ncontroller: gt911\nbus: 1\naddresses: [0x5d]\nsize: [8, 4]\n")
        let error = failure { () throws(ServiceError) in try calibrate(path) }
        #expect(error?.exitCode == .badConfiguration)
        #expect(error?.description.contains("--sensor: the board 'mine' has no motion sensor; add it") == true)
    }

    @Test func aFileThatSomebodyHasChangedMeanwhileIsLeftAlone() throws {
        let folder = try ScratchFolder()
        let path = try folder.file("b.yaml", text("rate: 100Hz"))
        let calibration = try SensorCalibration(board: path)
        try folder.file("b.yaml", text("rate: 100Hz") + "# edited\n")
        let error = failure { () throws(ServiceError) in try calibration.run(isLive: false) }
        #expect(error?.exitCode == .inputOutput && error?.description.contains("changed by somebody else") == true)
        #expect(try folder.text("b.yaml") == text("rate: 100Hz") + "# edited\n")
    }
}

/// When a face counts.
@Suite struct SensorCalibrationSessionTests {
    private let session = SensorCalibrationSession(SensorMounting(), output: OutputStream())

    /// Readings of `shown`, one each `period`, the last `length` after the first.
    private func show(
        _ shown: SIMD3<Float>, from begin: Int64 = 0, for length: Int64 = 1_500, every period: Int64 = 10
    ) {
        for time in stride(from: begin, through: begin + length, by: Int64.Stride(period)) {
            session.motion(MotionReading(at: Instant(microseconds: time * 1_000), acceleration: shown))
        }
    }

    private func isSeen(_ face: DeviceFace) -> Bool { session.readings[face.rawValue] != nil }

    @Test func aFaceCountsAfterASecondAndAHalf() {
        show(DeviceFace.front.up, for: 1_490)
        #expect(!isSeen(.front))
        show(DeviceFace.front.up, from: 1_500, for: 0)
        #expect(isSeen(.front) && session.missing.count == 5)
    }

    @Test func facesAreSeenInAnyOrderAndOnce() {
        for (index, face) in (DeviceFace.allCases.reversed() + [.back, .front]).enumerated() {
            show(face.up, from: Int64(index) * 2_000)
            #expect(session.missing.count == max(5 - index, 0))
        }
        #expect(session.isDone)
        #expect(session.readings == DeviceFace.allCases.map { SIMD3<Double>($0.up) })
    }

    @Test func aFaceSeenAgainKeepsItsFirstReading() {
        show(SIMD3(0, 0, 1))
        show(SIMD3(1, 0, 0), from: 2_000, for: 100)
        show(SIMD3(0, 0, 1.05), from: 3_000)
        #expect(session.readings[0] == SIMD3(0, 0, 1) && session.missing.count == 5)
    }

    @Test func whatMovesByMoreThanATenthDoesNotCount() {
        func sway(_ g: Float, from begin: Int64) {
            for step in 0..<200 {
                let shown = SIMD3<Float>(0, 1, step % 2 == 0 ? 0 : g)
                session.motion(
                    MotionReading(at: Instant(microseconds: (begin + Int64(step) * 10) * 1_000), acceleration: shown))
            }
        }
        sway(0.101, from: 0)
        #expect(!isSeen(.lowerEdge))
        sway(0.099, from: 3_000)
        #expect(isSeen(.lowerEdge))
    }

    @Test func theFirstHalfSecondIsNotAveraged() throws {
        show(SIMD3(0.09, 0, 1), for: 490)
        show(SIMD3(0, 0, 1), from: 500, for: 1_000)
        #expect(try #require(session.readings[0]) == SIMD3(0, 0, 1))
    }

    @Test func aSlowChipTakesTenReadings() {
        show(SIMD3(0, 0, 1), for: 10_000, every: 1_000)
        #expect(isSeen(.back))
        show(SIMD3(0, 0, -1), from: 20_000, for: 9_000, every: 1_000)
        #expect(!isSeen(.front))
    }

    @Test func aFaceIsWithinThirtyDegreesAndHalfAG() {
        func tilted(_ degrees: Float, _ length: Float = 1) -> SIMD3<Float> {
            let angle = degrees * .pi / 180
            return SIMD3(sin(angle), 0, cos(angle)) * length
        }
        #expect(SensorCalibrationSession.face(tilted(29.9)) == .back)
        #expect(SensorCalibrationSession.face(tilted(30.1)) == nil)
        #expect(SensorCalibrationSession.face(tilted(60.1)) == .leftEdge)
        #expect(SensorCalibrationSession.face(tilted(0, 0.501)) == .back)
        #expect(SensorCalibrationSession.face(tilted(0, 0.499)) == nil)
        #expect(SensorCalibrationSession.face(.zero) == nil)
    }

    @Test func theMatrixTurnsFacesAndReadingsStayTheChips() {
        var mounting = SensorMounting()
        (mounting.x, mounting.y) = (SIMD3(0, 1, 0), SIMD3(-1, 0, 0))
        mounting.offset = SIMD3(repeating: 1)
        let session = SensorCalibrationSession(mounting, output: OutputStream())
        for time in stride(from: Int64(0), through: 1_500_000, by: 10_000) {
            session.motion(MotionReading(at: Instant(microseconds: time), acceleration: SIMD3(0, 1, 0)))
        }
        #expect(session.readings[DeviceFace.leftEdge.rawValue] == SIMD3(0, 1, 0) && session.missing.count == 5)
    }
}
