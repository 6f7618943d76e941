import TaplineSimulator
import TestSupport

@Suite("Goodix: reset and identification")
struct GoodixResetTests {
    @Test(
        "the interrupt's level at the rise of reset selects the address",
        arguments: [(UInt8(0x5D), "interrupt low"), (UInt8(0x14), "interrupt high")])
    func quirk15ResetSelectsTheAddress(address: UInt8, level: String) {
        // The chip starts at the address that is not wanted.
        var chip = GT911Model.Configuration()
        chip.floatingAddress = address == 0x5D ? 0x14 : 0x5D
        var bench = GoodixBench(chip) { $0.address = address }
        bench.start(for: 200)
        #expect(bench.lines == ["reset low", level, "reset high", "interrupt low", "interrupt release"])
        #expect(bench.identity.isKnown)
        #expect(bench.identity.address == address)
        #expect(bench.model.address == address)
        #expect(bench.faults.isEmpty)
    }

    @Test("reset keeps the times that the chip asks for")
    func resetTimes() {
        var bench = GoodixBench()
        bench.start(for: 200)
        var times: [Int64] = []
        for entry in bench.entries {
            if case .line = entry.kind { times.append(entry.time.microseconds) }
        }
        #expect(times.count == 5)
        #expect(times[1] - times[0] >= 10_000)  // Reset low
        #expect(times[2] - times[1] >= 100)  // Level before the rise
        #expect(times[3] - times[2] >= 5_000)  // Level after the rise
        #expect(times[4] - times[3] >= 50_000)  // Low while the firmware starts
    }

    @Test("an interrupt during the reset changes nothing")
    func interruptDuringReset() throws {
        var driver = Goodix()
        var contacts = Contacts()
        let nothing = BusBytes()
        _ = driver.step(.start, at: .zero, received: nothing, contacts: &contacts)
        let wait = driver.step(.lineSet, at: .zero, received: nothing, contacts: &contacts)
        let again = driver.step(
            .interrupt, at: Instant(microseconds: 5), received: nothing, contacts: &contacts)
        guard case .wait(let first) = wait, case .wait(let second) = again
        else { throw Missing("the driver does not wait") }
        #expect(first == second)
    }

    @Test("without a reset line both addresses are tried, and no line is driven")
    func quirk15OtherAddress() {
        var bench = GoodixBench(changed(.init()) { $0.floatingAddress = 0x14 }) { $0.hasResetLine = false }
        bench.start(for: 200)
        #expect(bench.identity.isKnown)
        #expect(bench.identity.address == 0x14)
        #expect(bench.lines.isEmpty)
        #expect(bench.faults.isEmpty)
    }

    @Test("a reset line without an interrupt line still finds a chip at the other address")
    func resetWithoutInterruptLine() {
        var bench = GoodixBench(changed(.init()) { $0.floatingAddress = 0x14 }) { $0.hasInterruptLine = false }
        bench.start(for: 300)
        #expect(bench.lines == ["reset low", "reset high"])
        #expect(bench.identity.address == 0x14)
    }

    @Test("identity, firmware and size are read in one transfer")
    func identity() {
        var bench = GoodixBench()
        bench.start(for: 200)
        #expect(bench.transfers.prefix(2) == ["8140 r1", "8140 r11"])
        let identity = bench.identity
        #expect(identity.product[0] == 0x39 && identity.product[1] == 0x31 && identity.product[2] == 0x31)
        #expect(identity.firmware == 0x1060)
        #expect(identity.width == 800)
        #expect(identity.height == 480)
    }

    @Test(
        "the family is known by its id",
        arguments: [
            ("911", true), ("912", true), ("927", true), ("928", true), ("9271", true), ("967", true),
            ("1151", true), ("1158", true), ("5688", true), ("917S", true), ("9286", true),
            ("\u{0}\u{0}\u{0}", false), ("abc", false), ("811", false), ("91", false), ("9 1", false), ("911s", false),
        ])
    func products(id: String, isGoodix: Bool) {
        var chip = GT911Model.Configuration()
        chip.product = [0, 0, 0, 0]
        for (index, byte) in id.utf8.enumerated() { chip.product[index] = byte }
        var bench = GoodixBench(chip)
        bench.start(for: 400)
        #expect(bench.identity.isKnown == isGoodix)
        #expect(bench.faults.contains(.wrongIdentity) == !isGoodix)
        #expect(!bench.faults.contains(.absent))
    }

    @Test("somebody else at the address is told as that, and looked at again")
    func wrongIdentity() {
        var bench = GoodixBench(changed(.init()) { $0.product = [0x50, 0x43, 0x46, 0x38] })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
        bench.run(1_200)
        #expect(bench.faults == [.wrongIdentity, .wrongIdentity])
    }

    @Test("an error of the bus while identifying is told; no acknowledge is not")
    func busErrorWhileIdentifying() {
        var bench = GoodixBench { $0.hasResetLine = false }
        bench.model.faults.failingTransfers = 2
        bench.model.faults.failure = BusError(errno: 5)
        bench.start(for: 100)
        #expect(bench.faults == [.bus(BusError(errno: 5))])
        #expect(bench.identity.isKnown)
    }

    @Test("a finger that is down already is reported without an interrupt")
    func reportBeforeStart() {
        var bench = GoodixBench { $0.hasResetLine = false }
        let contacts = Contacts([Contact(id: 2, x: 5, y: 6)])
        bench.panel.bus.chip.setFingers(contacts, at: .zero)
        bench.start()
        #expect(bench.reports.count == 1)
    }
}
