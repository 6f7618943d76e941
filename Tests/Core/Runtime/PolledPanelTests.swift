import TestSupport

/// A chip without an interrupt line: most of its looks are the last one once more, and have a short way.
@Suite struct PolledPanelTests {
    /// A panel that is looked at every 20 ms, and every 10 ms while a finger is down, ready since 1 s.
    private func ready(_ told: inout TouchStory) -> TouchHost<FocalTech, FT5x06Model> {
        var configuration = FocalTech.Configuration()
        configuration.hasInterruptLine = false
        configuration.livenessPeriod = .unlimited
        var host = touchHost(FocalTech(configuration: configuration), FT5x06Model())
        host.start(into: &told)
        host.advance(to: at(1_000), into: &told)
        #expect(host.pipeline.chip.identity.isKnown)
        return host
    }

    private func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: 1_000 * milliseconds) }

    private func fingers(_ places: Float...) -> Contacts {
        var contacts = Contacts()
        for (id, x) in places.enumerated() { contacts.append(Contact(id: Int32(id), x: x, y: 100)) }
        return contacts
    }

    @Test func panelWithoutAFingerIsLookedAtInItsOwnPace() {
        var told = TouchStory()
        var host = ready(&told)
        told.transfers = 0
        host.advance(to: at(2_000), into: &told)
        #expect((49...51).contains(told.transfers))
        #expect(told.heard.isEmpty && told.faults.isEmpty)
    }

    @Test func panelWithAFingerIsLookedAtTwiceAsOften() {
        var told = TouchStory()
        var host = ready(&told)
        host.touch(fingers(100), into: &told)
        host.advance(to: at(1_100), into: &told)
        told.transfers = 0
        host.advance(to: at(2_100), into: &told)
        #expect((99...101).contains(told.transfers))
    }

    @Test func fingersThatComeAndGoAmongManyEqualLooksAreSeen() {
        var told = TouchStory()
        var host = ready(&told)
        host.advance(to: at(5_000), into: &told)
        host.touch(fingers(100), into: &told)
        host.advance(to: at(6_000), into: &told)
        host.touch(fingers(100, 400), into: &told)
        host.advance(to: at(7_000), into: &told)
        host.touch(fingers(100), into: &told)
        host.advance(to: at(8_000), into: &told)
        host.touch(Contacts(), into: &told)
        host.advance(to: at(9_000), into: &told)
        #expect(told.phases == [.began, .began, .ended, .ended])
        let times = told.touches.map { $0.time.microseconds / 1_000 }
        let late = zip(times, [5_000, 6_000, 7_000, 8_000]).map { $0 - Int64($1) }
        #expect(late.allSatisfy { (0...20).contains($0) }, "told \(times) ms")
        #expect(told.faults.isEmpty)
    }

    @Test func everyReportIsHeard() {
        var told = TouchStory()
        var host = ready(&told)
        host.touch(fingers(100, 400), into: &told)
        host.advance(to: at(1_500), into: &told)
        host.touch(Contacts(), into: &told)
        host.advance(to: at(2_000), into: &told)
        #expect(told.heard.count == Int(host.pipeline.counters.reports))
        #expect(told.heard.count > 40 && told.heard.last == 0)
        #expect(told.heard.dropLast().allSatisfy { $0 == 2 })
    }

    @Test func panelThatSleepsIsNotLookedAt() {
        var told = TouchStory()
        var host = ready(&told)
        host.advance(to: at(2_000), into: &told)
        host.sleep(into: &told)
        host.advance(to: at(3_000), into: &told)
        told.transfers = 0
        host.advance(to: at(60_000), into: &told)
        #expect(told.transfers == 0)
    }
}
