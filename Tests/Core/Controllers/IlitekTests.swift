import TaplineSimulator
import TestSupport

@Suite("Ilitek: what its chips do")
struct IlitekTests {
    private typealias Chip = ILI2xxxModel.Configuration
    static let languages: [IlitekFamily.Language] = [.ili210x, .ili2117, .ili251x]

    private func running(
        _ language: IlitekFamily.Language, adjust: (inout Ilitek.Configuration) -> Void = { _ in }
    ) -> IlitekBench {
        IlitekBench.running(Chip(language), adjust: adjust)
    }

    // MARK: Identification

    @Test(
        "each chip is known by what it says, at its address",
        arguments: [
            (.ili210x, "210x", 0x41, 0x0102, 0), (.ili2117, "2117", 0x26, 0, 0), (.ili251x, "2511", 0x41, 0x0102, 800),
        ] as [(IlitekFamily.Language, String, UInt8, UInt16, UInt16)])
    func identities(
        language: IlitekFamily.Language, product: String, address: UInt8, firmware: UInt16, width: UInt16
    ) {
        let bench = running(language)
        #expect(bench.identity.isKnown && bench.identity.address == address)
        #expect(String((0..<4).map { Character(Unicode.Scalar(bench.identity.product[$0])) }) == product)
        #expect(bench.identity.firmware == firmware)
        #expect(bench.identity.width == width)
        #expect(bench.faults.isEmpty)
    }

