import TaplineSimulator
import TestSupport

/// MPR121 and CAP1xxx, beside what the suite for every chip asks of them: keys that come and go, and what only they do.
@Suite("Touch keys")
struct TouchKeyTests {
    struct Keys: Sendable, CustomTestStringConvertible {
        let name: String
        let count: Int
        /// The bits of a report that an interrupt announced, and of a look at an idle chip.
        let bits: (report: Int, idle: Int)
        let bench: @Sendable (ConformingChip.Options) -> any KeyBench

        var testDescription: String { name }

        func running(_ options: ConformingChip.Options = .init()) -> any KeyBench {
            var bench = bench(options)
            bench.start(for: 500)
            bench.forgetEntries()
            return bench
        }

        /// The fingers on these keys of one row, and the contacts that they are.
        func fingers(_ keys: [Int]) -> [(Int32, Float, Float)] {
            // Anywhere on the key, and in any order.
            keys.reversed().map { (Int32(15 - $0), Float($0 * 100 + 7 * $0 % 100), 20) }
        }
        func contacts(_ keys: [Int]) -> [Contact] {
            keys.map { Contact(id: Int32($0), x: Float($0 * 100 + 50), y: 50) }
        }
    }

    static let all: [Keys] = [
        Keys(name: "mpr121", count: 12, bits: (48, 48)) {
            MPR121Bench($0, TouchKeyConfiguration(.mpr121))
        },
        Keys(name: "cap1188", count: 8, bits: (29 + 48, 48)) {
            CAP1xxxBench($0, TouchKeyConfiguration(.cap1xxx(product: 0x50)))
        },
        Keys(name: "cap1106", count: 6, bits: (29 + 48, 48)) {
            CAP1xxxBench($0, TouchKeyConfiguration(.cap1xxx(product: 0x55)))
        },
        Keys(name: "cap1293", count: 3, bits: (29 + 48, 48)) {
            CAP1xxxBench($0, TouchKeyConfiguration(.cap1xxx(product: 0x6F)))
        },
    ]

    @Test("are identified without a fault, and measure then", arguments: all)
    func identified(keys: Keys) {
        var bench = keys.bench(.init())
        #expect(!bench.identity.isKnown)
        bench.start(for: 500)
        #expect(bench.identity.isKnown)
        #expect(bench.isMeasuring)
        #expect(bench.faults.isEmpty && bench.reports.isEmpty)
    }

    @Test(
        "each one is a contact in the middle of its cell, with its number, and gone when it is released", arguments: all
    )
    func eachKey(keys: Keys) {
        var bench = keys.running()
        for key in 0..<keys.count {
            bench.touch(keys.fingers([key]), for: 10)
            #expect(bench.last == keys.contacts([key]))
            bench.lift(for: 10)
            #expect(bench.last == [])
        }
        #expect(bench.counts == (0..<keys.count).flatMap { _ in [1, 0] })
        #expect(bench.faults.isEmpty)
    }

    @Test("several are touched at once", arguments: all)
    func several(keys: Keys) {
        var bench = keys.running()
        for count in Array(1...keys.count) + (1..<keys.count).reversed() {
            bench.touch(keys.fingers(Array(0..<count)), for: 10)
            #expect(bench.last == keys.contacts(Array(0..<count)))
        }
        // One goes, another comes.
        bench.touch(keys.fingers([keys.count - 1]), for: 10)
        #expect(bench.last == keys.contacts([keys.count - 1]))
        bench.expectLifted()
        #expect(bench.faults.isEmpty)
    }

    @Test("none is lost over a thousand reports", arguments: all)
    func sustained(keys: Keys) throws {
        var bench = keys.running()
        var random = SplitMix64(seed: 7)
        var before: [Int] = []
        var expected = 0
        for _ in 0..<1_000 {
            let now = (0..<keys.count).filter { _ in random.next(below: 2) == 0 }
            bench.touch(keys.fingers(now), for: 10)
            if now != before { expected += 1 }
            before = now
            guard expected == 0 || bench.last == keys.contacts(now)
            else { throw Missing("\(keys.name) shows other keys than are touched") }
        }
        #expect(bench.reports.count == expected)
        #expect(bench.faults.isEmpty)
    }

