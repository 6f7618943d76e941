import TaplineSimulator
import TestSupport

@Suite("The simulated bus")
struct SimulatedBusTests {
    private func transfer(_ bytes: [UInt8], reading count: Int) -> Transfer {
        let written = ShortBytes(bytes: bytes)
        return Transfer(address: 0x5D, written: written, readCount: count)
    }

    @Test("counts the bits that are on the wires")
    func bits() {
        #expect(transfer([0x81, 0x4E], reading: 1).bits == 48)
        #expect(transfer([0x81, 0x4E, 0], reading: 0).bits == 38)
        #expect(transfer([], reading: 4).bits == 47)
        var stopped = transfer([0x81, 0x4E], reading: 1)
        stopped.mode = .stop
        #expect(stopped.bits == 49)
        // Where there is nothing between, the mode makes no difference.
        var write = transfer([0x81, 0x4E, 0], reading: 0)
        write.mode = .stop
        #expect(write.bits == 38)
    }

    @Test("refuses a repeated START where it was told to, and counts no bits for it")
    func rejectsRepeatedStart() {
        var bus = SimulatedBus(chip: GT911Model())
        bus.rejectsRepeatedStart = true
        var received = BusBytes()
        var read = transfer([0x81, 0x40], reading: 4)
        #expect(
            bus.carryOut(.transfer(read), at: .zero, received: &received)
                == .transferFailed(BusError(errno: 121)))
        #expect(bus.counters.bits == 0 && bus.counters.failures == 1)
        read.mode = .stop
        #expect(bus.carryOut(.transfer(read), at: .zero, received: &received) == .transferred)
        #expect(received.count == 4 && received[0] == 0x39)
        #expect(bus.counters.bits == 22 + 9 * 6)
        let write = transfer([0x81, 0x4E, 0], reading: 0)
        #expect(bus.carryOut(.transfer(write), at: .zero, received: &received) == .transferred)
    }

    @Test("takes the time that the bits take, rounded up")
    func time() {
        var bus = SimulatedBus(chip: GT911Model())
        bus.bitsPerSecond = 400_000
        var received = BusBytes()
        let now = Instant(microseconds: 1_000)
        let input = bus.carryOut(
            .transfer(transfer([0x81, 0x40], reading: 11)), at: now, received: &received)
        #expect(input == .transferred)
        #expect(bus.finished == Instant(microseconds: 1_000 + 345))  // 138 bits of 2.5 µs
        #expect(bus.counters.bits == 138)
        #expect(received.count == 11)
    }

    @Test("tells of an edge once, and of a level once after each report")
    func interrupts() {
        var bus = SimulatedBus(chip: MockBus([]))
        var received = BusBytes()
        #expect(bus.carryOut(.wait(until: .never), at: .zero, received: &received) == nil)
        bus.chip.interruptIsAsserted = true
        #expect(bus.nextInput(at: .zero) == .interrupt)
        #expect(bus.nextInput(at: .zero) == nil)
        #expect(bus.carryOut(.wait(until: .never), at: .zero, received: &received) == nil)
        #expect(bus.carryOut(.report, at: .zero, received: &received) == .proceed)
        #expect(bus.carryOut(.wait(until: .never), at: .zero, received: &received) == .interrupt)
        #expect(bus.carryOut(.wait(until: .never), at: .zero, received: &received) == nil)
    }

    @Test("tells of the instant waited for, not before it")
    func wakes() {
        var bus = SimulatedBus(chip: MockBus([]))
        var received = BusBytes()
        let deadline = Instant(microseconds: 100)
        #expect(bus.carryOut(.wait(until: deadline), at: .zero, received: &received) == nil)
        #expect(bus.nextEvent == deadline)
        #expect(bus.nextInput(at: Instant(microseconds: 99)) == nil)
        #expect(bus.nextInput(at: deadline) == .wake)
        #expect(bus.nextEvent == .never)
    }

    @Test("without an interrupt line there is no interrupt")
    func noInterruptLine() {
        var bus = SimulatedBus(chip: MockBus([]))
        bus.hasInterruptLine = false
        var received = BusBytes()
        _ = bus.carryOut(.wait(until: .never), at: .zero, received: &received)
        bus.chip.interruptIsAsserted = true
        #expect(bus.nextInput(at: .zero) == nil)
    }

    @Test("a recording holds transfers, lines and interrupts in order")
    func recording() {
        var chip = RecordedChip(GT911Model())
        let contacts = Contacts([Contact(id: 0, x: 1, y: 2)])
        chip.setFingers(contacts, at: Instant(microseconds: 5))
        var bytes = BusBytes()
        let read = transfer([0x81, 0x4E], reading: 8)
        _ = chip.transfer(read, at: Instant(microseconds: 700), into: &bytes)
        chip.drive(.reset, .low, at: Instant(microseconds: 800))
        #expect(
            chip.entries == [
                BusEntry(time: Instant(microseconds: 5), kind: .interrupt(true)),
                BusEntry(time: Instant(microseconds: 505), kind: .interrupt(false)),
                BusEntry(
                    time: Instant(microseconds: 700),
                    kind: .transfer(
                        address: 0x5D, written: [0x81, 0x4E], read: [0x81, 0, 1, 0, 2, 0, 0, 0], error: nil)),
                BusEntry(time: Instant(microseconds: 800), kind: .line(.reset, .low)),
            ])
        #expect(chip.transfers.count == 1)
    }
}
