import TaplineSimulator
import TestSupport

@Suite("AXS15231B: what it does")
struct AXS15231BTests {
    @Test("it gets 200 ms of reset and 200 ms to start, and is asked with its key")
    func start() {
        var bench = AXS15231BBench()
        bench.start(for: 450)
        #expect(bench.timedLines == ["0 reset low", "200 reset high"])
        let key = "b5aba55a00000008000000"
        #expect(bench.transfers == [key + " r1", key + " r8", key + " r8"])
        #expect(bench.identity.isKnown && bench.identity.address == 0x3B)
        #expect(bench.faults.isEmpty)
    }

    @Test("a count that cannot be one is no report, and no lift", arguments: [3, 0x80, 0xFE] as [UInt8])
    func quirk13TooManyFingers(count: UInt8) {
        var bench = AXS15231BBench.running()
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.count = count
        bench.touch((0, 101, 50))
        bench.expect(counts: [1], faults: [.badReport])
    }

    @Test("of two fingers it shows the first")
    func twoFingers() {
        var bench = AXS15231BBench.running()
        bench.model.faults.count = 2
        bench.expectSeen((0, 100, 50))
        #expect(bench.faults.isEmpty)
    }

    @Test("what comes with a gesture is neither a finger nor a lift")
    func quirk08Gesture() {
        var bench = AXS15231BBench.running()
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.gesture = 4
        bench.touch((0, 200, 50), for: 10)
        bench.expect(counts: [1])
        bench.model.faults.gesture = 0
        bench.expectSeen((0, 201, 50))
    }

    @Test("nothing but ones is no report, and looked for once more")
    func quirk23AllOnes() {
        var bench = AXS15231BBench.running()
        bench.expectOnesAreNoReport()
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = AXS15231BBench.running()
        bench.expectLiftWithoutPulse()
    }
}

@Suite("AXS15231B: any bytes")
struct AXS15231BFuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false])
    func anything(hasLine: Bool) {
        DriverFuzz(most: 1, identities: 0..<1).run(
            "AXS15231B", AXS15231B(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 6, longestRead: 8
        ) { _, random, bytes in
            guard bytes.count == 8, random.next(below: 12) > 0 else { return true }
            bytes[0] = random.next(below: 8) == 0 ? 1 : 0
            bytes[1] = UInt8(random.next(below: 4))
            bytes[2] &= 0xF1
            bytes[4] &= 0xF1
            return true
        }
    }
}
