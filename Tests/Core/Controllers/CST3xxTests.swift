import TaplineSimulator
import TestSupport

@Suite("CST3xx: what its chips do")
struct CST3xxTests {
    // MARK: Start

    @Test(
        "each chip is known by its information, at either address",
        arguments: [
            (.cst226se, "00a8", 0x5A), (.cst3240, "0ca8", 0x5A), (.cst328, "0148", 0x1A), (.cst340, "0154", 0x1A),
        ] as [(CST3xxModel.Part, String, UInt8)])
    func quirk15OtherAddress(part: CST3xxModel.Part, id: String, address: UInt8) {
        let bench = CST3xxBench.running(CST3xxModel.Configuration(part))
        #expect(bench.identity.isKnown && bench.identity.address == address)
        let said = (0..<4).map { Character(Unicode.Scalar(bench.identity.product[$0])) }
        #expect(String(said) == id)
        #expect(bench.identity.width == 320 && bench.identity.height == 480 && bench.identity.firmware == 0x0102)
        #expect(bench.faults.isEmpty)
    }

    @Test("information is asked for 10 ms after its mode is chosen, reports 5 ms after theirs")
    func start() {
        var bench = CST3xxBench(.init(.cst226se))
        bench.start(for: 200)
        #expect(bench.timedLines == ["0 reset low", "20 reset high"])
        #expect(bench.transfers == ["d101", "d101", "d1f4 r24", "d109", "d000 r7"])
        let times: [Int64] = bench.entries.compactMap {
            guard case .transfer = $0.kind else { return nil }
            return $0.time.microseconds / 1_000
        }
        #expect(times == [120, 120, 130, 130, 135])
    }

    @Test("a first command that is ignored is repeated")
    func quirk07IgnoredCommand() {
        var bench = CST3xxBench(.init(.cst226se))
        bench.model.faults.ignoredWrites = 2
        bench.start(for: 300)
        #expect(bench.transfers.filter { $0 == "d101" }.count == 3)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
    }

    @Test("a chip that has lost its firmware says so, and is found when it has one again")
    func noFirmware() {
        var bench = CST3xxBench { $0.address = CST3xxRegisters.address }
        bench.model.faults.hasNoFirmware = true
        bench.start(for: 900)
        // (The model of a CST328 is at the other address.)
        #expect(bench.faults == [.absent])
        bench = CST3xxBench(.init(.cst3240))
        bench.model.faults.hasNoFirmware = true
        bench.expectUnknown(.noFirmware, after: 900)
        bench.model.faults.hasNoFirmware = false
        bench.run(1_000)
        #expect(bench.identity.isKnown)
    }

    @Test("somebody else at the address is told as that", arguments: [0x9217, 0x9220] as [UInt16])
    func strangers(type: UInt16) {
        var bench = CST3xxBench(changed(.init(.cst226se)) { $0.type = type })
        bench.expectUnknown(.wrongIdentity, after: 900)
    }

    // MARK: Reports

    @Test("a report is as long as the last one; what is missing is read after it; then it is acknowledged")
    func reportLengths() {
        var bench = CST3xxBench.running()
        bench.touch(ConformingChip.fingers(1))
        #expect(bench.transfers == ["d000 r7", "d000ab"])
        bench.run(10)
        bench.forgetEntries()
        bench.touch(ConformingChip.fingers(3))
        #expect(bench.transfers == ["d000 r7", "d007 r11", "d000ab"])
        bench.run(10)
        bench.forgetEntries()
        bench.touch(ConformingChip.fingers(5))
        #expect(bench.transfers == ["d000 r18", "d011 r11", "d000ab"])
        bench.run(10)
        bench.forgetEntries()
        let before = bench.bits
        bench.touch(ConformingChip.fingers(5, step: 1))
        #expect(bench.transfers == ["d000 r28", "d000ab"])
        #expect(bench.bits - before == 329)
        #expect(bench.last == ConformingChip.contacts(ConformingChip.fingers(5, step: 1)))
        #expect(bench.model.acknowledgedUnread == 0)
        #expect(bench.model.acknowledges == bench.model.reports)
    }

    @Test("whatever lands and lifts, a report is read to its end before it is acknowledged, and each is")
    func quirk12AcknowledgesFollowReads() {
        var random = Seed.random("CST3xx acknowledges")
        var bench = CST3xxBench.running()
        for step in 0..<1_000 {
            bench.touch(ConformingChip.fingers(random.next(below: 6), step: step), for: 10)
        }
        #expect(bench.model.reports > 500)
        #expect(bench.model.acknowledges == bench.model.reports)
        #expect(bench.model.acknowledgedUnread == 0)
        #expect(bench.faults.isEmpty)
    }

