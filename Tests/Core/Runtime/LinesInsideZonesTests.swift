import TestSupport

/// `{on: touches, inside: ZONE}`: lines that follow the fingers through the zones, wherever they landed.
@Suite struct LinesInsideZonesTests {
    private struct Lines: QuietSink {
        var told: [String] = []
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            told.append("\(now.microseconds / 1_000) \(line) \(level == .active ? "active" : "idle")")
        }
        mutating func emit(_ event: GestureEvent) {}
    }
    private typealias Panel = GesturePipeline<StandardRecognizer, Lines, 5, 4, 8, 0, 4>

    /// Zone 1 is the left half, zone 2 the right one, zone 3 a part of zone 2 at its right edge.
    private func panel(_ lines: [LineOutput]) throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 4, 8, 0>()
        func strip(_ from: Float, _ to: Float) -> Zone.Shape {
            .rectangle(from: Point(x: from, y: 0), to: Point(x: to, y: 480))
        }
        _ = try setup.add(Zone(shape: strip(0, 400)))
        _ = try setup.add(Zone(shape: strip(400, 800)))
        _ = try setup.add(Zone(shape: strip(700, 800), parent: 2))
        _ = try setup.add(.swipe(SwipeRecognizer()))
        var bank = OutputBank<Lines, 4>()
        for line in lines { _ = bank.append(line) }
        return Panel(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: bank)
    }

    /// A report each 10 ms: where the fingers are, by identity.
    private func play(_ panel: inout Panel, _ reports: [[(Int32, Float)]]) -> [String] {
        var lines = Lines()
        for (i, fingers) in reports.enumerated() {
            let contacts = Contacts(fingers.map { ($0.0, $0.1, 240) })
            panel.report(contacts, at: Instant(microseconds: Int64(i) * 10_000), into: &lines)
        }
        panel.advance(to: Instant(microseconds: 1_000_000), into: &lines)
        return lines.told
    }

    @Test func linesFollowTheFingersThroughZones() throws {
        var panel = try panel([2, 1, 3].map { LineOutput(fingersIn: $0, pattern: .hold) })
        // (A swipe that is recognized on the way takes nothing away.)
        let told = play(&panel, [[(0, 100)], [(0, 390)], [(0, 410)], [(0, 750)], [(0, 750)], [(0, 200)], []])
        #expect(
            told == [
                "0 1 active", "20 1 idle", "20 0 active", "30 2 active", "50 0 idle", "50 2 idle", "50 1 active",
                "60 1 idle",
            ])
    }

    @Test func heldUntilTheLastFingerHasLeft() throws {
        var panel = try panel([LineOutput(fingersIn: 1, pattern: .hold)])
        let told = play(
            &panel, [[(0, 100)], [(0, 100), (1, 300)], [(0, 500), (1, 300)], [(0, 500), (1, 420)], [], []])
        #expect(told == ["0 0 active", "30 0 idle"])
    }

    @Test func pulsedByEachFingerThatComesIn() throws {
        var panel = try panel([
            LineOutput(fingersIn: 1, pattern: .pulse(.milliseconds(5))), LineOutput(fingersIn: 1, pattern: .toggle),
        ])
        // (Two that land together are told a report later.) One leaves as the other comes in; one that stays does nothing.
        let apart: [(Int32, Float)] = [(0, 500), (1, 300)]
        let told = play(&panel, [apart, apart, [(0, 390), (1, 410)], [(0, 380), (1, 420)], []])
        #expect(
            told == [
                "10 0 active", "10 1 active", "15 0 idle", "20 1 idle", "20 0 active", "25 0 idle",
            ])
    }

    /// The bug: such a line heard the zone's own touches, too, as soon as another output followed them.
    @Test func zonesOwnTouchesAreNotItsConcern() throws {
        var panel = try panel([
            LineOutput(touchesOf: 1, pattern: .hold), LineOutput(fingersIn: 1, pattern: .hold),
            LineOutput(fingersIn: 1, pattern: .toggle),
        ])
        let told = play(&panel, [[(0, 395)], [(0, 395)], [(0, 405)], [(0, 405)], []])
        #expect(
            told == [
                "0 1 active", "0 2 active", "0 0 active", "20 1 idle", "40 0 idle",
            ])
    }

    /// The bug: a line stayed active under a finger that rests, as a chip that has nothing to tell sends no report.
    @Test func aZoneThatIsDisabledHasNoFingers() throws {
        var panel = try panel([LineOutput(fingersIn: 1, pattern: .hold)])
        var lines = Lines()
        panel.report(Contacts([(0, 100, 240)]), at: .zero, into: &lines)
        for isEnabled in [false, true] {
            panel.setEnabled(
                isEnabled, gestures: RecognizerSet(), zones: ZoneSet(1), at: Instant(microseconds: 10_000),
                into: &lines)
        }
        #expect(lines.told == ["0 0 active", "10 0 idle", "10 0 active"])
    }

    @Test func cancelledTouchesLeaveTheirZones() throws {
        var panel = try panel([LineOutput(fingersIn: 1, pattern: .hold), LineOutput(touchesWith: .hold)])
        var lines = Lines()
        panel.report(Contacts([(0, 100, 240)]), at: .zero, into: &lines)
        panel.cancelTouches(at: Instant(microseconds: 10_000), into: &lines)
        #expect(lines.told == ["0 1 active", "0 0 active", "10 1 idle", "10 0 idle"])
    }
}
