import TaplineSimulator
import TestSupport

@Suite("Goodix: reports")
struct GoodixReportTests {
    static let fingers: [(Int32, Float, Float)] = [
        (0, 10, 20), (1, 110, 40), (2, 210, 60), (3, 310, 80), (4, 410, 100),
        (5, 510, 120), (6, 610, 140), (7, 710, 160), (8, 20, 180), (9, 120, 200),
    ]

    static func tenFingers() -> GoodixBench {
        var chip = GT911Model.Configuration()
        chip.maximumContacts = 10
        return .running(chip) { $0.maximumContacts = 10 }
    }

    @Test("a finger is reported with its identity, place and size, and its lift as a report without it")
    func oneFinger() {
        var bench = GoodixBench.running()
        bench.touch((3, 799, 479), for: 10)
        bench.lift()
        #expect(bench.reports.map(\.contacts) == [[Contact(id: 3, x: 799, y: 479, pressure: 40)], []])
        #expect(bench.faults.isEmpty)
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("the first finger after a rest costs the fewest bits too")
    func fewestBitsForTheFirst() {
        var bench = GoodixBench.running()
        let before = bench.panel.bus.counters.bits
        bench.touch((0, 1, 2))
        #expect(bench.panel.bus.counters.bits - before == 149)
    }

    @Test("what the burst was too short for is read in a second transfer", arguments: 2...10)
    func topUp(fingers: Int) {
        var bench = GoodixReportTests.tenFingers()
        let places = Array(GoodixReportTests.fingers.prefix(fingers))
        bench.touch(places)
        #expect(bench.transfers == ["814e r8", "8157 r\(8 * (fingers - 1) - 1)", "814e00"])
        #expect(bench.reports.count == 1)
        #expect(bench.reports[0].contacts.map(\.id) == places.map(\.0))
        #expect(bench.reports[0].contacts.map(\.x) == places.map(\.1))
        #expect(bench.reports[0].contacts.map(\.y) == places.map(\.2))
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("fewer fingers than predicted need no second read")
    func fewerThanPredicted() {
        var bench = GoodixBench.running()
        bench.touch(Array(GoodixReportTests.fingers.prefix(3)), for: 10)
        bench.panel.bus.chip.forgetEntries()
        bench.touch((1, 7, 8))
        #expect(bench.transfers == ["814e r24", "814e00"])
        #expect(bench.reports.last?.contacts == [Contact(id: 1, x: 7, y: 8, pressure: 40)])
    }

    @Test("the report is acknowledged after it has been read, and told after it has been acknowledged")
    func quirk12AcknowledgedAfterReading() {
        let run = DriverAlone(
            Goodix(),
            [
                .writeRead([0x81, 0x40], returning: [0x39], at: 0x5D),
                .writeRead(
                    [0x81, 0x40], returning: [0x39, 0x31, 0x31, 0, 0x60, 0x10, 0x20, 0x03, 0xE0, 0x01, 0], at: 0x5D),
                .write([0x80, 0x40, 0xAA, 0xAA], at: 0x5D),
                .writeRead([0x81, 0x4E], returning: [0x00], at: 0x5D),
                .writeRead([0x81, 0x4E], returning: [0x81, 2, 0x90, 0x01, 0xF0, 0x00, 0x20, 0x00], at: 0x5D),
                .write([0x81, 0x4E, 0], at: 0x5D),
            ], for: 90)
        #expect(run.contacts == [Contact(id: 2, x: 400, y: 240, pressure: 32)])
        #expect(run.identity.isKnown)
    }

    @Test("a ready flag that comes late is waited for", arguments: [1, 2_000, 9_500, 19_900, 20_000])
    func quirk10ReadyLagsBehindTheInterrupt(lag: Int64) {
        var bench = GoodixBench.running()
        bench.model.faults.readyLag = Microseconds(lag)
        bench.touch((0, 100, 100))
        #expect(bench.reports.isEmpty)
        bench.run(25)
        #expect(bench.reports.count == 1)
        #expect(bench.faults.isEmpty)
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("a ready flag that never comes is told once, costs few transfers, and nothing is acknowledged")
    func quirk10ReadyNeverComes() {
        var bench = GoodixBench.running()
        bench.model.faults.isNeverReady = true
        bench.touch((0, 100, 100))
        bench.model.faults.isNeverReady = false
        let interrupts = bench.model.interruptEdges
        // The chip repeats its interrupt each 10 ms; the driver must not drown in it.
        bench.run(20)
        #expect(bench.faults == [.notReady])
        #expect(bench.transfers.count == 11)
        #expect(bench.model.interruptEdges != interrupts)
        #expect(bench.model.acknowledges == 0)
        #expect(bench.acknowledgesFollowReads)
        // The next finger is seen as if nothing had been.
        bench.run(40)
        bench.touch((0, 101, 100), for: 40)
        #expect(bench.reports.count == 1)
    }

    @Test("without an edge the driver looks once more after a ready flag that never came")
    func quirk19EdgeMissed() {
        var bench = GoodixBench.running(changed(.init()) { $0.interruptMode = .low })
        bench.model.faults.readyLag = .milliseconds(30)
        bench.touch((0, 100, 100), for: 25)
        #expect(bench.faults == [.notReady])
        bench.run(100)
        #expect(bench.reports.count == 1)
        let transfers = bench.transfers.count
        bench.run(5_000)
        #expect(bench.transfers.count == transfers)
    }

    @Test("not ready while a finger is held is no lift, and the finger stays known")
    func quirk08NotReadyIsNoLift() {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100))
        for _ in 0..<5 {
            bench.run(10)
            bench.model.interruptSpuriously(at: bench.now)
            bench.notice(for: 30)
        }
        #expect(bench.reports.count == 1)
        bench.model.faults.unreadyLooks = 3
        bench.touch((0, 101, 100), for: 20)
        #expect(bench.reports.map(\.contacts.count) == [1, 1])
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("ready without a contact is the lift, also when it comes late")
    func quirk09LateRelease() {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100), for: 3_000)
        #expect(bench.reports.count == 1)  // Silence is no lift.
        bench.expectLifted()
    }

