import TaplineSimulator
import TestSupport

@Suite("EETI: what its chips do")
struct EETITests {
    private typealias Chips = ConformingChip

    // MARK: Identification

    @Test("it is asked for its model with a whole frame, and answers in its own time")
    func model() {
        var bench = EETIBench()
        bench.start(for: 200)
        let request = "6700420003" + "0145" + String(repeating: "00", count: 61)
        #expect(bench.timedLines == ["0 reset low", "10 reset high"])
        #expect(bench.transfers == ["2700 r1", "2700 r66", request, "2700 r66", "2700 r66"])
        #expect(bench.identity.isKnown && bench.identity.address == 0x2A)
        #expect((0..<4).map { bench.identity.product[$0] } == Array("1320".utf8))
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "an answer that takes 190 ms is waited for; one that takes longer comes when it is asked for again",
        arguments: [190, 230])
    func slowAnswer(milliseconds: Int64) {
        var chip = EXC3000Model.usual
        chip.answerTime = .milliseconds(milliseconds)
        var bench = EETIBench(chip)
        bench.start(for: 318)
        #expect(bench.identity.isKnown == (milliseconds == 190))
        bench.run(100)
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
    }

    @Test("one that answers no request is told as somebody else")
    func mute() {
        var bench = EETIBench()
        bench.model.faults.isMute = true
        bench.expectUnknown(.wrongIdentity, after: 1_000)
        bench.model.faults.isMute = false
        bench.run(2_000)
        #expect(bench.identity.isKnown)
    }

    @Test("fingers that are on it while it is asked do not hide its answer")
    func fingersWhileAsked() {
        var bench = EETIBench()
        bench.start()
        for step in 0..<20 {
            bench.touch((0, Float(100 + step), 50), for: 10)
        }
        #expect(bench.identity.isKnown)
        #expect(bench.faults.isEmpty)
        #expect(bench.last == [Contact(id: 0, x: 119, y: 50)])
    }

    // MARK: Frames

    @Test("it is read with a STOP between write and read: 634 bits a frame, none while idle")
    func quirk27CombinedTransfersFail() {
        var bench = EETIBench.running()
        bench.model.faults.failingTransfers = 0
        #expect(bench.model.configuration.rejectsRepeatedStart)
        let before = bench.bits
        bench.touch((0, 100, 50))
        #expect(bench.counts == [1])
        #expect(bench.bits - before == 634)
        // Where the board insists on the other, nothing is read, and nothing is made up.
        var other = EETIBench { $0.transferMode = .repeatedStart }
        other.start()
        other.run(3_000)
        #expect(!other.identity.isKnown)
        #expect(other.faults.allSatisfy { $0 == .absent })
    }

    @Test("a frame of other chips, kind 0x18, is read like one of kind 0x06; other kinds are no news")
    func kinds() {
        for (kind, counts) in [(0x06, [1]), (0x18, [1]), (0x03, []), (0x07, []), (0xFF, [])] as [(UInt8, [Int])] {
            var bench = EETIBench.running()
            bench.model.faults.kind = kind
            bench.touch((0, 100, 50), for: 20)
            bench.expect(counts: counts)
        }
    }

    @Test("the lift of one of many fingers is the lift of that one")
    func oneOfMany() {
        var bench = EETIBench.running()
        bench.touch(Chips.fingers(7), for: 10)
        bench.touch(Chips.fingers(7).filter { $0.0 != 3 })
        #expect(bench.last?.map(\.id) == [0, 1, 2, 4, 5, 6])
        bench.run(10)
        bench.expectLifted()
        #expect(bench.faults.isEmpty)
    }

    // MARK: Lost frames

    @Test("a lift whose second frame is lost is told 100 ms later, not before")
    func quirk28LiftIsLost() {
        var bench = EETIBench.running()
        bench.touch(Chips.fingers(7), for: 10)
        bench.model.faults.lostSecondFrames = 1
        bench.lift()
        bench.expect(counts: [7], faults: [.badReport])
        bench.run(99)
        #expect(bench.counts == [7])
        bench.run(1)
        #expect(bench.counts == [7, 0])
        bench.forgetEntries()
        bench.run(60_000)
        #expect(bench.transfers.isEmpty)
        bench.expectSeen((0, 10, 20))
    }

    @Test("a good report within 100 ms keeps the fingers down", arguments: [10, 60, 99] as [Int64])
    func quirk28GoodReportInTime(milliseconds: Int64) {
        var bench = EETIBench.running()
        bench.touch(Chips.fingers(7), for: 10)
        bench.model.faults.lostSecondFrames = 1
        bench.touch(Chips.fingers(7, step: 1))
        #expect(bench.faults == [.badReport])
        bench.run(milliseconds)
        bench.touch(Chips.fingers(7, step: 2))
        #expect(bench.counts == [7, 7])
        bench.run(1_000)
        #expect(bench.counts == [7, 7])
    }

    @Test("it is the last bad report that the 100 ms count from")
    func quirk28CountsFromTheLast() {
        var bench = EETIBench.running()
        bench.touch(Chips.fingers(7), for: 10)
        bench.model.faults.lostSecondFrames = 2
        bench.touch(Chips.fingers(7, step: 1), for: 60)
        bench.touch(Chips.fingers(7, step: 2))
        #expect(bench.faults == [.badReport, .badReport])
        bench.run(99)
        #expect(bench.counts == [7])
        bench.run(1)
        #expect(bench.counts == [7, 0])
    }

