import TaplineSimulator
import TestSupport

@Suite("CST3xx: any bytes")
struct CST3xxFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false])
    func anything(hasLine: Bool) {
        DriverFuzz(most: 5).run(
            "CST3xx", CST3xx(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 2,
            isSound: { $0.readCount <= 28 && $0.written.count >= 2 && $0.written.count <= 3 },
            answer: { transfer, random in
                (
                    Self.answer(transfer, random: &random),
                    transfer.written.count == 2 && transfer.written[0] == 0xD0 && transfer.written[1] == 0
                )
            })
    }

    private static func answer(_ transfer: Transfer, random: inout SplitMix64) -> [UInt8] {
        // Information is mostly right, or nothing else would ever be tried.
        if transfer.written[0] == 0xD1, transfer.readCount == 24, random.next(below: 10) > 0 {
            return [8, 0, 12, 0, 0x20, 3, 0xE0, 1, 0, 0, 0xCA, 0xCA, 0, 0, 0, 0, 1, 0, 0x48, 1, 2, 1, 0, 0]
        }
        // Now and then fewer bytes than asked for.
        let count = random.next(below: 500) == 0 ? random.next(below: 28) : transfer.readCount
        var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        // Marks, counts and events are mostly right, and places on the panel.
        if transfer.written[0] == 0xD0, transfer.written[1] == 0, count >= 7, random.next(below: 8) > 0 {
            bytes[5] = UInt8(random.next(below: 7))
            bytes[6] = 0xAB
            if count > 7 { bytes[count - 1] = 0xAB }
            for record in [0, 7, 12, 17, 22] where record + 3 < count {
                bytes[record] = UInt8(random.next(below: 5)) << 4 | (random.next(below: 4) > 0 ? 6 : 0)
                bytes[record + 1] &= 0x1F
                bytes[record + 2] &= 0x1F
            }
        } else if count > 0, transfer.written[1] != 0x40, random.next(below: 2) == 0 {
            bytes[count - 1] = 0xAB
        }
        return bytes
    }
}
