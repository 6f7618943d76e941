import TaplineSimulator
import TestSupport

@Suite("Goodix: the configuration")
struct GoodixConfigurationTests {
    // MARK: Layouts

    @Test(
        "where it lies and how long it is, of every part",
        arguments: [
            ("911", 0x8047, 186), ("927", 0x8047, 186), ("928", 0x8047, 186), ("9271", 0x8047, 186),
            ("9110", 0x8047, 186), ("9111", 0x8047, 186), ("912", 0x8047, 228), ("967", 0x8047, 228),
            ("9147", 0x8047, 228), ("915", 0x8047, 240), ("9286", 0x8050, 239), ("917S", 0x8050, 239),
            ("1151", 0x8050, 239), ("1158", 0x8050, 239), ("5688", 0x8050, 239), ("5663", 0x8050, 239),
        ] as [(String, UInt16, Int)])
    func layouts(id: String, register: UInt16, length: Int) {
        let layout = GoodixConfigurationLayout(product: product(id))
        #expect(layout.register == register)
        #expect(layout.length == length)
        #expect(layout.isWide == (register == 0x8050))
        // Of a GT1x the checksum lies at 0x813C.
        if layout.isWide { #expect(Int(register) + layout.checksumOffset == 0x813C) }
    }

    @Test("a checksum of 8 bits makes the sum of all bytes before and itself 0")
    func narrowChecksum() {
        let bytes = configuration("911")
        var sum: UInt8 = 0
        for index in 0..<185 { sum &+= bytes[index] }
        #expect(sum == 0)
        #expect(bytes.defect(GoodixConfigurationLayout(product: product("911"))) == nil)
    }

    @Test("a checksum of 16 bits makes the sum of all words before and itself 0, high bytes first")
    func wideChecksum() {
        let bytes = configuration("1151")
        var sum: UInt16 = 0
        for index in stride(from: 0, to: 238, by: 2) { sum &+= UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]) }
        #expect(sum == 0)
        #expect(bytes.defect(GoodixConfigurationLayout(product: product("1151"))) == nil)
    }

    @Test("any one byte that is wrong is noticed", arguments: ["911", "967", "1151"])
    func defects(id: String) throws {
        let layout = GoodixConfigurationLayout(product: product(id))
        let bytes = configuration(id)
        for index in 0..<layout.length {
            let defect = changed(bytes, at: index, by: 1).defect(layout)
            if index == layout.length - 1 {
                #expect(defect == .notFresh)
            } else {
                guard case .checksum = defect else { throw Missing("byte \(index) of \(id) may be anything") }
            }
        }
        var short = GoodixConfiguration()
        for index in 0..<layout.length - 1 { short.append(bytes[index]) }
        #expect(short.defect(layout) == .length)
        #expect(GoodixConfiguration().defect(layout) == .length)
    }

    // MARK: Driver and chip

    @Test("is neither read nor written unless the board has one")
    func leftAlone() {
        var bench = GoodixBench()
        bench.start(for: 200)
        #expect(!bench.transfers.contains { $0.hasPrefix("8047") })
        #expect(bench.model.configurationsWritten == 0)
    }

    @Test("one that the chip has already is not written", arguments: ["911", "912", "1151"])
    func sameAlready(id: String) {
        var bench = bench(id, configuration(id, width: 800, height: 480, contacts: 5), isWritten: true)
        #expect(bench.transfers.filter { $0.hasPrefix("80") }.count == 1)
        #expect(bench.model.configurationsWritten == 0)
        #expect(bench.faults.isEmpty)
        bench.touch((0, 100, 100))
        #expect(bench.counts == [1])
    }

    @Test("another one is only told where the board does not want it written")
    func differs() {
        var bench = bench("911", configuration("911", width: 1_024, height: 600), isWritten: false)
        #expect(bench.faults == [.configurationDiffers])
        #expect(bench.model.configurationsWritten == 0)
        #expect(bench.model.configuration.width == 800)
        bench.touch((0, 100, 100))
        #expect(bench.counts == [1])
        bench.run(10_000)
        #expect(bench.faults.count == 1)
    }

    @Test(
        "is written in parts, its last byte last, and read back after 10 ms", arguments: ["911", "967", "915", "5688"])
    func written(id: String) {
        let layout = GoodixConfigurationLayout(product: product(id))
        let bench = bench(id, configuration(id, width: 1_024, height: 600, contacts: 2), isWritten: true)
        #expect(bench.faults.isEmpty)
        #expect(bench.model.configurationsWritten == 1)
        #expect(bench.model.configurationsTaken == 1)
        #expect(bench.model.configuration.width == 1_024)
        #expect(bench.model.configuration.height == 600)
        #expect(bench.model.configuration.maximumContacts == 2)
        var places: [Int] = []
        var lengths = 0
        var reads: [Int64] = []
        var lastWrite: Int64 = 0
        for entry in bench.entries {
            guard case .transfer(_, let written, let read, _) = entry.kind, written.count >= 2 else { continue }
            let place = Int(written[0]) << 8 | Int(written[1])
            guard place >= Int(layout.register), place < Int(layout.register) + layout.length else { continue }
            if read.isEmpty {
                #expect(written.count <= 16)
                #expect(place == Int(layout.register) + lengths)
                places.append(place)
                lengths += written.count - 2
                lastWrite = entry.time.microseconds
            } else {
                #expect(read.count == layout.length)
                reads.append(entry.time.microseconds)
            }
        }
        #expect(lengths == layout.length)
        #expect(places.count == (layout.length + 13) / 14)
        #expect(reads.count == 2)
        #expect(reads.last == lastWrite + 10_000)
    }

    @Test("one whose checksum the chip finds wrong is ignored, read back and written again")
    func quirk17DamagedOnTheWay() {
        let bench = bench("911", configuration("911", width: 1_024, height: 600), isWritten: true) {
            $0.damagedConfigurations = 1
        }
        #expect(bench.faults.isEmpty)
        #expect(bench.model.configurationsWritten == 2)
        #expect(bench.model.configurationsTaken == 1)
        #expect(bench.model.configuration.width == 1_024)
    }

    @Test("one that the chip does not take is told once, and the chip goes on with its own")
    func quirk17Refused() {
        var bench = bench("1151", configuration("1151", width: 1_024, height: 600), isWritten: true) {
            $0.refusesConfigurations = true
        }
        #expect(bench.faults == [.configurationRefused])
        #expect(bench.model.configurationsWritten == 2)
        #expect(bench.identity.isKnown)
        bench.touch((0, 700, 400))
        #expect(bench.counts == [1])
        bench.lift(for: 5_000)
        #expect(bench.model.configurationsWritten == 2)
        #expect(bench.faults.count == 1)
    }

    @Test("version 0 lets the chip begin anew, which is no refusal", arguments: ["911", "1151"])
    func versionZero(id: String) {
        let bench = bench(id, configuration(id, version: 0, width: 1_024, height: 600), isWritten: true)
        #expect(bench.faults.isEmpty)
        #expect(bench.model.configurationsTaken == 1)
    }

    @Test("a chip of the family with another length is not written to")
    func otherPart() {
        let bench = bench("911", configuration("967"), isWritten: true)
        #expect(bench.faults == [.configurationDiffers])
        #expect(bench.model.configurationsWritten == 0)
        #expect(bench.identity.isKnown)
    }

    @Test("a write that fails is tried again, and nothing is left out")
    func failedWrite() {
        var bench = GoodixBench(chip("911")) {
            $0.hasResetLine = false
            $0.variant.configuration = configuration("911", width: 1_024, height: 600)
            $0.variant.isWritten = true
        }
        // (Of the transfers before, two are for the identity and one reads the configuration.)
        bench.model.faults.failsAfter = 5
        bench.start(for: 200)
        #expect(bench.faults == [.bus(BusError(errno: 121))])
        #expect(bench.model.configuration.width == 1_024)
    }

    @Test("after a reset that recovers, the chip is asked again whether it has it")
    func afterRecovery() {
        var bench = bench("911", configuration("911", width: 1_024, height: 600), isWritten: true)
        bench.forgetEntries()
        bench.model.faults.failingTransfers = 3
        bench.touch((0, 100, 100), for: 400)
        #expect(bench.faults.last == .reset)
        #expect(bench.transfers.contains("8047 r186"))
        #expect(bench.model.configurationsWritten == 1)
    }

    // MARK: Support

    private func product(_ id: String) -> InlineArray<4, UInt8> {
        var product = InlineArray<4, UInt8>(repeating: 0)
        for (index, byte) in id.utf8.enumerated() { product[index] = byte }
        return product
    }

    private func chip(_ id: String) -> GT911Model.Configuration {
        var chip = GT911Model.Configuration()
        chip.product = product(id)
        return chip
    }

    /// A bench whose driver has dealt with the configuration; what started is in its trace.
    private func bench(
        _ id: String, _ configuration: GoodixConfiguration, isWritten: Bool,
        _ wrong: (inout GT911Faults) -> Void = { _ in }
    ) -> GoodixBench {
        var bench = GoodixBench(chip(id)) {
            $0.livenessPeriod = .unlimited
            $0.silence = .unlimited
            $0.variant.configuration = configuration
            $0.variant.isWritten = isWritten
        }
        wrong(&bench.model.faults)
        bench.start(for: 300)
        return bench
    }

    private func configuration(
        _ id: String, version: UInt8 = 0x41, width: Int = 800, height: Int = 480, contacts: UInt8 = 5
    ) -> GoodixConfiguration {
        let layout = GoodixConfigurationLayout(product: product(id))
        var bytes = [UInt8](repeating: 0, count: layout.checksumOffset)
        let isFactorys = width == 800 && id != "967"
        bytes[0] = version
        bytes[1] = UInt8(truncatingIfNeeded: width)
        bytes[2] = UInt8(truncatingIfNeeded: width >> 8)
        bytes[3] = UInt8(truncatingIfNeeded: height)
        bytes[4] = UInt8(truncatingIfNeeded: height >> 8)
        bytes[5] = contacts
        bytes[6] = 1
        bytes[15] = 5
        if !isFactorys { for index in 30..<100 { bytes[index] = UInt8(truncatingIfNeeded: index &* 37) } }
        var configuration = GoodixConfiguration()
        for byte in bytes { configuration.append(byte) }
        let sum = configuration.checksum(layout)
        if layout.isWide { configuration.append(UInt8(sum >> 8)) }
        configuration.append(UInt8(truncatingIfNeeded: sum))
        configuration.append(1)
        return configuration
    }

    private func changed(_ bytes: GoodixConfiguration, at place: Int, by value: UInt8) -> GoodixConfiguration {
        var changed = GoodixConfiguration()
        for index in 0..<bytes.count { changed.append(index == place ? bytes[index] &+ value : bytes[index]) }
        return changed
    }
}