    @Test("twelve bits of place and the pressure")
    func place() {
        var bench = CST3xxBench.running(changed(.init()) { ($0.width, $0.height) = (4_096, 4_096) })
        bench.touch((7, 0x0ABC, 0x0DEF))
        #expect(bench.reports.last?.contacts == [Contact(id: 7, x: 0x0ABC, y: 0x0DEF, pressure: 40)])
    }

    @Test("a finger that has lifted beside one that stays is gone at once", arguments: [true, false])
    func quirk01LiftedFingerInTheReport(byCount: Bool) {
        var bench = CST3xxBench.running()
        bench.model.faults.liftsByCount = byCount
        bench.touch((0, 100, 100), (1, 200, 100), for: 10)
        bench.expectSeen((1, 200, 100))
        bench.run(10)
        bench.lift()
        bench.expect(counts: [2, 1, 0])
    }

    @Test("a report without its marks is none", arguments: [true, false])
    func quirk30LostMark(isFirst: Bool) {
        var bench = CST3xxBench.running()
        if isFirst { bench.model.faults.losesFirstMark = true } else { bench.model.faults.losesLastMark = true }
        bench.touch((0, 100, 100), (1, 200, 100))
        bench.run(10)
        #expect(bench.reports.isEmpty)
        // Without the first mark there is nothing to acknowledge, either.
        #expect(bench.faults == (isFirst ? [] : [.badReport]))
        #expect(bench.transfers.last == (isFirst ? "d000 r7" : "d000ab"))
        bench.model.faults.losesFirstMark = false
        bench.model.faults.losesLastMark = false
        bench.run(10)
        bench.touch((0, 101, 100), (1, 200, 100))
        #expect(bench.counts == [2])
    }

    @Test("a flipped mark under a finger is no lift")
    func quirk08LostMarkUnderAFinger() {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.losesFirstMark = true
        bench.touch((0, 101, 100))
        bench.model.faults.losesFirstMark = false
        bench.run(10)
        bench.touch((0, 102, 100))
        #expect(bench.reports.map { $0.contacts.map(\.x) } == [[100], [102]])
        #expect(bench.faults.isEmpty)
    }

    @Test("a lift whose mark is flipped is told")
    func quirk08LostMarkOfALift() {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.losesFirstMark = true
        bench.lift(for: 10)
        bench.model.faults.losesFirstMark = false
        bench.run(1_000)
        #expect(bench.counts == [1, 0])
    }

    @Test("a count above the maximum is dropped, acknowledged, and told", arguments: [6, 15, 0x7F] as [UInt8])
    func quirk13CountAboveTheMaximum(count: UInt8) {
        var bench = CST3xxBench.running()
        bench.model.faults.status = count
        bench.touch((0, 100, 100), for: 10)
        #expect(bench.faults == [.badReport])
        #expect(bench.transfers == ["d000 r7", "d000 r7", "d000 r7", "d000 r7", "d000ab"])
        #expect(bench.reports.isEmpty)
    }

    @Test("two contacts of one identity are no report")
    func quirk06DuplicateIdentities() {
        var bench = CST3xxBench.running()
        bench.model.faults.hasDuplicateIdentities = true
        bench.touch((0, 100, 100), (1, 200, 100))
        bench.run(10)
        bench.expect(counts: [], faults: [.badReport])
        #expect(bench.transfers.last == "d000ab")
    }

    @Test("nothing but ones is no report")
    func quirk04AllOnes() {
        var bench = CST3xxBench.running()
        bench.model.faults.lies = 1
        bench.touch((0, 100, 100))
        #expect(bench.reports.isEmpty && bench.faults.isEmpty)
        bench.run(10)
        bench.touch((0, 101, 100))
        #expect(bench.counts == [1])
    }

    @Test("a key without a finger is no finger at its place")
    func key() {
        var bench = CST3xxBench.running()
        bench.model.faults.status = 0x80
        bench.touch((0, 100, 100))
        #expect(bench.reports.isEmpty && bench.faults.isEmpty)
        #expect(bench.transfers.last == "d000ab")
    }

    @Test("with a key there are two bytes more before the last mark")
    func keyBesideFingers() {
        var bench = CST3xxBench.running()
        bench.model.faults.status = 0x82
        bench.model.faults.losesLastMark = true
        bench.touch((0, 100, 100), (1, 200, 100))
        bench.expect(counts: [2])
    }

    // MARK: Interrupts

