import TaplineSimulator
import TestSupport

@Suite("Goodix: trouble and recovery")
struct GoodixRecoveryTests {
    @Test("a run of failures resets the chip, and it goes on")
    func resetAfterARun() {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.failingTransfers = 3
        bench.touch((0, 101, 100), for: 5)
        let error = ControllerFault.bus(BusError(errno: 121))
        #expect(bench.faults == [error, error, error, .reset])
        #expect(!bench.identity.isKnown)
        bench.run(150)
        #expect(bench.identity.isKnown)
        #expect(bench.lines.first == "reset low")
        // The finger is still down: the chip tells it again after its reset.
        #expect(bench.reports.last?.contacts.first?.x == 101)
        bench.expectLifted()
        #expect(bench.faults.count == 4)
    }

    @Test("after a reset no finger is predicted")
    func predictionIsForgotten() {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100), (1, 200, 100), (2, 300, 100), for: 10)
        bench.model.faults.failingTransfers = 3
        bench.lift()
        bench.panel.bus.chip.forgetEntries()
        bench.run(200)
        #expect(bench.transfers.suffix(2) == ["8140 r11", "814e r1"])
    }

    @Test("reports that can never be read do not make the driver run wild")
    func reportsNeverReadable() {
        // Identification works, every read of the status fails.
        let run = DriverAlone(Goodix(), for: 60_000) { transfer in
            let id: [UInt8] = [0x39, 0x31, 0x31, 0, 0, 0, 0, 0, 0, 0, 0]
            return transfer.written[1] == 0x40 ? (0..<transfer.readCount).map { id[$0 % id.count] } : nil
        }
        #expect(run.contacts.isEmpty)
        #expect(run.faults.filter { $0 == .reset }.count <= 120)
        #expect(run.transfers < 1_000)
    }

    @Test("a lost acknowledge is tried again, and the report is told once")
    func quirk32FailedAcknowledge() {
        var bench = GoodixBench.running()
        bench.model.faults.failingAcknowledges = 2
        bench.touch((0, 100, 100), for: 5)
        #expect(bench.transfers == ["814e r8", "814e00 !121", "814e00 !121", "814e00"])
        #expect(bench.reports.count == 1)
        #expect(bench.model.acknowledges == 1)
        bench.run(10)
        bench.touch((0, 101, 100))
        #expect(bench.reports.count == 2)
    }

    @Test("an acknowledge that has no effect is repaired by the chip's next interrupt")
    func quirk11AcknowledgeWithoutEffect() {
        var bench = GoodixBench.running()
        bench.model.faults.lostAcknowledges = 1
        bench.touch((0, 100, 100), for: 20)
        #expect(bench.model.acknowledges == 1)
        #expect(bench.reports.allSatisfy { $0.contacts.first?.x == 100 })
        bench.touch((0, 101, 100))
        #expect(bench.reports.last?.contacts.first?.x == 101)
    }

    @Test("a top-up that fails is tried again by itself")
    func failedTopUp() {
        let run = DriverAlone(
            Goodix(),
            [
                .writeRead([0x81, 0x40], returning: [0x39], at: 0x5D),
                .writeRead([0x81, 0x40], returning: [0x39, 0x31, 0x31, 0, 0, 0, 0, 0, 0, 0, 0], at: 0x5D),
                .write([0x80, 0x40, 0xAA, 0xAA], at: 0x5D),
                .writeRead([0x81, 0x4E], returning: [0x82], at: 0x5D),
                .failure([0x81, 0x4F], error: BusError(errno: 5), at: 0x5D),
                .writeRead([0x81, 0x4F], returning: [1, 1, 0, 2, 0, 3, 0, 9, 4, 5, 0, 6, 0, 7, 0], at: 0x5D),
                .write([0x81, 0x4E, 0], at: 0x5D),
            ], for: 90, hasInterrupt: false)
        #expect(run.faults.count == 1)
        #expect(run.contacts == [Contact(id: 1, x: 1, y: 2, pressure: 3), Contact(id: 4, x: 5, y: 6, pressure: 7)])
    }

    @Test("a short read counts as a failed one, not as a finger at (0, 0)")
    func shortRead() {
        let run = DriverAlone(Goodix(), for: 10_000) { transfer in
            switch transfer.written[1] {
            case 0x40: Array([0x39, 0x31, 0x31, 0, 0, 0, 0, 0, 0, 0, 0].prefix(transfer.readCount))
            // The first look is one byte long; what is missing of the report never comes.
            case 0x4E where transfer.readCount > 0: [0x81]
            default: []
            }
        }
        #expect(run.contacts.isEmpty)
        #expect(run.faults.contains(.bus(BusError(errno: 5))) && run.faults.contains(.reset))
    }

    @Test("a chip that counts fingers and never says where they are is reset, once", arguments: [true, false])
    func quirk16FingersThatAreNotShown(hasLine: Bool) {
        var bench = GoodixBench.running { $0.hasInterruptLine = hasLine }
        bench.model.faults.withholds = true
        bench.touch((0, 100, 100), for: 30_000)
        #expect(bench.faults.filter { $0 == .reset } == [.reset])
        #expect(bench.reports.last?.contacts.map(\.x) == [100])
        bench.lift(for: 200)
        #expect(bench.counts.last == 0)
    }

    @Test("a count that is there before its report, now and then, is nothing")
    func quirk8CountBeforeItsReport() {
        var bench = GoodixBench.running { $0.hasInterruptLine = false }
        for tap in 0..<60 {
            bench.model.faults.withholds = true
            bench.touch((0, 100, Float(tap)), for: 50)
            bench.model.faults.withholds = false
            bench.touch((0, 101, Float(tap)), for: 50)
            bench.lift(for: 50)
        }
        #expect(bench.faults.isEmpty)
        #expect(bench.counts == Array(repeating: [1, 0], count: 60).flatMap { $0 })
    }

    // MARK: Liveness

    @Test("a chip that hangs is noticed and reset")
    func quirk16Frozen() {
        var bench = GoodixBench.running(checksLiveness: true)
        bench.run(200)
        bench.model.faults.isFrozen = true
        bench.touch((0, 100, 100), for: 4_500)
        #expect(bench.faults == [.reset])
        // Still down after the reset, so told then.
        #expect(bench.reports.last?.contacts.first?.x == 100)
        #expect(bench.identity.isKnown)
    }

    /// (The bug: reports prove life, and a register that nobody can clear is a report for ever: the finger lay there for ever.)
    @Test("so is one that hangs with a finger in its registers, which it interrupts for over and over")
    func frozenFinger() {
        var bench = GoodixBench.running(checksLiveness: true)
        bench.run(200)
        bench.scanUnseen(Contacts([(0, 100, 100)]))
        bench.model.faults.isFrozen = true
        for _ in 0..<10_000 {
            bench.send(.interrupt)
            bench.run(microseconds: 500)
            if bench.faults.contains(.reset) { break }
        }
        bench.scanUnseen(Contacts())
        bench.run(1_000)
        #expect(bench.faults.contains(.reset) && bench.faults.contains(.interruptStorm))
        #expect(bench.reports.contains { $0.contacts.count == 1 })
        #expect(bench.reports.last?.contacts.isEmpty == true && bench.identity.isKnown)
    }

    @Test("a chip that does not know the marks is left alone")
    func noLiveness() {
        var bench = GoodixBench.running(changed(.init()) { $0.knowsLiveness = false }, checksLiveness: true)
        bench.run(60_000)
        #expect(bench.faults.isEmpty)
        #expect(bench.transfers.count <= 1)
    }

    @Test("a chip that reports is not asked, one with an interrupt line that rests is")
    func reportsProveLife() {
        var bench = GoodixBench.running(checksLiveness: true)
        func asked() -> Int { bench.transfers.filter { $0 == "8040 r2" }.count }
        bench.run(2_100)
        let before = asked()
        for step in 0..<500 { bench.touch((0, Float(step), 100), for: 10) }
        #expect(before >= 1)
        #expect(asked() == before)
        bench.lift(for: 2_100)
        #expect(asked() == before + 1)
        bench.model.faults.isFrozen = true
        bench.run(4_100)
        #expect(bench.faults == [.reset])
    }

    @Test("a healthy chip is asked every two seconds and never reset")
    func healthy() {
        var bench = GoodixBench.running(checksLiveness: true)
        bench.run(60_000)
        #expect(bench.faults.isEmpty)
        #expect((56...62).contains(bench.transfers.count))
        #expect(Set(bench.transfers) == ["8040 r2", "8040aa"])
    }

    @Test(
        "with an interrupt line a chip that is silent under a finger is asked whether it was reset, and else nobody is")
    func quirk16SilentUnderAFinger() {
        var bench = GoodixBench.running { $0.silence = .milliseconds(1_000) }
        // (Once, to see whether it takes part.)
        bench.run(100)
        #expect(bench.transfers == ["8040 r2", "8040aa"])
        bench.forgetEntries()
        bench.run(3_600_000)
        #expect(bench.transfers == [])
        bench.touch((0, 100, 100))
        bench.forgetEntries()
        bench.run(3_500)
        #expect(bench.transfers == ["8040 r2", "8040aa", "8040 r2", "8040aa", "8040 r2", "8040aa"])
        #expect(bench.counts == [1])
        bench.resetItself()
        bench.liftUnseen(for: 1_500)
        bench.expect(counts: [1, 0], faults: [.reset])
        bench.forgetEntries()
        bench.run(3_600_000)
        #expect(bench.transfers == [])
    }

    @Test("a silent chip that does not know the marks is left alone", arguments: [true, false])
    func silentWithoutMarks(knowsLiveness: Bool) {
        var chip = GT911Model.Configuration()
        chip.knowsLiveness = knowsLiveness
        var bench = GoodixBench.running(chip) { $0.silence = .milliseconds(1_000) }
        bench.run(100)
        bench.touch((0, 100, 100))
        bench.forgetEntries()
        bench.run(10_000)
        bench.expect(counts: [1])
        #expect(bench.transfers.count == (knowsLiveness ? 20 : 0))
    }
}
