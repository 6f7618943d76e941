import TaplineSimulator
import TestSupport

@Suite("FocalTech: reset and identity")
struct FocalTechIdentityTests {
    @Test("reset is low for at least 5 ms, and the chip has 300 ms to start before anybody talks to it")
    func reset() {
        var bench = FocalTechBench()
        bench.start(for: 400)
        #expect(bench.timedLines == ["0 reset low", "6 reset high"])
        #expect(bench.transfers == ["a3 r1", "a3 r6", "a401", "a4 r1", "02 r1"])
        #expect(
            (bench.entries.first { if case .transfer = $0.kind { true } else { false } })?.time.microseconds == 306_000)
        #expect(bench.faults.isEmpty)
    }

    @Test("without a reset line the chip is asked at once, and without an interrupt line its mode is left alone")
    func noLines() {
        var bench = FocalTechBench {
            $0.hasResetLine = false
            $0.hasInterruptLine = false
            $0.idlePoll = .milliseconds(1_000)
        }
        bench.start()
        #expect(bench.timedLines.isEmpty)
        #expect(bench.transfers == ["a3 r1", "a3 r6", "02 r1"])
    }

    @Test(
        "every part says who it is",
        arguments: [
            (.ft5x06, "55", 0x11), (.ft5406, "54", 0x79), (.ft5506, "55", 0x11), (.ft5726, "55", 0x59),
            (.ft6206, "06", 0x11), (.ft6236, "36", 0x11), (.ft6336, "64", 0x11), (.edtM06, "0430", 0),
        ] as [(FT5x06Model.Part, String, UInt8)])
    func parts(part: FT5x06Model.Part, product: String, vendor: UInt8) {
        var bench = FocalTechBench.running(part)
        #expect(bench.identity.isKnown)
        #expect(bench.identity.address == 0x38)
        var said = ""
        for index in 0..<4 where bench.identity.product[index] != 0 {
            said.unicodeScalars.append(Unicode.Scalar(bench.identity.product[index]))
        }
        #expect(said == product)
        #expect(bench.identity.vendor == vendor)
        bench.touch((0, 1, 2), for: 10)
        bench.expectSeen((0, 3, 4))
    }

    /// The six bytes from the chip's id to the vendor.
    static let real: [(bytes: [UInt8], of: String)] = [
        ([0x54, 0x01, 0x01, 0x0B, 0x01, 0x79], "a Raspberry Pi Touch Display, recorded"),
        ([0x54, 0x01, 0x01, 0x0B, 0x01, 0x00], "the same with the other vendor"),
        ([0x55, 0x00, 0x00, 0x02, 0x01, 0x00], "an FT5306 of no vendor"),
        ([0x64, 0x01, 0x00, 0x01, 0x01, 0x11], "an FT6336U"),
        ([0x06, 0x00, 0x00, 0x10, 0x01, 0xCD], "an FT6206"),
        ([0x5A, 0x00, 0x01, 0x07, 0x01, 0x43], "an EDT EP0430M09 with an id that nobody knows"),
        ([0x87, 0x01, 0x00, 0x03, 0x01, 0x00], "a new chip of no vendor, in modes that exist"),
        ([0x00, 0x00, 0x00, 0x03, 0x01, 0x51], "a known vendor's chip without an id"),
        ([0x36, 0x7F, 0x80, 0x03, 0x01, 0x11], "a known id and vendor in modes that nobody knows"),
    ]

    @Test("whoever answers as one of the family is taken", arguments: real)
    func family(who: (bytes: [UInt8], of: String)) {
        #expect(FocalTechIdentityTests.isTaken(who.bytes), "\(who.of)")
    }

    @Test(
        "an address alone is no identity",
        arguments: (0...255).map { Array(repeating: UInt8($0), count: 6) } + [
            [0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8],  // who echoes the register
            [0x1C, 0x7A, 0x33, 0xD5, 0xE1, 0x90],  // an AHT20 at the same address: state, humidity, temperature
            [0x18, 0x80, 0x00, 0x08, 0x00, 0x00],
            [0x00, 0x00, 0x00, 0x00, 0x00, 0x01 << 1],  // nothing but a bit
            [0xFF, 0xFF, 0xFF, 0xFE, 0xFE, 0xFE],  // a PCF8574A whose inputs change
            [0x55, 0x55, 0x55, 0x54, 0x54, 0x54],
        ])
    func strangers(bytes: [UInt8]) {
        #expect(!FocalTechIdentityTests.isTaken(bytes))
    }

    private static func isTaken(_ bytes: [UInt8]) -> Bool {
        var configuration = FocalTech.Configuration()
        configuration.hasResetLine = false
        configuration.hasInterruptLine = false
        return DriverAlone(FocalTech(configuration: configuration), for: 500) {
            Array(bytes.prefix($0.readCount))
        }.identity.isKnown
    }

    @Test("somebody else at the address is told as such, once a second, and nothing is written to him")
    func wrongIdentity() {
        var bus = MockBus([])
        bus.ignoresLines = true
        var panel = SimulatedPanel(driver: FocalTech(), chip: EchoChip())
        var faults: [ControllerFault] = []
        panel.start { _, _ in }
        panel.run(for: .milliseconds(3_900)) { news, _ in
            if case .fault(let fault) = news { faults.append(fault) }
        }
        #expect(faults == [.wrongIdentity, .wrongIdentity, .wrongIdentity])
        #expect(panel.bus.chip.written == 0)
        #expect(!panel.driver.identity.isKnown)
    }

    /// A PCF8574A: any write sets its pins, any read gives them.
    struct EchoChip: RestingChip {
        var written = 0
        mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
            // (A register's address is a write to such a chip; that much cannot be helped.)
            if transfer.written.count > 1 { written += 1 }
            for _ in 0..<transfer.readCount { bytes.append(0xA3) }
            return nil
        }
    }

    @Test("a write that the chip ignores is repeated until it is kept")
    func quirk07IgnoredWrite() {
        var bench = FocalTechBench()
        bench.model.faults.ignoredWrites = 1
        bench.start(for: 400)
        #expect(bench.transfers == ["a3 r1", "a3 r6", "a401", "a4 r1", "a401", "a4 r1", "02 r1"])
    }

    @Test("a chip that never keeps the interrupt's mode is read while its line is low, at a bearable pace")
    func quirk19LevelStaysAsserted() {
        var bench = FocalTechBench()
        bench.model.faults.ignoredWrites = .max
        bench.start(for: 400)
        #expect(bench.transfers.filter { $0 == "a401" }.count == 3)
        bench.touch((0, 10, 10))
        bench.panel.bus.chip.forgetEntries()
        for x in 0..<100 {
            bench.run(10)
            bench.touch((0, Float(x), 10))
        }
        #expect((45...55).contains(bench.transfers.count))
        bench.lift(for: 20)
        #expect(bench.reports.last?.contacts == [])
        #expect(bench.faults.isEmpty)
        bench.panel.bus.chip.forgetEntries()
        bench.run(10_000)
        #expect(bench.transfers.isEmpty)
    }

    @Test("a clone that does not say what it is, is the board's chip where the board says so")
    func clone() {
        var chip = FT5x06Model.Configuration()
        (chip.chip, chip.vendor) = (0, 0)
        var bench = FocalTechBench(chip) { $0.hasInterruptLine = false }
        bench.start(for: 2_000)
        #expect(!bench.identity.isKnown && bench.faults.allSatisfy { $0 == .wrongIdentity })
        bench = FocalTechBench(chip) {
            $0.hasInterruptLine = false
            $0.acceptsAnyIdentity = true
        }
        bench.start(for: 400)
        bench.touch((0, 100, 100), for: 5_000)
        bench.lift(for: 100)
        #expect(bench.counts.first == 1 && bench.counts.last == 0 && bench.faults.isEmpty)
    }

    @Test("a chip is found at whichever address it is", arguments: [0x38, 0x48, 0x15, 0x3B, 0x3C, 0x3D] as [UInt8])
    func anyAddress(_ address: UInt8) {
        var bench = FocalTechBench.running(changed(.init()) { $0.address = address }) {
            $0.addresses = ChipAddresses(0x38, 0x48, 0x15, 0x3B, 0x3C, 0x3D)
        }
        bench.run(200)
        #expect(bench.identity.address == address)
    }
}
