import TestSupport

@Suite struct PipelineSleepTests {
    private func finger(_ x: Float) -> Contacts {
        return Contacts([Contact(id: 0, x: x, y: 100)])
    }

    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: 1_000 * milliseconds) }

    @Test func sleepCancelsTouchesAndTheNextFingerAfterItIsANewOne() {
        var host = touchHost(Goodix(), GT911Model())
        var sink = TouchStory()
        host.start(into: &sink)
        host.advance(to: at(1_000), into: &sink)
        host.touch(finger(100), into: &sink)
        host.advance(to: at(1_010), into: &sink)
        #expect(sink.phases == [.began])
        host.sleep(into: &sink)
        #expect(sink.phases == [.began, .cancelled])
        host.advance(to: at(2_000), into: &sink)
        // The finger that is on it all the time, and moves.
        host.touch(finger(300), into: &sink)
        host.advance(to: at(60_000), into: &sink)
        #expect(sink.phases.count == 2)
        host.touch(Contacts(), into: &sink)
        host.wakeUp(into: &sink)
        host.advance(to: at(61_000), into: &sink)
        host.touch(finger(50), into: &sink)
        host.advance(to: at(61_010), into: &sink)
        #expect(sink.phases == [.began, .cancelled, .began])
        #expect(sink.faults.isEmpty)
    }

    @Test func sleepDuringATransferWaitsForItsOutcomeAndTellsNoTouchOfIt() throws {
        var host = touchHost(Goodix(), GT911Model())
        var sink = TouchStory()
        host.start(into: &sink)
        host.advance(to: at(1_000), into: &sink)
        // A report has been announced, and its transfer is under way.
        host.bus.chip.setFingers(finger(100), at: at(1_000))
        host.pipeline.interrupt(at: at(1_000), into: &sink)
        guard case .transfer = sink.request else { throw Missing("the pipeline reads nothing") }
        sink.request = nil
        host.pipeline.sleep(at: at(1_000), into: &sink)
        #expect(sink.request == nil)
        var now = at(1_000)
        var received = BusBytes()
        received.append(0x81)
        for byte in [0, 100, 0, 100, 0, 20, 0] as [UInt8] { received.append(byte) }
        host.pipeline.complete(.transferred, at: now, received: &received, into: &sink)
        // The acknowledge first.
        guard case .transfer(let acknowledge) = sink.request else { throw Missing("the report is not acknowledged") }
        #expect(acknowledge.written.count == 3)
        sink.request = nil
        host.pipeline.complete(.transferred, at: now, into: &sink)
        #expect(sink.phases.allSatisfy { $0 == .began || $0 == .cancelled })
        #expect(sink.phases.filter { $0 == .began }.count == sink.phases.filter { $0 == .cancelled }.count)
        // Then the interrupt line, low.
        guard case .line(.interrupt, .low) = sink.request else { throw Missing("the chip is not sent to sleep") }
        sink.request = nil
        host.pipeline.complete(.lineSet, at: now, into: &sink)
        now = at(1_005)
        host.pipeline.advance(to: now, into: &sink)
        guard case .transfer(let command) = sink.request else { throw Missing("no command is sent") }
        #expect(command.written[2] == GoodixRegisters.screenOff)
    }
}
