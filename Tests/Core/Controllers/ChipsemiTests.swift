import TaplineSimulator
import TestSupport

@Suite("Chipsemi: what its chips do")
struct ChipsemiTests {
    private typealias Chip = CHSCModel.Configuration
    private static let languages: [ChipsemiFamily.Language] = [.chsc5816, .chsc6x]

    @Test("a CHSC5816 is known by its signature, a CHSC6X by nothing but a state that can be one")
    func start() {
        var bench = ChipsemiBench()
        bench.start(for: 200)
        #expect(bench.timedLines == ["0 reset low", "5 reset high"])
        #expect(bench.transfers == ["20000014 r1", "20000014 r8", "2000002c r6"])
        #expect(bench.identity.isKnown && bench.identity.firmware == 0x0201)
        var other = ChipsemiBench(Chip(.chsc6x))
        other.start(for: 200)
        #expect(other.transfers == ["00 r1", "00 r5", "00 r5"])
        #expect(other.identity.isKnown)
    }

    @Test("another signature is somebody else", arguments: [0, 0x4843_5343, 0x4353_4844, .max] as [UInt32])
    func strangers(signature: UInt32) {
        var bench = ChipsemiBench(changed(.init()) { $0.signature = signature })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
    }

    @Test("a place beyond 255 has its upper bits")
    func upperBits() {
        var bench = ChipsemiBench.running()
        for place in [(799, 479), (256, 15), (15, 256)] as [(Float, Float)] {
            bench.expectSeen((0, place.0, place.1))
            bench.run(10)
        }
    }

    @Test("a count of two and more is no report, and no lift", arguments: languages, [2, 3, 0x80, 0xFE] as [UInt8])
    func quirk13TooManyFingers(language: ChipsemiFamily.Language, count: UInt8) {
        var bench = ChipsemiBench.running(Chip(language))
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.count = count
        bench.touch((0, 101, 50))
        bench.expect(counts: [1], faults: [.badReport])
    }

    @Test("nothing but ones is no report, and looked for once more", arguments: languages)
    func quirk23AllOnes(language: ChipsemiFamily.Language) {
        var bench = ChipsemiBench.running(Chip(language))
        bench.expectOnesAreNoReport()
    }

    @Test("a lift whose pulse is lost is seen all the same", arguments: languages)
    func quirk24LostPulse(language: ChipsemiFamily.Language) {
        var bench = ChipsemiBench.running(Chip(language))
        bench.expectLiftWithoutPulse()
    }
}

@Suite("Chipsemi: any bytes")
struct ChipsemiFuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [.chsc5816, .chsc6x] as [ChipsemiFamily.Language], [true, false])
    func anything(language: ChipsemiFamily.Language, hasLine: Bool) {
        var configuration = Chipsemi.Configuration.fuzzed(hasLine: hasLine)
        configuration.variant = language
        let reportLength = language == .chsc5816 ? 6 : 5
        DriverFuzz(most: 1, identities: 0..<1).run(
            "Chipsemi \(language)", Chipsemi(configuration: configuration), limit: Fuzz.reports / 6, longestRead: 8
        ) { transfer, random, bytes in
            guard random.next(below: 12) > 0 else { return transfer.readCount == reportLength }
            switch transfer.readCount {
            case 8: bytes.replaceSubrange(4..<8, with: [0x43, 0x48, 0x53, 0x43])
            case 6:
                bytes[1] = UInt8(random.next(below: 3))
                bytes[5] &= 0x11
            case 5: bytes[0] = UInt8(random.next(below: 3))
            default: break
            }
            return transfer.readCount == reportLength
        }
    }
}