    @Test("registers of an ILI251x get the 5 ms that they take")
    func quirk27RegistersNeedTime() {
        var bench = IlitekBench(Chip(.ili251x))
        bench.start(for: 400)
        #expect(bench.timedLines == ["0 reset low", "12 reset high"])
        #expect(
            bench.transfers == ["61", "61", " r5", "20", " r6", "40", " r8", "10 r31"])
        let times = bench.entries.compactMap { entry -> Int64? in
            guard case .transfer = entry.kind else { return nil }
            return entry.time.microseconds
        }
        #expect(times[2] - times[1] == 5_000 && times[4] - times[3] == 5_000 && times[6] - times[5] == 5_000)
    }

    @Test(
        "another chip's number is told as that; 2510 to 251f are the family's", arguments: [0x2326, 0x2520, 0x250F, 0])
    func strangers(number: Int) {
        var bench = IlitekBench(changed(.init(.ili251x)) { $0.chip = UInt16(number) })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
    }

    @Test("an ILI210x without a size or without channels is none", arguments: [(0, 480), (0xFFFF, 480), (800, 0)])
    func noSize(width: Int, height: Int) {
        var bench = IlitekBench(changed(.init(.ili210x)) { ($0.width, $0.height) = (UInt16(width), UInt16(height)) })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
    }

    @Test("a chip that takes five seconds to start is waited for", arguments: languages)
    func quirk31SlowStart(language: IlitekFamily.Language) {
        var chip = Chip(language)
        chip.bootTime = .milliseconds(5_000)
        var bench = IlitekBench(chip) { $0.hasResetLine = false }
        bench.resetItself()
        bench.start(for: 4_900)
        #expect(!bench.identity.isKnown)
        #expect(bench.faults.allSatisfy { $0 == .absent })
        bench.run(1_200)
        #expect(bench.identity.isKnown)
    }

    // MARK: Reports

    @Test("fingers of the second part are read only where there is one")
    func twoParts() {
        var bench = running(.ili251x)
        bench.touch(ConformingChip.fingers(6))
        #expect(bench.transfers == ["10 r31"])
        bench.run(10)
        bench.forgetEntries()
        bench.touch(ConformingChip.fingers(7))
        #expect(bench.transfers == ["10 r31", " r20"])
        #expect(bench.counts == [6, 7])
        // The fifth place alone needs no second part, the seventh does.
        bench.forgetEntries()
        bench.run(10)
        bench.touch((6, 50, 60))
        #expect(bench.transfers == ["10 r31", " r20"])
        #expect(bench.reports.last?.contacts.map(\.id) == [6])
    }

    @Test("a second part that fails is asked for again; no finger lifts meanwhile")
    func quirk28SecondPartFails() {
        var bench = running(.ili251x)
        bench.touch(ConformingChip.fingers(8), for: 10)
        bench.model.faults.lostSecondParts = 2
        bench.touch(ConformingChip.fingers(8, step: 1), for: 10)
        #expect(bench.counts.allSatisfy { $0 == 8 })
        #expect(bench.last == ConformingChip.contacts(ConformingChip.fingers(8, step: 1)))
        #expect(bench.faults == [.bus(BusError(errno: 121)), .bus(BusError(errno: 121))])
    }

    @Test("more parts than two are no report", arguments: [3, 7, 255] as [UInt8])
    func quirk13TooManyParts(parts: UInt8) {
        var bench = running(.ili251x)
        bench.model.faults.parts = parts
        bench.touch((0, 100, 50))
        bench.expect(counts: [], faults: [.badReport])
        bench.model.faults.parts = nil
        bench.run(30)
        #expect(bench.counts == [1])
    }

    @Test("a flipped bit of a packet is found by its checksum, in every byte")
    func quirk30FlippedBits() {
        for byte in 0..<43 {
            var bench = running(.ili2117)
            bench.model.faults.flips = 1
            bench.model.faults.flippedByte = byte
            bench.touch((0, 100, 50))
            #expect(bench.faults == [.badReport], "byte \(byte)")
            #expect(bench.reports.isEmpty)
            // It is looked for once more.
            bench.run(30)
            #expect(bench.last == [Contact(id: 0, x: 100, y: 50)])
        }
    }

    @Test("nothing but ones is no report", arguments: languages)
    func quirk23AllOnes(language: IlitekFamily.Language) {
        var bench = running(language)
        bench.model.faults.lies = 1
        bench.touch((0, 100, 50))
        bench.expect(counts: [], faults: [.badReport])
        bench.run(30)
        #expect(bench.counts.first == 1)
    }

    @Test("nothing but zeros is no finger at (0, 0), and no lift of a packet's fingers", arguments: languages)
    func quirk05Zeros(language: IlitekFamily.Language) {
        var bench = running(language)
        bench.model.faults.zeros = 1
        bench.interruptSpuriously(for: 30)
        #expect(bench.reports.isEmpty)
        guard language == .ili2117 else { return }
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.zeros = 1
        bench.touch((0, 101, 50), for: 30)
        #expect(bench.counts.allSatisfy { $0 == 1 })
        #expect(bench.last == [Contact(id: 0, x: 101, y: 50)])
    }

    @Test("a first place that is empty is no finger, and names stay with their places", arguments: languages)
    func quirk29NamesArePlaces(language: IlitekFamily.Language) {
        var bench = running(language)
        bench.touch((0, 100, 50), (1, 200, 60), for: 10)
        bench.expectSeen((1, 200, 60))
        bench.run(10)
        bench.touch((1, 200, 60), (0, 210, 70))
        #expect(bench.last?.sorted { $0.id < $1.id }.map(\.x) == [210, 200])
    }

    // MARK: Polling while touched

    @Test("one that announces only landings is asked each 15 ms while touched, and then no more")
    func quirk24OnlyLandingsAnnounced() {
        for language in [IlitekFamily.Language.ili210x, .ili251x] {
            var bench = running(language)
            bench.model.faults.announcesOnlyLandings = true
            bench.touch((0, 100, 50))
            bench.forgetEntries()
            bench.run(150)
            #expect(bench.transfers.count == 10)
            bench.touch((0, 110, 50), for: 15)
            #expect(bench.last == [Contact(id: 0, x: 110, y: 50)])
            bench.lift(for: 15)
            #expect(bench.last == [])
            #expect(bench.counts.filter { $0 == 0 }.count == 1)
            bench.forgetEntries()
            bench.run(60_000)
            #expect(bench.transfers.isEmpty)
        }
    }

    @Test("an ILI2117 announces everything: it is not asked while touched")
    func packetsAreAnnounced() {
        var bench = running(.ili2117)
        bench.touch((0, 100, 50))
        // (The line that is still asserted after the report is one more reason to look.)
        bench.run(30)
        bench.forgetEntries()
        bench.run(10_000)
        #expect(bench.transfers.isEmpty)
    }

    @Test(
        "a lift whose pulse is lost is seen all the same", arguments: [.ili210x, .ili251x] as [IlitekFamily.Language])
    func quirk24LostPulse(language: IlitekFamily.Language) {
        var bench = running(language)
        bench.expectLiftWithoutPulse(within: 15)
    }

    @Test("a hang shows itself nowhere, but nothing traps and nothing is made up", arguments: languages)
    func frozen(language: IlitekFamily.Language) {
        var bench = running(language)
        bench.touch((0, 100, 50))
        bench.model.faults.isFrozen = true
        bench.run(1_000)
        #expect(bench.counts.allSatisfy { $0 == 1 })
    }
}
