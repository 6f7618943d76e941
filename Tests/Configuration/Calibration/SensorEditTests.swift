import TaplineConfiguration
import TestSupport

/// Offset and scale of a motion sensor in a board's text, and nothing else changed.
@Suite struct SensorEditTests {
    private let head = boardToCalibrate
    private let offset = "offset: [0.05g, -0.03g, 0.1234g]"
    private let scale = "scale: [1.02, 0.97, 1]"

    /// The fit of a chip that is off by these figures.
    private func fit() throws -> SensorFit {
        try SensorFit(
            DeviceFace.allCases.map { SIMD3<Double>($0.up) / SIMD3(1.02, 0.97, 1) + SIMD3(0.05, -0.03, 0.1234) })
    }

    private func edited(_ text: String) throws -> String {
        let edit = try CalibrationEdit(Array(text.utf8), file: "b.yaml", sensor: try fit())
        let mounting = try #require(try BoardDescription(edit.bytes, file: "b.yaml").sensors.first?.mounting)
        #expect(mounting.offset == SIMD3(0.05, -0.03, 0.1234) && mounting.scale == SIMD3(1.02, 0.97, 1))
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    @Test func aSensorInBracesGetsBothBehindItsLastEntry() throws {
        #expect(
            try edited(head + "sensors: [{chip: lis3dh, rate: 100Hz}]  # one\npoll: {active: 5ms}\n") == head
                + "sensors: [{chip: lis3dh, rate: 100Hz, \(offset), \(scale)}]  # one\npoll: {active: 5ms}\n")
        #expect(
            try edited(head + "sensors:\n  - {chip: lis3dh, mount_matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1]}") == head
                + "sensors:\n  - {chip: lis3dh, mount_matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1], \(offset), \(scale)}")
    }

    @Test func aSensorInABlockGetsLinesOfItsOwn() throws {
        let block = "sensors:   # one\n  - chip: lis3dh   # the only one\n    rate: 100Hz   # enough\n"
        #expect(
            try edited(head + block + "# behind\npoll: {active: 5ms}\n") == head + block
                + "    \(offset)\n    \(scale)\n# behind\npoll: {active: 5ms}\n")
        // Its first entry may be its last, behind the dash.
        #expect(
            try edited(head + "sensors:\n- chip: lis3dh\n")
                == head + "sensors:\n- chip: lis3dh\n  \(offset)\n  \(scale)\n")
        #expect(
            try edited(head + "sensors:\n  -   chip: lis3dh # a\n") == head
                + "sensors:\n  -   chip: lis3dh # a\n      \(offset)\n      \(scale)\n")
    }

    @Test func numbersThatAreThereAreReplacedOneByOne() throws {
        #expect(
            try edited(head + "sensors: [{offset: [0g,  0.5g,0g ], chip: lis3dh, scale: [1, \"2\", 0.5]}]\n") == head
                + "sensors: [{offset: [0.05g,  -0.03g,0.1234g ], chip: lis3dh, scale: [1.02, 0.97, 1]}]\n")
        #expect(
            try edited(head + "sensors:\n  - chip: lis3dh\n    scale:\n      - 1   # x\n      - 1\n      - 1 # z\n")
                == head + "sensors:\n  - chip: lis3dh\n    scale:\n      - 1.02   # x\n      - 0.97\n      - 1 # z\n"
                + "    \(offset)\n")
    }

    @Test func lineEndsStay() throws {
        let text = head + "sensors:\n  - chip: lis3dh\n    rate: 50Hz\nmax_fingers: 5\n"
        let lines = "    rate: 50Hz\n    \(offset)\n    \(scale)\n"
        #expect(
            Array(try edited(text.replacing("\n", with: "\r\n")).utf8)
                == Array(text.replacing("    rate: 50Hz\n", with: lines).replacing("\n", with: "\r\n").utf8))
    }

    @Test func writingItAgainChangesNothing() throws {
        for sensors in ["sensors: [{chip: lis3dh}]\n", "sensors:\n  - chip: lis3dh\n"] {
            let once = try edited(head + sensors)
            #expect(try edited(once) == once)
        }
    }

    @Test func aBoardWithoutASensorIsRefused() throws {
        let fit = try fit()
        for text in [head, head + "sensors: none\n"] {
            let found = complaints { () throws(ConfigurationErrors) in
                try CalibrationEdit(Array(text.utf8), file: "b.yaml", sensor: fit)
            }
            #expect(found.first?.contains("has no motion sensor") == true, "\(found)")
        }
    }

    @Test func threeThousandMutatedBoardsAreEditedOrRefused() throws {
        let originals = [
            head + "sensors: [{chip: lis3dh}]\n", head + "sensors:\n  - chip: lis3dh\n    rate: 100Hz\n",
            head + "sensors:\n  - chip: lis3dh\n    scale: [1, 1, 1]\n    offset: [0g, 0g, 0g]\n",
        ]
        let fit = try fit()
        var changed = 0
        try mutated(originals, count: 3_000, seedOf: "the boards with sensors") { bytes in
            guard let edit = try? CalibrationEdit(bytes, file: "b.yaml", sensor: fit) else { return }
            changed += 1
            var expected = try BoardDescription(bytes, file: "b.yaml")
            expected.sensors[0].mounting.offset = SIMD3(fit.offset)
            expected.sensors[0].mounting.scale = SIMD3(fit.scale)
            #expect(try BoardDescription(edit.bytes, file: "b.yaml") == expected)
        }
        #expect(changed > 100)
    }
}
