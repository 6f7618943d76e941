import TaplineSimulator
import TestSupport

@Suite("The FT5x06 model")
struct FT5x06ModelTests {
    private typealias Host = ModelHost<FT5x06Model>

    @Test("says who it is, as a Raspberry Pi's panel does")
    func identity() {
        var host = Host(.ft5406)
        #expect(host.read(0xA3, 6) == [0x54, 1, 1, 0x0B, 0, 0x79])
        #expect(host.read(0xA3, 6, at: 0x48) == nil)
    }

    @Test("shows each finger's event, identity and place, and always the last scan")
    func records() {
        var host = Host()
        host.touch((1, 300, 400))
        #expect(host.read(0x02, 6) == [1, 0x01, 0x2C, 0x11, 0x90, 7])
        host.touch((1, 301, 400), (4, 2, 3))
        #expect(host.read(0x02, 11) == [2, 0x81, 0x2D, 0x11, 0x90, 7, 0, 0x00, 2, 0x40, 3])
        #expect(host.read(0x02, 1) == [2])
    }

    @Test("the record of a lifted finger stays beyond the count, as \"up\"")
    func lift() {
        var host = Host()
        host.touch((1, 300, 400), (2, 10, 20))
        host.touch((1, 300, 400))
        #expect(host.read(0x02, 1) == [1])
        #expect(host.read(0x09, 4) == [0x40, 10, 0x20, 20])
        host.touch()
        #expect(host.read(0x02, 5) == [0, 0x41, 0x2C, 0x11, 0x90])
    }

    @Test("pulses for each report in trigger mode, and holds the line while fingers are down in the other")
    func interrupt() {
        var host = Host()
        host.touch((0, 1, 2))
        host.touch((0, 2, 2))
        host.pass(1_000_000)
        #expect(host.model.interruptIsAsserted && host.model.interruptEdges == 1)
        host.touch()
        #expect(!host.model.interruptIsAsserted)
        host.write([0xA4, 1])
        host.touch((0, 1, 2))
        #expect(host.model.interruptIsAsserted)
        host.pass(600)
        #expect(!host.model.interruptIsAsserted)
        host.touch((0, 2, 2))
        host.touch()
        #expect(host.model.interruptEdges == 4)
        host.touch()
        #expect(host.model.interruptEdges == 4)
    }

    @Test("answers nobody while it is reset and while it starts, and forgets its mode")
    func reset() {
        var host = Host()
        host.write([0xA4, 1])
        host.model.drive(.reset, .low, at: host.now)
        #expect(host.read(0xA3, 1) == nil)
        host.pass(5_000)
        host.model.drive(.reset, .high, at: host.now)
        host.pass(299_000)
        #expect(host.read(0xA3, 1) == nil)
        host.pass(1_000)
        #expect(host.read(0xA4, 1) == [0])
    }

    @Test("hibernates until a reset")
    func hibernation() {
        var host = Host()
        host.write([0xA5, 3])
        #expect(host.read(0xA3, 1) == nil)
        host.model.resetItself(at: host.now)
        host.pass(300_000)
        #expect(host.read(0xA3, 1) == [0x55])
    }

    @Test("an M06 answer has a header, a length and a checksum, and empty records say so")
    func m06() throws {
        var host = Host(.edtM06)
        let name = host.read(0xBB, 22) ?? []
        try #require(name.count == 22)
        #expect(String(decoding: name[1..<10], as: UTF8.self) == "EP0430M06")
        host.touch((0, 300, 400))
        host.touch((0, 300, 400))
        let answer = host.read(0xF9, 26) ?? []
        try #require(answer.count == 26)
        #expect(Array(answer[..<9]) == [0xAA, 0xAA, 26, 0, 0, 0x81, 0x2C, 0x01, 0x90])
        #expect(answer[9] == 0xC0 && answer[21] == 0xC0)
        #expect(answer.reduce(0, ^) == 0)
    }
}

extension ModelHost where Model == FT5x06Model {
    fileprivate init(_ part: FT5x06Model.Part = .ft5x06) {
        self.init(model: FT5x06Model(configuration: FT5x06Model.Configuration(part)), address: 0x38)
    }
    fileprivate mutating func read(_ register: UInt8, _ count: Int, at address: UInt8? = nil) -> [UInt8]? {
        read([register], count, at: address)
    }
}
