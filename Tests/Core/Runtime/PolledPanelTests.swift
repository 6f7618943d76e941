import TestSupport

/// A chip without an interrupt line: most of its looks are the last one once more, and have a short way.
@Suite struct PolledPanelTests {
    private struct Told: HostSink {
        var request: ControllerRequest? { didSet { if case .transfer = request { transfers += 1 } } }
        var transfers = 0
        var phases: [TouchPhase] = []
        var times: [Int64] = []
        var heard: [Int] = []
        var faults = 0
        mutating func emit(_ touch: TouchEvent) {
            phases.append(touch.phase)
            times.append(touch.time.microseconds / 1_000)
        }
        mutating func emit(_ event: GestureEvent) {}
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
        mutating func heard(_ contacts: inout Contacts, at now: Instant) { heard.append(contacts.count) }
        mutating func fault(_ fault: ControllerFault, at now: Instant) { faults += 1 }
    }
    private typealias Host = SimulatedHost<FocalTech, FT5x06Model, StandardRecognizer, Told, 5, 1, 1, 0, 1>

    /// A panel that is looked at every 20 ms, and every 10 ms while a finger is down, ready since 1 s.
    private func ready(_ told: inout Told) -> Host {
        var configuration = FocalTech.Configuration()
        configuration.hasInterruptLine = false
        configuration.livenessPeriod = .unlimited
        let gestures = GesturePipeline<StandardRecognizer, Told, 5, 1, 1, 0, 1>(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)),
            setup: GestureSetup<StandardRecognizer, 1, 1, 0>(), outputs: OutputBank())
        var host = Host(
            pipeline: Pipeline(chip: FocalTech(configuration: configuration), gestures: gestures),
            bus: SimulatedBus(chip: FT5x06Model()))
        host.pipeline.gestures.emitsTouches = true
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
        var told = Told()
        var host = ready(&told)
        told.transfers = 0
        host.advance(to: at(2_000), into: &told)
        #expect((49...51).contains(told.transfers))
        #expect(told.heard.isEmpty && told.faults == 0)
    }

    @Test func panelWithAFingerIsLookedAtTwiceAsOften() {
        var told = Told()
        var host = ready(&told)
        host.touch(fingers(100), into: &told)
        host.advance(to: at(1_100), into: &told)
        told.transfers = 0
        host.advance(to: at(2_100), into: &told)
        #expect((99...101).contains(told.transfers))
    }

    @Test func fingersThatComeAndGoAmongManyEqualLooksAreSeen() {
        var told = Told()
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
        let late = zip(told.times, [5_000, 6_000, 7_000, 8_000]).map { $0 - Int64($1) }
        #expect(late.allSatisfy { (0...20).contains($0) }, "told \(told.times) ms")
        #expect(told.faults == 0)
    }

    @Test func everyReportIsHeard() {
        var told = Told()
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
        var told = Told()
        var host = ready(&told)
        host.advance(to: at(2_000), into: &told)
        host.sleep(into: &told)
        host.advance(to: at(3_000), into: &told)
        told.transfers = 0
        host.advance(to: at(60_000), into: &told)
        #expect(told.transfers == 0)
    }
}
