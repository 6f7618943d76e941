import TestSupport

/// Values of controls, and the lines that show them, at the start and over a reload.
@Suite struct ControlReloadTests {
    private struct Levels: QuietSink {
        var lines: [String] = []
        mutating func set(line: Int, level: OutputLevel, at now: Instant) { lines.append("\(line) \(level.name)") }
    }
    private typealias Panel = GesturePipeline<StandardRecognizer, Levels, 5, 1, 4, 0, 4>

    private func setup(_ controls: Control?..., values: [Int: Float] = [:]) throws -> GestureSetup<
        StandardRecognizer, 1, 4, 0
    > {
        var setup = GestureSetup<StandardRecognizer, 1, 4, 0>()
        for (index, control) in controls.enumerated() {
            let left = Float(index) * 200
            _ = try setup.add(
                Zone(
                    shape: .rectangle(from: Point(x: left, y: 0), to: Point(x: left + 200, y: 100)), control: control))
        }
        for (zone, value) in values { try setup.begin(control: zone, with: value) }
        return setup
    }

    /// Line 0 is held by zone 1; lines 1 and 2 show the number of zone 2.
    private func outputs() -> OutputBank<Levels, 4> {
        var bank = OutputBank<Levels, 4>()
        _ = bank.append(LineOutput(gestures: RecognizerSet(), controls: ZoneSet(1), pattern: .hold))
        for bit in 0..<2 {
            _ = bank.append(LineOutput(gestures: RecognizerSet(), controls: ZoneSet(2), pattern: .bit(bit)))
        }
        return bank
    }

    private func panel(_ setup: GestureSetup<StandardRecognizer, 1, 4, 0>) -> Panel {
        Panel(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: outputs())
    }

    private func tap(_ panel: inout Panel, _ x: Float, at ms: Int64, _ sink: inout Levels) {
        panel.report(Contacts([Contact(id: 0, x: x, y: 50)]), at: Instant(microseconds: ms * 1_000), into: &sink)
        panel.report(Contacts(), at: Instant(microseconds: ms * 1_000 + 50_000), into: &sink)
    }

    private func values(_ panel: inout Panel) -> [Float] { (1...3).map { panel.controlValue(of: $0) } }
    private func levels(_ panel: inout Panel) -> [Bool] { (0..<3).map { panel.outputs[$0].isActive } }

    @Test func controlsBeginWithTheValuesOfTheSetupAndLinesShowThem() throws {
        var panel = panel(
            try setup(.switch, .segmented(3), .stepper(.init(minimum: 2, maximum: 9)), values: [1: 1, 2: 1, 3: 20]))
        #expect(values(&panel) == [1, 1, 9])
        #expect(levels(&panel) == [true, false, true])
        var plain = self.panel(try setup(.switch, .segmented(3), .stepper(.init(minimum: 2, maximum: 9))))
        #expect(values(&plain) == [0, -1, 2])
        #expect(levels(&plain) == [false, false, false])
    }

    @Test func linesThatAreActiveFromTheStartAreSetWhenThePanelStarts() throws {
        var bank = outputs()
        bank.begin(.segmented(3), of: 2, at: 2)
        var sink = Levels()
        bank.begin(at: .zero, into: &sink)
        #expect(sink.lines == ["1 active", "2 active"])
    }

