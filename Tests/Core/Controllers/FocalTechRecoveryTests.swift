import TaplineSimulator
import TestSupport

@Suite("FocalTech: trouble and recovery")
struct FocalTechRecoveryTests {
    @Test("a top-up that fails is tried again by itself")
    func failedTopUp() {
        let run = DriverAlone(
            FocalTech(),
            [
                .writeRead([0xA3], returning: [0x55], at: 0x38),
                .writeRead([0xA3], returning: [0x55, 1, 0, 2, 1, 0], at: 0x38),
                .write([0xA4, 1], at: 0x38),
                .writeRead([0xA4], returning: [1], at: 0x38),
                .writeRead([0x02], returning: [0], at: 0x38),
                .writeRead([0x02], returning: [2, 0x80, 1, 0x10, 2], at: 0x38),
                .failure([0x09], error: BusError(errno: 5), at: 0x38),
                .writeRead([0x09], returning: [0x83, 0xFF, 0x41, 0xDF], at: 0x38),
            ], for: 400)
        #expect(run.faults.count == 1)
        #expect(run.contacts == [Contact(id: 1, x: 1, y: 2), Contact(id: 4, x: 1_023, y: 479)])
    }

    @Test("a polled chip that is reset under a finger has cancelled it, and nobody has lifted")
    func polledReset() {
        var bench = FocalTechBench.running(FT5x06Model.Configuration(.ft5x06)) { $0.hasInterruptLine = false }
        bench.touch((0, 100, 100), for: 100)
        bench.resetItself(for: 100)
        #expect(bench.counts.allSatisfy { $0 == 1 } && bench.faults.contains(.reset))
        bench.touch((0, 101, 100), for: 1_500)
        #expect(bench.counts.last == 1)
        bench.lift(for: 100)
        #expect(bench.counts.last == 0)
    }

    @Test("a short read counts as a failed one, not as a finger at (0, 0)")
    func shortRead() {
        var configuration = FocalTech.Configuration()
        configuration.livenessPeriod = .unlimited
        let run = DriverAlone(FocalTech(configuration: configuration), for: 10_000) { transfer in
            switch transfer.written[0] {
            case 0xA3: Array([0x55, 1, 0, 2, 1, 0].prefix(transfer.readCount))
            case 0xA4 where transfer.readCount > 0: [1]
            case 0x02: [1]  // Of the finger that is counted nothing comes.
            default: []
            }
        }
        #expect(run.contacts.isEmpty)
        #expect(run.faults.contains(.bus(BusError(errno: 5))) && run.faults.contains(.reset))
    }

    @Test("reports that can never be read do not make the driver run wild")
    func reportsNeverReadable() {
        let run = DriverAlone(FocalTech(), for: 60_000) { transfer in
            let id: [UInt8] = [0x55, 1, 0, 2, 1, 0]
            return transfer.written[0] == 0x02 ? nil : (0..<transfer.readCount).map { id[$0 % id.count] }
        }
        #expect(run.contacts.isEmpty)
        #expect(run.faults.filter { $0 == .reset }.count <= 120)
        #expect(run.transfers < 1_500)
    }

    @Test("a finger that stays down over a reset of a polled chip is not told anew until the count changes")
    func heldOverAReset() {
        var bench = FocalTechBench.running { $0.hasInterruptLine = false }
        bench.touch((0, 100, 100), for: 20)
        bench.model.faults.failingTransfers = 3
        bench.run(1_000)
        #expect(bench.faults.last == .reset)
        let reports = bench.reports.count
        bench.run(1_000)
        #expect(bench.reports.count == reports)
        bench.lift(for: 50)
        bench.touch((0, 200, 100), for: 50)
        #expect(bench.reports.last?.contacts.first?.x == 200)
    }

    // MARK: Liveness

    @Test("one flipped bit in a liveness check resets nobody")
    func quirk30FlippedBitInALivenessCheck() {
        var bench = FocalTechBench.running(checksLiveness: true)
        bench.run(1_500)
        bench.model.faults.lies = 1
        bench.run(10_000)
        #expect(bench.faults.isEmpty)
    }

    @Test("a healthy chip is asked every two seconds and never reset", arguments: [true, false])
    func healthy(hasLine: Bool) {
        var bench = FocalTechBench.running(checksLiveness: true) { $0.hasInterruptLine = hasLine }
        bench.run(60_000)
        #expect(bench.faults.isEmpty)
        #expect((28...31).contains(bench.transfers.filter { $0 == "a3 r6" }.count))
        if hasLine { #expect(Set(bench.transfers) == ["a3 r6"]) }
    }

    @Test("a chip that never kept the interrupt's mode is not reset for that")
    func modeNeverKept() {
        var bench = FocalTechBench(checksLiveness: true)
        bench.model.faults.ignoredWrites = .max
        bench.start(for: 30_000)
        #expect(bench.faults.isEmpty)
    }

    @Test("a reset in mid-touch is no lift: it is seen in the interrupt's mode, without any liveness check")
    func quirk16ResetIsNoLift() {
        var bench = FocalTechBench.running(changed(.init()) { $0.bootTime = .milliseconds(50) })
        bench.touch((0, 100, 100), for: 30)
        bench.resetItself()
        bench.liftUnseen(for: 200)
        #expect(bench.faults == [.reset])
        #expect(bench.counts.allSatisfy { $0 == 1 })
        bench.run(1_500)
        #expect(bench.identity.isKnown)
        #expect(bench.counts.last == 0)
    }
}
