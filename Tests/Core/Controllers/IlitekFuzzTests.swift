import TaplineSimulator
import TestSupport

@Suite("Ilitek: any bytes")
struct IlitekFuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: IlitekTests.languages, [true, false])
    func anything(language: IlitekFamily.Language, hasLine: Bool) {
        var configuration = Ilitek.Configuration.fuzzed(hasLine: hasLine)
        configuration.variant = language
        // The last register named says what a read without a write is of.
        var command: UInt8 = 0
        var part = 0
        DriverFuzz(identities: 0..<10).run(
            "Ilitek \(language)", Ilitek(configuration: configuration), limit: Fuzz.reports / 6, longestRead: 43
        ) { transfer, random, bytes in
            if transfer.written.count > 0 {
                command = transfer.written[0]
                part = 0
            }
            let isReport = transfer.readCount > 0 && (language == .ili2117 || command == IlitekRegisters.touches)
            defer { part += 1 }
            guard random.next(below: 12) > 0 else { return isReport }
            switch command {
            case IlitekRegisters.chip: bytes = [0x11, 0x25, 0, 0, 0]
            case IlitekRegisters.panel: bytes = [0x20, 0x03, 0xE0, 0x01, 26, 15]
            default: break
            }
            if language == .ili251x, isReport, transfer.readCount == IlitekRegisters.reportLength {
                bytes[0] = UInt8(random.next(below: 4))
            }
            if language == .ili251x, isReport {
                let first = part == 0 ? 1 : 0
                for record in stride(from: first, to: bytes.count - 4, by: 5) {
                    bytes[record] &= 0x81
                    bytes[record + 2] &= 1
                }
            }
            if language == .ili210x, isReport { for index in [1, 3, 5, 7] { bytes[index] &= 1 } }
            if language == .ili2117, bytes.count == 43 {
                for index in 0..<10 where random.next(below: 3) > 0 {
                    for offset in 1...4 { bytes[4 * index + offset] = 0xFF }
                }
                for index in 0..<10 where bytes[4 * index + 1] != 0xFF { bytes[4 * index + 1] &= 0x21 }
                bytes[42] = 0 &- bytes[..<42].reduce(0, &+)
            }
            return isReport
        }
    }
}
