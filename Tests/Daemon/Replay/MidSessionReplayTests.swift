import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Recordings of the bus that were begun while the panel ran, as `tapline record --bus` makes them beside a daemon.
@Suite struct MidSessionReplayTests {
    /// A chip of each family whose bytes can be replayed, and where it sits.
    private static let chips = [
        ("gt911", "0x5d"), ("ft5x06", "0x38"), ("cst816s", "0x15"), ("cst340", "0x1a"), ("st1633", "0x55"),
    ]

    /// The board of such a chip, in a file.
    private func board(_ chip: (name: String, address: String)) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "mid-\(UUID().uuidString).yaml")
        let text = """
            tapline: board/1
            name: mid
            source: made up
            controller: \(chip.name)
            bus: /dev/i2c-1
            addresses: [\(chip.address)]
            interrupt_pin: GPIO4
            size: [480, 800]

            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// A tap, a long press and a swipe, near the panel's middle.
    private func fingers(on rig: VirtualPanel<StandardRecognizer>) -> FingerScript {
        let size = rig.panel.board?.panel
        let (x, y) = (Float(size?.rawWidth ?? 0) / 2, Float(size?.rawHeight ?? 0) / 2)
        var script = FingerScript()
        script.rest(.milliseconds(300))
        script.tap(x: x, y: y)
        script.rest(.milliseconds(900))
        script.hold(x: x, y: y, duration: .milliseconds(900))
        script.rest(.milliseconds(600))
        script.swipe(fromX: x / 2, y: y, toX: x * 1.5, y: y)
        return script
    }

    /// What a replay tells of gestures, `name state`.
    private func replay(_ text: String, board: String) throws -> [String] {
        let named = text.replacingOccurrences(of: "\"board\":\"mid\"", with: "\"board\":\"\(board)\"")
        let trace = try BusTrace(Array(named.utf8), file: "b")
        #expect(trace.board == board)
        let replay = try Replay<StandardRecognizer>(.bus(trace), file: "b", configuration: nil)
        return try writtenLines { try replay.run(into: &$0) }.compactMap { line in
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let gesture = event["gesture"] as? String, let state = event["state"] as? String, state != "changed"
            else { return nil }
            return "\(gesture) \(state)"
        }
    }

    @Test(arguments: chips, [false, true])
    func recordingThatBeginsInTheMidstReplaysAlone(chip: (String, String), hasIdentification: Bool) throws {
        let board = try board(chip)
        defer { try? FileManager.default.removeItem(atPath: board) }
        let rig = try VirtualPanel<StandardRecognizer>(configuration: nil, board: board)
        rig.wait(.milliseconds(1_000))
        let identification = rig.busTrace.text
        // (The daemon has run for an hour.)
        rig.wait(.milliseconds(3_600_000))
        rig.forget()
        rig.play(fingers(on: rig))
        rig.settle()
        let told = rig.gestures.filter { !$0.hasSuffix("changed") }
        #expect(told.contains("tap ended") && told.contains("swipe ended") && told.contains("press began"))
        var text = rig.busTrace.text
        if hasIdentification { text = identification + text.drop { $0 != "\n" }.dropFirst() }
        #expect(try replay(text, board: board) == told)
    }
}
