import TaplineSimulator
import TestSupport

@Suite("Goodix: any bytes")
struct GoodixFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test("no sequence of bytes, failures and inputs out of turn traps or makes a senseless report")
    func anything() {
        var configuration = Goodix.Configuration()
        configuration.maximumContacts = 10
        DriverFuzz(pause: Microseconds(100)).run(
            "Goodix", Goodix(configuration: configuration), limit: Fuzz.reports,
            isSound: { $0.readCount <= 80 && $0.written.count >= 2 },
            answer: { transfer, random in
                (Self.answer(transfer, random: &random), transfer.written[1] == 0x4E && transfer.readCount > 0)
            })
    }

    private static func answer(_ transfer: Transfer, random: inout SplitMix64) -> [UInt8] {
        // Identities are mostly right, or nothing else would ever be tried.
        if transfer.written[1] == 0x40, transfer.readCount == 11, random.next(below: 10) > 0 {
            return [0x39, 0x31, 0x31, 0, 0, 0, 0x20, 0x03, 0xE0, 0x01, 0]
        }
        // Now and then fewer bytes than asked for. Low values are more frequent, so that some reports make sense.
        let count = random.next(below: 500) == 0 ? random.next(below: 80) : transfer.readCount
        return (0..<count).map { index in
            let byte = UInt8(truncatingIfNeeded: random.next())
            let isHighByte = index % 8 == 3 || index % 8 == 5
            return isHighByte && byte > 40 ? byte & 1 : byte
        }
    }
}