    @Test("an interrupt each 1.5 s without a finger is neither a report nor a fault", arguments: [false, true])
    func quirk26IdleInterrupts(empties: Bool) {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.lift(for: 10)
        bench.forgetEntries()
        bench.model.faults.pulsesWhenIdle = true
        bench.model.faults.emptiesWhenIdle = empties
        bench.run(60_000)
        bench.expect(counts: [1, 0])
        // Looked at once each, and never acknowledged.
        #expect((39...40).contains(bench.transfers.count))
        #expect(bench.transfers.allSatisfy { $0 == "d000 r7" })
        bench.expectSeen((0, 50, 60))
    }

    @Test("before the first finger they are none, either")
    func quirk26IdleInterruptsAtFirst() {
        var bench = CST3xxBench.running()
        bench.model.faults.pulsesWhenIdle = true
        bench.run(10_000)
        #expect(bench.reports.isEmpty && bench.faults.isEmpty)
        #expect(!bench.transfers.isEmpty)
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = CST3xxBench.running()
        bench.expectLiftWithoutPulse()
        bench.expect(counts: [1, 0])
    }

    @Test("an acknowledged report that is read again is no news")
    func quirk11ReadTwice() {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.interruptSpuriously(for: 5)
        bench.expect(counts: [1])
    }

    @Test("a pulse that outlasts the acknowledge is no second report")
    func quirk11LongPulse() {
        var bench = CST3xxBench.running()
        bench.model.faults.pulseOutlastsAcknowledge = true
        for x in 0..<20 {
            bench.touch((0, Float(100 + x), 100), for: 10)
        }
        bench.lift(for: 100)
        bench.expect(counts: [Int](repeating: 1, count: 20) + [0])
        #expect(bench.transfers.count <= 2 * 21 + 1)
    }

    @Test("an acknowledge that has no effect shows the same finger again")
    func quirk11LostAcknowledge() {
        var bench = CST3xxBench.running()
        bench.model.faults.lostAcknowledges = 1
        bench.touch((0, 100, 100), for: 400)
        #expect(bench.reports.allSatisfy { $0.contacts.map(\.x) == [100] })
        #expect(bench.transfers.filter { $0 == "d000ab" }.count == 2)
        #expect(bench.faults.isEmpty)
    }

    @Test("an acknowledge that fails is tried again, and the report told once")
    func quirk32FailedAcknowledge() {
        var bench = CST3xxBench.running()
        bench.model.faults.failingAcknowledges = 2
        bench.touch((0, 100, 100), for: 5)
        #expect(bench.transfers == ["d000 r7", "d000ab !121", "d000ab !121", "d000ab"])
        #expect(bench.counts == [1])
    }

    // MARK: Life

    @Test("a reset in mid-touch is seen in the registers, without any liveness check", arguments: [true, false])
    func quirk16ResetInMidTouch(hasLine: Bool) {
        var bench = CST3xxBench.running { $0.hasInterruptLine = hasLine }
        bench.touch((0, 100, 100), for: 30)
        bench.expectResetTold(within: 1_000)
    }

    @Test("a resting finger that the chip does not report again is not lifted, and the chip not reset")
    func silentFinger() {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100))
        bench.forgetEntries()
        bench.run(3_000)
        bench.expect(counts: [1])
        // Asked for a report, and whether it scans, each 150 ms.
        #expect(bench.transfers.prefix(2) == ["d000 r7", "d040 r6"])
        #expect((38...40).contains(bench.transfers.count))
    }

    @Test("a chip that hangs under a finger is reset")
    func quirk16HangUnderAFinger() {
        var bench = CST3xxBench.running()
        bench.touch((0, 100, 100), for: 1_000)
        bench.model.faults.isFrozen = true
        bench.liftUnseen(for: 1_000)
        #expect(bench.faults == [.reset])
        #expect(bench.last == [])
        #expect(bench.identity.isKnown)
        bench.expectSeen((0, 7, 8))
    }

    @Test("a chip that hangs while it is polled is reset")
    func quirk16HangWhilePolled() {
        var bench = CST3xxBench.running(checksLiveness: true) { $0.hasInterruptLine = false }
        bench.run(5_000)
        #expect(bench.faults.isEmpty)
        bench.model.faults.isFrozen = true
        bench.run(5_000)
        #expect(bench.faults == [.reset])
        bench.touch((0, 7, 8), for: 20)
        #expect(bench.last == [Contact(id: 0, x: 7, y: 8)])
    }

    @Test("firmware that does not count its scans is left alone", arguments: [true, false])
    func doesNotCount(hasLine: Bool) {
        var chip = CST3xxModel.Configuration()
        chip.countsScans = false
        var bench = CST3xxBench.running(chip, checksLiveness: true) { $0.hasInterruptLine = hasLine }
        bench.touch((0, 100, 100), for: 20_000)
        bench.expect(counts: [1])
    }
}
