import TaplineSimulator
import TestSupport

@Suite("Sitronix: what its chips do")
struct SitronixTests {
    // MARK: Start

    @Test("the chip says its size, and idling is switched off before the first look")
    func start() {
        var bench = SitronixBench()
        bench.start(for: 300)
        #expect(bench.identity.isKnown && bench.identity.address == 0x55)
        #expect(bench.identity.width == 320 && bench.identity.height == 480 && bench.identity.firmware == 0x0A)
        #expect(bench.timedLines == ["0 reset low", "10 reset high"])
        #expect(bench.transfers == ["01 r1", "01 r1", "00 r7", "3e r1", "03ff", "01 r3", "12 r20"])
        #expect(bench.faults.isEmpty)
    }

    @Test("a slow start is waited for, however long it shows that it starts; nothing but its status is read before")
    func quirk31SlowStart() {
        var bench = SitronixBench(changed(.init()) { $0.startTime = .milliseconds(1_500) })
        bench.start(for: 1_500)
        #expect(!bench.identity.isKnown)
        #expect(bench.transfers.allSatisfy { $0 == "01 r1" })
        bench.run(100)
        #expect(bench.identity.isKnown)
        #expect(bench.model.earlyReads == 0)
        #expect(bench.faults.isEmpty)
        bench.touch((0, 100, 100))
        #expect(bench.counts == [1])
    }

    @Test("a chip that answers late is found")
    func quirk31AnswersLate() {
        var bench = SitronixBench(changed(.init()) { $0.bootTime = .milliseconds(215) })
        bench.start(for: 400)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
    }

    @Test("one that idles already is ready, too")
    func quirk31Idle() {
        var bench = SitronixBench { $0.hasResetLine = false }
        bench.run(10_000)
        #expect(bench.model.status == 4)
        bench.start(for: 20)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
    }

    @Test("one that starts for ever is told after two seconds, and tried again")
    func quirk31StartsForEver() {
        var bench = SitronixBench(changed(.init()) { $0.startTime = .milliseconds(100_000) })
        bench.start(for: 2_000)
        #expect(bench.faults.isEmpty)
        bench.run(400)
        #expect(bench.faults == [.wrongIdentity])
        bench.run(5_000)
        #expect(bench.lines.filter { $0 == "reset low" }.count == 3)
    }

    @Test("it is kept from idling; a first write that is ignored is repeated")
    func quirk07IgnoredWrite() {
        var bench = SitronixBench()
        bench.model.faults.ignoredWrites = 1
        bench.start(for: 300)
        #expect(bench.transfers.filter { $0 == "03ff" }.count == 2)
        bench.run(60_000)
        #expect(bench.model.status == 0)
    }

    @Test("one that idles all the same loses no touch")
    func quirk21IdlesAllTheSame() {
        var bench = SitronixBench()
        bench.model.faults.ignoredWrites = .max
        bench.start(for: 60_000)
        #expect(bench.model.status == 4)
        bench.touch((0, 100, 50))
        #expect(bench.counts == [1])
        bench.run(10)
        bench.lift()
        bench.expect(counts: [1, 0])
    }

    @Test("somebody else at the address is told as that", arguments: [0x00, 0x04, 0xFF, 0x88] as [UInt8])
    func strangers(byte: UInt8) {
        let run = DriverAlone(Sitronix(), for: 1_000) { transfer in
            #expect(transfer.written.count == 1)
            return Array(repeating: byte, count: transfer.readCount)
        }
        #expect(run.contacts.isEmpty && run.faults == [.wrongIdentity])
        #expect(!run.identity.isKnown)
    }

    // MARK: Reports

    @Test("an ST1232's second finger lies three bytes after the first, an ST1633's four")
    func places() {
        for part in [SitronixFamily.Part.st1232, .st1633] {
            var bench = SitronixBench.running(ST1633Model.Configuration(part))
            bench.expectSeen((0, 100, 110), (1, 300, 470))
            #expect(bench.transfers == [part == .st1232 ? "12 r6" : "12 r20"])
        }
    }

    @Test("a chip that says how its places lie is believed", arguments: [3, 4])
    func saysLayout(placeLength: Int) {
        for part in [SitronixFamily.Part.st1232, .st1633] {
            var chip = ST1633Model.Configuration(part)
            chip.placeLength = placeLength
            chip.saysLayout = true
            var bench = SitronixBench.running(chip)
            bench.expectSeen((0, 100, 110), (1, 300, 470))
            #expect(bench.transfers == ["12 r\((part == .st1232 ? 2 : 5) * placeLength)"])
            #expect(bench.faults.isEmpty)
        }
    }

