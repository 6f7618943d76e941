import TaplineConfiguration
import TestSupport

/// Whatever the bytes are, reading them ends in values or in positioned errors.
@Suite struct HostileBytesTests {
    private static let fragments = [
        "[", "]", "{", "}", ": ", ", ", "\n", "\n  - ", "\t", "&a ", "*a", "!x ", "---\n", "...", "<<: ", "#", "\"",
        "'",
        "|\n", ">\n", "%", "? ", "\0", "\u{FEFF}", "\u{2028}", "1e999", "-1e999", "nan", "inf", "99999999999999999999",
        "0xFFFFFFFFFFFFFFFFF", "-9223372036854775808", "0", "-0", "none", "pt", "mm", "%", "deg", "µs", "tap", "pan",
        "kind: ", "name: ", "touches", "rect: [0,0,1pt,1pt]", "\"\\x00\"", "\"\\uD800\"", "\u{301}",
        "9223372036854775807",
    ]

    private func mutated(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let at = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: at)
            case 3:
                let fragment = Self.fragments.randomElement(using: &generator) ?? ""
                bytes.insert(contentsOf: fragment.utf8, at: at)
            case 4:
                let end = min(bytes.count, at + Int.random(in: 0...40, using: &generator))
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: Int.random(in: 0...bytes.count, using: &generator))
            default:
                let end = min(bytes.count, at + Int.random(in: 0...40, using: &generator))
                bytes.removeSubrange(at..<end)
            }
        }
        return bytes
    }

    @Test func twentyThousandMutatedFilesNeverTrap() throws {
        var generator = generator(seedOf: "hostile configuration bytes")
        let configurations: [[UInt8]] = [
            Array(BuiltInConfiguration.text.utf8), try file("boards/examples/demo.yaml"),
            Array(
                """
                tapline: config/1
                zones:
                  - {name: left, rect: [0%, 0%, 50%, 100%], control: {slider: vertical}}
                  - {name: knob, circle: [25%, 50px, 10mm], parent: left, multipleTouch: true}
                gestures:
                  - {name: a, kind: swipe, deviation: [5pt, 20deg], maxDuration: none, minimumVelocity: 30mm/s}
                  - {name: b, kind: pan, maximumTouches: any, zone: knob}
                relations: [{gesture: [a], simultaneousWith: b, cannotPrevent: [b]}]
                outputs:
                  - {on: [a, b], line: GPIO5, pulse: 0.5s, active_low: true, idle: high, bias: pull_up}
                  - {on: a, line: GPIO6, toggle: true}
                  - {serial: /dev/ttyGS0, format: jsonl, baud: 115200, on: [a]}
                  - {uinput: touchscreen, unclaimed: true, on: touches}
                  - {on: [a, b], uinput: key, code: KEY_ENTER, pulse: 1s}
                  - {on: b, uinput: KEY_ESC}
                """.utf8),
        ]
        let boards = [Array(BoardDescription.simulatedText.utf8), try file("boards/hyperpixel4.yaml")]
        var good = 0
        var bad = 0
        for round in 0..<20_000 {
            do throws(ConfigurationErrors) {
                if round % 4 == 0 {
                    let board = try BoardDescription(mutated(boards[round / 4 % 2], &generator), file: "f.yaml")
                    let corner = PanelGeometry(board.panel).point(ofRawX: 0, y: 0)
                    #expect(corner.x.isFinite && corner.y.isFinite)
                } else {
                    let source = try ConfigurationSource(
                        mutated(configurations[round % 3], &generator), file: "f.yaml")
                    _ = try StandardConfiguration(source, panel: testPanel)
                }
                good += 1
            } catch {
                bad += 1
                #expect(!error.errors.isEmpty)
                for one in error.errors {
                    guard one.line < 1 || one.column < 1 || one.message.isEmpty || one.description.utf8.contains(0x0A)
                    else { continue }
                    Issue.record("round \(round): \(one)")
                }
            }
        }
        #expect(good > 500 && bad > 500, "both ways were taken: \(good) and \(bad)")
    }

    @Test func randomBytesNeverTrap() {
        var generator = generator(seedOf: "random configuration bytes")
        for _ in 0..<2_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...64, using: &generator) {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            }
            #expect(!boardComplaints(bytes).isEmpty)
        }
    }

    @Test func everyPrefixOfAFileIsReadOrRefused() throws {
        let bytes = try file("boards/hyperpixel4.yaml")
        for length in 0...bytes.count { _ = boardComplaints(Array(bytes[..<length])) }
    }
}
