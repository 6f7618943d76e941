import TaplineSimulator
import TestSupport

/// What a host may ask of any chip: to sleep, and to come back.
@Suite("Sleep that the host asks for")
struct SleepTests {
    typealias Chip = ConformingChip

    @Test("nothing goes over the bus until it is woken, and a finger is told after that", arguments: Chip.all)
    func sleepAndWake(chip: Chip) {
        var bench = chip.running()
        bench.land([(0, 100, 100)], on: chip)
        bench.lift(for: 200)
        bench.send(.sleep, for: 100)
        bench.forgetEntries()
        bench.reports = []
        bench.interruptSpuriously(for: 3_600_000)
        #expect(bench.transfers.isEmpty && bench.lines.isEmpty)
        bench.send(.wakeUp, for: 600)
        #expect(bench.identity.isKnown)
        bench.expectSeen([(0, 7, 8)], on: chip)
        bench.scan([], on: chip)
        bench.expect(counts: [1, 0], on: chip)
    }

    @Test("a polled chip is not polled while it sleeps", arguments: Chip.all)
    func polled(chip: Chip) {
        var bench = chip.running(.init(hasInterruptLine: false))
        bench.send(.sleep, for: 100)
        bench.forgetEntries()
        bench.run(10_000)
        #expect(bench.transfers.isEmpty && bench.lines.isEmpty)
        bench.send(.wakeUp, for: 600)
        bench.land([(0, 7, 8)], on: chip)
        bench.run(40)
        #expect(bench.last == chip.contacts((0, 7, 8)))
        #expect(bench.faults.isEmpty)
    }

    @Test("one that nobody could wake is left alone, awake", arguments: Chip.asked(.withoutLines))
    func withoutLines(chip: Chip) {
        var bench = chip.running(.init(hasInterruptLine: false, hasResetLine: false))
        bench.forgetEntries()
        bench.send(.sleep, for: 10_000)
        #expect(bench.transfers.isEmpty && bench.lines.isEmpty)
        bench.send(.wakeUp, for: 600)
        bench.land([(0, 7, 8)], on: chip)
        bench.run(40)
        #expect(bench.last == chip.contacts((0, 7, 8)))
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "a finger that lies on it when it is sent to sleep, and lifts, is told to be gone after it has woken",
        arguments: Chip.all)
    func liftedAsleep(chip: Chip) {
        var bench = chip.running()
        bench.land([(0, 100, 100)], on: chip)
        bench.send(.sleep, for: 100)
        bench.liftUnseen()
        bench.reports = []
        bench.send(.wakeUp, for: 1_000)
        bench.expect(counts: [0])
    }

    @Test("asked while the chip is being reset, it sleeps as soon as it is ready", arguments: Chip.all)
    func asleepAtOnce(chip: Chip) {
        var bench = chip.bench(.init())
        bench.start()
        bench.send(.sleep, for: 1_000)
        #expect(bench.identity.isKnown)
        bench.forgetEntries()
        bench.interruptSpuriously(for: 10_000)
        #expect(bench.transfers.isEmpty && bench.lines.isEmpty)
        bench.send(.wakeUp, for: 600)
        bench.expectSeen([(0, 7, 8)], on: chip)
    }

    @Test("a start ends it", arguments: Chip.all)
    func start(chip: Chip) {
        var bench = chip.running()
        bench.send(.sleep, for: 100)
        bench.start(for: 600)
        bench.expectSeen([(0, 7, 8)], on: chip)
        #expect(bench.faults.isEmpty)
    }

    @Test("one that is woken without having slept goes on as it was", arguments: Chip.all)
    func wokenAwake(chip: Chip) {
        var bench = chip.running()
        bench.send(.wakeUp, for: 600)
        #expect(bench.transfers.isEmpty)
        bench.expectSeen([(0, 7, 8)], on: chip)
    }

    // MARK: Goodix

    @Test("Goodix: INT low for 5 ms, the command, at least 58 ms; INT high for 2 to 5 ms wakes it")
    func goodixTimes() {
        var bench = GoodixBench.running()
        let began = bench.now.microseconds
        bench.send(.sleep)
        // Woken at once: not before the chip may be.
        bench.run(6)
        bench.send(.wakeUp, for: 300)
        var lines: [(String, Int64)] = []
        var command: Int64 = 0
        for entry in bench.entries {
            let time = entry.time.microseconds - began
            switch entry.kind {
            case .line(let line, let drive): lines.append(("\(line) \(drive)", time))
            case .transfer(_, let written, _, _) where written == [0x80, 0x40, 5]: command = time
            default: break
            }
        }
        #expect(
            lines.map(\.0) == [
                "interrupt low", "interrupt high", "interrupt low", "interrupt release",
            ])
        guard lines.count == 4 else { return }
        #expect(command - lines[0].1 >= 5_000)
        #expect(lines[1].1 - command >= 58_000)
        #expect((2_000...5_000).contains(lines[2].1 - lines[1].1))
        #expect(lines[3].1 - lines[2].1 >= 50_000)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
        bench.touch((0, 7, 8))
        #expect(bench.counts == [1])
    }

    @Test("Goodix: a chip that cannot be woken by its interrupt line is reset")
    func goodixWithoutInterruptLine() {
        var bench = GoodixBench.running { $0.hasInterruptLine = false }
        bench.send(.sleep, for: 100)
        #expect(bench.transfers.last == "804005")
        bench.send(.wakeUp, for: 300)
        #expect(bench.lines == ["reset low", "reset high"])
        #expect(bench.identity.isKnown)
    }

    @Test("Goodix: one that does not wake is reset after a second")
    func goodixThatDoesNotWake() {
        var bench = GoodixBench.running()
        bench.send(.sleep, for: 100)
        bench.forgetEntries()
        bench.model.faults.sleepsOn = true
        bench.send(.wakeUp, for: 2_000)
        #expect(bench.faults == [.absent])
        #expect(bench.lines.contains("reset low"))
        #expect(bench.identity.isKnown)
    }

    @Test("Goodix: a command to sleep that fails is tried again")
    func goodixFailingCommand() {
        var bench = GoodixBench.running()
        bench.send(.sleep)
        bench.model.faults.failingTransfers = 2
        bench.run(100)
        #expect(bench.transfers == ["804005 !121", "804005 !121", "804005"])
        #expect(bench.faults.count == 2)
    }
}
