import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// A recording has the transform of the board that its header names: `tapline record` writes raw pixels. (It was played as the eye sees
/// it, so what was recorded of a panel upside down swiped the other way.)
@Suite struct RecordedBoardTests {
    private let files = [
        "board.yaml": """
        tapline: board/1
        name: Upside down
        source: this test
        controller: gt911
        bus: simulated
        addresses: [0x5d]
        size: [800, 480]
        active_area: [154.08mm, 85.92mm]
        transform: {rotate: 180}
        """,
        "c.yaml": """
        tapline: config/1
        board: board.yaml
        gestures: [{name: go, kind: swipe}]
        """,
        "plain.yaml": """
        tapline: config/1
        board: simulated
        gestures: [{name: go, kind: swipe}]
        """,
    ]

    /// A finger that goes to the right, by raw pixels.
    private func swipe(_ board: String?, width: Int = 800) throws -> Trace {
        var text = #"{"tapline":"trace/1","panel":{"width":\#(width),"height":480,"width_mm":154.08,"height_mm":85.92}"#
        text += (board.map { #","board":"\#($0)""# } ?? "") + "}\n"
        for i in 0...20 { text += #"{"t":\#(i * 10_000),"c":[[0,\#(200 + 15 * i),100]]}"# + "\n" }
        return try Trace(Array((text + #"{"t":210000,"c":[]}"# + "\n").utf8), file: "swipe.jsonl")
    }

    private func direction(
        _ trace: Trace, _ folder: ScratchFolder, _ configuration: String = "c.yaml", board: String? = nil
    ) throws -> String {
        let replay = try Replay<StandardRecognizer>(
            .touches(trace), file: "swipe.jsonl", configuration: folder.path(configuration),
            board: board.map { folder.path($0) })
        let event = try writtenLines { try replay.run(into: &$0) }.last ?? ""
        let direction = try #require(event.firstRange(of: #""direction":""#))
        return String(event[direction.upperBound...].prefix { $0 != "\"" })
    }

    @Test func boardOfTheConfigurationTurnsWhatItRecorded() throws {
        let folder = try ScratchFolder(files)
        #expect(try direction(swipe("Upside down"), folder) == "left")
        #expect(try direction(swipe(nil), folder) == "right")
        #expect(try direction(swipe(nil), folder, board: "board.yaml") == "left")
    }

    @Test func boardThatIsNotHereOrOfAnotherSizeTurnsNothing() throws {
        let folder = try ScratchFolder(files)
        #expect(try direction(swipe("Upside down"), folder, "plain.yaml") == "right")
        #expect(try direction(swipe("Upside down", width: 801), folder) == "right")
        #expect(try direction(swipe(folder.path("board.yaml")), folder, "plain.yaml") == "right")
    }

    @Test func boardOfTheLibraryTurnsWhatItRecorded() throws {
        let folder = try ScratchFolder(files)
        let board = try #require(try BoardLibrary().board("pi-touch-display-1"))
        #expect(board.panel.rawWidth == 800 && board.panel.rawHeight == 480)
        #expect(try direction(swipe(board.name), folder, "plain.yaml") == "left")
    }

    @Test func templateIsDrawnAsTheEyeSeesIt() throws {
        let folder = try ScratchFolder(files)
        func first(_ trace: Trace, _ board: String?) throws -> String {
            let file = try StrokeRecording.strokeFile("s", from: trace, board: board, file: "swipe.jsonl")
            return String(try #require(file.split(separator: "[").dropFirst().first).prefix { $0 != "]" })
        }
        // (800 px are 970.6 pt, 480 px 541.2 pt; the last pixel is 799 or 479.)
        #expect(try first(swipe(nil), nil) == "242.6,112.8")
        #expect(try first(swipe(nil), folder.path("board.yaml")) == "726.7,427.3")
    }
}
