import TaplineControllers
import TaplineSimulator
import TaplineTouches
import Testing

/// What a report costs on the bus, read off the trace of the pretended one, beside the fewest bits that are possible: the
/// second table of `CHIPS.md`, which ``QuirkTableTests`` writes.
@Suite struct BusTimeTableTests {
    private static let fingers = [1, 2, 5, 10]

    /// The fewest bits of a report with so many fingers, reckoned by hand: write-then-read 21 + 9 · (written + read), write
    /// 11 + 9 · written.
    private static let reckoned: [String: [Int: Int]] = [
        "gt911": [1: 149, 2: 221, 5: 437], "gt9271": [1: 149, 2: 221, 5: 437, 10: 797],
        "ft5x06": [1: 75, 2: 129, 5: 291], "ft5506": [1: 75, 2: 129, 5: 291, 10: 561], "ft6236": [1: 75, 2: 129],
        // (84 where the gesture is read too, which says nothing.)
        "cst816s": [1: 75], "cst716": [1: 75],
    ]

    /// A report with as many fingers as the one before, as the trace shows it.
    private static func measured(_ chip: ConformingChip, _ fingers: Int) -> (transfers: Int, bytes: Int, bits: Int) {
        var bench = chip.running()
        bench.land(ConformingChip.fingers(fingers), on: chip)
        bench.forgetEntries()
        let before = bench.bits
        bench.touch(ConformingChip.fingers(fingers, step: 1))
        var sum = (transfers: 0, bytes: 0, bits: bench.bits - before)
        for entry in bench.entries {
            guard case .transfer(_, let written, let read, nil) = entry.kind else { continue }
            sum.transfers += 1
            sum.bytes += written.count + read.count
        }
        return sum
    }

    static func lines() -> [String] {
        var lines = [
            "",
            "## What a report costs",
            "",
            "Bits on the wires of a report with as many fingers as the one before, read off the trace of the pretended bus, and",
            "after the stroke the fewest that are possible; then transfers and bytes, addresses not counted.",
            "",
            "| chip | " + fingers.map { $0 == 1 ? "1 finger" : "\($0) fingers" }.joined(separator: " | ") + " |",
            "|---|" + fingers.map { _ in "---|" }.joined(),
        ]
        for chip in ConformingChip.all {
            let cells = fingers.map { fingers in
                guard fingers <= chip.fingers else { return "" }
                let cost = measured(chip, fingers)
                return "\(cost.bits) / \(chip.fewestBits(fingers)); \(cost.transfers), \(cost.bytes) B"
            }
            lines.append("| \(chip.name) | " + cells.joined(separator: " | ") + " |")
        }
        return lines
    }

    @Test func theFewestAreThoseReckonedByHand() {
        for (name, bits) in BusTimeTableTests.reckoned {
            guard let chip = ConformingChip.all.first(where: { $0.name == name }) else {
                Issue.record("no chip \(name) conforms")
                continue
            }
            for (fingers, fewest) in bits { #expect(chip.fewestBits(fingers) == fewest, "\(name), \(fingers)") }
        }
    }
}
