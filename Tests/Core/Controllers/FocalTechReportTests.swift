import TaplineSimulator
import TestSupport

@Suite("FocalTech: reports")
struct FocalTechReportTests {
    static let fingers: [(Int32, Float, Float)] = [
        (0, 10, 20), (1, 110, 40), (2, 210, 60), (3, 310, 80), (4, 410, 100),
        (5, 510, 120), (6, 610, 140), (7, 710, 160), (8, 20, 180), (9, 120, 200),
    ]

    @Test("the first finger after a rest costs the fewest bits too")
    func fewestBitsForTheFirst() {
        var bench = FocalTechBench.running(.ft5x06)
        let before = bench.bits
        bench.touch((0, 1, 2))
        #expect(bench.bits - before == 75)
    }

    @Test("what the transfer was too short for is read in a second one", arguments: 2...10)
    func topUp(fingers: Int) {
        var bench = FocalTechBench.running(.ft5506)
        let places = Array(FocalTechReportTests.fingers.prefix(fingers))
        bench.touch(places)
        #expect(bench.transfers == ["02 r5", "09 r\(6 * (fingers - 1) - 2)"])
        #expect(bench.reports.count == 1)
        #expect(bench.reports[0].contacts == places.map { Contact(id: $0.0, x: $0.1, y: $0.2) })
    }

