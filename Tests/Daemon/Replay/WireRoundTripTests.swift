import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// What goes over a panel's wires is what the panel told: a recording of them replays to the same events, whichever chip it is and
/// whether it is polled.
@Suite struct WireRoundTripTests {
    private static let chips = [
        "ft5406 0x38", "ft6236 0x38", "cst816s 0x15", "cst826 0x15", "cst340 0x1a", "st1633 0x55", "gt911 0x5d",
    ]

    /// Fingers with pauses that are longer than it takes to poll a panel in vain twenty-five times.
    private static var fingers: FingerScript {
        var script = FingerScript(rateHz: 100)
        for duration in [40, 90, 150] {
            script.rest(.milliseconds(1_300))
            script.tap(x: 120, y: 90, duration: .milliseconds(Int64(duration)))
        }
        script.rest(.milliseconds(800))
        script.pan(fromX: 60, y: 100, toX: 180, y: 160, duration: .milliseconds(600))
        script.rest(.milliseconds(2_000))
        script.move(duration: .milliseconds(500)) { progress in
            Contacts([
                Contact(id: 0, x: 100 - 50 * progress, y: 120, pressure: 40),
                Contact(id: 1, x: 140 + 50 * progress, y: 120, pressure: 40),
            ])
        }
        script.rest(.milliseconds(700))
        return script
    }

    private struct Told {
        var what: String
        var time: Int64
        var x: Double

        init(_ what: String, _ time: Int64, x: Double) { (self.what, self.time, self.x) = (what, time, x) }

        /// The gesture of a line of `events/1`; nil: it changes, or is none.
        init?(line: String) throws {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let event, let gesture = event["gesture"], let state = event["state"], state as? String != "changed",
                let time = event["t"] as? Int64, let x = event["x"] as? Double
            else { return nil }
            self.init("\(gesture) \(state)", time, x: x)
        }
    }

    /// (Polled FocalTech and CST3xx panels lost taps: a poll in vain was taken for an interrupt in vain, and so many of those are a
    /// storm. Of two fingers that land together on a CST826 the report was two, of which the second was lost.)
    @Test(arguments: chips, [false, true])
    func aRecordingOfTheWiresIsTheSameAgain(chip: String, isPolled: Bool) throws {
        let name = chip.split(separator: " ").map { String($0) }
        let board = try simulatedBoard(name[0], name[1], isPolled: isPolled)
        let panel = try VirtualPanel<StandardRecognizer>(configuration: nil, board: board)
        panel.play(Self.fingers)
        panel.settle()
        let recorded = panel.busTrace
        let text = recorded.text.replacingOccurrences(
            of: "\"board\":\"\(recorded.board ?? "")\"", with: "\"board\":\"\(board)\"")
        let replayed = try replay(text).compactMap { try Told(line: $0) }
        let geometry = panel.panel.geometry
        let seen = panel.events.filter { $0.event.state != .changed }.map {
            Told(
                "\($0.gesture) \($0.event.state.name)", $0.event.time.microseconds,
                x: Double(geometry.pixels($0.event.location).x))
        }
        #expect(seen.count == 7)
        #expect(replayed.map { $0.what } == seen.map { $0.what })
        // (A report that was polled has the time of its transfer in the recording, not that of the look before, and after an
        // acknowledge the driver waits 4 ms for an echo. A place is rounded to px.)
        for (one, other) in zip(replayed, seen) {
            #expect(
                abs(one.time - other.time) < (isPolled ? 5_000 : 1_000) && abs(one.x - other.x) < 1.5, "\(one) \(other)"
            )
        }
    }
}
