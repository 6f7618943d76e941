import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Touch keys from the electrode to the line: zones, taps and long presses as on a panel.
@Suite struct TouchKeyRunTests {
    private func run(_ chip: String, address: Int, _ script: FingerScript) throws -> [String] {
        let board = """
            tapline: board/1
            name: keys
            source: made up
            controller: \(chip)
            bus: simulated
            addresses: [\(address)]
            interrupt_pin: GPIO4
            keys: [3, 2]
            size: [300, 200]

            """
        let configuration = """
            tapline: config/1
            board: board.yaml
            zones:
              - {name: first, rect: [0px, 0px, 100px, 100px]}
              - {name: last, rect: [200px, 100px, 100px, 100px]}
            gestures:
              - {name: select, kind: tap, zone: first}
              - {name: menu, kind: longPress, zone: last}
              - {name: chord, kind: tap, touches: 2}
            outputs:
              - {on: select, line: SELECT, pulse: 20ms}
              - {on: menu, line: MENU, hold: true}

            """
        return try withExtendedLifetime(ScratchFolder(["board.yaml": board, "keys.yaml": configuration])) {
            try simulatedLines(Panel(configuration: $0.path("keys.yaml")), script)
        }
    }

    @Test(arguments: [("mpr121", 0x5A), ("cap1188", 0x28), ("cap1206", 0x28)])
    func aKeyIsAZoneThatIsTappedAndPressed(chip: String, address: Int) throws {
        var script = FingerScript()
        // Somewhere on the first key, then on one that nobody asked about, then long on the last.
        script.tap(x: 12, y: 90)
        script.rest(.milliseconds(1_000))
        script.tap(x: 150, y: 50)
        script.rest(.milliseconds(1_000))
        script.hold(x: 299, y: 101, duration: .milliseconds(1_500))
        script.rest(.milliseconds(1_000))
        let lines = try run(chip, address: address, script)
        #expect(lines.contains { $0.contains(chip.uppercased()) && $0.contains("300x200") }, "\(lines)")
        #expect(lines.filter { $0.contains("SELECT") && $0.contains("active, high") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.contains("MENU") && $0.contains("active, high") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.contains("MENU") && $0.contains("idle, low") }.count == 1, "\(lines)")
    }
}
