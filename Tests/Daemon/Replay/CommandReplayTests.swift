import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Commands that outputs give, in a replay.
@Suite struct CommandReplayTests {
    /// (They came behind the next line of the recording: too late to disable anything.)
    @Test func aCommandComesWhenItsGestureHappens() throws {
        let folder = try ScratchFolder([
            "c.yaml": """
            tapline: config/1
            zones: [{name: page, rect: [0%, 0%, 100%, 100%]}]
            gestures: [{name: press, kind: longPress, zone: page}]
            remote: [{name: plays, command: play}, {name: seeks, command: seekForward}]
            outputs:
              - {on: press, remote: play}
              - {on: press, remote: seekForward}
              - {on: plays, disable: zone page}

            """
        ])
        let trace = try Trace(
            Array(
                """
                {"tapline":"trace/1","panel":{"width":800,"height":480}}
                {"t":0,"c":[[0,100,100]]}
                {"t":3000000,"c":[]}
                """.utf8), file: "t.jsonl")
        var output = OutputStream.kept()
        try Replay<StandardRecognizer>(.touches(trace), file: "t.jsonl", configuration: folder.path("c.yaml"))
            .run(into: &output)
        let told = String(decoding: output.keptBytes, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            ["t\":", "gesture\":\"", "state\":\""].map { key in
                String(line.split(separator: key)[1].prefix { $0 != "\"" && $0 != "," })
            }.joined(separator: " ")
        }
        #expect(told.prefix(3).allSatisfy { $0.hasPrefix("500000 ") } && told.first == "500000 press began", "\(told)")
        #expect(told.contains("500000 plays ended") && told.contains("500000 press cancelled"), "\(told)")
        // The seek is over with the gesture that began it.
        #expect(told.filter { $0.contains("seeks") } == ["500000 seeks began", "500000 seeks ended"], "\(told)")
    }
}
