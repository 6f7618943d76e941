import TaplineSimulator
import TestSupport

@Suite("TSC2007: what it and its panel do")
struct TSC2007Tests {
    /// A set of a finger that is down: x and y three times, two voltages, the last of which lets the chip rest.
    private static let set = ["c4 r2", "c4 r2", "c4 r2", "d4 r2", "d4 r2", "d4 r2", "e4 r2", "f0 r2"]

    private static func polled() -> TSC2007Bench { .running { $0.hasInterruptLine = false } }

    // MARK: How it is asked

    @Test("it is told to rest, and looked at: one voltage is enough while nobody touches it")
    func start() {
        var bench = TSC2007Bench()
        bench.start(for: 200)
        #expect(bench.timedLines == ["0 reset low", "10 reset high"])
        #expect(bench.transfers == ["00 r1", "00 r2", "e0 r2"])
        #expect(bench.identity.isKnown)
    }

    @Test("a finger lands with the second set, and takes one from then on")
    func sets() {
        var bench = TSC2007Bench.running()
        bench.touch((0, 100, 50))
        #expect(bench.transfers == ["e0 r2"] + Self.set + Self.set)
        bench.expect(counts: [1])
        bench.forgetEntries()
        bench.touch((0, 110, 50), for: 10)
        #expect(bench.transfers == Self.set)
        #expect(bench.last == [Contact(id: 0, x: 110, y: 50)])
    }

    @Test("the interrupt line rests while it measures, and falls again where a finger is down")
    func interruptLine() {
        var chip = TSC2007Model()
        let finger = Contacts([Contact(id: 0, x: 100, y: 50)])
        func ask(_ command: UInt8) -> Bool {
            var bytes = BusBytes()
            var read = Transfer.read(command, count: 2)
            read.address = TSC2007Registers.address
            #expect(chip.transfer(read, at: .zero, into: &bytes) == nil)
            return chip.interruptIsAsserted
        }
        #expect(!ask(0xE0))
        chip.setFingers(finger, at: .zero)
        #expect(chip.interruptIsAsserted && chip.interruptEdges == 1)
        #expect(!ask(0xC4) && !ask(0xE4))
        #expect(ask(0xF0) && chip.interruptEdges == 2)
        chip.setFingers(Contacts(), at: .zero)
        #expect(!chip.interruptIsAsserted)
    }

    @Test("while a finger rests it is asked as often as the board has a touched panel read, and its line adds nothing")
    func pace() {
        var bench = TSC2007Bench.running { $0.activePoll = .milliseconds(20) }
        bench.touch((0, 100, 50))
        bench.run(1_000)
        #expect(bench.reports.count == 51)
        bench.lift(for: 20)
        #expect(bench.last == [])
        bench.forgetEntries()
        bench.run(10_000)
        #expect(bench.transfers.isEmpty)
    }

    @Test("a panel without a size is one of 4096 parts, and every part of any panel is its own")
    func parts() {
        for size in [(0, 0), (800, 480), (4_095, 2_048), (320, 240)] {
            var chip = TSC2007Model.Configuration()
            chip.width = size.0 > 0 ? size.0 : 4_096
            chip.height = size.1 > 0 ? size.1 : 4_096
            var bench = TSC2007Bench.running(chip) {
                $0.rawWidth = size.0
                $0.rawHeight = size.1
            }
            for part in [(0.1, 0.2), (0.5, 0.5), (0.95, 0.9)] as [(Float, Float)] {
                let x = (part.0 * Float(chip.width)).rounded(.down)
                let y = (part.1 * Float(chip.height)).rounded(.down)
                bench.touch((0, x, y), for: 20)
                #expect(bench.last?.first.map { abs($0.x - x) <= 1 && abs($0.y - y) <= 1 } == true)
                bench.lift(for: 20)
            }
        }
    }