    @Test("a lost frame while nobody touches it tells of no lift")
    func quirk28NothingToRelease() {
        var bench = EETIBench.running()
        bench.model.faults.lostSecondFrames = 1
        bench.touch(Chips.fingers(7))
        #expect(bench.faults == [.badReport])
        bench.run(1_000)
        #expect(bench.reports.isEmpty)
    }

    @Test("the same holds without an interrupt line, and when it storms meanwhile", arguments: [true, false])
    func quirk28PolledOrStormed(polled: Bool) {
        var bench = EETIBench.running { $0.hasInterruptLine = !polled }
        bench.touch(Chips.fingers(7), for: 20)
        bench.model.faults.lostSecondFrames = 1
        bench.lift()
        for _ in 0..<300 {
            if !polled { bench.interruptSpuriously() }
            bench.run(microseconds: 500)
        }
        #expect(bench.counts == [7, 0])
    }

    @Test("a first frame that is lost makes no report of the second")
    func quirk28FirstFrameIsLost() {
        var bench = EETIBench.running()
        bench.touch(Chips.fingers(7), for: 10)
        bench.model.faults.lostFirstFrames = 1
        bench.touch(Chips.fingers(7, step: 1))
        #expect(bench.faults == [.badReport])
        bench.run(10)
        bench.touch(Chips.fingers(7, step: 2))
        #expect(bench.counts == [7, 7])
        #expect(bench.last == Chips.contacts(Chips.fingers(7, step: 2)))
    }

    // MARK: Nonsense

    @Test("a count that no frame can have is no report", arguments: [0, 11, 15, 255] as [UInt8])
    func quirk13Count(count: UInt8) {
        var bench = EETIBench.running()
        bench.model.faults.count = count
        bench.touch((0, 100, 50))
        bench.expect(counts: [], faults: [.badReport])
    }

    @Test("two fingers of one name are no report, nor is a name that is none", arguments: [0, 9, 10, 255] as [UInt8])
    func quirk06Names(name: UInt8) {
        var bench = EETIBench.running()
        bench.model.faults.namesAll = name
        bench.touch(Chips.fingers(2))
        bench.expect(counts: [], faults: [.badReport])
        bench.run(10)
        bench.touch(Chips.fingers(1))
        #expect(bench.counts == (name < 10 ? [1] : []))
    }

    @Test("nothing but ones is no report")
    func quirk23AllOnes() {
        var bench = EETIBench.running()
        bench.model.faults.lies = 1
        bench.touch((0, 100, 50))
        bench.expect(counts: [], faults: [.badReport])
        bench.run(10)
        bench.touch((0, 101, 50))
        #expect(bench.counts == [1])
    }

    @Test("a reset in mid-touch is noticed by the polls that fail; one that is announced nobody notices")
    func quirk16ResetWhilePolled() {
        for polled in [true, false] {
            var bench = EETIBench.running { $0.hasInterruptLine = !polled }
            bench.touch((0, 100, 50), for: 30)
            bench.resetItself()
            bench.liftUnseen(for: 1_000)
            #expect(bench.faults.contains(.reset) == polled)
            #expect(bench.counts.last == (polled ? 0 : 1))
            #expect(bench.identity.isKnown)
            bench.touch((1, 10, 20), for: 20)
            #expect(bench.last == [Contact(id: 1, x: 10, y: 20)])
        }
    }

    @Test("a frame that waits when the program starts does not keep the line")
    func quirk19AssertedAtTheStart() {
        var bench = EETIBench()
        bench.touch((0, 100, 50))
        #expect(bench.panel.bus.chip.interruptIsAsserted)
        bench.start(for: 300)
        #expect(bench.identity.isKnown && !bench.panel.bus.chip.interruptIsAsserted)
        bench.touch((0, 101, 50))
        #expect(bench.counts == [1])
    }

    @Test("a request has room: a write holds 16 bytes and zeros after them, 68 in all and no more")
    func longestWrite() {
        var bytes = ShortBytes()
        for value in 1...16 { bytes.append(UInt8(value)) }
        bytes.append(17)
        #expect(bytes.count == 16 && bytes[15] == 16)
        for _ in 0..<60 { bytes.append(0) }
        #expect(bytes.count == 68 && bytes[0] == 1 && bytes[16] == 0 && bytes[67] == 0)
        let wire = bytes.wire
        let onTheWire = wire.span.bytes.withUnsafeBytes { Array($0) }
        #expect(onTheWire == (0..<68).map { bytes[$0] }, "in their order, on any processor")
    }

    @Test("a read that failed has no bytes, one that is too long has 256")
    func bytesReadInPlace() {
        var bytes = BusBytes()
        for (wanted, there) in [(3, 3), (0, 0), (256, 256), (300, 256)] {
            let error = bytes.fill(wanted) { places in
                #expect(places.count == 256)
                for index in places.indices { places[index] = UInt8(truncatingIfNeeded: index &+ 1) }
                return nil
            }
            #expect(error == nil && bytes.count == there && bytes[0] == (there > 0 ? 1 : 0))
            #expect(bytes[there - 1] == UInt8(truncatingIfNeeded: there) && bytes[there] == 0)
        }
        #expect(bytes.fill(8) { _ in BusError(errno: 6) } == BusError(errno: 6))
        #expect(bytes.count == 0 && bytes[0] == 0)
    }
}
