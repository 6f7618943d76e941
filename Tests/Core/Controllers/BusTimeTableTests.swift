import TaplineSimulator
import TestSupport

/// What a report costs on the bus, read from the trace of the simulated one, beside the figures that the project set out
/// with: the second table of `CHIPS.md`, which ``QuirkTableTests`` writes.
@Suite struct BusTimeTableTests {
    private static let fingers = [1, 2, 5, 10]

    /// Bits of a report with so many fingers, and of a look at an idle chip, as they were published before there was a
    /// driver: the list "Bus time" of the collection of facts that the project began with. It has no others.
    private struct Published {
        let family: String
        /// The chips of the family that are meant; nil: all.
        var chips: [String]?
        let bits: [Int: Int]
        var idle: Int?
    }

    private static let published = [
        Published(family: "Goodix", bits: [1: 149, 2: 221, 5: 437, 10: 797], idle: 48),
        Published(
            family: "FocalTech",
            chips: [
                "ft5x06", "ft5206", "ft5306", "ft5406", "ft5506", "ft5726", "ft6206", "ft6236", "ft6336",
            ], bits: [1: 75, 2: 129, 5: 291, 10: 561], idle: 57),
        Published(family: "Hynitron", bits: [1: 84]),
        Published(family: "CST3xx", bits: [1: 329, 2: 329, 5: 329]),
        Published(family: "Ilitek", chips: ["ili2117"], bits: [1: 398, 2: 398, 5: 398, 10: 398]),
        Published(family: "Ilitek", chips: ["ili251x"], bits: [1: 310, 2: 310, 5: 310, 10: 501]),
        Published(family: "Sitronix", chips: ["st1633"], bits: [1: 210, 2: 210, 5: 210]),
        Published(family: "EETI", bits: [1: 634, 2: 634, 5: 634, 10: 1_268]),
    ]

    private static func published(_ chip: ConformingChip) -> Published? {
        published.first { $0.family == chip.family && $0.chips?.contains(chip.name) != false }
    }

    /// A report with as many fingers as the one before, as the trace shows it.
    private static func measured(_ chip: ConformingChip, _ fingers: Int) -> (transfers: Int, bytes: Int, bits: Int) {
        var bench = chip.running()
        bench.land(chip.fingers(fingers), on: chip)
        bench.forgetEntries()
        let before = bench.bits
        bench.scan(chip.fingers(fingers, step: 1), on: chip)
        var sum = (transfers: 0, bytes: 0, bits: bench.bits - before)
        for entry in bench.entries {
            guard case .transfer(_, let written, let read, nil) = entry.kind else { continue }
            sum.transfers += 1
            sum.bytes += written.count + read.count
        }
        return sum
    }

    /// The bits of a look at a chip without an interrupt line that nobody touches.
    private static func idleLook(_ chip: ConformingChip) -> Int {
        var bench = chip.running(.init(hasInterruptLine: false))
        bench.forgetEntries()
        let before = bench.bits
        while bench.entries.isEmpty { bench.run(1) }
        return bench.bits - before
    }

    /// "75 of 84: 9 fewer".
    private static func compared(_ bits: Int, _ published: Int?) -> String {
        guard let published else { return "\(bits)" }
        let difference = bits - published
        let word = difference < 0 ? ": \(-difference) fewer" : difference > 0 ? ": \(difference) MORE" : ""
        return "\(bits) of \(published)\(word)"
    }

    static func lines() -> [String] {
        var lines = [
            "",
            "## What a report costs",
            "",
            "Bits on the wires of a report with as many fingers as the one before, and of a look at an idle chip without an",
            "interrupt line, read from the trace of the simulated bus. After \"of\" stands the figure that was published before",
            "there was a driver, where there is one; then transfers and bytes, addresses not counted.",
            "",
            "- A CST816 costs less because its gesture, which adds nothing, is not read.",
            "- A CST3xx costs less because a report is read only as far as its fingers go.",
            "- An idle FocalTech chip costs less because the count alone is read.",
            "",
            "| chips | " + fingers.map { $0 == 1 ? "1 finger" : "\($0) fingers" }.joined(separator: " | ")
                + " | idle look |",
            "|---|" + fingers.map { _ in "---|" }.joined() + "---|",
        ]
        var rows: [(cells: String, names: [String])] = []
        for chip in ConformingChip.all {
            let published = published(chip)
            var cells = fingers.map { fingers in
                guard canMeasure(chip, fingers) else { return "" }
                let cost = measured(chip, fingers)
                return "\(compared(cost.bits, published?.bits[fingers])); \(cost.transfers), \(cost.bytes) B"
            }
            cells.append(compared(idleLook(chip), published?.idle))
            let row = cells.joined(separator: " | ")
            if let same = rows.firstIndex(where: { $0.cells == row }) {
                rows[same].names.append(chip.name)
            } else {
                rows.append((row, [chip.name]))
            }
        }
        for row in rows { lines.append("| \(row.names.joined(separator: ", ")) | \(row.cells) |") }
        return lines
    }

    /// (All keys cannot change at once without going first.)
    private static func canMeasure(_ chip: ConformingChip, _ fingers: Int) -> Bool {
        fingers < chip.fingers || fingers == chip.fingers && !chip.hasKeys
    }

    @Test(arguments: ConformingChip.all) func noReportCostsMoreThanWasPublished(chip: ConformingChip) {
        guard let published = Self.published(chip) else { return }
        for (fingers, bits) in published.bits where fingers <= chip.fingers {
            #expect(Self.measured(chip, fingers).bits <= bits, "\(chip.name), \(fingers)")
        }
        if let idle = published.idle { #expect(Self.idleLook(chip) <= idle, "\(chip.name), idle") }
    }

    @Test func everyPublishedFigureIsOfAChipThatConforms() {
        for published in Self.published {
            let names = ConformingChip.all.filter { $0.family == published.family }.map(\.name)
            #expect(!names.isEmpty, "\(published.family)")
            for chip in published.chips ?? [] { #expect(names.contains(chip), "\(chip)") }
        }
    }
}
