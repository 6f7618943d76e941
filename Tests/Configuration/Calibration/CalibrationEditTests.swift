import TaplineConfiguration
import TestSupport

/// A calibration in a board's text, and nothing else changed.
@Suite struct CalibrationEditTests {
    private let head = boardToCalibrate
    private let calibration = PanelGeometry.Calibration(a: 1.01, b: -0.0025, c: -3.125, d: 0, e: 0.990001, f: 4)
    private let written = "calibration: [1.01, -0.0025, -3.125, 0, 0.990001, 4]"

    private func edited(_ text: String) throws -> String {
        let edit = try CalibrationEdit(Array(text.utf8), file: "b.yaml", calibration: calibration)
        // What is written is what is read.
        let board = try BoardDescription(edit.bytes, file: "b.yaml")
        #expect(board.panel.calibration == calibration)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    @Test func aBoardWithoutATransformGetsOneBehindItsSizes() throws {
        #expect(
            try edited(head + "poll: {active: 5ms}\n") == head + "transform: {\(written)}\n"
                + "poll: {active: 5ms}\n")
        let area = "active_area: [100mm, 60mm]  # measured\n"
        #expect(
            try edited(head + area + "# the end\n") == head + area + "transform: {\(written)}\n# the end\n")
        // Also where the last line has no end.
        #expect(try edited(String(head.dropLast())) == head + "transform: {\(written)}")
    }

    @Test func aTransformGetsTheKeyInItsOwnStyle() throws {
        #expect(
            try edited(head + "transform: {mirror_x: true, swap_xy: true}  # as the overlay\nmax_fingers: 5\n")
                == head + "transform: {mirror_x: true, swap_xy: true, \(written)}  # as the overlay\nmax_fingers: 5\n")
        #expect(try edited(head + "transform: {}\n") == head + "transform: {\(written)}\n")
        #expect(
            try edited(head + "transform: {mirror_x: true,}\n") == head + "transform: {mirror_x: true, \(written),}\n")
        let block = """
            transform:          # raw to oriented
              mirror_x: true    # it is
              # nothing is swapped
              swap_xy: false    # is it not?

            """
        #expect(
            try edited(head + block + "# behind\nmax_fingers: 5\n")
                == head + block + "  \(written)\n# behind\nmax_fingers: 5\n")
    }

    @Test func aCalibrationIsReplacedNumberByNumber() throws {
        #expect(
            try edited(head + "transform: {calibration: [1, 0,  0, 0,1 , 0], rotate: 90}\n")
                == head + "transform: {calibration: [1.01, -0.0025,  -3.125, 0,0.990001 , 4], rotate: 90}\n")
        #expect(
            try edited(
                head
                    + "transform:\n  calibration:\n    - 1    # a\n    - \"0\"  # b\n    - 0\n    - 0\n    - 1\n    - 0 # f\n"
            )
                == head + "transform:\n  calibration:\n    - 1.01    # a\n    - -0.0025  # b\n    - -3.125\n    - 0\n"
                + "    - 0.990001\n    - 4 # f\n")
    }

    @Test func lineEndsMarksAndForeignLettersStay() throws {
        let windows = head.replacing("\n", with: "\r\n")
        #expect(
            Array(try edited(windows + "max_fingers: 5\r\n").utf8)
                == Array((windows + "transform: {\(written)}\r\nmax_fingers: 5\r\n").utf8))
        let marked = "\u{FEFF}" + head
        #expect(Array(try edited(marked).utf8) == Array((marked + "transform: {\(written)}\n").utf8))
        let flow = """
            {tapline: board/1, name: "ünïcödé {", source: 'a, b }', controller: gt911, bus: 1, addresses: [0x5d],
             size: [800, 480]}  # all in one

            """
        #expect(
            try edited(flow) == flow.replacing("[800, 480]}", with: "[800, 480], transform: {\(written)}}"))
    }

    @Test func writingItAgainChangesNothing() throws {
        for text in [head, head + "transform: {mirror_y: true}\n", head + "transform:\n  rotate: 90\n"] {
            let once = try edited(text)
            #expect(try edited(once) == once)
        }
    }

    @Test func whatIsNoBoardIsRefused() {
        for text in ["", "tapline: config/1\n", head + "transform: {mirrorx: true}\n", "\0"] {
            #expect(throws: ConfigurationErrors.self) {
                _ = try CalibrationEdit(Array(text.utf8), file: "b.yaml", calibration: calibration)
            }
        }
    }

    @Test func everyShippedBoardCanBeCalibrated() throws {
        for name in [
            "pi-touch-display-1", "hyperpixel4", "goodix", "simulated", "waveshare-dsi-8", "waveshare-2-touch-lcd",
        ] {
            let text = String(decoding: try file("boards/\(name).yaml"), as: UTF8.self)
            let lines = try edited(text).split(separator: "\n", omittingEmptySubsequences: false)
            let old = text.split(separator: "\n", omittingEmptySubsequences: false)
            // One line is new or other, all others are as they were.
            let same = lines.filter { old.contains($0) }
            #expect(lines.count - same.count == 1)
            #expect(lines.count == old.count + (text.contains("transform:") ? 0 : 1))
        }
    }

    @Test func fiveThousandMutatedBoardsAreEditedOrRefused() throws {
        let originals = [
            head, head + "transform: {calibration: [1, 0, 0, 0, 1, 0]}\n", head + "transform:\n  rotate: 90\n",
        ]
        var changed = 0
        try mutated(originals, count: 5_000, seedOf: "the edited boards") { bytes in
            guard let edit = try? CalibrationEdit(bytes, file: "b.yaml", calibration: calibration) else { return }
            changed += 1
            var expected = try BoardDescription(bytes, file: "b.yaml")
            expected.panel.calibration = calibration
            #expect(try BoardDescription(edit.bytes, file: "b.yaml") == expected)
        }
        #expect(changed > 200)
    }
}
