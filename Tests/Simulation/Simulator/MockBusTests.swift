import TaplineSimulator
import TestSupport

@Suite("The mock bus")
struct MockBusTests {
    private func transfer(_ bytes: [UInt8], reading count: Int = 0, at address: UInt8 = 0x5D) -> Transfer {
        let written = ShortBytes(bytes: bytes)
        return Transfer(address: address, written: written, readCount: count)
    }

    @Test("answers what was expected, in order")
    func answers() {
        var bus = MockBus([
            .line(.reset, .low),
            .writeRead([1, 2], returning: [3, 4], at: 0x5D),
            .failure([5], error: BusError(errno: 121), at: 0x5D),
            .write([6, 7], at: 0x14),
        ])
        var bytes = BusBytes()
        bus.drive(.reset, .low, at: .zero)
        #expect(bus.transfer(transfer([1, 2], reading: 2), at: .zero, into: &bytes) == nil)
        #expect(bytes.count == 2 && bytes[0] == 3 && bytes[1] == 4)
        #expect(bus.transfer(transfer([5], reading: 9), at: .zero, into: &bytes) == BusError(errno: 121))
        #expect(bus.transfer(transfer([6, 7], at: 0x14), at: .zero, into: &bytes) == nil)
        #expect(bus.finish() == [])
    }

    @Test("reports a forgotten expectation")
    func forgotten() {
        var bus = MockBus([.write([1], at: 0x5D), .line(.reset, .high)])
        let problems = bus.finish()
        #expect(problems.count == 2)
        #expect(problems[0].description == "transaction 0: expected at 5d write 01, got nothing: it was forgotten")
        #expect(problems[1].position == 1)
    }

    @Test("reports what was not expected, and answers it with an error")
    func unexpected() {
        var bus = MockBus([])
        var bytes = BusBytes()
        #expect(bus.transfer(transfer([9], reading: 1), at: .zero, into: &bytes) == BusError(errno: 5))
        bus.drive(.interrupt, .release, at: .zero)
        let problems = bus.finish()
        #expect(problems.count == 2)
        #expect(problems[0].description == "transaction 0: expected nothing more, got at 5d write 09 read 1 bytes (00)")
    }

    @Test("reports other bytes, another length, another address and another kind", arguments: 0..<4)
    func different(what: Int) {
        var bus = MockBus([.writeRead([1, 2], returning: [3], at: 0x5D), .write([4], at: 0x5D)])
        var bytes = BusBytes()
        switch what {
        case 0: _ = bus.transfer(transfer([1, 9], reading: 1), at: .zero, into: &bytes)
        case 1: _ = bus.transfer(transfer([1, 2], reading: 2), at: .zero, into: &bytes)
        case 2: _ = bus.transfer(transfer([1, 2], reading: 1, at: 0x14), at: .zero, into: &bytes)
        default: bus.drive(.reset, .low, at: .zero)
        }
        #expect(bus.problems.count == 1)
        #expect(bus.problems.first?.position == 0)
        // The next expectation is met all the same.
        #expect(bus.transfer(transfer([4]), at: .zero, into: &bytes) == nil)
        #expect(bus.finish().count == 1)
    }

    @Test("tells a STOP between write and read from a repeated START, and lets it be where there is nothing between")
    func modes() {
        var bus = MockBus([
            .writeRead([1], returning: [2], at: 0x5D, mode: .stop), .writeRead([1], returning: [2], at: 0x5D),
            .write([3], at: 0x5D),
        ])
        var bytes = BusBytes()
        var read = transfer([1], reading: 1)
        #expect(bus.transfer(read, at: .zero, into: &bytes) == BusError(errno: 5))
        read.mode = .stop
        #expect(bus.transfer(read, at: .zero, into: &bytes) == BusError(errno: 5))
        var write = transfer([3])
        write.mode = .stop
        #expect(bus.transfer(write, at: .zero, into: &bytes) == nil)
        let problems = bus.finish().map(\.description)
        #expect(
            problems == [
                "transaction 0: expected at 5d write 01 stop read 1 bytes (02), got at 5d write 01 read 1 bytes (00)",
                "transaction 1: expected at 5d write 01 read 1 bytes (02), got at 5d write 01 stop read 1 bytes (00)",
            ])
    }

    @Test("leaves lines out when told to")
    func ignoredLines() {
        var bus = MockBus([.line(.reset, .low)])
        bus.ignoresLines = true
        bus.drive(.interrupt, .high, at: .zero)
        #expect(bus.finish() == [])
    }
}
