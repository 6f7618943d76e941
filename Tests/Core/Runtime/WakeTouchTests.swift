import TestSupport

/// `wakeTouch`: the finger that wakes a panel does nothing else.
@Suite struct WakeTouchTests {
    private struct Told: QuietSink {
        var touches: [String] = []
        var taps: [Int64] = []
        mutating func emit(_ event: GestureEvent) { taps.append(event.time.microseconds / 1_000) }
        mutating func emit(_ touch: TouchEvent) {
            touches.append("\(touch.phase.name) \(touch.touches)")
        }
    }
    private typealias Panel = GesturePipeline<StandardRecognizer, Told, 5, 1, 1, 0, 1>

    private func makePanel(wakeTouch: Microseconds = .milliseconds(30_000)) throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 1, 1, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        var panel = Panel(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: OutputBank())
        panel.wakeTouch = wakeTouch
        panel.emitsTouches = true
        return panel
    }

    private func at(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

    private func report(_ panel: inout Panel, _ told: inout Told, _ ms: Int64, _ fingers: Int32...) {
        let contacts = Contacts(fingers.map { Contact(id: $0, x: 100 + 200 * Float($0), y: 100) })
        panel.report(contacts, at: at(ms), into: &told)
    }

    /// A finger that lands at `ms` and lifts 50 ms later.
    private func tap(_ panel: inout Panel, _ told: inout Told, _ ms: Int64) {
        for rest: Int64 in [0, 20, 40] { report(&panel, &told, ms + rest, 0) }
        report(&panel, &told, ms + 50)
    }

    @Test func fingerThatWakesIsSwallowedUntilItLifts() throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        tap(&panel, &told, 40_000)
        #expect(told.touches.isEmpty && told.taps.isEmpty)
        tap(&panel, &told, 41_000)
        #expect(told.taps == [41_050] && told.touches.first == "began 1")
    }

    @Test(arguments: [(29_999, 2), (30_000, 1)])
    func restIsCountedFromTheLastLiftInclusive(rest: Int64, taps: Int) throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        tap(&panel, &told, 1_000)
        tap(&panel, &told, 1_050 + rest)
        #expect(told.taps.count == taps)
    }

    @Test func panelThatHasJustBegunIsAwake() throws {
        var panel = try makePanel()
        var told = Told()
        // (A clock that has run for days.)
        panel.rest(from: at(900_000_000))
        tap(&panel, &told, 900_001_000)
        #expect(told.taps.count == 1)
    }

    @Test func recordingWhoseClockBeginsLateIsAwakeToo() throws {
        var panel = try makePanel()
        var told = Told()
        tap(&panel, &told, 900_000_000)
        tap(&panel, &told, 900_040_000)
        #expect(told.taps == [900_000_050])
    }

    @Test func fingersThatJoinAreSwallowedUntilAllHaveLifted() throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        report(&panel, &told, 40_000, 0)
        report(&panel, &told, 40_020, 0, 1)
        report(&panel, &told, 40_040, 0, 1)
        report(&panel, &told, 40_060, 1)
        report(&panel, &told, 40_080, 1)
        #expect(told.touches.isEmpty)
        report(&panel, &told, 40_100)
        tap(&panel, &told, 40_200)
        #expect(told.taps == [40_250])
    }

    @Test func fingerThatRestsWithoutReportsIsNoNewOne() throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        report(&panel, &told, 1_000, 0)
        report(&panel, &told, 1_020, 0)
        // (An input device tells changes only.)
        report(&panel, &told, 61_000, 0)
        report(&panel, &told, 61_100)
        #expect(told.touches == ["began 1", "ended 0"])
    }

    @Test func fingerThatWakesAndStaysForLongIsStillSwallowed() throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        for at in stride(from: Int64(40_000), to: 140_000, by: 5_000) { report(&panel, &told, at, 0) }
        panel.cancelTouches(at: at(140_000), identitiesMayChange: true, into: &told)
        report(&panel, &told, 140_010, 0)
        report(&panel, &told, 140_020)
        #expect(told.touches.isEmpty)
    }

    @Test func failedReadsAndEmptyReportsAreNoFingers() throws {
        var panel = try makePanel()
        var told = Told()
        panel.rest(from: .zero)
        for at in stride(from: Int64(0), to: 40_000, by: 1_000) {
            report(&panel, &told, at)
            panel.missReport(at: self.at(at + 500), into: &told)
        }
        tap(&panel, &told, 40_500)
        #expect(told.touches.isEmpty)
    }

    @Test func withoutTheOptionEveryFingerCounts() throws {
        var panel = try makePanel(wakeTouch: .unlimited)
        var told = Told()
        panel.rest(from: .zero)
        tap(&panel, &told, 100_000_000)
        #expect(told.taps.count == 1)
    }
}
