import TaplineSimulator
import TestSupport

@Suite("ST7123: what it does")
struct ST7123Tests {
    private typealias Chip = ST7123Model.Configuration

    // MARK: Identification

    @Test("it is asked for its size and whether its reports have a checksum")
    func start() {
        var bench = ST7123Bench()
        bench.start(for: 300)
        #expect(bench.timedLines == ["0 reset low", "10 reset high"])
        #expect(bench.transfers == ["0000 r1", "0000 r12", "00f0 r1", "0010 r1"])
        #expect(bench.identity.isKnown && bench.identity.address == 0x55)
        #expect(bench.identity.width == 800 && bench.identity.height == 480)
        #expect(bench.faults.isEmpty)
    }

    @Test("one whose firmware does not run, without a size, or with no possible number of places is none")
    func strangers() {
        let changes: [(inout Chip) -> Void] = [
            { $0.state = 6 }, { $0.width = 0 }, { $0.height = 0 }, { $0.places = 0 }, { $0.places = 11 },
        ]
        for change in changes {
            var chip = Chip()
            change(&chip)
            var bench = ST7123Bench(chip)
            bench.expectUnknown(.wrongIdentity, after: 1_000)
        }
    }

    @Test("a chip that takes five seconds to start is waited for")
    func quirk31SlowStart() {
        var bench = ST7123Bench(changed(.init()) { $0.bootTime = .milliseconds(5_000) }) { $0.hasResetLine = false }
        bench.resetItself()
        bench.start(for: 4_900)
        #expect(!bench.identity.isKnown)
        bench.run(1_200)
        #expect(bench.identity.isKnown)
    }

    // MARK: Reports

    @Test("without a checksum, nothing is read of the last place but its finger and area")
    func shortest() {
        var bench = ST7123Bench.running(changed(.init()) { $0.hasChecksum = false }) { $0.maximumContacts = 2 }
        bench.touch((0, 100, 50), (1, 300, 60))
        #expect(bench.transfers == ["0010 r16"])
        #expect(bench.last?.map(\.x) == [100, 300])
    }

    @Test("how large a contact is, is told, with a checksum and without", arguments: [true, false])
    func area(hasChecksum: Bool) {
        var bench = ST7123Bench.running(changed(.init()) { $0.hasChecksum = hasChecksum }) { $0.maximumContacts = 2 }
        bench.touch((0, 100, 50), (1, 300, 60))
        #expect(bench.reports.last?.contacts.map(\.pressure) == [40, 40])
    }

    @Test("a polled chip that nobody touches costs one byte, and all places from the first finger on")
    func polled() {
        var bench = ST7123Bench.running { $0.hasInterruptLine = false }
        bench.run(100)
        #expect(Set(bench.transfers) == ["0010 r1"])
        bench.touch((0, 100, 50), for: 20)
        bench.forgetEntries()
        bench.run(50)
        #expect(Set(bench.transfers) == ["0010 r75"])
    }

    @Test("a flipped bit of flags and places is found by the checksum; no finger lifts")
    func quirk30FlippedBits() {
        for byte in 1..<75 {
            var bench = ST7123Bench.running()
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

    @Test("nothing but ones is no wish to be reset", arguments: [true, false])
    func quirk23AllOnes(hasChecksum: Bool) {
        var bench = ST7123Bench.running(changed(.init()) { $0.hasChecksum = hasChecksum })
        bench.expectOnesAreNoReport()
    }

    @Test("a finger's name is its place")
    func quirk29NamesArePlaces() {
        var bench = ST7123Bench.running()
        bench.touch((0, 100, 50), (1, 200, 60), for: 10)
        bench.expectSeen((1, 200, 60))
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = ST7123Bench.running()
        bench.expectLiftWithoutPulse()
    }

    // MARK: Trouble

    @Test("one that has found itself disturbed is reset, once")
    func quirk16WantsReset() {
        var bench = ST7123Bench.running()
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.wantsReset = true
        bench.touch((0, 101, 50), for: 600)
        #expect(bench.faults == [.reset])
        #expect(bench.lines == ["reset low", "reset high"])
        bench.lift(for: 200)
        #expect(bench.last == [])
        bench.expectSeen((0, 7, 8))
    }

    @Test("one whose flags say that there are fingers, and whose places have none, is reset", arguments: [true, false])
    func quirk16FingersThatAreNotShown(hasChecksum: Bool) {
        var chip = Chip()
        chip.hasChecksum = hasChecksum
        var bench = ST7123Bench.running(chip) { $0.hasInterruptLine = false }
        bench.model.faults.withholds = true
        bench.touch((0, 100, 50), for: 10_000)
        #expect(bench.faults == [.reset])
        #expect(bench.last == [Contact(id: 0, x: 100, y: 50)])
        bench.lift(for: 200)
        #expect(bench.counts.last == 0)
    }

    @Test("a lift that the flags come after is one")
    func flagsAfterALift() {
        var bench = ST7123Bench.running { $0.hasInterruptLine = false }
        bench.touch((0, 100, 50), for: 100)
        bench.model.faults.withholds = true
        bench.touch((0, 100, 50), for: 500)
        #expect(bench.counts.last == 0)
        #expect(bench.faults.isEmpty)
    }

    @Test("one that no longer counts its scans is reset after three checks, and its finger is told to have gone")
    func quirk16Frozen() {
        var bench = ST7123Bench.running(checksLiveness: true)
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.isFrozen = true
        bench.liftUnseen(for: 4_000)
        #expect(bench.faults.isEmpty)
        bench.run(6_000)
        #expect(bench.faults == [.reset])
        #expect(bench.last == [])
    }
}

@Suite("ST7123: any bytes")
struct ST7123FuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false], [true, false])
    func anything(hasLine: Bool, hasChecksum: Bool) {
        var register = 0
        DriverFuzz(identities: 0..<10).run(
            "ST7123", ST7123(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 8, longestRead: 75
        ) { transfer, random, bytes in
            if transfer.written.count > 1 { register = Int(transfer.written[0]) << 8 | Int(transfer.written[1]) }
            let isReport = register == 0x10
            guard random.next(below: 12) > 0 else { return isReport }
            switch register {
            case 0 where bytes.count > 11:
                bytes.replaceSubrange(0..<10, with: [5, 0, 0, 0, 0, 3, 0x20, 1, 0xE0, 10])
            case 0xF0: bytes = [hasChecksum ? 0x10 : 0]
            case 0x10:
                bytes[0] = random.next(below: 3) == 0 ? 0 : 8
                for place in stride(from: 4, to: bytes.count - 3, by: 7) {
                    bytes[place] &= 0x81
                    bytes[place + 2] &= 1
                }
                guard bytes.count == 75, hasChecksum else { break }
                let end = bytes[0] == 8 ? 74 : 4
                bytes[74] = bytes[..<end].reduce(0x5A as UInt8) { sum, byte in
                    let next = sum &+ byte
                    return next << 1 | next >> 7
                }
            default: break
            }
            return isReport
        }
    }
}
