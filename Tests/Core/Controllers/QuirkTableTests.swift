import Foundation
import TaplineSimulator
import TestSupport

/// The table of chips and quirks in `CHIPS.md`, made from the names of the tests in this folder: `quirk12…` in
/// `GoodixReportTests.swift` is a test of quirk 12 with Goodix's family, one in `ConformanceTests.swift` with every
/// family.
@Suite struct QuirkTableTests {
    /// What chips do, by number, and where it is dealt with if not in a driver.
    static let quirks: [(title: String, note: String)] = [
        ("a finger stays: no \"up\" is sent", ""),
        ("the \"up\" lies beyond the count", ""),
        ("stale registers after a reset: ghosts in the corner", ""),
        ("0xFF on the first reads", ""),
        ("a press at (0, 0), or a press with count 0", ""),
        ("two contacts of one identity", ""),
        ("the first access returns wrong data, the first write is ignored", ""),
        ("not ready is no lift", ""),
        ("the lift comes late", ""),
        ("the interrupt comes before its data", ""),
        ("the interrupt repeats until the acknowledge", ""),
        ("an acknowledge before reading tears the report", ""),
        ("a count above the maximum", ""),
        ("an interrupt once more after the lift", ""),
        ("the chip sits at its other address", ""),
        ("a hang, or a reset in mid-touch", ""),
        ("a configuration with a wrong checksum is ignored", ""),
        ("SDA is held low", ""),
        ("an edge is missed, the line stays asserted", "`tools/testbed/abi`: stuck-line, lost-edges"),
        ("thousands of interrupts a second", ""),
        ("asleep, and so absent", ""),
        ("deaf after a low-power profile", ""),
        ("nothing but ones in a report", ""),
        ("the interrupt's pulse is short, or lost", ""),
        ("the first access after a rest fails", ""),
        ("an interrupt each 1.5 s without a finger", ""),
        ("a combined transfer fails", ""),
        ("the second part of a report is lost", ""),
        ("contacts change places or have no identity", ""),
        ("flipped bits", ""),
        ("a slow start", ""),
        ("arbitration is lost, transfers fail", ""),
        ("a run of failures: the display resets its touch", ""),
    ]

    /// The families, in the order of their list.
    static let families: [String] = ConformingChip.all.reduce(into: []) {
        if $0.last != $1.family { $0.append($1.family) }
    }

    /// Files of tests that concern families whose name they do not begin with.
    private static let files = [
        "TouchKeyTests.swift": ["MPR121", "CAP1xxx"], "IlitekV3Tests.swift": ["Ilitek-v3"],
        "IlitekV3FuzzTests.swift": ["Ilitek-v3"],
    ]

    /// Quirks of the suite for every chip that it cannot ask some chips for.
    private static let checks: [Int: ConformingChip.Check] = [16: .resetInMidTouch, 30: .offPanel]

    /// Whether the suite for every chip asks a chip of the family for the quirk.
    private static func asks(_ family: String, _ quirk: Int) -> Bool {
        guard let check = checks[quirk] else { return true }
        return ConformingChip.asked(check).contains { $0.family == family }
    }

    private static var folder: URL { Repository.url("Tests/Core/Controllers") }
    private static var table: URL { Repository.url("CHIPS.md") }

    /// Family → quirk → how many tests.
    private static func counts() throws -> [String: [Int: Int]] {
        var counts: [String: [Int: Int]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            guard file.hasSuffix("Tests.swift") else { continue }
            let isCommon = file == "ConformanceTests.swift"
            let concerned = isCommon ? families : files[file] ?? families.filter { file.hasPrefix($0) }
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let parts = text.components(separatedBy: "func quirk")
            for (before, part) in zip(parts, parts.dropFirst()) {
                guard let number = Int(part.prefix { $0.isNumber }) else { continue }
                // What is no test, or does not run, is not counted.
                guard let attribute = before.range(of: "@Test", options: .backwards) else { continue }
                let traits = before[attribute.upperBound...]
                guard !traits.contains("func "), !traits.contains(".disabled"), !traits.contains(".enabled") else {
                    continue
                }
                #expect(!concerned.isEmpty, "\(file) names a quirk, but no family")
                for family in concerned where !isCommon || asks(family, number) {
                    counts[family, default: [:]][number, default: 0] += 1
                }
            }
        }
        return counts
    }

