import Foundation
import TaplineSimulator
import TestSupport

@Suite("Hynitron: what its chips do")
struct HynitronTests {
    @Test(
        "each chip is known by its id",
        arguments: [
            (.cst816s, "b4"), (.cst816t, "b5"), (.cst816d, "b6"), (.cst820, "b7"), (.cst716, "20"),
            (.cst826, "11"), (.cst836, "13"),
        ] as [(CST816Model.Part, String)])
    func parts(part: CST816Model.Part, id: String) {
        let bench = HynitronBench.running(CST816Model.Configuration(part))
        #expect(bench.identity.isKnown && bench.identity.address == 0x15)
        let said = [0, 1].map { Character(Unicode.Scalar(bench.identity.product[$0])) }
        #expect(String(said) == id)
        #expect(bench.faults.isEmpty)
    }

    @Test("somebody else at the address is told as that", arguments: [0x00, 0xFF, 0x15, 0xB3, 0xB8] as [UInt8])
    func strangers(id: UInt8) {
        var bench = HynitronBench(changed(.init()) { $0.chip = id })
        bench.expectUnknown(.wrongIdentity, after: 1_000)
        #expect(bench.transfers.allSatisfy { $0.hasPrefix("a7 r") || id == 0 && $0 == "aa r1" })
    }

    @Test("sleep is switched off and the interrupt chosen before the first look; ignored writes are repeated")
    func quirk07IgnoredWrite() {
        var bench = HynitronBench()
        bench.start(for: 200)
        #expect(bench.timedLines == ["0 reset low", "20 reset high"])
        #expect(bench.transfers == ["a7 r1", "a7 r3", "fe01", "fa60", "fa r5", "02 r5"])
        bench = HynitronBench()
        bench.model.faults.ignoredWrites = 1
        bench.start(for: 200)
        #expect(bench.transfers.filter { $0 == "fe01" }.count == 2)
    }

    @Test("one that answers only when it is touched is there as soon as its interrupt comes")
    func awaitedByInterrupt() {
        var bench = HynitronBench { $0.hasResetLine = false }
        bench.model.faults.common.isAbsent = true
        bench.start(for: 3_150)
        let absences = bench.faults.count
        // (Its line in the air is no chip.)
        for _ in 0..<50 { bench.interruptSpuriously(for: 10) }
        #expect(bench.faults.count <= absences + 5)
        bench.run(150)
        bench.model.faults.common.isAbsent = false
        #expect(bench.model.isAsleep)
        bench.touch((0, 100, 50), for: 100)
        #expect(bench.identity.isKnown && bench.counts.last == 1)
    }

    // MARK: Reports

    /// What a CST816S in a PineDio Stack sent from 0x00 on while a finger was down; figures from
    /// github.com/lupyuen/cst816s-nuttx (Apache-2.0).
    static let recorded: [(bytes: [UInt8], x: Float, y: Float)] = [
        ([0x00, 0x05, 0x00, 0x00, 0xDE, 0x00, 0x17], 222, 23), ([0x00, 0x05, 0x00, 0x00, 0xDB, 0x00, 0xD9], 219, 217),
        ([0x00, 0x05, 0x00, 0x00, 0x22, 0x00, 0xDB], 34, 219), ([0x00, 0x05, 0x00, 0x00, 0x18, 0x00, 0x18], 24, 24),
        ([0x00, 0x05, 0x00, 0x00, 0x76, 0x00, 0x8D], 118, 141),
    ]

    @Test("a finger that the chip does not count is a finger: recorded bytes", arguments: recorded)
    func quirk05RecordedReports(line: (bytes: [UInt8], x: Float, y: Float)) { check(line) }

