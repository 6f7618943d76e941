import TestSupport

// A made-up source in one file: its driver, its event, its place in a sink. Nothing of touch knows of it.

/// The heartbeat's event.
private struct Beat: Equatable {
    var time: Instant
    var number: Int
    var isAnswered: Bool
}

/// Takes heartbeats beside what a panel emits.
private protocol BeatSink: EffectSink {
    mutating func emit(_ beat: Beat)
}

/// Asks a device on the panel's bus for a byte every so often, and emits an event for each answer.
private struct Heartbeat<Sink: BeatSink>: EventSource {
    let period: Microseconds
    private var next = Instant.never
    private var beats = 0
    private(set) var interrupts = 0
    private(set) var isAwaitingOutcome = false

    init(every period: Microseconds) { self.period = period }

    var deadline: Instant { next }

    mutating func start(at now: Instant, into sink: inout Sink) { next = now }
    mutating func interrupt(at now: Instant, into sink: inout Sink) { interrupts += 1 }

    mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {
        isAwaitingOutcome = false
        beats += 1
        sink.emit(Beat(time: now, number: beats, isAnswered: outcome == .transferred))
    }

    mutating func advance(to now: Instant, into sink: inout Sink) {
        guard next <= now else { return }
        next = next + period
        isAwaitingOutcome = true
        sink.transfer(Transfer(address: 0x68, written: ShortBytes(), readCount: 1))
    }

    mutating func end(at now: Instant, into sink: inout Sink) { next = .never }
}

/// A panel that is read every 10 ms: a finger that lies there for 100 ms of every 200.
private struct PolledPanel: Controller {
    var contacts = Contacts()
    private(set) var reportTime = Instant.zero
    var identity: ControllerIdentity { ControllerIdentity() }

    var transfer: Transfer { Transfer(address: 0x38, written: ShortBytes(), readCount: 2) }
    var waitsUntil: Instant { reportTime + .milliseconds(10) }

    mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        switch input {
        case .transferred:
            contacts = Contacts()
            if now.microseconds % 200_000 < 100_000 { contacts.append(Contact(id: 0, x: 100, y: 100)) }
            return .report
        case .proceed: return .wait
        default:
            reportTime = now
            return .transfer
        }
    }
}

private struct Told: BeatSink, QuietSink {
    var wish: Transfer?
    var addresses: [UInt8] = []
    var gestures: [Instant] = []
    var beats: [Beat] = []
    mutating func transfer(_ transfer: Transfer) {
        #expect(wish == nil, "one transfer at a time")
        wish = transfer
        addresses.append(transfer.address)
    }
    mutating func emit(_ event: GestureEvent) { gestures.append(event.time) }
    mutating func emit(_ beat: Beat) { beats.append(beat) }
}

/// A second source beside touch, on the same bus.
@Suite struct SecondSourceTests {
    private typealias Panel = Pipeline<PolledPanel, StandardRecognizer, Told, 5, 1, 1, 0, 1>

    private func makePanel() throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 1, 1, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        return Panel(
            chip: PolledPanel(), geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup,
            outputs: OutputBank())
    }

    /// Runs sources for a second; a transfer takes 300 µs.
    private func run<Sources: EventSource & ~Copyable>(_ sources: inout Sources) -> Told where Sources.Sink == Told {
        var told = Told()
        var now = Instant.zero
        sources.start(at: now, into: &told)
        while now < Instant(microseconds: 1_000_000) {
            while told.wish != nil {
                told.wish = nil
                now = now + Microseconds(300)
                sources.complete(.transferred, at: now, into: &told)
            }
            now = max(now, sources.deadline)
            sources.advance(to: now, into: &told)
        }
        return told
    }

    @Test func secondSourceChangesNothingOfTouch() throws {
        var alone = try makePanel()
        var both = SourcePair(try makePanel(), Heartbeat<Told>(every: .milliseconds(25)))
        let (touch, all) = (run(&alone), run(&both))
        #expect(touch.gestures.count == 5 && all.gestures == touch.gestures)
        #expect(all.beats.map(\.number) == Array(1...40) && all.beats.allSatisfy(\.isAnswered))
        #expect(all.addresses.filter { $0 == 0x38 }.count == touch.addresses.count)
    }

    @Test func touchGoesFirst() throws {
        var sources = SourcePair(try makePanel(), Heartbeat<Told>(every: .milliseconds(10)))
        let told = run(&sources)
        // (Both are due every 10 ms.)
        #expect(told.addresses.prefix(6) == [0x38, 0x68, 0x38, 0x68, 0x38, 0x68])
    }

    @Test func interruptWaitsForTheOtherSourcesOutcome() throws {
        var sources = SourcePair(try makePanel(), Heartbeat<Told>(every: .milliseconds(3)))
        var told = Told()
        func complete(at ms: Int64) {
            told.wish = nil
            sources.complete(
                .transferred, at: Instant(microseconds: ms * 1_000), into: &told)
        }
        func at(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }
        sources.start(at: .zero, into: &told)
        sources.interruptSecond(at: .zero, into: &told)
        #expect(sources.second.interrupts == 0 && sources.deadline == .never)
        complete(at: 1)
        #expect(sources.second.interrupts == 1 && sources.deadline == at(1))
        sources.advance(to: at(1), into: &told)
        #expect(told.addresses == [0x38, 0x68])
        sources.interrupt(at: at(2), into: &told)
        #expect(told.addresses == [0x38, 0x68])
        complete(at: 3)
        #expect(told.addresses == [0x38, 0x68, 0x38] && sources.first.chip.reportTime == at(2))
    }

    @Test func noSourceIsNothing() throws {
        var alone = try makePanel()
        var pair = SourcePair(try makePanel(), Heartbeat<Told>?.none)
        let (touch, all) = (run(&alone), run(&pair))
        #expect(all.gestures == touch.gestures && all.addresses == touch.addresses)
    }
}
