import Foundation
import TaplineFormats
import TestSupport

@testable import TaplineDaemon

/// Recordings that are read while they are played.
@Suite struct RecordingReaderTests {
    private let folder = SocketFolder()
    private var path: String { folder.path + "/r.jsonl" }
    private let header = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":800,\"height\":480}}\n"

    private func reader(_ text: String) throws -> RecordingReader {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try RecordingReader(path)
    }

    private func times(_ text: String) throws -> [Int64] {
        let reader = try reader(text)
        var times: [Int64] = []
        while let line = reader.next() { times.append(line.time.microseconds) }
        return times
    }

    /// Lines come as they are, also across the pieces in which a file is read, and without a line end at the end.
    @Test func everyLineComesOnce() throws {
        let lines = (0..<5_000).map { "{\"t\":\($0),\"c\":[[0,100,\($0 % 400)]]}" }
        #expect(try times(header + lines.joined(separator: "\n")) == Array(0..<5_000))
        #expect(try times("\u{FEFF}\n\r\n" + header + "\n" + lines[7] + "\r\n") == [7])
        #expect(try times(header) == [])
    }

    @Test(
        arguments: [
            ("", "r.jsonl:1: the file is empty"), ("\n\n7", "r.jsonl:3: "),
            ("{\"tapline\":\"x/1\"}", "the format is \"x/1\""),
            (
                "\n{\"tapline\":\"trace/1\",\"panel\":{\"width\":8,\"height\":4}}\n\n{\"t\":5,\"c\":[]}\n{\"t\":4,\"c\":[]}",
                "r.jsonl:5: the time runs backwards"
            ),
        ]) func wrongLineIsToldBeforeAnythingIsPlayed(_ text: String, _ message: String)
    {
        let error = #expect(throws: ServiceError.self) { try reader(text) }
        #expect(error?.exitCode == .badData && error?.description.contains(message) == true, "\(text)")
    }

    @Test func lineWithoutAnEndIsRefused() throws {
        let error = #expect(throws: ServiceError.self) { try RecordingReader("/dev/zero") }
        #expect(error?.description == "/dev/zero:1: the line is longer than 1 MiB")
    }

    @Test func recordingOfABusIsReadWhole() throws {
        let reader = try reader(
            "{\"tapline\":\"bus/1\",\"chip\":\"gt911\",\"address\":\"0x5d\"}\n{\"t\":0,\"int\":1}\n")
        guard case .bus = reader.recording else { return #expect(Bool(false), "no bus") }
        #expect(reader.next() == nil)
    }
}