    @Test("the bytes of the recording are the places it lists", .needsRecordings)
    func quirk05Recording() throws {
        let text = try Recordings.text("bus/cst816s_reports.txt")
        var lines = 0
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let sides = String(line).components(separatedBy: "->")
            let bytes = sides[0].split(separator: " ").compactMap { UInt8($0, radix: 16) }
            let place = sides[1].split(separator: " ").dropFirst().compactMap { Float($0.dropFirst(2)) }
            check((bytes, place[0], place[1]))
            lines += 1
        }
        #expect(lines == 15)
    }

    private func check(_ line: (bytes: [UInt8], x: Float, y: Float)) {
        var configuration = Hynitron.Configuration()
        configuration.livenessPeriod = .unlimited
        configuration.rawWidth = 240
        configuration.rawHeight = 240
        let run = DriverAlone(
            Hynitron(configuration: configuration),
            [
                .writeRead([0xA7], returning: [0xB4], at: 0x15),
                .writeRead([0xA7], returning: [0xB4, 0, 1], at: 0x15),
                .write([0xFE, 1], at: 0x15),
                .write([0xFA, 0x60], at: 0x15),
                .writeRead([0xFA], returning: [0x60, 0, 0, 0, 1], at: 0x15),
                .writeRead([0x02], returning: [0, 0, 0, 0, 0], at: 0x15),
                .writeRead([0x02], returning: Array(line.bytes.dropFirst(2)), at: 0x15),
            ], for: 200)
        #expect(run.contacts == [Contact(id: 0, x: line.x, y: line.y)])
    }

    @Test("a finger that is not counted moves and lifts like any other", arguments: [true, false])
    func quirk05CountsNothing(hasLine: Bool) {
        var bench = HynitronBench.running { $0.hasInterruptLine = hasLine }
        bench.model.faults.countsNothing = true
        for x in 0..<10 {
            bench.touch((0, Float(100 + x), 50), for: 20)
        }
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 109, y: 50)])
        bench.lift(for: 20)
        #expect(bench.reports.last?.contacts == [])
        #expect(bench.counts.filter { $0 == 0 }.count == 1)
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "a finger that was counted and is not any more has lifted, whatever the event says", arguments: [true, false])
    func countEndsTheContact(hasLine: Bool) {
        var bench = HynitronBench.running { $0.hasInterruptLine = hasLine }
        bench.touch((0, 100, 50), for: 20)
        bench.touch((0, 101, 50), for: 20)
        bench.model.faults.countsNothing = true
        bench.touch((0, 101, 50), for: 600)
        #expect(bench.counts.last == 0)
        // The next one lands as any other, although the last has lifted.
        bench.lift(for: 100)
        bench.touch((0, 102, 50), for: 300)
        #expect(bench.counts.filter { $0 == 0 }.count == 1 && bench.counts.last == 1)
        bench.model.faults.countsNothing = false
        bench.touch((0, 102, 50), for: 20)
        #expect(bench.counts.last == 1 && bench.faults.isEmpty)
    }

    @Test("registers that nobody has written are no finger at (0, 0)", arguments: [true, false])
    func quirk05Zeros(hasLine: Bool) {
        var bench = HynitronBench.running { $0.hasInterruptLine = hasLine }
        bench.run(1_000)
        bench.interruptSpuriously(for: 100)
        bench.expect(counts: [])
    }

    @Test("garbage at the lift is the lift")
    func quirk05GarbageAtTheLift() {
        var bench = HynitronBench.running()
        bench.model.faults.liftsAsGarbage = true
        bench.touch((0, 100, 50), for: 10)
        bench.lift()
        bench.expect(counts: [1, 0])
    }

    @Test("nothing but ones is no report, and looked for once more")
    func quirk23AllOnes() {
        var bench = HynitronBench.running()
        bench.expectOnesAreNoReport()
    }

    @Test("a lift whose pulse is lost is seen all the same")
    func quirk24LostPulse() {
        var bench = HynitronBench.running()
        bench.expectLiftWithoutPulse()
        #expect(bench.counts == [1, 0])
    }

    // MARK: Sleep

    @Test("it is kept from falling asleep")
    func quirk21KeptAwake() {
        var bench = HynitronBench.running()
        bench.run(60_000)
        #expect(!bench.model.isAsleep)
        bench.touch((0, 100, 50))
        bench.expect(counts: [1])
    }

    @Test("one that sleeps all the same is woken by a finger, which is not lost")
    func quirk21SleepsAllTheSame() {
        var bench = HynitronBench()
        bench.model.faults.ignoredWrites = .max
        bench.start(for: 60_000)
        #expect(bench.model.isAsleep)
        bench.touch((0, 100, 50), for: 10)
        #expect(bench.reports.last?.contacts == [Contact(id: 0, x: 100, y: 50)])
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "one that sleeps when the program starts is found by the reset, or when a finger wakes it",
        arguments: [true, false])
    func quirk21AsleepAtTheStart(hasReset: Bool) {
        var bench = HynitronBench { $0.hasResetLine = hasReset }
        bench.run(5_000)
        #expect(bench.model.isAsleep)
        bench.start(for: 3_000)
        #expect(bench.identity.isKnown == hasReset)
        guard !hasReset else { return }
        bench.touch((0, 100, 50), for: 1_100)
        #expect(bench.identity.isKnown)
        bench.expectSeen((0, 110, 50))
    }

    @Test("one that a low-power profile has made deaf is reset")
    func quirk22Deaf() {
        var bench = HynitronBench.running()
        bench.model.faults.isDeaf = true
        bench.touch((0, 100, 50), for: 400)
        #expect(bench.faults.last == .reset)
        #expect(bench.identity.isKnown)
        bench.expectSeen((0, 110, 50))
    }

    @Test("a reset in mid-touch is seen in the registers, without any liveness check")
    func quirk16ResetSeenInTheRegisters() {
        var bench = HynitronBench.running()
        bench.touch((0, 100, 50), for: 30)
        bench.resetItself()
        bench.liftUnseen(for: 600)
        #expect(bench.faults == [.reset])
        #expect(bench.counts.filter { $0 == 0 }.count == 1)
        #expect(bench.identity.isKnown)
    }
}