    static func text() throws -> String {
        let counts = try counts()
        var lines = [
            "# Chips and their quirks",
            "",
            "What touch controllers do that they should not, and with which families of chips it is tested: the number of",
            "tests in `Tests/Core/Controllers`, each against a register-level model that misbehaves so. Made from the",
            "names of those tests; `TAPLINE_WRITE_TABLES=1 swift test --filter QuirkTable` writes it again. What every chip",
            "passes besides is in `ConformanceTests.swift`, the chips by name in the file of their family.",
            "",
            "| | quirk | " + families.joined(separator: " | ") + " | elsewhere |",
            "|---|---|" + families.map { _ in "---|" }.joined() + "---|",
        ]
        for (index, quirk) in quirks.enumerated() {
            let cells = families.map { counts[$0]?[index + 1].map(String.init) ?? "" }
            lines.append(
                "| \(index + 1) | \(quirk.title) | " + cells.joined(separator: " | ") + " | \(quirk.note) |")
        }
        lines += controllers()
        lines += exemptions()
        lines += BusTimeTableTests.lines()
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a board may name: chips of a family with the same addresses in one row.
    private static func controllers() -> [String] {
        var rows = ControllerRows()
        ChipFamilies.visit(&rows)
        return [
            "", "## Controllers", "",
            "What a board may say as `controller`, the most fingers (of touch keys: keys), and where such a chip answers usually. It is found at one that the",
            "board names.", "",
            "| family | `controller` (fingers) | addresses |", "|---|---|---|",
        ] + rows.lines + [
            "",
            "There is no board of a display with an AXS15231B, CHSC5816, CST836 or FT3267: those that are sold have a microcontroller",
            "soldered to the chip. A [board written by hand](Documentation/Wire.md#a-panel-without-a-board-file) names it.",
        ]
    }

    /// What the suite for every chip does not ask of some.
    private static func exemptions() -> [String] {
        var lines = [
            "",
            "## What is not tested",
            "",
            "Every chip of every family passes one suite, and the one for sleep. Some checks do not apply to some chips:",
            "",
            "| check | chips | because |",
            "|---|---|---|",
        ]
        for check in ConformingChip.Check.allCases {
            var reasons: [(reason: String, names: [String])] = []
            for chip in ConformingChip.all {
                guard let reason = chip.exemption(check) else { continue }
                if let known = reasons.firstIndex(where: { $0.reason == reason }) {
                    reasons[known].names.append(chip.name)
                } else {
                    reasons.append((reason, [chip.name]))
                }
            }
            for (reason, names) in reasons {
                lines.append("| \(check.rawValue) | \(names.joined(separator: ", ")) | \(reason) |")
            }
        }
        lines.append("")
        lines.append(
            "An input device (`evdev`) is no chip: its own tests are `EvdevDriverTests` and `EvdevReaderTests`.")
        return lines
    }

    @Test func tableOfQuirksIsCurrent() throws {
        // (What follows is `SensorTableTests`'.)
        let before = try String(contentsOf: QuirkTableTests.table, encoding: .utf8)
        let rest = before.range(of: "\n## Motion sensors").map { before[$0.lowerBound...] } ?? ""
        let text = try QuirkTableTests.text() + rest
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_TABLES"] != nil {
            try text.write(to: QuirkTableTests.table, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: QuirkTableTests.table, encoding: .utf8) == text, "CHIPS.md is not current")
    }

    @Test func everyQuirkIsTestedOrSaysWhyNot() throws {
        let counts = try QuirkTableTests.counts()
        #expect(QuirkTableTests.quirks.count == 33)
        for (index, quirk) in QuirkTableTests.quirks.enumerated() {
            let isTested = counts.values.contains { $0[index + 1] != nil }
            #expect(isTested || !quirk.note.isEmpty, "quirk \(index + 1)")
        }
        for numbers in counts.values { #expect(numbers.keys.allSatisfy { (1...33).contains($0) }) }
    }
}

private struct ControllerRows: FamilyVisitor {
    var lines: [String] = []

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        var rows: [(addresses: String, chips: [String])] = []
        for index in 0..<Model.Family.chips.count {
            let chip = Model.Family.chips[index]
            let list = Model.Family.addresses(of: chip)
            let addresses = (0..<list.count).map { "0x" + String(list[$0], radix: 16) }.joined(separator: ", ")
            let text = "`\(chip.name)` (\(chip.fingers))"
            if let known = rows.firstIndex(where: { $0.addresses == addresses }) {
                rows[known].chips.append(text)
            } else {
                rows.append((addresses, [text]))
            }
        }
        for row in rows {
            lines.append("| \(Model.Family.name) | \(row.chips.joined(separator: ", ")) | \(row.addresses) |")
        }
    }
}