    @Test("a finger lifts also where open plates leak: they float to an edge")
    func leak() {
        for leak: UInt16 in [1, 40, 4_000] {
            var bench = Self.polled()
            bench.model.faults.leak = leak
            bench.run(200)
            #expect(bench.reports.isEmpty)
            bench.touch((0, 100, 50), for: 100)
            #expect(bench.last?.count == 1)
            bench.lift(for: 100)
            #expect(bench.last == [] && bench.counts.filter { $0 == 0 }.count == 1, "\(leak)")
        }
    }

    // MARK: Pressure

    /// What `tsc2007_calculate_resistance` of Linux says, without its overflow.
    private func kernelSays(_ x: UInt64, _ z1: UInt64, _ z2: UInt64, plate: UInt64) -> UInt64 {
        ((z2 - z1) * x * plate / z1 + 2_047) >> 12
    }

    @Test("the resistance between the plates is what Linux computes, and none above the board's highest")
    func pressure() {
        var random = SplitMix64(seed: 2_007)
        var (touches, others, wrong) = (0, 0, 0)
        for round in 0..<200_000 {
            var panel = ResistivePanel()
            panel.plate = UInt16(1 + random.next(below: round % 3 == 0 ? 65_535 : 1_000))
            panel.touch = UInt16(1 + random.next(below: 65_535))
            let x = 1 + random.next(below: 4_094)
            let z1 = 1 + random.next(below: 4_093)
            let z2 = z1 + 1 + random.next(below: 4_095 - z1)
            let expected = kernelSays(UInt64(x), UInt64(z1), UInt64(z2), plate: UInt64(panel.plate))
            let found = panel.resistance(x: x, z1: z1, z2: z2)
            if expected <= UInt64(panel.touch) {
                touches += 1
                if found != Int(expected) { wrong += 1 }
            } else {
                others += 1
                if found != nil { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(touches > 10_000 && others > 10_000)
    }

    @Test("a finger's pressure is what its resistance is below the board's highest", arguments: [100, 500, 2_000])
    func told(ohms: Int) throws {
        var bench = TSC2007Bench.running(changed(.init()) { $0.plates.plate = 300 })
        bench.model.faults.resistance = ohms
        bench.touch((0, 400, 240))
        let pressure = try #require(bench.reports.last?.contacts.first?.pressure)
        #expect(abs(4_095 - pressure - Float(ohms)) <= Float(ohms) / 50 + 1)
    }

    @Test("a light touch, with more between the plates than the board has, is none", arguments: [true, false])
    func lightTouch(hasLine: Bool) {
        var bench = TSC2007Bench.running(changed(.init()) { $0.plates.touch = 1_000 }) { $0.hasInterruptLine = hasLine }
        bench.model.faults.resistance = 1_050
        bench.touch((0, 400, 240), for: 500)
        bench.expect(counts: [])
        bench.model.faults.resistance = 950
        bench.run(50)
        #expect(bench.last == [Contact(id: 0, x: 400, y: 240)])
        bench.model.faults.resistance = 1_050
        bench.run(50)
        #expect(bench.last == [] && bench.faults.isEmpty)
    }

    // MARK: Noise

    @Test("of three samples the middle one counts: one that is far off moves nothing", arguments: [0, 1, 2])
    func quirk30Noise(sample: Int) {
        var bench = TSC2007Bench.running()
        bench.model.faults.wildSample = sample
        for place in [(100, 50), (700, 400), (400, 240)] as [(Float, Float)] {
            bench.touch((0, place.0, place.1), for: 10)
            #expect(bench.last == [Contact(id: 0, x: place.0, y: place.1)])
        }
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "samples of which no two agree say nothing: no finger lands, and one that is down stays", arguments: [64, 65])
    func quirk30Scatter(scatter: Int) {
        var bench = TSC2007Bench.running()
        bench.model.faults.scatter = scatter
        bench.touch((0, 100, 50), for: 100)
        #expect(bench.reports.isEmpty == (scatter > 64))
        bench.model.faults.scatter = 0
        bench.run(50)
        #expect(bench.last == [Contact(id: 0, x: 100, y: 50)])
        let told = bench.reports.count
        bench.model.faults.scatter = scatter
        bench.run(100)
        #expect((bench.reports.count == told) == (scatter > 64))
        #expect(bench.counts.allSatisfy { $0 == 1 } && bench.faults.isEmpty)
        bench.lift(for: 10)
        #expect(bench.last == [])
    }

    @Test("a finger lands where two sets agree, within the noise that they may have", arguments: [0, 64, 65, -64, -65])
    func debounce(drift: Int) {
        var bench = TSC2007Bench.running()
        bench.model.faults.drift = drift
        bench.touch((0, 400, 240))
        #expect(bench.counts == (abs(drift) > 64 ? [] : [1]))
        // It was looked for in four sets, and is again, without a fault.
        #expect(bench.transfers.count == 1 + 8 * (abs(drift) > 64 ? 4 : 2))
        bench.model.faults.drift = 0
        bench.run(30)
        #expect(bench.last == [Contact(id: 0, x: 400, y: 240)])
        #expect(bench.faults.isEmpty)
    }

    @Test("a finger that is down goes as far as it likes from one set to the next")
    func fastFinger() {
        var bench = TSC2007Bench.running()
        for place in [(10, 10), (790, 470), (10, 470), (400, 5)] as [(Float, Float)] {
            bench.touch((0, place.0, place.1), for: 10)
            #expect(bench.last == [Contact(id: 0, x: place.0, y: place.1)])
        }
    }

    @Test("a finger that lifts in the middle of a set is told nowhere else, and then gone", arguments: 0..<8)
    func liftInASet(after measurements: Int) {
        for hasLine in [true, false] {
            var bench = TSC2007Bench.running { $0.hasInterruptLine = hasLine }
            bench.touch((0, 100, 50), for: 40)
            bench.model.faults.liftsAfter = measurements
            bench.run(40)
            #expect(bench.reports.allSatisfy { $0.contacts.allSatisfy { $0.x == 100 && $0.y == 50 } })
            #expect(bench.last == [] && bench.faults.isEmpty)
        }
    }

    @Test("a touch that is over before the second set ends is none, wherever it ends", arguments: 0..<17)
    func shortTouch(after measurements: Int) {
        var bench = TSC2007Bench.running()
        bench.model.faults.liftsAfter = measurements
        bench.touch((0, 100, 50), for: 100)
        // (The last measurement alone would tell that the plates are far apart.)
        bench.expect(counts: measurements < 16 ? [] : [1, 0])
    }

    // MARK: Nonsense

    @Test("one that answers 0 to everything sees no finger, and no fault either", arguments: [true, false])
    func quirk05NothingButZeros(hasLine: Bool) {
        var bench = TSC2007Bench.running { $0.hasInterruptLine = hasLine }
        bench.model.faults.constant = 0
        bench.touch((0, 100, 50), for: 500)
        bench.expect(counts: [])
    }

    @Test(
        "one that answers any number to everything sees no finger",
        arguments: [1, 745, 2_047, 4_094, 4_095] as [UInt16])
    func oneNumber(number: UInt16) {
        var bench = Self.polled()
        bench.model.faults.constant = number
        bench.touch((0, 100, 50), for: 500)
        #expect(bench.reports.isEmpty)
        #expect(bench.faults.isEmpty == (number < 4_095))
    }

    @Test("nothing but ones is no lift, and reset where it goes on")
    func quirk23NothingButOnes() {
        var bench = TSC2007Bench.running()
        bench.touch((0, 100, 50), for: 40)
        bench.model.faults.lies = 8
        bench.run(10)
        #expect(bench.faults == [.badReport] && bench.counts.allSatisfy { $0 == 1 })
        bench.run(30)
        #expect(bench.last == [Contact(id: 0, x: 100, y: 50)])
        bench.model.faults.lies = 1_000_000
        bench.run(3_000)
        #expect(bench.faults.contains(.reset) && bench.faults.last == .wrongIdentity)
        #expect(bench.counts.allSatisfy { $0 == 1 } && !bench.identity.isKnown)
    }

    @Test("ones in a few measurements are no lift", arguments: 1..<8)
    func quirk23SomeOnes(count: Int) {
        var bench = TSC2007Bench.running()
        bench.touch((0, 100, 50), for: 40)
        bench.model.faults.lies = count
        bench.run(30)
        #expect(bench.counts.allSatisfy { $0 == 1 } && bench.faults.count <= 1)
        #expect(bench.reports.allSatisfy { $0.contacts.allSatisfy { $0.x == 100 && $0.y == 50 } })
    }

    @Test("a set of which one measurement fails goes on with it", arguments: 0..<8)
    func quirk28FailureInASet(before: Int) {
        var bench = TSC2007Bench.running()
        bench.touch((0, 100, 50), for: 5)
        bench.forgetEntries()
        bench.model.faults.failsAfter = before
        bench.run(10)
        #expect(bench.faults == [.bus(BusError(errno: 121))] && bench.counts.allSatisfy { $0 == 1 })
        #expect(bench.transfers.filter { !$0.contains("!") } == Self.set)
    }

    @Test("a lift is seen although its line says nothing of it, with and without a line", arguments: [true, false])
    func quirk24SilentLift(hasLine: Bool) {
        var bench = TSC2007Bench.running { $0.hasInterruptLine = hasLine }
        bench.touch((0, 100, 50), for: 50)
        bench.liftUnseen(for: 20)
        #expect(bench.last == [])
    }

    @Test("with a STOP between write and read it takes longer, and sees the same", arguments: [0, 2] as [Int64])
    func stopBetween(delay: Int64) {
        var bench = TSC2007Bench.running {
            $0.transferMode = .stop
            $0.transferDelay = .milliseconds(delay)
        }
        bench.rejectsRepeatedStart = true
        bench.touch((0, 100, 50), for: 60)
        #expect(bench.last == [Contact(id: 0, x: 100, y: 50)])
        bench.lift(for: 60)
        #expect(bench.last == [] && bench.faults.isEmpty)
    }

    @Test("the set-up command is not acknowledged, and never sent")
    func setUp() {
        var chip = TSC2007Model()
        var bytes = BusBytes()
        let command = Transfer(address: 0x48, written: ShortBytes(bytes: [TSC2007Registers.setUp]))
        #expect(chip.transfer(command, at: .zero, into: &bytes)?.errno == 121)
    }
}

extension TSC2007Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 100 }
    static func describe(_ chip: Configuration, to board: inout TSC2007.Configuration) {
        board.variant = chip.plates
        board.rawWidth = chip.width
        board.rawHeight = chip.height
    }
}

typealias TSC2007Bench = ChipBench<TSC2007Model>

@Suite("TSC2007: any bytes")
struct TSC2007FuzzTests {
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [true, false])
    func anything(hasLine: Bool) {
        DriverFuzz(most: 1, identities: 0..<1).run(
            "TSC2007", TSC2007(configuration: .fuzzed(hasLine: hasLine)), limit: Fuzz.reports / 6, longestRead: 2
        ) { transfer, random, bytes in
            guard random.next(below: 12) > 0, transfer.readCount == 2 else { return false }
            // Mostly a finger near one place, as it is measured.
            switch transfer.written[0] & 0xF0 {
            case TSC2007Registers.x, TSC2007Registers.y: bytes[0] = 0x40 | bytes[0] & 0x01
            case TSC2007Registers.z1: bytes[0] = 0x20
            case TSC2007Registers.z2: bytes[0] = UInt8(random.next(below: 2) * 0x30 + 0x18)
            default: break
            }
            return transfer.written[0] & 0xF0 == TSC2007Registers.z2
        }
    }
}
