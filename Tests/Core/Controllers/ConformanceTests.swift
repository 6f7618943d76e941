import TaplineSimulator
import TestSupport

/// What every driver does with every chip. Names that begin with a quirk's number make the table in `CHIPS.md`.
@Suite("Every chip")
struct ConformanceTests {
    typealias Chip = ConformingChip

    // MARK: Fingers

    @Test("is identified without a fault", arguments: Chip.all)
    func identified(chip: Chip) {
        var bench = chip.bench(.init())
        bench.start()
        #expect(!bench.identity.isKnown)
        bench.run(500)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty && bench.reports.isEmpty)
    }

    @Test("shows a finger with its place, and its lift as a report without it", arguments: Chip.all)
    func firstTouch(chip: Chip) {
        var bench = chip.running()
        bench.expectSeen([(0, 239, 100)], on: chip)
        bench.expectLifted(on: chip)
        bench.expect(counts: [1, 0], on: chip)
    }

    @Test("shows as many fingers as it has, each by its name", arguments: Chip.all)
    func manyFingers(chip: Chip) {
        var bench = chip.running()
        for count in Array(1...chip.fingers) + (1..<chip.fingers).reversed() {
            bench.expectSeen(chip.fingers(count), on: chip)
        }
        bench.expectLifted(on: chip)
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "a board for fewer fingers gets the first ones, whatever lies beside them",
        arguments: Chip.all.filter { !$0.hasKeys })
    func fewerFingers(chip: Chip) {
        for fingers in 1..<chip.fingers {
            var bench = chip.running(.init(fingers: fingers))
            bench.land(chip.fingers(fingers), on: chip)
            bench.land(chip.fingers(chip.fingers), on: chip)
            bench.land(chip.fingers(chip.fingers, step: 1), on: chip)
            #expect(bench.last == chip.contacts(Array(chip.fingers(chip.fingers, step: 1).prefix(fingers))))
            bench.expectLifted(on: chip)
            #expect(bench.faults.isEmpty)
        }
    }

    @Test("keeps fingers apart that change their order", arguments: Chip.asked(.orderSwap))
    func orderSwap(chip: Chip) {
        var bench = chip.running()
        let fingers = chip.fingers(2)
        bench.land(fingers, on: chip)
        bench.land(fingers.reversed(), on: chip)
        let seen = (bench.last ?? []).sorted { $0.id < $1.id }
        #expect(seen == chip.contacts(fingers))
        #expect(bench.faults.isEmpty)
    }

    @Test("loses none of its fingers over a thousand reports", arguments: Chip.asked(.sustained))
    func sustained(chip: Chip) throws {
        var bench = chip.running()
        bench.land(chip.fingers(chip.fingers), on: chip)
        bench.reports = []
        for step in 1...1_000 {
            bench.touch(chip.fingers(chip.fingers, step: step), for: 10)
            guard bench.last == chip.contacts(chip.fingers(chip.fingers, step: step))
            else { throw Missing("report \(step) of \(chip.name) is not what is on the panel") }
        }
        #expect(bench.reports.count == 1_000)
        #expect(bench.faults.isEmpty)
    }

    // MARK: Bus time

    @Test("costs the fewest bits that a report can have", arguments: Chip.all, [1, 2, 5, 10])
    func fewestBits(chip: Chip, fingers: Int) {
        guard fingers <= chip.fingers else { return }
        var bench = chip.running()
        bench.land(chip.fingers(fingers), on: chip)
        let before = bench.bits
        let reports = bench.reports.count
        bench.scan(chip.fingers(fingers, step: 1), on: chip)
        #expect(bench.bits - before == chip.fewestBits(fingers))
        #expect(bench.reports.count == reports + 1)
    }

    @Test("takes two transfers a report at most, one more when fingers land", arguments: Chip.asked(.fewTransfers))
    func atMostTwoTransfers(chip: Chip) {
        var bench = chip.running()
        var random = SplitMix64(seed: 11)
        var count = 0
        for _ in 0..<200 {
            let next = random.next(below: chip.fingers + 1)
            bench.forgetEntries()
            bench.touch(chip.fingers(next))
            #expect(bench.transfers.count <= (next > count ? 3 : 2))
            bench.run(10)
            count = next
        }
    }

    @Test("costs nothing at all while nobody touches it", arguments: Chip.all)
    func idleCostsNothing(chip: Chip) {
        var bench = chip.running()
        bench.run(3_600_000)
        #expect(bench.entries.isEmpty)
        bench.land(chip.fingers(1), on: chip)
        bench.lift(for: 200)
        bench.forgetEntries()
        bench.run(3_600_000)
        #expect(bench.transfers.isEmpty)
    }

    @Test("is found by polling where there is no interrupt line", arguments: Chip.all)
    func polled(chip: Chip) {
        var bench = chip.running(.init(hasInterruptLine: false))
        for round in 0..<3 {
            bench.land(chip.fingers(1, step: round), on: chip)
            bench.run(30)
            #expect(bench.last == chip.contacts(chip.fingers(1, step: round)))
            bench.lift(for: 30)
            #expect(bench.last == [])
        }
        #expect(bench.faults.isEmpty)
    }

    // MARK: Trouble

    @Test(
        "a failed read is tried again, told, and never a lift", arguments: Chip.all, [121, 6, 5, 110, 11] as [Int32])
    func quirk32FailedTransfers(chip: Chip, errno: Int32) {
        var bench = chip.running()
        bench.land([chip.finger(0)], on: chip)
        bench.wrong.failure = BusError(errno: errno)
        bench.wrong.failingTransfers = 2
        bench.scan([chip.finger(1)], on: chip)
        bench.run(5)
        #expect(bench.faults == [.bus(BusError(errno: errno)), .bus(BusError(errno: errno))])
        #expect(bench.counts.allSatisfy { $0 == 1 })
        #expect(bench.last == chip.contacts(chip.finger(1)))
    }

    @Test("a run of failures resets it, and it goes on", arguments: Chip.all)
    func quirk33ResetAfterARun(chip: Chip) {
        var bench = chip.running()
        bench.land([chip.finger(0)], on: chip)
        bench.wrong.failingTransfers = 3
        bench.scan([chip.finger(1)], on: chip)
        bench.run(5)
        let error = ControllerFault.bus(BusError(errno: 121))
        #expect(bench.faults == [error, error, error, .reset])
        #expect(!bench.identity.isKnown)
        #expect(bench.counts.allSatisfy { $0 == 1 })
        bench.run(600)
        #expect(bench.identity.isKnown)
        bench.expectSeen([chip.finger(2)], on: chip)
        bench.expectLifted(on: chip)
        #expect(bench.faults.count == 4)
    }

    @Test("a stuck bus is freed by the reset", arguments: Chip.all)
    func quirk18StuckBus(chip: Chip) {
        var bench = chip.running()
        bench.wrong.isStuck = true
        bench.interruptSpuriously(for: 600)
        let error = ControllerFault.bus(BusError(errno: 110))
        #expect(bench.faults == [error, error, error, .reset])
        #expect(bench.identity.isKnown)
    }

    @Test("a bus that stays stuck is tried about once a second, without end", arguments: Chip.all)
    func quirk18StuckForEver(chip: Chip) {
        var bench = chip.running(.init(hasResetLine: false))
        bench.wrong.isStuck = true
        bench.interruptSpuriously(for: 10_000)
        #expect(bench.faults.filter { $0 == .reset }.count == 1)
        #expect((8...11).contains(bench.faults.filter { $0 == .absent }.count))
        #expect(bench.transfers.count < 50 * max(chip.addresses, 2))
        bench.wrong.isStuck = false
        bench.touch(chip.fingers(1), for: 1_500)
        #expect(bench.identity.isKnown)
    }

    @Test("one that is not there is told once a second, and found when it comes", arguments: Chip.all)
    func absent(chip: Chip) {
        var bench = chip.bench(.init())
        bench.wrong.isAbsent = true
        bench.start(for: 10_000)
        #expect(bench.faults.allSatisfy { $0 == .absent })
        #expect((6...10).contains(bench.faults.count))
        #expect(bench.transfers.count <= bench.faults.count * 4 * max(chip.addresses, 2) + 8)
        bench.wrong.isAbsent = false
        bench.faults = []
        bench.run(2_000)
        #expect(bench.identity.isKnown)
        bench.expectSeen(chip.fingers(1), on: chip)
    }

    @Test("a first access that lies or fails does not count", arguments: Chip.all, [true, false])
    func quirk07FirstAccess(chip: Chip, lies: Bool) {
        var bench = chip.bench(.init())
        if lies { bench.wrong.lies = 1 } else { bench.wrong.failingTransfers = 1 }
        bench.start(for: 500)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
    }

    @Test("the first access after a rest may fail; no touch is lost", arguments: Chip.all)
    func quirk25FirstAccessAfterARest(chip: Chip) {
        var bench = chip.running()
        bench.run(10_000)
        bench.wrong.failingTransfers = 1
        bench.expectSeen(chip.fingers(1), on: chip)
        #expect(bench.faults == [.bus(BusError(errno: 121))])
    }

    @Test(
        "a bus without repeated START carries all of it with a STOP, at the cost of a bit each",
        arguments: Chip.asked(.slowTransfers),
        [0, 2] as [Int64])
    func quirk27StopBetween(chip: Chip, delay: Int64) {
        var bench = chip.bench(.init(transferMode: .stop, transferDelay: .milliseconds(delay)))
        bench.rejectsRepeatedStart = true
        bench.start(for: 600)
        #expect(bench.identity.isKnown)
        bench.expectSeen([chip.finger(0)], on: chip)
        let before = bench.bits
        let reports = bench.reports.count
        bench.touch(chip.finger(1), for: 9)
        #expect(bench.last == chip.contacts(chip.finger(1)))
        #expect(bench.reports.count == reports + 1)
        let combined = chip.fewestBits(1)
        #expect((combined...combined + 1).contains(bench.bits - before))
        bench.lift(for: 9)
        #expect(bench.last == [])
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "with repeated STARTs on such a bus nothing goes, and nothing is made up", arguments: Chip.asked(.repeatedStart)
    )
    func quirk27RepeatedStart(chip: Chip) {
        var bench = chip.bench(.init(transferMode: .repeatedStart))
        bench.rejectsRepeatedStart = true
        bench.start(for: 1_000)
        bench.land([chip.finger(0)], on: chip)
        bench.run(3_000)
        #expect(bench.reports.isEmpty)
        #expect(!bench.faults.isEmpty)
        bench.rejectsRepeatedStart = false
        bench.run(2_000)
        // (One that does not understand them itself stays as it is.)
        var healthy = chip.bench(.init(transferMode: .repeatedStart))
        healthy.start()
        healthy.run(1_000)
        #expect(bench.identity.isKnown == healthy.identity.isKnown)
    }

    @Test(
        "an interrupt between the write and the read of a transfer is not lost",
        arguments: Chip.asked(.slowTransfers))
    func interruptInADelay(chip: Chip) {
        var bench = chip.bench(.init(transferMode: .stop, transferDelay: .milliseconds(5)))
        bench.start(for: 700)
        bench.land([chip.finger(0)], on: chip)
        bench.run(10)
        // The second scan comes while the first one is being read.
        bench.touch(chip.finger(1), for: 2)
        bench.touch(chip.finger(2), for: 40)
        #expect(bench.last == chip.contacts(chip.finger(2)))
        bench.touch(chip.finger(3), for: 2)
        bench.lift(for: 40)
        #expect(bench.last == [])
        #expect(bench.faults.isEmpty)
    }

    @Test("one that sleeps is woken by a reset", arguments: Chip.asked(.sleep))
    func asleep(chip: Chip) {
        var bench = chip.running()
        bench.write(chip.sleep)
        bench.interruptSpuriously(for: 600)
        #expect(bench.faults.last == .reset)
        bench.expectSeen(chip.fingers(1), on: chip)
    }

    @Test(
        "one that resets itself in mid-touch is noticed; the next finger is a new one",
        arguments: Chip.asked(.resetInMidTouch))
    func quirk16ResetInMidTouch(chip: Chip) {
        var bench = chip.running(.init(checksLiveness: true))
        bench.land([chip.finger(0)], on: chip)
        bench.run(200)
        bench.expectResetTold(within: 4_000)
        #expect(bench.last == [])
        bench.expectSeen([(0, 7, 8)], on: chip)
    }

    @Test("a finger that stays down over a recovery is never told to have lifted", arguments: Chip.all)
    func heldOverARecovery(chip: Chip) {
        var bench = chip.running()
        bench.land([chip.finger(0)], on: chip)
        bench.wrong.failingTransfers = 3
        bench.touch(chip.finger(1))
        for _ in 0..<100 {
            bench.run(10)
            bench.touch(chip.finger(1))
        }
        #expect(bench.faults.last == .reset)
        #expect(bench.counts.allSatisfy { $0 == 1 })
    }

    @Test("a healthy one is never reset", arguments: Chip.all, [true, false])
    func healthy(chip: Chip, hasLine: Bool) {
        var bench = chip.running(.init(hasInterruptLine: hasLine, checksLiveness: true))
        bench.run(60_000)
        #expect(bench.faults.isEmpty)
        #expect(bench.lines.isEmpty)
        if hasLine { #expect(bench.transfers.count <= 62) }
    }

    @Test("a place off the panel is no report", arguments: Chip.asked(.offPanel))
    func quirk30OffPanel(chip: Chip) {
        var bench = chip.running()
        bench.wrong.isOffPanel = true
        bench.land(chip.fingers(1), on: chip)
        #expect(
            bench.faults.contains {
                if case .offPanel(let x, _) = $0 { x > 800 } else { false }
            })
        #expect(bench.reports.isEmpty)
    }

    @Test("a lift whose report is garbled on its way is told all the same", arguments: Chip.all, [1, 2, 3, 10])
    func garbledLift(chip: Chip, reads: Int) {
        for hasLine in [true, false] {
            var bench = chip.running(.init(hasInterruptLine: hasLine, checksLiveness: true))
            bench.land(chip.fingers(1), on: chip)
            bench.run(200)
            #expect(bench.counts.last == 1)
            bench.wrong.lies = reads
            bench.lift(for: reads < 4 ? 1_000 : 3_000)
            #expect(bench.counts.last == 0, "an interrupt line: \(hasLine)")
        }
    }

    @Test(
        "a finger that rests off the panel has not lifted",
        arguments: Chip.asked(.offPanel).filter { $0.exemption(.restingOffPanel) == nil }, [true, false])
    func restsOffThePanel(chip: Chip, hasLine: Bool) {
        var bench = chip.running(.init(hasInterruptLine: hasLine, checksLiveness: true))
        bench.land(chip.fingers(1), on: chip)
        bench.run(200)
        bench.wrong.isOffPanel = true
        bench.touch(chip.fingers(1, step: 1), for: 1_000)
        bench.wrong.isOffPanel = false
        bench.touch(chip.fingers(1, step: 2), for: 100)
        bench.lift(for: 300)
        #expect(bench.counts.filter { $0 == 0 }.count == 1 && bench.counts.last == 0)
        #expect(!bench.faults.contains(.reset))
    }

    @Test("glitches of an idle panel do not use up the reads of a landing", arguments: Chip.asked(.garbledLanding))
    func glitchesBeforeALanding(chip: Chip) {
        var bench = chip.running(.init(hasInterruptLine: true, checksLiveness: true))
        for _ in 0..<3 {
            bench.wrong.lies = 1
            bench.interruptSpuriously(for: 2_000)
        }
        bench.wrong.lies = 1
        bench.land(chip.fingers(1), on: chip)
        bench.run(300)
        #expect(bench.counts.last == 1)
    }

    @Test("a report that was lost before a sleep is not waited for after it", arguments: Chip.asked(.offPanel))
    func lossBeforeASleep(chip: Chip) {
        var bench = chip.running()
        bench.land(chip.fingers(1), on: chip)
        bench.wrong.lies = 4
        bench.lift(for: 100)
        bench.send(.sleep, for: 1_000)
        bench.wrong.lies = 0
        bench.send(.wakeUp, for: 1_000)
        #expect(bench.counts.last == 0 && !bench.faults.contains(.reset))
    }

    @Test("an interrupt once more after a lift is neither a report nor a fault", arguments: Chip.all)
    func quirk14SpuriousInterrupt(chip: Chip) {
        var bench = chip.running()
        bench.land(chip.fingers(1), on: chip)
        bench.lift(for: 20)
        bench.interruptSpuriously(for: 200)
        bench.expect(counts: [1, 0], on: chip)
    }

    @Test(
        "five thousand interrupts a second: the chip is polled, sees fingers, and is listened to again",
        arguments: Chip.all)
    func quirk20Storm(chip: Chip) {
        var bench = chip.running()
        // A line in the air: the chip knows nothing of it.
        func storm(_ milliseconds: Int) {
            for _ in 0..<(5 * milliseconds) {
                bench.send(.interrupt)
                bench.run(microseconds: 200)
            }
        }
        storm(1_000)
        #expect(bench.faults.contains(.interruptStorm))
        #expect(bench.reports.isEmpty)
        // What it costs from then on is polling: 20 looks a second, and what finds out that it storms still.
        bench.forgetEntries()
        storm(1_000)
        #expect(bench.transfers.count <= 300)
        #expect(bench.reports.isEmpty)
        // A finger that lands and lifts meanwhile is one that lands and lifts.
        bench.land(chip.fingers(1), on: chip)
        storm(200)
        #expect(bench.counts.contains(1))
        bench.lift()
        storm(400)
        #expect(bench.last == [])
        // It is over: nothing is asked any more, and the next finger is seen at its interrupt.
        bench.run(3_000)
        bench.forgetEntries()
        bench.run(3_000)
        #expect(bench.transfers.isEmpty)
        let before = bench.reports.count
        bench.land(chip.fingers(1), on: chip)
        #expect(bench.reports.count > before)
    }

    @Test("one that interrupts and interrupts without a report is reset, and not again soon", arguments: Chip.all)
    func interruptsWithoutReports(chip: Chip) {
        var bench = chip.running()
        // (What was a day ago has nothing to do with it.)
        for hang in 1...2 {
            for _ in 0..<7_500 {
                bench.send(.interrupt)
                bench.run(microseconds: 2_000)
            }
            #expect(bench.faults.filter { $0 == .reset }.count == hang)
            bench.run(20_000)
        }
        bench.expectSeen(chip.fingers(1), on: chip)
    }

    /// (The bug: only what came faster than 20 a second counted.)
    @Test(
        "nor need they come fast; one too many now and then, for hours, is no fault", arguments: Chip.all,
        [(Int64(500), 1), (9_000, 1), (11_000, 0), (15_000, 0)])
    func slowInterruptsWithoutReports(chip: Chip, pace: (milliseconds: Int64, resets: Int)) {
        var bench = chip.running()
        for _ in 0..<200 {
            bench.send(.interrupt)
            bench.run(pace.milliseconds)
        }
        #expect(bench.faults.filter { $0 == .reset }.count == pace.resets)
        #expect(!bench.faults.contains(.interruptStorm))
        bench.expectSeen(chip.fingers(1), on: chip)
    }

    @Test("one whose reports make no sense any more is reset, and not again soon", arguments: Chip.asked(.offPanel))
    func reportsWithoutSense(chip: Chip) {
        var bench = chip.running()
        bench.wrong.isOffPanel = true
        bench.land(chip.fingers(1), on: chip)
        for round in 0..<300 { bench.touch(chip.finger(round % 2), for: 10) }
        #expect(bench.faults.filter { $0 == .reset }.count == 1)
        bench.wrong.isOffPanel = false
        bench.lift(for: 2_000)
        bench.expectSeen(chip.fingers(1), on: chip)
    }

    @Test("as many interrupts as the fastest chip has reports are no storm", arguments: Chip.all)
    func reportsAreNoStorm(chip: Chip) {
        var bench = chip.running()
        for scan in 0..<720 {
            bench.touch(chip.fingers(1).map { ($0.0, $0.1 + Float(scan % 20), $0.2) })
            bench.run(microseconds: 4_166)
        }
        #expect(!bench.faults.contains(.interruptStorm))
        #expect(!bench.reports.isEmpty)
    }

    @Test("an interrupt pulse that is over before anybody looks is seen", arguments: Chip.all)
    func quirk24ShortPulse(chip: Chip) {
        var bench = chip.running()
        for _ in 0..<chip.landing {
            // The scan's pulse begins and ends within the time that passes here.
            let fingers = Contacts([Contact(id: 0, x: 30, y: 40)])
            bench.scanUnseen(fingers)
            bench.run(10)
            bench.notice()
        }
        #expect(bench.last == chip.contacts((0, 30, 40)))
    }

    @Test("begins anew whenever it is started", arguments: Chip.all)
    func startAgain(chip: Chip) {
        var bench = chip.running()
        bench.land(chip.fingers(1), on: chip)
        bench.start()
        #expect(!bench.identity.isKnown)
        bench.run(500)
        #expect(bench.identity.isKnown)
    }

    // MARK: Any bytes

    @Test("one that sends nothing but random bytes ends in no trap, and comes back", arguments: Chip.all)
    func randomBytes(chip: Chip) {
        let seed = Fuzz.seed
        print("\(chip.name): random bytes, seed \(seed) (TAPLINE_FUZZ_SEED repeats it)")
        var bench = chip.running(.init(checksLiveness: true))
        bench.wrong.random = SplitMix64(seed: seed)
        for step in 0..<Fuzz.reports / 50 {
            bench.touch((0, Float(step % 200), 100), for: 10)
        }
        for report in bench.reports { #expect(makesSense(report.contacts, on: chip)) }
        bench.wrong.random = nil
        bench.lift(for: 4_500)
        #expect(bench.identity.isKnown)
        bench.land([(0, 5, 6)], on: chip)
        bench.land([(0, 5, 6)], on: chip)
        #expect(bench.last?.first?.x == chip.contacts((0, 5, 6)).first?.x)
    }

    private func makesSense(_ contacts: [Contact], on chip: Chip) -> Bool {
        let names = contacts.map(\.id).filter { $0 >= 0 }
        return contacts.count <= chip.fingers && Set(names).count == names.count
            && (names.isEmpty || names.count == contacts.count)
            && contacts.allSatisfy { $0.id < 16 && $0.x >= 0 && $0.x < 800 && $0.y >= 0 && $0.y < 480 }
    }
}