    @Test("a report costs the fewest bits, a look at an idle chip no more", arguments: all)
    func bits(keys: Keys) {
        var bench = keys.running()
        var before = bench.bits
        bench.touch(keys.fingers([1]))
        #expect(bench.bits - before == keys.bits.report)
        #expect(bench.counts == [1])
        var polled = keys.running(.init(hasInterruptLine: false))
        before = polled.bits
        polled.run(1_000)
        // Every 20 ms.
        #expect(polled.bits - before == 50 * keys.bits.idle)
    }

    @Test("somebody else at the address is told as that", arguments: all)
    func stranger(keys: Keys) {
        var bench = keys.bench(.init())
        bench.wrong.lies = 100
        bench.expectUnknown(.wrongIdentity, after: 900)
    }

    @Test("writes that have no effect at first are made again", arguments: all)
    func quirk07IgnoredWrites(keys: Keys) {
        var bench = keys.bench(.init())
        bench.ignoreWrites(keys.name == "mpr121" ? 60 : 4)
        bench.start(for: 500)
        bench.touch(keys.fingers([0, 1]), for: 10)
        #expect(bench.last == keys.contacts([0, 1]))
    }

    @Test("bytes that are all ones are no keys", arguments: all)
    func quirk23NothingButOnes(keys: Keys) {
        var bench = keys.running()
        bench.wrong.lies = 1
        bench.interruptSpuriously(for: 100)
        #expect(bench.reports.isEmpty)
        #expect(bench.faults == [.badReport])
    }

    /// The registers of a chip that was reset show no key, and it announces nothing: that is no release.
    @Test("a key that is held over a reset is cancelled, never released", arguments: all, [true, false])
    func quirk16ResetUnderAHeldKey(keys: Keys, hasLine: Bool) {
        var bench = keys.running(.init(hasInterruptLine: hasLine))
        bench.touch(keys.fingers([1]), for: 100)
        bench.resetItself(for: 4_000)
        // (One of Microchip's measures by itself after a reset, and shows the key.)
        if keys.name == "mpr121" { #expect(bench.faults.filter { $0 == .reset }.count == 1) }
        #expect(bench.counts.allSatisfy { $0 == 1 })
        #expect(bench.last == keys.contacts([1]))
        bench.lift(for: 100)
        #expect(bench.last == [])
    }

    @Test("random bytes make no senseless report", arguments: all)
    func randomBytes(keys: Keys) {
        var bench = keys.running()
        bench.wrong.random = SplitMix64(seed: 12)
        for _ in 0..<2_000 {
            bench.interruptSpuriously(for: 5)
        }
        for report in bench.reports {
            #expect(report.contacts.count <= keys.count)
            #expect(Set(report.contacts.map(\.id)).count == report.contacts.count)
        }
    }

    @Test("sleep when the host asks for it, and come back", arguments: all)
    func sleep(keys: Keys) {
        var bench = keys.running()
        bench.send(.sleep, for: 100)
        #expect(!bench.isMeasuring)
        bench.forgetEntries()
        bench.run(60_000)
        #expect(bench.entries.isEmpty)
        bench.send(.wakeUp, for: 100)
        #expect(bench.isMeasuring)
        bench.touch(keys.fingers([2]), for: 10)
        #expect(bench.last == keys.contacts([2]))
        #expect(bench.faults.isEmpty)
    }

    // MARK: One of them

    @Test("MPR121: too high a current is a reset, and the keys work again when it is gone")
    func overcurrent() {
        var bench = MPR121Bench.running()
        bench.model.faults.hasOvercurrent = true
        bench.touch((0, 50, 50), for: 100)
        #expect(bench.faults.first == .reset)
        bench.model.faults.hasOvercurrent = false
        bench.lift(for: 3_000)
        bench.touch((0, 50, 50), for: 10)
        #expect(bench.last == [Contact(id: 0, x: 50, y: 50)])
    }

    @Test("MPR121: settings are written while it is stopped, and as many electrodes measured as there are keys")
    func settings() {
        var bench = MPR121Bench {
            $0.variant = KeyGrid(columns: 3, rows: 2)
            $0.silence = .unlimited
        }
        bench.start(for: 100)
        #expect(
            bench.transfers == [
                "5c r1", "5c r2", "8063", "2b01010000" + "0101ff02", "410c060c060c060c060c060c06",
                "4d0c060c060c060c060c060c06", "5b001020", "7b0b00c882b4", "5e86", "5e r1", "00 r2",
            ])
    }

