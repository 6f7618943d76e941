import TestSupport

@Suite struct ReportTimeTests {
    /// When a finger that the chip sees at 1 s is told to have landed.
    private func landing(_ change: (inout TouchHost<Goodix, GT911Model>) -> Void) -> Instant? {
        var host = touchHost(Goodix(), GT911Model())
        var sink = TouchStory()
        change(&host)
        host.start(into: &sink)
        host.advance(to: Instant(microseconds: 1_000_000), into: &sink)
        let contacts = Contacts([Contact(id: 0, x: 100, y: 100)])
        host.touch(contacts, into: &sink)
        host.advance(to: Instant(microseconds: 1_200_000), into: &sink)
        return sink.touches.first?.time
    }

    @Test func reportHasTheTimeOfItsInterrupt() {
        #expect(landing { _ in } == Instant(microseconds: 1_000_000))
    }

    @Test func slowBusDoesNotMakeReportsLater() {
        #expect(landing { $0.bus.bitsPerSecond = 100_000 } == Instant(microseconds: 1_000_000))
    }

    @Test func lateReadyFlagDoesNotMakeReportsLater() {
        #expect(landing { $0.bus.chip.faults.readyLag = .milliseconds(10) } == Instant(microseconds: 1_000_000))
    }

    @Test func failedReadsDoNotMakeReportsLater() {
        #expect(
            landing { host in
                var faults = GT911Faults()
                faults.unreadyLooks = 3
                host.bus.chip.faults = faults
            } == Instant(microseconds: 1_000_000))
    }

    @Test func interruptDuringATransferIsKept() {
        // The pipeline alone: an edge while a read is under way is told to the driver when it waits again.
        var host = touchHost(Goodix(configuration: Self.withoutReset), GT911Model())
        var sink = TouchStory()
        var model = GT911Model()
        var bytes = BusBytes()
        host.pipeline.start(at: .zero, into: &sink)
        var now = Instant.zero
        // Identification, without a reset, until the driver waits for interrupts alone.
        for _ in 0..<1_000 where host.pipeline.deadline < .never || sink.request != nil {
            if let request = sink.request {
                sink.request = nil
                guard case .transfer(let transfer) = request else {
                    host.pipeline.complete(.lineSet, at: now, received: &bytes, into: &sink)
                    continue
                }
                bytes.removeAll()
                let error = model.transfer(transfer, at: now, into: &bytes)
                host.pipeline.complete(
                    error.map { .transferFailed($0) } ?? .transferred, at: now, received: &bytes, into: &sink)
            } else {
                now = max(now, host.pipeline.deadline)
                host.pipeline.advance(to: now, into: &sink)
            }
        }
        #expect(host.pipeline.chip.identity.isKnown)
        now = now + .milliseconds(500)
        host.pipeline.interrupt(at: now, into: &sink)
        #expect(sink.request != nil, "the status is read")
        host.pipeline.interrupt(at: now + Microseconds(300), into: &sink)
        bytes.removeAll()
        // Ready, no finger; the burst was for one.
        for i in 0..<9 { bytes.append(i == 0 ? 0x80 : 0) }
        sink.request = nil
        host.pipeline.complete(.transferred, at: now + Microseconds(400), received: &bytes, into: &sink)
        #expect(sink.request != nil, "the acknowledge")
        sink.request = nil
        bytes.removeAll()
        host.pipeline.complete(.transferred, at: now + Microseconds(600), received: &bytes, into: &sink)
        #expect(sink.request != nil, "the interrupt that came meanwhile")
    }

    private static var withoutReset: Goodix.Configuration {
        var configuration = Goodix.Configuration()
        configuration.hasResetLine = false
        configuration.livenessPeriod = .unlimited
        return configuration
    }
}
