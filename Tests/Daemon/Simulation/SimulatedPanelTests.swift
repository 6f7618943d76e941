import Foundation
import TaplineConfiguration
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// A controller that is not there, for sockets on a simulated board.
@Suite struct SimulatedPanelTests {
    private func script() -> FingerScript {
        var script = FingerScript()
        script.rest(.milliseconds(200))
        script.tap(x: 100, y: 100)
        return script
    }

    /// What the driver does with a report of a GT911: how many fingers it shows; then it is acknowledged.
    private func read(_ simulated: SimulatedController, at now: Instant) -> Int {
        var received = BusBytes()
        func transfer(_ bytes: [UInt8], reads: Int) {
            let written = ShortBytes(bytes: bytes)
            let transfer = Transfer(address: 0x5D, written: written, readCount: reads)
            _ = simulated.perform(.transfer(transfer), at: now, received: &received)
        }
        transfer([0x81, 0x4E], reads: 1)
        let status = received[0]
        transfer([0x81, 0x4E, 0], reads: 0)
        return Int(status & 15)
    }

    /// When fingers land in `length` from `start` on.
    private func landings(_ simulated: SimulatedController, from start: Instant, for length: Microseconds) -> [Instant]
    {
        var found: [Instant] = []
        var now = start
        var reports: UInt32 = 0
        var isTouched = false
        while simulated.deadline <= start + length {
            now = max(now, simulated.deadline)
            simulated.advance(to: now)
            guard simulated.interrupts(until: .never, reports: reports, at: now) else { continue }
            reports += 1
            let fingers = read(simulated, at: now)
            if fingers > 0, !isTouched { found.append(now) }
            isTouched = fingers > 0
        }
        return found
    }

    @Test func fingersComeOverAndOver() throws {
        let board = try BoardDescription.simulated()
        // (A clock that has run for a year.)
        let start = Instant(microseconds: 31_536_000_000_000)
        let simulated = SimulatedController(board, fingers: script(), at: start)
        let found = landings(simulated, from: start, for: .milliseconds(20_000))
        // A round is 80 ms of a finger and a rest of 1.5 s, which also comes first: the driver has to find its chip.
        #expect((11...13).contains(found.count), "\(found.count) rounds")
        for (earlier, later) in zip([start] + found, found) {
            #expect((1_450_000...1_650_000).contains((later - earlier).count), "\(later - earlier)")
        }
    }

    @Test func withoutFingersNothingHappens() throws {
        let simulated = SimulatedController(
            try BoardDescription.simulated(), fingers: FingerScript(), at: .zero)
        #expect(landings(simulated, from: .zero, for: .milliseconds(60_000)).isEmpty)
    }

    @Test(arguments: [
        ("/tmp/demo", "/tmp/demo", "demo"), ("/tmp/demo/", "/tmp/demo", "demo"), ("demo", "demo", "demo"),
        ("/", "/", "panel"), ("/tmp/a panel", "/tmp/a panel", "panel"), ("/tmp/.hidden", "/tmp/.hidden", "panel"),
    ]) func folderOfSocketsNamesThePanel(path: String, folder: String, name: String) {
        let service = ServiceFolder(path: path)
        #expect(service.path == folder && service.name == name)
        #expect(service.control == folder + "/control")
    }
}
