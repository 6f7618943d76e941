import TaplineSimulator
import TestSupport

@Suite("The GT911 model")
struct GT911ModelTests {
    private typealias Host = ModelHost<GT911Model>

    @Test("says who it is")
    func identity() {
        var host = Host()
        #expect(host.read(0x8140, 11) == [0x39, 0x31, 0x31, 0, 0x60, 0x10, 0x20, 0x03, 0xE0, 0x01, 0])
    }

    @Test("keeps a report until it has been read and acknowledged; the latest fingers come next")
    func keepsReport() {
        var host = Host()
        host.touch((0, 1, 2))
        host.touch((0, 3, 4))
        host.touch((0, 5, 6))
        #expect(host.read(0x814E, 8) == [0x81, 0, 1, 0, 2, 0, 7, 0])
        #expect(host.read(0x814E, 8) == [0x81, 0, 1, 0, 2, 0, 7, 0])
        host.write([0x81, 0x4E, 0])
        #expect(host.read(0x814E, 8) == [0x81, 0, 5, 0, 6, 0, 7, 0])
        host.write([0x81, 0x4E, 0])
        #expect(host.read(0x814E, 1) == [0])
        #expect(host.model.acknowledgedUnread == 0)
        #expect(host.model.acknowledges == 2)
    }

    @Test("counts an acknowledge before the report was read, and keeps the report")
    func acknowledgeBeforeRead() {
        var host = Host()
        host.touch((0, 1, 2))
        host.write([0x81, 0x4E, 0])
        #expect(host.model.acknowledgedUnread == 1)
        #expect(host.read(0x814E, 1) == [0x81])
        // Only the status was read: the contact is lost.
        host.write([0x81, 0x4E, 0])
        #expect(host.model.acknowledgedUnread == 2)
        host.write([0x81, 0x4E, 0])
        #expect(host.model.acknowledgedNothing == 1)
    }

    @Test("reports a lift once, and nothing while nobody touches it")
    func lift() {
        var host = Host()
        host.touch()
        #expect(host.model.interruptEdges == 0)
        host.touch((0, 1, 2))
        _ = host.read(0x814E, 8)
        host.write([0x81, 0x4E, 0])
        host.touch()
        #expect(host.read(0x814E, 1) == [0x80])
        host.write([0x81, 0x4E, 0])
        host.touch()
        #expect(host.read(0x814E, 1) == [0])
        #expect(host.model.interruptEdges == 2)
    }

    @Test("repeats its pulse until the report is acknowledged")
    func pulses() {
        var host = Host()
        host.touch((0, 1, 2))
        #expect(host.model.interruptIsAsserted)
        host.pass(600)
        #expect(!host.model.interruptIsAsserted)
        host.pass(30_000)
        #expect(host.model.interruptEdges == 4)
        _ = host.read(0x814E, 8)
        host.write([0x81, 0x4E, 0])
        host.pass(100_000)
        #expect(host.model.interruptEdges == 4)
    }

    @Test("holds its level until the report is acknowledged")
    func level() {
        var configuration = GT911Model.Configuration()
        configuration.interruptMode = .low
        var host = Host(configuration)
        host.touch((0, 1, 2))
        host.pass(1_000_000)
        #expect(host.model.interruptIsAsserted)
        _ = host.read(0x814E, 8)
        host.write([0x81, 0x4E, 0])
        #expect(!host.model.interruptIsAsserted)
        #expect(host.model.interruptEdges == 1)
    }

    @Test("answers nobody while it is reset and while it starts")
    func reset() {
        var host = Host()
        host.model.drive(.reset, .low, at: host.now)
        #expect(host.read(0x8140, 1) == nil)
        host.pass(10_000)
        host.model.drive(.interrupt, .high, at: host.now)
        host.model.drive(.reset, .high, at: host.now)
        #expect(host.read(0x8140, 1, at: 0x14) == nil)
        host.pass(50_000)
        #expect(host.read(0x8140, 1) == nil)
        #expect(host.read(0x8140, 1, at: 0x14) == [0x39])
    }

    @Test("takes a configuration with a right checksum only")
    func configuration() {
        var host = Host()
        var bytes = host.read(0x8047, 186) ?? []
        #expect(bytes.count == 186)
        #expect(bytes[0..<185].reduce(0, &+) == 0)
        bytes[6] = 2  // Low level
        bytes[1] = 0x58
        bytes[2] = 0x02  // 600
        func send(_ bytes: [UInt8], _ host: inout Host) {
            for (offset, byte) in bytes.enumerated() {
                let register = 0x8047 + offset
                host.write([UInt8(register >> 8), UInt8(register & 0xFF), byte])
            }
        }
        bytes[185] = 1
        send(bytes, &host)
        #expect(host.model.configuration.interruptMode == .falling)
        #expect(host.model.configuration.width == 800)
        bytes[184] = 0 &- bytes[0..<184].reduce(0, &+)
        send(bytes, &host)
        #expect(host.model.configuration.interruptMode == .low)
        #expect(host.read(0x8146, 2) == [0x58, 0x02])
    }

    @Test("sleeps, and wakes when the interrupt line goes high")
    func sleep() {
        var host = Host()
        host.write([0x80, 0x40, 5])
        #expect(host.read(0x8140, 1) == nil)
        host.model.drive(.interrupt, .high, at: host.now)
        host.model.drive(.interrupt, .release, at: host.now)
        #expect(host.read(0x8140, 1) == [0x39])
    }

    @Test("clears one liveness mark and keeps the other")
    func liveness() {
        var host = Host()
        host.write([0x80, 0x40, 0xAA, 0xAA])
        #expect(host.read(0x8040, 2) == [0, 0xAA])
        host.model.faults.isFrozen = true
        host.write([0x80, 0x40, 0xAA])
        #expect(host.read(0x8040, 2) == [0xAA, 0xAA])
        host.model.resetItself(at: host.now)
        host.pass(50_000)
        #expect(host.read(0x8040, 2) == [0, 0])
    }

    @Test("rounds positions to whole pixels", arguments: [(10.4, 10), (10.5, 11), (-3.0, 0), (70_000.0, 65_535)])
    func rounding(value: Float, whole: UInt16) {
        #expect(wholePixel(value) == whole)
        #expect(wholePixel(.nan) == 0)
    }
}

extension ModelHost where Model == GT911Model {
    fileprivate init(_ configuration: GT911Model.Configuration = GT911Model.Configuration()) {
        self.init(model: GT911Model(configuration: configuration), address: 0x5D)
    }
    fileprivate mutating func read(_ register: UInt16, _ count: Int, at address: UInt8? = nil) -> [UInt8]? {
        read([UInt8(register >> 8), UInt8(register & 0xFF)], count, at: address)
    }
}
