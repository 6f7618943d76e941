import TaplineSimulator
import TestSupport

/// CST826 and CST836, which have two fingers.
@Suite("Hynitron: chips for two fingers")
struct HynitronTwoFingersTests {
    private func running() -> HynitronBench {
        HynitronBench.running(CST816Model.Configuration(.cst826)) { $0.maximumContacts = 2 }
    }

    @Test("its id lies elsewhere, and is only asked for there where the usual place has none")
    func identity() {
        var bench = HynitronBench(CST816Model.Configuration(.cst836)) { $0.maximumContacts = 2 }
        bench.start(for: 200)
        #expect(bench.transfers == ["a7 r1", "a7 r3", "aa r1", "fe01", "fa60", "fa r5", "02 r5"])
        #expect(bench.identity.isKnown && bench.identity.firmware == 1)
    }

    @Test("an id in the other's place is none", arguments: [(0xA7, 0x11), (0xAA, 0xB4)] as [(Int, Int)])
    func idInTheOthersPlace(register: Int, id: Int) {
        var configuration = Hynitron.Configuration()
        configuration.livenessPeriod = .unlimited
        var hynitron = HynitronFamily(configuration)
        var identity = ControllerIdentity()
        var received = BusBytes()
        _ = hynitron.identificationRequest()
        received.append(register == 0xA7 ? UInt8(id) : 0)
        received.append(0)
        received.append(1)
        var answer = hynitron.identify(&received, &identity)
        if case .more = answer {
            received.removeAll()
            received.append(UInt8(id))
            answer = hynitron.identify(&received, &identity)
        }
        guard case .stranger = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test("the second finger is read only where there is one")
    func asLongAsFingers() {
        var bench = running()
        bench.touch((0, 100, 50), for: 10)
        #expect(bench.transfers == ["02 r5"])
        bench.forgetEntries()
        bench.touch((0, 100, 50), (1, 200, 60), for: 10)
        #expect(bench.transfers == ["02 r5", "02 r11"])
        bench.forgetEntries()
        bench.touch((0, 101, 50), (1, 200, 61), for: 10)
        #expect(bench.transfers == ["02 r11"])
        #expect(bench.counts == [1, 2, 2])
    }

    @Test("what lies beyond the count is no finger")
    func quirk02OldRecord() {
        var bench = running()
        bench.model.faults.leavesOldRecord = true
        bench.touch((0, 100, 50), (1, 200, 60), for: 10)
        bench.expectSeen((0, 100, 50))
        bench.run(10)
        bench.expectLifted()
    }

    @Test("more fingers than two are no report", arguments: [3, 7, 0x0F, 0xFF] as [UInt8])
    func quirk13TooManyFingers(count: UInt8) {
        var bench = running()
        bench.touch((0, 100, 50), for: 10)
        bench.model.faults.count = count
        bench.touch((0, 101, 50))
        bench.expect(counts: [1], faults: [.badReport])
    }

    @Test("two fingers of one name are no report")
    func quirk06OneName() {
        var bench = running()
        bench.model.faults.namesAll = 1
        bench.touch((0, 100, 50), (1, 200, 60))
        bench.expect(counts: [], faults: [.badReport])
    }
}
