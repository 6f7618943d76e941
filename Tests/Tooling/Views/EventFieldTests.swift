import TaplineConfiguration
import TaplineFormats
import TestSupport

@testable import TaplineViews

/// Every field of every kind of event, through the writers of all formats and the monitor's readers, and in FORMATS.md: a
/// forgotten one fails here.
struct EventFieldTests {
    private static let samples: [(kind: StaticString, values: GestureValues)] = [
        ("tap", .tap(taps: 2)), ("longPress", .longPress(taps: 3)), ("pan", .pan(translation: way, velocity: speed)),
        ("edgePan", .edgePan(edge: .bottom, translation: way, velocity: speed)),
        ("swipe", .swipe(direction: .up, velocity: speed)), ("pinch", .discretePinch(isOutward: true)),
        ("pinch", .pinch(scale: 1.5, velocity: -0.5)), ("rotation", .rotation(radians: 0.25, velocity: 0.125)),
        (
            "transform",
            .transform(
                translation: way, velocity: speed, scale: 2.5, radians: -1.5, scaleVelocity: 0.5, rotationVelocity: 1.25
            )
        ),
        ("stroke", .stroke(name: Name("z"), score: 0.75)),
        ("orientation", .orientation(.landscapeLeft)),
    ]
    private static let way = Vector(x: 1, y: -2)
    private static let speed = Vector(x: 3, y: 4)
    private static let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))

    private static func fields(_ values: GestureValues) -> [(field: EventField, text: String)] {
        var fields: [(field: EventField, text: String)] = []
        values.forEachField(in: geometry) { field, value in
            switch value {
            case .count(let number): fields.append((field, "\(number)"))
            case .whole(let number): fields.append((field, "\(number)"))
            case .number(let number): fields.append((field, fixed(Double(number), places: 4)))
            case .numbers: Issue.record("no kind has numbers in a row")
            case .word(let word): fields.append((field, word.description))
            case .name(let name):
                fields.append((field, name.text))
            case .reason: Issue.record("no kind has a reason among its values")
            case .own: Issue.record("no kind of the library has values of its own")
            }
        }
        return fields
    }

    /// What a reader makes of a port's line.
    private func read(_ kind: PortFormat.Kind, _ write: (inout PortFormat, inout ByteLine) -> Bool) throws -> ViewEvent
    {
        var names = EventNames()
        names.gestures[0] = Name("lamp")
        names.zones[1] = Name("left")
        var format = PortFormat(kind: kind, touches: .all, geometry: Self.geometry, names: names)
        var line = ByteLine()
        #expect(write(&format, &line))
        line.removeLineEnd()
        var decoder = MessageDecoder()
        let message = decoder.decode(line.bytes)
        guard case .event(let event) = message else {
            Issue.record("\(kind): \(message)")
            return ViewEvent()
        }
        #expect(event.x == 101 && event.y == 200 && event.time == 480_000)
        return event
    }

    @Test func everyKindHasASample() {
        var examples: [String] = []
        GestureValues.forEachKind { kind, _, values in
            examples.append("\(kind): \(Self.fields(values).map { $0.field.key })")
        }
        #expect(examples == Self.samples.map { "\($0.kind): \(Self.fields($0.values).map { $0.field.key })" })
        let kinds = Self.samples.reduce(into: [String]()) {
            if $0.last != $1.kind.description { $0.append($1.kind.description) }
        }
        #expect(kinds.sorted() == (StandardRecognizer.kindNames() + ["orientation"]).sorted())
    }

    @Test(arguments: samples.indices) func everyFieldOfAGestureIsReadInEveryFormat(_ index: Int) throws {
        let (kind, values) = Self.samples[index]
        let expected = Self.fields(values).map { ViewEvent.Value(key: $0.field.key, text: $0.text) }
        func read(_ format: PortFormat.Kind, _ state: GestureState, _ reason: FailureReason?) throws -> ViewEvent {
            let event = try self.read(format) { port, line in
                port.write(
                    GestureEvent(
                        time: Instant(microseconds: 480_000), gesture: 0, zone: 1, kind: kind, isContinuous: false,
                        state: state, touches: 2, location: Point(x: 101, y: 200), values: values, reason: reason),
                    into: &line)
            }
            #expect(event.subject == .gesture && event.name == "lamp" && event.state == state.name.description)
            return event
        }
        for format in [PortFormat.Kind.jsonl, .line] {
            // (A discrete pinch is never cancelled: in a sentence its reason would make it a continuous one.)
            let isCancelled = if case .discretePinch = values { false } else { true }
            let event = try read(format, isCancelled ? .cancelled : .ended, isCancelled ? .touchCancelled : nil)
            #expect(event.values == expected && event.kind == kind.description)
            #expect(event.why == (isCancelled ? "touchCancelled" : nil))
            #expect(event.sequence == 1)
            if format == .jsonl { #expect(event.zone == "left" && event.touches == 2) }
        }
        // What the monitor says of it is what the text says.
        let said = try read(.jsonl, .ended, nil).summary
        #expect(try read(.text, .ended, nil).summary == said && said.hasPrefix(", 2 fingers, "))
    }

    @Test func valuesOfAKindOfOnesOwnAreNamedInEveryFormat() throws {
        let values = OwnValues("strokes count, width pt, slant rad, shape round|square", 3, 41.5, -0.25, 1)
        func event(_ state: GestureState, _ reason: FailureReason?) -> GestureEvent {
            GestureEvent(
                time: Instant(microseconds: 480_000), gesture: 0, zone: 1, kind: "twoFingerZ", isContinuous: false,
                state: state, touches: 2, location: Point(x: 101, y: 200), values: .own(values), reason: reason)
        }
        for (format, width) in [(PortFormat.Kind.jsonl, "41.5"), (.line, "42")] {
            let read = try read(format) { $0.write(event(.cancelled, .byItself), into: &$1) }
            #expect(
                read.values.map { "\($0.key) \($0.text)" }
                    == ["strokes 3", "width \(width)", "slant -0.25", "shape square"])
            #expect(read.why == "byItself" && read.kind == "twoFingerZ")
        }
        let text = try read(.text) { $0.write(event(.ended, nil), into: &$1) }
        #expect(text.summary == ", 2 fingers, strokes 3, width 42 px, slant -0.25 rad, shape square")
    }

    @Test func valuesOfAKindOfOnesOwnAreSoundWhateverItSays() throws {
        let broken = OwnValues(" a , ,b count,shape x|y, more", .nan, 1, .infinity, 7)
        let event = GestureEvent(
            time: .zero, gesture: 0, zone: 0, kind: "odd", isContinuous: false, state: .ended, touches: 1,
            location: .zero, values: .own(broken))
        var format = PortFormat(kind: .jsonl, geometry: Self.geometry, names: EventNames())
        var line = ByteLine()
        let isWritten = format.write(event, into: &line)
        #expect(
            isWritten && String(decoding: line.bytes, as: UTF8.self).hasSuffix(#""a":0.0,"b":0,"shape":""}"# + "\n"))
        #expect(OwnValues("a", 1) == OwnValues("a", 1))
        #expect(OwnValues("a", 1) != OwnValues("b", 1))
        #expect(OwnValues("a", 1) != OwnValues("a", 2))
    }

    @Test func whoAnswersAControlIsReadInEveryFormat() throws {
        for (responder, name) in [(Responder.zone(1), "left"), (.zone(0), "panel"), (.application, "application")] {
            for format in [PortFormat.Kind.jsonl, .line, .text] {
                for (control, value) in [(Control.button, ""), (.verticalSlider, ", value 0.25")] {
                    let event = try read(format) { port, line in
                        port.write(
                            ControlEvent(
                                time: Instant(microseconds: 480_000), zone: 1, control: control, action: .press,
                                location: Point(x: 101, y: 200), value: 0.25, responder: responder), into: &line)
                    }
                    #expect(event.summary == "\(value), answered by \(name)")
                }
            }
        }
    }

    @Test func everyFieldOfAControlIsReadInEveryFormat() throws {
        for format in [PortFormat.Kind.jsonl, .line, .text] {
            for control in [
                Control.button, .switch, .verticalSlider, .stepper(.init()), .segmented(3), .pageControl(3),
            ] {
                let event = try read(format) { port, line in
                    port.write(
                        ControlEvent(
                            time: Instant(microseconds: 480_000), zone: 1, control: control, action: .release,
                            location: Point(x: 101, y: 200), value: 0.25), into: &line)
                }
                #expect(event.name == "left" && event.state == "release")
                #expect(event.summary == (control == .button || control == .switch ? "" : ", value 0.25"))
                if format != .text { #expect(event.subject == .control && event.kind == control.name.description) }
            }
        }
    }

    @Test func everyFieldOfATouchIsReadInEveryFormat() throws {
        let touch = TouchEvent(
            time: Instant(microseconds: 480_000), identity: 7, phase: .moved, location: Point(x: 101, y: 200),
            previous: Point(x: 100, y: 198), origin: Point(x: 1, y: 100), tapCount: 3, touches: 2, touchesInPhase: 4,
            zone: 1)
        for format in [PortFormat.Kind.jsonl, .line, .text] {
            let event = try read(format) { $0.write(StreamedTouch(touch: touch, zone: nil), into: &$1) }
            #expect(event.subject == .touch && event.name == "7" && event.kind == "touch" && event.state == "moved")
            if format == .text {
                #expect(event.summary == ", touches 4, taps 3, in left")
            } else {
                #expect(event[.taps] == "3" && event.touches == 2 && event.zone == "left")
                // The sentence of small hosts stays as short as it is.
                let more = [EventField.px, .py, .zx, .zy, .set].map { event[$0] ?? "-" }
                #expect(more == (format == .line ? ["-", "-", "-", "-", "-"] : ["100", "198", "100", "100", "4"]))
                #expect(event.summary.contains("4 together") == (format == .jsonl) || format == .line)
            }
        }
    }

    // MARK: FORMATS.md

    /// The rows of the table that begins with `head`, each with its cells.
    private func rows(_ head: String) throws -> [[String]] {
        let lines = try Repository.text("FORMATS.md").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(head) })
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingPrefix(" ").description }
        }
    }

    /// What stands between backticks.
    private func keys(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }

    @Test func formatsNamesEveryFieldWithItsUnit() throws {
        let table = try rows("| key | when")
        for row in table {
            for key in keys(row[0]) { #expect(EventField(key: key) != nil, "no event has a \(key)") }
        }
        for (kind, values) in Self.samples {
            for (field, _) in Self.fields(values) {
                let units = table.compactMap { row -> String? in
                    guard let place = keys(row[0]).firstIndex(of: field.key),
                        row[1].split(whereSeparator: { !$0.isLetter }).contains(where: { $0 == kind.description })
                    else { return nil }
                    let units = row[2].split(separator: ", ").map { $0.filter { $0 != " " } }
                    return units.count > 1 ? units[place] : units.first ?? ""
                }
                #expect(units == [field.row.unit.description], "\(kind): \(field)")
            }
        }
    }

    @Test func formatsNamesEveryKeyOfMotionDataWithItsUnit() throws {
        let reading = MotionReading(at: .zero, acceleration: .zero, rotationRate: .zero)
        var fields: [String] = []
        var names = EventFields(geometry: Self.geometry, names: EventNames())
        MotionDataEvent(DeviceMotion(reading: reading, gravity: .zero)).forEachField(&names, numbered: 1) { field, _ in
            fields.append("\(field.key) \(field.row.unit)")
        }
        let told = try rows("| key of data").flatMap { row in
            keys(row[0]).map { "\($0) \(row[2].filter { $0 != " " })" }
        }
        #expect(fields == ["seq ", "t µs"] + told)
    }

    @Test func formatsHasTheValuesOfASentenceInTheirOrder() throws {
        let table = try rows("| kind | values")
        for (kind, values) in Self.samples {
            let expected = Self.fields(values).map { $0.field.key }
            let isDiscrete = if case .discretePinch = values { true } else { false }
            let fitting = table.filter {
                $0[0].split(separator: ", ").contains { $0.filter(\.isLetter) == kind.description }
                    && $0[0].contains("discrete") == isDiscrete
            }
            #expect(fitting.map { keys($0[1]) } == [expected], "\(kind)")
        }
    }
}
