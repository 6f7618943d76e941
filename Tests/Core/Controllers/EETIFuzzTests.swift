import TaplineSimulator
import TestSupport

@Suite("EETI: any bytes")
struct EETIFuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false])
    func anything(hasLine: Bool) {
        DriverFuzz(identities: 0..<10).run(
            "EETI", EETI(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 4, longestRead: 66
        ) { transfer, random, bytes in
            guard transfer.readCount == 66 else { return false }
            // A frame mostly, of fingers mostly; few of them, on the panel, or nothing else would ever be tried.
            if random.next(below: 20) > 0 { bytes.replaceSubrange(0..<2, with: [0x42, 0]) }
            switch random.next(below: 10) {
            case 0: bytes.replaceSubrange(2..<5, with: [0x03, 12, 0x45])
            case 1: break
            case 2: bytes.replaceSubrange(0..<2, with: [0, 0])
            default: bytes[2] = random.next(below: 2) == 0 ? 0x06 : 0x18
            }
            if random.next(below: 10) > 0 { bytes[3] = UInt8(random.next(below: 8)) }
            for record in stride(from: 4, to: 54, by: 10) {
                if random.next(below: 2) == 0 { bytes[record] = 0 }
                if random.next(below: 20) > 0 { bytes[record + 1] %= 10 }
                bytes[record + 3] &= 1
                bytes[record + 5] = 0
            }
            return true
        }
    }
}
