import Foundation
import TaplineDaemon
import Testing

@testable import TaplineViews

/// What becomes a recording of a panel that is followed.
@Suite struct FollowedRecordingTests {
    /// The finger that was down had the same name as the next one, which went unseen until it lifted.
    @Test func fingerAfterTheDaemonHasBeenAwayIsAnotherOne() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "followed-\(UUID().uuidString).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try RecordingFile(path, kind: .touches, replaces: false)
        var recording = FollowedRecording(into: file)
        let panel = #"{"tapline":"panel/1","name":"lamp","board":"simulated","width":800,"height":480}"#
        for line in [panel, #"{"t":10,"c":[[0,300,300]]}"#] { recording.take(Array(line.utf8)) }
        recording.panelHasGone()
        for line in [panel, #"{"t":50,"c":[[0,100,100]]}"#] { recording.take(Array(line.utf8)) }
        try file.finish()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(
            lines == [
                #"{"t":10,"c":[[0,300,300]]}"#, #"{"t":10,"cancel":true}"#, #"{"t":10,"c":[]}"#,
                #"{"t":50,"c":[[0,100,100]]}"#,
            ])
    }

    /// The bug: `record --force` to a file that was being recorded left neither recording.
    @Test func fileThatSomebodyRecordsIntoIsNotReplaced() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "two-\(UUID().uuidString).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try RecordingFile(path, kind: .touches, replaces: false)
        first.begin("{\"first\":1}")
        let second = try RecordingFile(path, kind: .touches, replaces: true)
        second.begin("{\"second\":1}")
        let error = #expect(throws: ServiceError.self) { try second.finish() }
        #expect(error?.exitCode == .inputOutput && error?.description.contains("somebody records into it") == true)
        try first.finish()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"first\":1}\n")
    }
}
