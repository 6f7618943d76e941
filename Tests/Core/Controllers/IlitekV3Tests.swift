import TaplineSimulator
import TestSupport

@Suite("Ilitek v3: what its chips do")
struct IlitekV3Tests {
    // MARK: Identification

    @Test("each command gets the millisecond that its answer takes, and packets are asked for")
    func start() {
        var bench = IlitekV3Bench()
        bench.start(for: 300)
        #expect(bench.timedLines == ["0 reset low", "5 reset high"])
        #expect(bench.transfers == ["f622", "f622", "22", " r4", "2f", " r51", "f20003", " r72"])
        #expect(bench.identity.isKnown && bench.identity.address == 0x41)
        #expect(bench.identity.width == 800 && bench.identity.height == 480)
        #expect(bench.identity.firmware == 140 << 8)
        #expect(bench.faults.isEmpty)
        let times = bench.entries.compactMap { entry -> Int64? in
            guard case .transfer = entry.kind else { return nil }
            return entry.time.microseconds
        }
        guard times.count == 8 else { return }
        #expect(times[3] - times[2] == 1_000 && times[5] - times[4] == 1_000)
    }

    @Test("one that does not say how large it is has the board's size")
    func withoutSize() {
        var bench = IlitekV3Bench.running(changed(.init()) { $0.saysSize = false }) {
            $0.rawWidth = 800
            $0.rawHeight = 480
        }
        #expect(bench.identity.isKnown && bench.identity.width == 0)
        bench.expectSeen((0, 799, 479))
    }

    @Test("another protocol's version is somebody else", arguments: [0, 3, 6, 0xFF] as [UInt8])
    func strangers(major: UInt8) {
        var bench = IlitekV3Bench(changed(.init()) { $0.major = major })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
    }

    @Test("a chip that takes five seconds to start is waited for")
    func quirk31SlowStart() {
        var bench = IlitekV3Bench(changed(.init()) { $0.bootTime = .milliseconds(5_000) }) { $0.hasResetLine = false }
        bench.resetItself()
        bench.start(for: 4_900)
        #expect(!bench.identity.isKnown)
        bench.run(1_200)
        #expect(bench.identity.isKnown)
    }

    // MARK: Packets

    @Test("a flipped bit is found by the checksum, in every byte of the packet; no finger lifts")
    func quirk30FlippedBits() {
        for byte in 1..<72 {
            var bench = IlitekV3Bench.running()
            bench.touch((0, 100, 50), for: 10)
            bench.model.faults.flips = 1
            bench.model.faults.flippedByte = byte
            bench.touch((0, 101, 50))
            #expect(bench.faults == [.badReport], "byte \(byte)")
            bench.run(30)
            #expect(bench.counts.allSatisfy { $0 == 1 })
            #expect(bench.last == [Contact(id: 0, x: 101, y: 50)])
        }
    }

    @Test("nothing but ones is no report, and looked for once more")
    func quirk23AllOnes() {
        var bench = IlitekV3Bench.running()
        bench.expectOnesAreNoReport()
    }

    @Test("a finger's name is its place, whatever the order")
    func quirk29NamesArePlaces() {
        var bench = IlitekV3Bench.running()
        bench.touch((0, 100, 50), (1, 200, 60), for: 10)
        bench.expectSeen((1, 200, 60))
        bench.run(10)
        bench.touch((9, 5, 6), (1, 200, 60), for: 10)
        #expect(bench.last?.map(\.id) == [1, 9])
    }

    @Test("a look that comes too early is no lift and no fault; half a second of them is told")
    func quirk08TooEarly() {
        var bench = IlitekV3Bench.running { $0.hasInterruptLine = false }
        bench.touch((0, 100, 50), for: 30)
        bench.model.faults.emptyReads = 20
        bench.run(190)
        #expect(bench.counts.allSatisfy { $0 == 1 })
        #expect(bench.faults.isEmpty)
        bench.run(100)
        bench.model.faults.emptyReads = 35
        bench.run(400)
        #expect(bench.faults.contains(.badReport))
        #expect(bench.counts.allSatisfy { $0 == 1 })
        bench.lift(for: 40)
        #expect(bench.last == [])
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = IlitekV3Bench.running()
        bench.expectLiftWithoutPulse()
    }

    @Test("a hang shows itself nowhere, but nothing traps and nothing is made up")
    func quirk16Frozen() {
        var bench = IlitekV3Bench.running()
        bench.touch((0, 100, 50))
        bench.model.faults.isFrozen = true
        bench.run(3_000)
        #expect(bench.counts.allSatisfy { $0 == 1 })
    }
}

@Suite("Ilitek v3: any bytes")
struct IlitekV3FuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false])
    func anything(hasLine: Bool) {
        DriverFuzz(identities: 0..<10).run(
            "Ilitek-v3", IlitekV3(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 6, longestRead: 72
        ) { transfer, random, bytes in
            guard random.next(below: 12) > 0 else { return transfer.readCount == 72 }
            switch transfer.readCount {
            case 4: bytes = [0x22, 5, 7, 0]
            case 72:
                bytes.replaceSubrange(0..<4, with: [0x5B, 0, 72, 0])
                for place in stride(from: 4, to: 54, by: 5) {
                    if random.next(below: 3) > 0 {
                        for offset in 0..<4 { bytes[place + offset] = 0xFF }
                    } else {
                        bytes[place] &= 1
                        bytes[place + 2] &= 1
                    }
                }
                bytes[71] = 0 &- bytes[..<71].reduce(0, &+)
            default: break
            }
            return transfer.readCount == 72
        }
    }
}
