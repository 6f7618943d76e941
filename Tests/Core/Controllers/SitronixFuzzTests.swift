import TaplineSimulator
import TestSupport

@Suite("Sitronix: any bytes")
struct SitronixFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [SitronixFamily.Part.st1232, .st1633], [true, false])
    func anything(part: SitronixFamily.Part, hasLine: Bool) {
        var configuration = Sitronix.Configuration.fuzzed(hasLine: hasLine)
        configuration.variant = part
        DriverFuzz(most: part == .st1232 ? 2 : 5, identities: 0..<0, mayBeNameless: true).run(
            "Sitronix", Sitronix(configuration: configuration), limit: Fuzz.reports / 4,
            isSound: { $0.readCount <= 20 && $0.written.count >= 1 && $0.written.count <= 2 },
            answer: { transfer, random in (Self.answer(transfer, random: &random), transfer.written[0] == 0x12) })
    }

    private static func answer(_ transfer: Transfer, random: inout SplitMix64) -> [UInt8] {
        // What the chip says of itself is mostly right, or nothing else would ever be tried.
        if transfer.written[0] < 0x12, random.next(below: 20) > 0 {
            let registers: [UInt8] = [0x0A, UInt8(random.next(below: 2) * 4), 0, 0xFF, 0x31, 0x20, 0xE0]
            let first = Int(transfer.written[0])
            return (0..<transfer.readCount).map { first + $0 < 7 ? registers[first + $0] : 0 }
        }
        if transfer.written[0] == 0x3E { return [UInt8(random.next(below: 256))] }
        // Now and then fewer bytes than asked for.
        let count = random.next(below: 500) == 0 ? random.next(below: 20) : transfer.readCount
        return (0..<count).map { _ in
            let byte = UInt8(truncatingIfNeeded: random.next())
            return random.next(below: 2) == 0 ? byte : byte & 0x91
        }
    }
}
