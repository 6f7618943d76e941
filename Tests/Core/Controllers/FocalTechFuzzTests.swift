import TaplineSimulator
import TestSupport

@Suite("FocalTech: any bytes")
struct FocalTechFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [FocalTech.Language.registers, .m06], [true, false])
    func anything(language: FocalTech.Language, hasLine: Bool) {
        var configuration = FocalTech.Configuration.fuzzed(hasLine: hasLine)
        configuration.language = language
        configuration.maximumContacts = 10
        DriverFuzz(identities: 0..<15, mayBeNameless: true).run(
            "FocalTech", FocalTech(configuration: configuration), limit: Fuzz.reports / 4,
            isSound: { $0.readCount <= 59 && $0.written.count >= 1 && $0.written.count <= 2 },
            answer: { transfer, random in
                (Self.answer(transfer, random: &random), transfer.written[0] == 0x02 || transfer.written[0] == 0xF9)
            })
    }

    private static func answer(_ transfer: Transfer, random: inout SplitMix64) -> [UInt8] {
        // Identities are mostly right, or nothing else would ever be tried.
        let identity: [UInt8] = [0x55, 1, 0, 2, 1, random.next(below: 4) == 0 ? 0x59 : 0x11]
        if transfer.written[0] == 0xA3, transfer.readCount == 6, random.next(below: 10) > 0 {
            return identity
        }
        if transfer.written[0] == 0xBB, random.next(below: 10) > 0 {
            return Array("?EP0430M06*A0_110412$$".utf8)
        }
        // Now and then fewer bytes than asked for. Low values are more frequent, so that some reports make sense.
        let count = random.next(below: 500) == 0 ? random.next(below: 60) : transfer.readCount
        var bytes: [UInt8] = []
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: random.next())
            // High bytes: identity and event are anything, the place mostly on the panel.
            bytes.append(index % 2 == 1 ? byte : byte & 0xF1)
        }
        if transfer.written[0] == 0x02, count > 0, random.next(below: 4) > 0 { bytes[0] &= 0x03 }
        if transfer.written[0] == 0xF9, count == 26, random.next(below: 4) > 0 {
            bytes[0] = 0xAA
            bytes[1] = 0xAA
            bytes[2] = 26
            for record in 0..<5 {
                bytes[5 + 4 * record] &= 0xC1
                bytes[7 + 4 * record] = UInt8(record << 4) | bytes[7 + 4 * record] & 1
            }
            bytes[25] = bytes[..<25].reduce(0, ^)
        }
        return bytes
    }
}