    @Test("no more places are read than the board has fingers")
    func fewerFingers() {
        var bench = SitronixBench.running { $0.maximumContacts = 2 }
        bench.touch((0, 100, 110))
        #expect(bench.transfers == ["12 r8"])
    }

    @Test("fingers have no names: the contacts bear -1")
    func quirk29NoIdentities() {
        var bench = SitronixBench.running()
        var told: [Int32] = []
        let fingers = Contacts([Contact(id: 3, x: 100, y: 100), Contact(id: 4, x: 200, y: 100)])
        bench.panel.touch(fingers) { news, _ in
            guard case .report(let contacts) = news else { return }
            for index in 0..<contacts.count { told.append(contacts[index].id) }
        }
        #expect(told == [-1, -1])
    }

    @Test("fingers that change their places with every scan keep their identities", arguments: [false, true])
    func quirk29ChangingPlaces(isPolled: Bool) {
        var bench = SitronixBench.running { $0.hasInterruptLine = !isPolled }
        bench.model.faults.shuffles = true
        var table = TouchTable<10>(
            geometry: PanelGeometry(.init(rawWidth: 320, rawHeight: 480, rawMillimetres: (48, 72))))
        var tracks: [UInt32: [Point]] = [:]
        for step in 0..<60 {
            // Two cross at some distance, one rests.
            bench.touch(
                (0, Float(60 + 3 * step), 100), (1, Float(240 - 3 * step), 220), (2, 160, 400))
            bench.run(12)
            guard let report = bench.reports.last else { continue }
            let contacts = Contacts(report.contacts.map { Contact(id: -1, x: $0.x, y: $0.y) })
            table.report(contacts, at: Instant(microseconds: report.time))
            for slot in table.down {
                tracks[table[slot].identity, default: []].append(table.geometry.pixels(table[slot].location))
            }
        }
        #expect(tracks.count == 3)
        for track in tracks.values {
            #expect(track.count >= 55)
            for (a, b) in zip(track, track.dropFirst()) { #expect(abs(a.x - b.x) < 10 && abs(a.y - b.y) < 1) }
        }
        #expect(bench.faults.isEmpty)
    }

    @Test("a place that is not valid is no finger, whatever lies in it")
    func quirk02EmptyFirstPlace() {
        var bench = SitronixBench.running()
        bench.model.faults.leavesFirstPlaceEmpty = true
        bench.expectSeen((0, 100, 110))
        bench.run(10)
        bench.lift()
        #expect(bench.counts == [1, 0])
    }

    @Test("nothing but ones is no report, and looked for once more")
    func quirk04AllOnes() {
        var bench = SitronixBench.running()
        bench.expectOnesAreNoReport()
    }

    @Test("a lift whose pulse is lost is seen all the same, and is no reset")
    func quirk24LostPulse() {
        var bench = SitronixBench.running()
        bench.expectLiftWithoutPulse()
        bench.expect(counts: [1, 0])
        #expect(bench.transfers.last == "01 r3")
    }

    // MARK: Life

    @Test("a reset in mid-touch is no lift", arguments: [true, false])
    func quirk16ResetInMidTouch(hasLine: Bool) {
        var bench = SitronixBench.running { $0.hasInterruptLine = hasLine }
        bench.touch((0, 100, 50), for: 20)
        bench.expectResetTold(within: 1_000)
    }

    @Test("one that has been switched off is found by the liveness check, and reset")
    func quirk22SwitchedOff() {
        var bench = SitronixBench.running(checksLiveness: true)
        bench.write([0x02, 0x02])
        bench.touch((0, 100, 50))
        #expect(bench.reports.isEmpty)
        bench.run(2_500)
        #expect(bench.faults == [.reset])
        bench.expectSeen((0, 110, 50))
    }

    @Test("one whose status has an error is reset", arguments: [1, 15] as [UInt8])
    func quirk16ErrorInTheStatus(error: UInt8) {
        var bench = SitronixBench.running(checksLiveness: true)
        bench.model.faults.error = error
        bench.run(2_500)
        #expect(bench.faults == [.reset])
        bench.expectSeen((0, 110, 50))
    }
}