    @Test func valuesAreKeptOverAReloadWhereTheyAreToldTo() throws {
        var sink = Levels()
        var panel = panel(try setup(.switch, .segmented(3), .horizontalSlider))
        tap(&panel, 100, at: 0, &sink)
        tap(&panel, 390, at: 1_000, &sink)
        tap(&panel, 450, at: 2_000, &sink)
        #expect(values(&panel) == [1, 2, 0.25])
        #expect(sink.lines == ["0 active", "1 active", "2 active"])
        sink.lines = []
        // The slider stands first now; the segments have become two.
        panel.reconfigure(
            try setup(.horizontalSlider, .segmented(2), .switch), at: Instant(microseconds: 3_000_000), into: &sink,
            keepingControls: { 4 - $0 },
            outputs: { _ in outputs() })
        #expect(values(&panel) == [0.25, 1, 1])
        #expect(levels(&panel) == [false, false, true] && sink.lines.isEmpty)
        // One that is told to begin anew does.
        panel.reconfigure(
            try setup(.horizontalSlider, .segmented(2), .switch), at: Instant(microseconds: 4_000_000), into: &sink,
            keepingControls: { $0 == 3 ? 3 : nil },
            outputs: { _ in outputs() })
        #expect(values(&panel) == [0, -1, 1])
    }

    @Test func linesFollowAValueThatIsSet() throws {
        var sink = Levels()
        var panel = panel(try setup(.switch, .segmented(3), .button))
        for (value, zone) in [(1, 1), (2, 2), (1, 3), (7, 4), (.nan, 1)] as [(Float, Int)] {
            panel.setControlValue(value, of: zone, at: Instant(microseconds: 5), into: &sink)
        }
        #expect(values(&panel) == [0, 2, 0])
        #expect(sink.lines == ["0 active", "1 active", "2 active", "0 idle"])
        // The next tap turns it from where it was set to.
        sink.lines = []
        panel.setControlValue(1, of: 1, at: Instant(microseconds: 6), into: &sink)
        tap(&panel, 100, at: 1_000, &sink)
        #expect(values(&panel) == [0, 2, 0] && sink.lines == ["0 active", "0 idle"])
    }

    @Test func heldStepperIsLetGoOfByAReloadAndKeepsItsValue() throws {
        var sink = Levels()
        let stepper = Control.stepper(.init())
        var panel = panel(try setup(stepper, nil, nil))
        panel.report(Contacts([Contact(id: 0, x: 150, y: 50)]), at: .zero, into: &sink)
        panel.advance(to: Instant(microseconds: 710_000), into: &sink)
        #expect(panel.controlValue(of: 1) == 2)
        panel.reconfigure(
            try setup(stepper, nil, nil), at: Instant(microseconds: 800_000), into: &sink, keepingControls: { $0 },
            outputs: { _ in outputs() })
        panel.advance(to: Instant(microseconds: 9_000_000), into: &sink)
        #expect(panel.controlValue(of: 1) == 2 && panel.deadline == .never)
        #expect(sink.lines == ["0 active", "0 idle"])
    }

    @Test func stepsAreTellableByPulsesOneWayAndByNumbers() throws {
        var bank = OutputBank<Levels, 4>()
        for trigger in [LineTrigger.increase, .decrease, .recognition] {
            _ = bank.append(
                LineOutput(
                    gestures: RecognizerSet(), controls: ZoneSet(1), pattern: .pulse(.milliseconds(20)),
                    trigger: trigger))
        }
        _ = bank.append(LineOutput(gestures: RecognizerSet(), controls: ZoneSet(1), pattern: .bit(1)))
        var panel = Panel(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)),
            setup: try setup(.stepper(.init(minimum: 10, maximum: 40, step: 10)), nil, nil), outputs: bank)
        var sink = Levels()
        panel.report(Contacts([Contact(id: 0, x: 150, y: 50)]), at: .zero, into: &sink)
        panel.advance(to: Instant(microseconds: 719_999), into: &sink)
        // Two steps up; the number is 2 then.
        #expect(
            sink.lines == [
                "0 active", "2 active", "0 idle", "2 idle", "0 active", "2 active", "3 active",
            ])
        panel.report(Contacts(), at: Instant(microseconds: 800_000), into: &sink)
        sink.lines = []
        tap(&panel, 50, at: 1_000, &sink)
        panel.advance(to: Instant(microseconds: 2_000_000), into: &sink)
        #expect(sink.lines == ["3 idle", "1 active", "2 active", "1 idle", "2 idle"])
    }
}