    @Test("fewer fingers than predicted need no second read")
    func fewerThanPredicted() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch(Array(FocalTechReportTests.fingers.prefix(3)), for: 10)
        bench.panel.bus.chip.forgetEntries()
        bench.touch((1, 7, 8))
        #expect(bench.transfers == ["02 r17"])
        #expect(bench.reports.last?.contacts == [Contact(id: 1, x: 7, y: 8)])
    }

    @Test("a report costs one transfer also while its pulse outlasts it")
    func oneTransferEach() {
        var bench = FocalTechBench.running(changed(.init()) { $0.pulseWidth = .milliseconds(2) })
        for x in 0..<100 {
            bench.touch((0, Float(x), 100), for: 8)
        }
        #expect(bench.transfers == Array(repeating: "02 r5", count: 100))
        #expect(bench.counts == Array(repeating: 1, count: 100))
    }

    // MARK: Quirks

    @Test("a finger that is counted but says that it has lifted is no finger")
    func quirk01CountedLift() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.countsLifted = true
        bench.touch((0, 100, 100), (1, 200, 100), for: 10)
        bench.expectSeen((1, 201, 100))
        bench.run(10)
        bench.lift()
        // The chip counts one still, and says nothing more.
        #expect(bench.reports.last?.contacts == [])
        bench.run(5_000)
        #expect(bench.counts == [2, 1, 0])
    }

    @Test("a lift without an \"up\", or with one beyond the count, is a lift", arguments: [true, false])
    func quirk02LiftBeyondTheCount(forgetsUp: Bool) {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.forgetsUp = forgetsUp
        bench.touch((0, 100, 100), (1, 200, 100), for: 10)
        bench.expectSeen((0, 101, 100))
        bench.run(10)
        bench.lift()
        #expect(bench.counts == [2, 1, 0])
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.losesLastPulse = true
        bench.lift()
        #expect(bench.counts == [1])
        bench.run(200)
        #expect(bench.counts == [1, 0])
        bench.panel.bus.chip.forgetEntries()
        bench.run(10_000)
        #expect(bench.transfers.isEmpty)
    }

    @Test("silence while a finger is held is no lift")
    func silence() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch((0, 100, 100), for: 3_000)
        #expect(bench.reports.count == 21)
        #expect(bench.reports.allSatisfy { $0.contacts == [Contact(id: 0, x: 100, y: 100)] })
    }

    @Test("junk from the reset is no touch, until the count changes", arguments: [true, false])
    func quirk03StaleRegisters(isPolled: Bool) {
        var bench = FocalTechBench { $0.hasInterruptLine = !isPolled }
        bench.model.faults.isStaleAfterReset = true
        bench.start(for: 5_000)
        #expect(bench.identity.isKnown)
        bench.expect(counts: [])
        bench.touch((0, 10, 10), (1, 60, 10), for: 20)
        #expect(bench.reports.first?.contacts.count == 2)
        bench.run(100)
        bench.touch((0, 10, 10), for: 20)
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 10, y: 10)])
    }

    @Test("an interrupt says that the registers are no junk: the first finger is seen")
    func quirk03InterruptEndsJunk() {
        var bench = FocalTechBench()
        bench.model.faults.isStaleAfterReset = true
        bench.start(for: 400)
        bench.expectSeen((0, 10, 10))
    }

    @Test("a status of 0xFF and other counts beyond the maximum are dropped", arguments: [0xFF, 0x0F, 0x0B] as [UInt8])
    func quirk13CountAboveTheMaximum(status: UInt8) {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.falseStatus = status
        bench.model.faults.falseStatusReads = 1
        bench.touch((0, 101, 100))
        #expect(bench.faults == [.badReport])
        bench.run(10)
        bench.touch((0, 102, 100))
        #expect(bench.counts == [1, 1])
        #expect(bench.reports.last?.contacts.first?.x == 102)
    }

    @Test("0xFF on the first reads of a polled chip is no touch")
    func quirk04FirstReadsAllOnes() {
        var bench = FocalTechBench { $0.hasInterruptLine = false }
        bench.model.faults.falseStatusReads = 8
        bench.start(for: 2_000)
        #expect(bench.reports.isEmpty)
        #expect(bench.faults == Array(repeating: .badReport, count: 8))
        bench.touch((0, 5, 5), for: 20)
        #expect(bench.reports.last?.contacts.first?.x == 5)
    }

    @Test("a chip for two fingers does not count three, whatever the board says")
    func maximumOfTheChip() {
        var bench = FocalTechBench.running(FT5x06Model.Configuration(.ft6236)) { $0.maximumContacts = 10 }
        bench.model.faults.falseStatus = 3
        bench.model.faults.falseStatusReads = 1
        bench.touch((0, 100, 100))
        #expect(bench.faults == [.badReport])
        #expect(bench.transfers == ["02 r5"])  // Nothing of the third is asked for.
    }

    @Test("a report that made no sense is read three times more")
    func looksAgain() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.falseStatusReads = 1
        bench.touch((0, 100, 100))
        #expect(bench.faults == [.badReport])
        bench.run(30)
        #expect(bench.counts == [1])
        bench.lift(for: 30)
        bench.model.faults.falseStatusReads = .max
        bench.model.interruptSpuriously(at: bench.now)
        bench.notice()
        bench.panel.bus.chip.forgetEntries()
        bench.run(60_000)
        #expect(bench.transfers.count == 3)
    }

    @Test("a press at (0, 0) that the chip does not count is no touch")
    func quirk05Zeros() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.showsZeros = true
        bench.touch((0, 100, 100), for: 100)
        bench.expect(counts: [])
    }

    @Test("two contacts of one identity are dropped")
    func quirk06DuplicateIdentities() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.hasDuplicateIdentities = true
        bench.touch((0, 100, 100), (1, 200, 100))
        #expect(bench.faults == [.badReport])
        bench.model.faults.hasDuplicateIdentities = false
        bench.run(10)
        bench.touch((0, 100, 100), (1, 200, 100))
        #expect(bench.counts == [1, 2])
    }

    @Test("a chip that gives no identities leaves them out")
    func quirk29NoIdentities() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.hasNoIdentities = true
        bench.touch((0, 100, 100), (1, 200, 100))
        #expect(bench.reports.last?.contacts.map(\.id) == [-1, -1])
        #expect(bench.faults.isEmpty)
    }

    @Test("a chip that gives identities and then none has sent junk: no finger lifts by that")
    func lostIdentities() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.hasNoIdentities = true
        bench.touch((0, 101, 100))
        #expect(bench.faults == [.badReport])
        bench.model.faults.hasNoIdentities = false
        bench.run(10)
        bench.touch((0, 102, 100))
        #expect(bench.reports.map { $0.contacts.map(\.id) } == [[0], [0]])
    }

    @Test("coordinates off the panel are dropped; the full size is the last pixel")
    func offPanel() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.isOffPanel = true
        bench.touch((0, 100, 100))
        #expect(bench.faults == [.offPanel(x: 801, y: 100)])
        bench.model.faults.isOffPanel = false
        bench.run(10)
        bench.touch((0, 800, 480))
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 799, y: 479)])
    }

    @Test("without a size every place is taken")
    func noSize() {
        var bench = FocalTechBench.running {
            $0.rawWidth = 0
            $0.rawHeight = 0
        }
        bench.expectSeen((0, 4_095, 4_095))
    }

    @Test("an FT5726 sends y first")
    func yFirst() {
        var bench = FocalTechBench.running(.ft5726)
        bench.expectSeen((2, 700, 50), (5, 13, 470))
    }

    @Test("the first access after a rest may fail in monitor mode; no touch is lost")
    func quirk25MonitorMode() {
        var bench = FocalTechBench.running(.ft5x06)
        bench.model.faults.failsWhenIdle = true
        bench.run(10_000)
        bench.model.interruptSpuriously(at: bench.now)
        bench.notice(for: 10)
        #expect(bench.transfers == ["02 !121", "02 r5"])
        bench.touch((0, 100, 100))
        #expect(bench.counts == [1])
    }

    // MARK: Polling

    @Test("without an interrupt line the chip is asked: one byte while idle, faster while a finger is down")
    func polling() {
        // 39 bits each; with the registers before the status, as Linux reads them, they would be 57.
        _ = FocalTechBench.expectPolling(with: "02 r5", idleBits: 39)
    }

    // MARK: M06

    @Test("EDT's M06 answers are read whole, their contacts once the place is right, and lifts as what is missing")
    func m06() {
        var bench = FocalTechBench.running(.edtM06)
        bench.touch((0, 100, 200))
        // (Landing: the place is wrong.)
        #expect(bench.reports.isEmpty)
        bench.run(10)
        bench.touch((0, 101, 200), (3, 700, 40))
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 101, y: 200)])
        bench.run(10)
        bench.expectSeen((0, 102, 200), (3, 701, 40))
        bench.run(10)
        bench.model.faults.countsLifted = true
        bench.expectSeen((3, 702, 40))
        bench.run(10)
        bench.expectLifted()
        #expect(bench.faults.isEmpty)
        #expect(Set(bench.transfers) == ["f9 r26"])
    }

    @Test("an M06 answer with a wrong checksum or header is no news", arguments: [true, false])
    func m06Broken(checksum: Bool) {
        var bench = FocalTechBench.running(.edtM06)
        bench.touch((0, 100, 200), for: 10)
        bench.touch((0, 100, 200), for: 10)
        if checksum { bench.model.faults.wrongChecksums = 1 } else { bench.model.faults.wrongHeaders = 1 }
        bench.lift()
        bench.expect(counts: [1], faults: [.badReport])
        bench.run(20)
        #expect(bench.counts == [1, 0])
    }

    @Test("a flipped bit in an M06 answer never gets through")
    func quirk30FlippedBits() {
        var bench = FocalTechBench.running(.edtM06)
        bench.touch((0, 100, 200), for: 10)
        bench.model.faults.flips = SplitMix64(seed: 5)
        for _ in 0..<200 {
            bench.touch((0, 100, 200), for: 10)
        }
        #expect(bench.reports.isEmpty)
        #expect(bench.faults.count >= 200)
    }
}