    @Test("CAP1188: a key that was touched and released before it was read is no key that is held")
    func shortTouch() {
        var bench = CAP1xxxBench.running()
        let contacts = Contacts([Contact(id: 0, x: 50, y: 50)])
        bench.scanUnseen(contacts)
        bench.liftUnseen()
        bench.notice(for: 50)
        #expect(bench.counts.allSatisfy { $0 == 0 })
        bench.expectSeen((0, 50, 50))
    }

    @Test("CAP1188, polled: a key that was touched and released between two looks is a touch and a release")
    func shortTouchWhilePolled() {
        var bench = CAP1xxxBench.running(adjust: { $0.hasInterruptLine = false })
        let contacts = Contacts([Contact(id: 0, x: 50, y: 50)])
        bench.forgetEntries()
        bench.scanUnseen(contacts)
        bench.liftUnseen(for: 50)
        #expect(bench.counts.filter { $0 > 0 } == [1])
        #expect(bench.last == [])
        // The look that finds it is one read; the next one clears, and reads.
        #expect(bench.transfers.prefix(3) == ["02 r2", "0000", "02 r2"])
    }

    @Test("keys lie in rows as the board says, each in the middle of its cell")
    func rows() {
        var chip = TouchKeyConfiguration(.mpr121)
        chip.grid = KeyGrid(columns: 4, rows: 3)
        chip.width = 400
        chip.height = 600
        var bench = MPR121Bench.running(chip)
        bench.touch((0, 399, 599), (1, 0, 0), (2, 110, 210))
        #expect(
            bench.last == [
                Contact(id: 0, x: 50, y: 100), Contact(id: 5, x: 150, y: 300), Contact(id: 11, x: 350, y: 500),
            ])
    }

    @Test("electrodes beyond the grid are no keys")
    func beyondTheGrid() {
        let grid = KeyGrid(columns: 40, rows: 0)
        #expect(grid.columns == 16 && grid.rows == 1)
        var bench = CAP1xxxBench.running(TouchKeyConfiguration(.cap1xxx(product: 0x50))) {
            $0.variant = KeyGrid(columns: 2, rows: 1)
        }
        bench.touch((0, 750, 50), for: 10)
        #expect(bench.reports.isEmpty)
    }
}

/// A bench of touch keys.
protocol KeyBench: Bench {
    var isMeasuring: Bool { get }
    mutating func ignoreWrites(_ count: Int)
}

extension TouchKeyModel: TestedChip {
    static var usual: Configuration {
        Configuration(Family.self == MPR121Family.self ? .mpr121 : .cap1xxx(product: 0x50))
    }
    static var startUp: Int64 { 500 }
    static func describe(_ chip: Configuration, to board: inout ChipDriver<Family>.Configuration) {
        board.variant = chip.grid
        board.rawWidth = chip.grid.columns * 100
        board.rawHeight = 100
        if chip.grid.rows > 1 {
            board.rawWidth = chip.width
            board.rawHeight = chip.height
        }
    }
}

typealias MPR121Bench = ChipBench<MPR121Model>
typealias CAP1xxxBench = ChipBench<CAP1xxxModel>

extension ChipBench: KeyBench where Model: MeasuringKeys {
    init(_ options: ConformingChip.Options, _ chip: Model.Configuration) {
        self.init(chip, checksLiveness: options.checksLiveness) {
            $0.hasInterruptLine = options.hasInterruptLine
            $0.hasResetLine = options.hasResetLine
        }
    }
    var isMeasuring: Bool { model.isMeasuring }
    mutating func ignoreWrites(_ count: Int) { model.faults.ignoredWrites = count }
}

protocol MeasuringKeys: TestedChip where Faults == TouchKeyFaults {
    var isMeasuring: Bool { get }
}

extension TouchKeyModel: MeasuringKeys {}
