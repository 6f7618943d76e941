import TaplineCore
import TaplineSimulator
import Testing

@Suite("FocalTech: trouble and recovery")
struct FocalTechRecoveryTests {
    @Test("a top-up that fails is tried again by itself")
    func failedTopUp() {
        var bus = MockBus([
            .writeRead([0xA3], returning: [0x55], at: 0x38),
            .writeRead([0xA3], returning: [0x55, 1, 0, 2, 1, 0], at: 0x38),
            .write([0xA4, 1], at: 0x38),
            .writeRead([0xA4], returning: [1], at: 0x38),
            .writeRead([0x02], returning: [0], at: 0x38),
            .writeRead([0x02], returning: [2, 0x80, 1, 0x10, 2], at: 0x38),
            .failure([0x09], error: BusError(errno: 5), at: 0x38),
            .writeRead([0x09], returning: [0x83, 0xFF, 0x41, 0xDF], at: 0x38),
        ])
        bus.ignoresLines = true
        var panel = SimulatedPanel(driver: FocalTech(), chip: bus)
        var told: [Contact] = []
        var faults = 0
        func take(_ news: SimulatedPanel<FocalTech, MockBus>.News, _ now: Instant) {
            switch news {
            case .report(let contacts):
                for index in 0..<contacts.count { told.append(contacts[index]) }
            case .fault: faults += 1
            }
        }
        panel.start(take)
        panel.run(for: .milliseconds(400), take)
        panel.bus.chip.pulseInterrupt()
        panel.notice(take)
        panel.run(for: .milliseconds(10), take)
        #expect(panel.bus.chip.finish() == [])
        #expect(faults == 1)
        #expect(told == [Contact(id: 1, x: 1, y: 2), Contact(id: 4, x: 1_023, y: 479)])
    }

    @Test("a short read counts as a failed one, not as a finger at (0, 0)")
    func shortRead() {
        var configuration = FocalTech.Configuration()
        configuration.livenessPeriod = .unlimited
        var driver = FocalTech(configuration: configuration)
        var received = BusBytes()
        var contacts = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        var faults: [ControllerFault] = []
        for _ in 0..<200 {
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                received.removeAll()
                if transfer.written[0] == 0xA3 {
                    for byte in [0x55, 1, 0, 2, 1, 0].prefix(transfer.readCount) { received.append(UInt8(byte)) }
                } else if transfer.written[0] == 0xA4, transfer.readCount > 0 {
                    received.append(1)
                } else if transfer.written[0] == 0x02 {
                    received.append(1)  // Of the finger that is counted nothing comes.
                }
                input = .transferred
            case .line: input = .lineSet
            case .report:
                Issue.record("a report made of bytes that never came")
                input = .proceed
            case .fault(let fault):
                faults.append(fault)
                input = .proceed
            case .wait(let instant):
                if instant < .never {
                    now = instant
                    input = .wake
                } else {
                    now = now + .milliseconds(10)
                    input = .interrupt
                }
            }
        }
        #expect(faults.contains(.bus(BusError(errno: 5))))
        #expect(faults.contains(.reset))
    }

    @Test("reports that can never be read do not make the driver run wild")
    func reportsNeverReadable() {
        var driver = FocalTech()
        var received = BusBytes()
        var contacts = Contacts()
        var input = ControllerInput.start
        var now = Instant.zero
        var transfers = 0
        var resets = 0
        while now < Instant(microseconds: 60_000_000) {
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                transfers += 1
                received.removeAll()
                let id: [UInt8] = [0x55, 1, 0, 2, 1, 0]
                for index in 0..<transfer.readCount { received.append(id[index % id.count]) }
                input = transfer.written[0] == 0x02 ? .transferFailed(BusError(errno: 121)) : .transferred
            case .line: input = .lineSet
            case .report: Issue.record("a report out of nothing")
            case .fault(let fault):
                if fault == .reset { resets += 1 }
                input = .proceed
            case .wait(let instant):
                now = instant
                input = .wake
            }
        }
        #expect(resets <= 120)
        #expect(transfers < 1_500)
    }

    @Test("a finger that stays down over a reset of a polled chip is not told anew until the count changes")
    func heldOverAReset() {
        var bench = FocalTechBench.running { $0.hasInterruptLine = false }
        bench.touch((0, 100, 100))
        bench.run(20)
        bench.model.faults.failingTransfers = 3
        bench.run(1_000)
        #expect(bench.faults.last == .reset)
        let reports = bench.reports.count
        bench.run(1_000)
        #expect(bench.reports.count == reports)
        bench.lift()
        bench.run(50)
        bench.touch((0, 200, 100))
        bench.run(50)
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
        bench.start()
        bench.run(30_000)
        #expect(bench.faults.isEmpty)
    }

    @Test("a reset in mid-touch is no lift: it is seen in the interrupt's mode, without any liveness check")
    func quirk16ResetIsNoLift() {
        var chip = FT5x06Model.Configuration()
        chip.bootTime = .milliseconds(50)
        var bench = FocalTechBench.running(chip)
        bench.touch((0, 100, 100))
        bench.run(30)
        bench.resetItself()
        bench.liftUnseen()
        bench.run(200)
        #expect(bench.faults == [.reset])
        #expect(bench.counts.allSatisfy { $0 == 1 })
        bench.run(1_500)
        #expect(bench.identity.isKnown)
        #expect(bench.counts.last == 0)
    }
}