    @Test("flags for large touches, proximity and keys are left out", arguments: [0xF1, 0xA1, 0x91] as [UInt8])
    func flags(status: UInt8) {
        var bench = GoodixBench.running()
        bench.model.faults.status = status
        bench.touch((0, 100, 100))
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 100, y: 100, pressure: 40)])
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "a count above the maximum is dropped and acknowledged, and fingers keep",
        arguments: [0x8F, 0xFF, 0x8B] as [UInt8])
    func quirk13CountAboveTheMaximum(status: UInt8) {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.status = status
        bench.touch((0, 101, 100), for: 10)
        #expect(bench.faults == [.badReport])
        #expect(bench.model.acknowledges == 2)
        bench.model.faults.status = nil
        bench.run(10)
        bench.touch((0, 102, 100))
        #expect(bench.reports.map(\.contacts.count) == [1, 1])
        #expect(bench.reports.last?.contacts.first?.x == 102)
    }

    @Test("two contacts of one identity are dropped and acknowledged")
    func quirk06DuplicateIdentities() {
        var bench = GoodixBench.running()
        bench.touch((0, 100, 100), for: 10)
        bench.model.faults.hasDuplicateIdentities = true
        bench.touch((0, 100, 100), (1, 200, 100))
        bench.run(10)
        #expect(bench.faults == [.badReport])
        #expect(bench.reports.count == 1)
        bench.model.faults.hasDuplicateIdentities = false
        bench.run(10)
        bench.touch((0, 100, 100), (1, 200, 100))
        #expect(bench.reports.last?.contacts.count == 2)
        #expect(bench.model.acknowledges == 3)
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("coordinates off the panel are dropped and acknowledged")
    func offPanel() {
        var bench = GoodixBench.running()
        bench.model.faults.isOffPanel = true
        bench.touch((0, 100, 100), for: 10)
        bench.expect(counts: [], faults: [.offPanel(x: 801, y: 100)])
        #expect(bench.model.acknowledges == 1)
    }

    @Test("the board's size goes before the chip's; the full size is the last pixel")
    func boardSize() {
        var bench = GoodixBench.running {
            $0.rawWidth = 400
            $0.rawHeight = 300
        }
        bench.touch((0, 400, 299))
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 399, y: 299, pressure: 40)])
        bench.run(10)
        bench.touch((0, 401, 10), for: 10)
        #expect(bench.faults == [.offPanel(x: 401, y: 10)])
        bench.touch((0, 10, 301), for: 10)
        #expect(bench.faults == [.offPanel(x: 401, y: 10), .offPanel(x: 10, y: 301)])
    }

    @Test("without any size every place is taken")
    func noSize() {
        var bench = GoodixBench.running(changed(.init()) { ($0.width, $0.height) = (0, 0) })
        bench.touch((0, 65_535, 65_535))
        #expect(bench.reports.last?.contacts.first?.x == 65_535)
    }

    @Test(
        "the interrupt works in all four modes",
        arguments: [
            GT911Model.InterruptMode.rising, .falling, .low, .high,
        ])
    func interruptModes(mode: GT911Model.InterruptMode) {
        var bench = GoodixBench.running(changed(.init()) { $0.interruptMode = mode })
        for x in 0..<50 {
            bench.touch((0, Float(x), 100), for: 10)
        }
        bench.lift(for: 100)
        #expect(bench.reports.count == 51)
        #expect(bench.faults.isEmpty)
        #expect(bench.transfers.count == 102)
    }

    @Test("a pulse that outlasts the acknowledge makes no fault and loses nothing")
    func quirk11PulseOutlastsTheAcknowledge() {
        var bench = GoodixBench.running()
        bench.model.faults.pulseOutlastsAcknowledge = true
        let places = (0..<20).map(Float.init)
        for x in places { bench.touch((0, x, 100), for: 10) }
        bench.lift(for: 100)
        let told = bench.reports.map { $0.contacts.first?.x ?? -1 }
        #expect(told == places + [-1])
        #expect(bench.faults.isEmpty)
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("fingers that move while the bus is busy are reported next, the latest place only")
    func movesDuringTransfer() {
        var bench = GoodixBench.running()
        bench.panel.bus.bitsPerSecond = 10_000  // A report takes 15 ms, longer than a scan.
        for x in 0..<100 {
            bench.touch((0, Float(x), 100), for: 10)
        }
        bench.lift(for: 100)
        #expect(bench.reports.last?.contacts == [])
        let places = bench.reports.compactMap { $0.contacts.first?.x }
        #expect(places == places.sorted())
        #expect(places.last == 99)
        #expect(bench.faults.isEmpty)
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("no transfer ever holds two reads, nor more than a burst")
    func oneReadEach() {
        var bench = GoodixReportTests.tenFingers()
        for count in [1, 10, 3, 0, 2, 5, 5, 0] {
            bench.touch(Array(GoodixReportTests.fingers.prefix(count)), for: 10)
        }
        // A request is one write followed by at most one read; the longest is a burst of ten contacts.
        for entry in bench.entries {
            guard case .transfer(_, let written, let read, _) = entry.kind else { continue }
            #expect(written.count == 2 ? !read.isEmpty && read.count <= 80 : read.isEmpty)
        }
    }

    // MARK: Polling

    @Test("without an interrupt line the chip is asked: one byte while idle, faster while a finger is down")
    func polling() {
        let bench = GoodixBench.expectPolling(with: "814e r8", idleBits: 48)
        #expect(bench.counts == [1, 0])
        #expect(bench.acknowledgesFollowReads)
    }

    @Test("polling finds nothing new while a finger is held: neither a lift nor a fault")
    func pollingNotReady() {
        var bench = GoodixBench.running { $0.hasInterruptLine = false }
        bench.touch((0, 100, 100), for: 5_000)
        #expect(bench.reports.count == 1)
        #expect(bench.faults.isEmpty)
    }
}
