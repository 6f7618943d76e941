public import TaplineCore

/// A GPIO line that follows gestures: an entry of `outputs`.
///
/// ```yaml
/// - {on: select, line: GPIO23, pulse: 100ms}                   # active for so long, from each event on
/// - {on: [zoom, turn], line: GPIO24, hold: true}               # active from began to ended or cancelled
/// - {on: open, line: GPIO16, toggle: true}                    # each event flips it
/// - {on: ok, line: GPIO6, pulse: 100ms}                       # a click of the button that the zone `ok` is
/// - {on: ok, responder: left, line: GPIO7, pulse: 100ms}       # the same, where the zone `left` answers it
/// - {on: touches, zone: left, line: GPIO5, hold: true}         # while the zone hears of a touch
/// - {while: playing, line: GPIO22}                            # while something plays: held
/// - {while: untouched, after: 30s, line: GPIO27}              # while nobody touches the panel, from then on
/// - {while: untouched, after: 30s, backlight: first, level: 20%, fade: 500ms, swallow: false}
/// - {on: press, line: GPIO17, pulse: 100ms, state: tentative} # of a tentative tap: also confirmed, revoked
/// - {on: [left, right], code: [GPIO16, GPIO20], strobe: GPIO21, pulse: 20ms}   # left is 1, right is 2
/// - {on: mode, code: [GPIO16, GPIO20]}                      # of segments or pages: the first is 1, none is 0
/// - {on: volume, line: GPIO6, pulse: 20ms, state: increase}   # a stepper's steps up; also decrease, next, previous
/// - {on: turn, quadrature: [GPIO5, GPIO6], step: 6deg}
/// - {on: select, line: GPIO25, pulse: 1s, active_low: true, drive: open_drain, bias: pull_up}
/// ```
public struct LineOutputDescription: Equatable, Sendable {
    /// What the line follows.
    public enum Source: Equatable, Sendable {
        /// Gestures, as indices into the configuration's gestures, ascending, none twice; none where it follows controls only.
        case gestures([Int])
        /// Fingers on the panel.
        case touches
        /// The touches of the zone at this index.
        case zone(Int)
        /// The fingers that are in the zone at this index, wherever they landed.
        case inside(Int)
    }

    /// What the line does.
    public enum Action: Equatable, Sendable {
        /// Active for so long, 100 µs…3600 s, from each event on.
        case pulse(Microseconds)
        /// Active from `began` to `ended` or `cancelled`.
        case hold
        /// Each event flips it.
        case toggle
        /// Active from each event on, idle from one of these gestures or controls on, by index, or after so long.
        case latch(off: [Int], controls: [Int], for: Microseconds = .unlimited)
        /// It shows a number together with the lines before it, each for so long; it is the last of so many, and has the
        /// bit of the gestures in its source, or is their strobe. The others of the number are ``part``.
        case code(of: [Int], pulse: Microseconds, lines: Int)
        /// It turns together with the line before it, which is a ``part``, a step for so many radians of its gestures, at
        /// most one in so long.
        case quadrature(step: Float, interval: Microseconds)
        /// It moves together with the lines after it.
        case part
        /// It shows this bit of a control's number, 0…15, for as long as it stands.
        case bit(Int)
    }

    /// What the line follows.
    public var source: Source
    /// The controls that it follows, too, as indices into the configuration's zones, ascending, none twice.
    public var controls: [Int] = []
    /// The zone that has to answer its controls, so that they drive it, by index; nil: whoever answers.
    public var responder: Int?
    /// The line's name as the kernel gives it, 1…31 bytes; of a key its name, such as `KEY_ENTER`.
    public var line: String
    /// The code of the key that it is instead of a line (`{on: open, uinput: KEY_ENTER}`): active is down; nil: a line.
    public var key: UInt16?
    /// The backlight that it is instead of a line; nil: none.
    public var backlight: BacklightDescription?
    /// Whether it is a GPIO line.
    public var isLine: Bool { key == nil && backlight == nil }
    /// What formats write of it before it has done anything.
    public var idleLevel: OutputLevel {
        backlight == nil ? .idle : .brightness(BacklightOutput.bright, isFading: false)
    }
    /// What it does.
    public var action: Action
    /// Which moment of its gestures makes it pulse or toggle.
    public var trigger: LineTrigger
    /// Whether active is 0 V. `idle: high` says the same.
    public var activeLow: Bool
    /// How it is driven; push-pull by default.
    public var drive: OutputDrive
    /// The resistor; left as it is by default.
    public var bias: LineBias

    /// Outputs of several lines: the key that makes an output one, and what reads it.
    static var groups: [(key: String, read: ReadGroup)] {
        [
            ("code", { $0.codeOutput(used: &$1) }),
            ("quadrature", { $0.quadratureOutput(used: &$1) }),
        ]
    }
    /// The keys of an output that name lines.
    package static var lineKeys: [String] { ["line", "strobe"] + groups.map { $0.key } }
    /// Reads the lines of an output, where others are used; none where something is wrong.
    typealias ReadGroup = (inout ParameterReader, inout ParameterReader.UsedLines) -> [LineOutputDescription]

    /// Adds it to `bank`.
    func append<Sink: OutputSink, let lines: Int>(to bank: inout OutputBank<Sink, lines>) {
        let pattern: LinePattern =
            switch action {
            case .pulse(let length): .pulse(length)
            case .hold: .hold
            case .toggle: .toggle
            case .latch(let off, let controls, let longest):
                .latch(off: RecognizerSet(off), offControls: ZoneSet(controls: controls), for: longest)
            case .code, .quadrature, .part: .part
            case .bit(let bit): .bit(bit)
            }
        switch source {
        case .touches: _ = bank.append(LineOutput(touchesWith: pattern))
        case .zone(let zone): _ = bank.append(LineOutput(touchesOf: zone + 1, pattern: pattern))
        case .inside(let zone): _ = bank.append(LineOutput(fingersIn: zone + 1, pattern: pattern))
        case .gestures(let indices):
            let driving = RecognizerSet(indices)
            let line = LineOutput(
                gestures: driving, controls: ZoneSet(controls: controls), pattern: pattern, trigger: trigger)
            _ = bank.append(responder.map { line.answering(as: $0 + 1) } ?? line)
            if case .code(let all, let pulse, let lines) = action {
                _ = bank.appendCode(of: RecognizerSet(all), pulse: pulse, lines: lines)
            }
            if case .quadrature(let step, let interval) = action {
                _ = bank.appendQuadrature(of: driving, step: step, interval: interval)
            }
        }
    }
}

extension Configuration {
    /// The outputs that are GPIO lines.
    public var lineOutputs: [LineOutputDescription] { outputs.filter { $0.isLine } }
}

// How outputs of several lines are read: codes and encoders.
extension ParameterReader {
    /// The names of lines that are taken already, and by what.
    typealias UsedLines = [(line: String, by: String)]

    /// The lines of `{on: [a, b], code: [LINE, …], strobe: LINE, pulse: 20ms}`, that of the lowest bit first, the strobe
    /// last; none where something is wrong. The first gesture's number is 1.
    mutating func codeOutput(used: inout UsedLines) -> [LineOutputDescription] {
        if let control = controlOfCode() { return codeOutput(of: control, used: &used) }
        let order = listedGestures()
        guard let code = entry("code") else { return [] }
        let nodes = elements(code.value, "code")
        let lines = nodes.compactMap { unusedLine($0, used: &used) }
        let strobe = node("strobe").flatMap { unusedLine($0, used: &used) }
        let pulse = required("pulse", example: "pulse: 20ms").flatMap { self.pulse($0) }
        let configuration = lineConfiguration()
        guard let order, let pulse, !lines.isEmpty, lines.count == nodes.count else { return [] }
        var bits = 1
        while order.count >= 1 << bits { bits += 1 }
        guard lines.count >= bits else {
            refuse(
                at: code.keyMark,
                "\(order.count) gestures are more numbers than \(lines.count) lines show, as 0 is none",
                suggestion: "name \(bits) lines")
            return []
        }
        let all = order.sorted()
        let count = lines.count + (strobe == nil ? 0 : 1)
        var outputs: [LineOutputDescription] = []
        for (bit, line) in lines.enumerated() {
            let having = order.indices.filter { bit < 8 && ($0 + 1) >> bit & 1 == 1 }.map { order[$0] }.sorted()
            outputs.append(configuration.line(line, of: .gestures(having), .part))
        }
        if let strobe { outputs.append(configuration.line(strobe, of: .gestures(all), .part)) }
        outputs[outputs.count - 1].action = .code(of: all, pulse: pulse, lines: count)
        return outputs
    }

    /// The only control that `on` names, by index of its zone; nil where it names anything else.
    private mutating func controlOfCode() -> Int? {
        guard let on = node("on") else { return nil }
        var name = on.text
        if case .sequence(let elements) = on.content, elements.count == 1 { name = elements[0].text }
        return known.zones.controls.first { known.zones.names[$0] == name }
    }

    /// The lines of `{on: mode, code: [LINE, …]}`, which show the number of a control for as long as it stands.
    private mutating func codeOutput(of control: Int, used: inout UsedLines) -> [LineOutputDescription] {
        guard let code = entry("code") else { return [] }
        let nodes = elements(code.value, "code")
        let lines = nodes.compactMap { unusedLine($0, used: &used) }
        for key in ["pulse", "strobe"] {
            guard let given = entry(key) else { continue }
            refuse(
                at: given.keyMark, "the number of a control stands until another one does: it has no \(key)",
                suggestion:
                    "leave it out, or write a second output: {on: \(known.zones.names[control]), line: LINE, pulse: 20ms}"
            )
        }
        let configuration = lineConfiguration()
        let numbers: Int
        switch known.zones.descriptions[control].control {
        case .segmented(let count), .pageControl(let count): numbers = Int(count)
        case .stepper(let stepper): numbers = Int(((stepper.maximum - stepper.minimum) / stepper.step).rounded())
        case .slider(let slider) where slider.step > 0:
            numbers = Int(((slider.maximum - slider.minimum) / slider.step).rounded())
        default:
            refuse(
                "on", "control \(quoted(known.zones.names[control])) has no number",
                suggestion: "name a segmented, a pageControl, a stepper or a slider with a step; of a switch write "
                    + "line: LINE, hold: true")
            return []
        }
        guard !lines.isEmpty, lines.count == nodes.count else { return [] }
        guard lines.count <= 16, numbers < 1 << lines.count else {
            refuse(
                at: code.keyMark, "\(lines.count) lines do not show the numbers 0 to \(numbers)",
                suggestion: "name \(Int.bitWidth - numbers.leadingZeroBitCount) lines")
            return []
        }
        return lines.enumerated().map { bit, line in
            configuration.line(line, of: .gestures([]), controls: [control], .bit(bit))
        }
    }

    /// The two lines of `{on: turn, quadrature: [A, B], step: 6deg}`; none where something is wrong.
    mutating func quadratureOutput(used: inout UsedLines) -> [LineOutputDescription] {
        let order = listedGestures()
        guard let entry = entry("quadrature") else { return [] }
        let nodes = list(entry.value, "quadrature", count: 2, example: "two lines: [GPIO5, GPIO6]") ?? []
        let lines = nodes.compactMap { unusedLine($0, used: &used) }
        _ = required("step", example: "step: 6deg")
        let step = angle("step", inDegrees: 0.1...360)
        let interval = time("interval", in: Microseconds(100)...Microseconds.milliseconds(1_000)) ?? .milliseconds(1)
        let configuration = lineConfiguration()
        for index in order ?? [] where known.gestures[index].kind != nil {
            guard known.gestures[index].kind != "rotation", known.gestures[index].kind != "transform" else { continue }
            refuse(
                "on", "gesture \(quoted(known.gestures[index].name)) does not turn",
                suggestion: "name a rotation or a transform")
            return []
        }
        for index in order ?? [] where known.gestures[index].isIncremental {
            refuse(
                "on",
                "gesture \(quoted(known.gestures[index].name)) tells only how far it has turned since the event before",
                suggestion: "an encoder wants the whole turn: leave incremental: true out of the gesture")
            return []
        }
        guard let order, let step, lines.count == 2 else { return [] }
        return [
            configuration.line(lines[0], of: .gestures(order.sorted()), .part),
            configuration.line(lines[1], of: .gestures(order.sorted()), .quadrature(step: step, interval: interval)),
        ]
    }

    /// The gestures that `on` names, in its order; nil where something is wrong.
    private mutating func listedGestures() -> [Int]? {
        guard let on = required("on", example: "on: [NAME, NAME] of gestures") else { return nil }
        let names = known.gestures.map { $0.name }
        var order: [Int] = []
        for element in elements(on, "on", among: names) {
            guard let index = index(of: element, "gesture", among: names) else { return nil }
            guard !order.contains(index) else {
                return refused(
                    at: element.mark, "gesture \(quoted(names[index])) is named a second time",
                    suggestion: "name each once")
            }
            order.append(index)
        }
        return order.isEmpty ? nil : order
    }

    /// How lines are driven: `active_low`, `idle`, `drive`, `bias`.
    mutating func lineConfiguration() -> LineConfiguration {
        let activeLow = activeLow()
        let drive: OutputDrive? = choice(
            "drive", [("push_pull", .pushPull), ("open_drain", .openDrain), ("open_source", .openSource)])
        return LineConfiguration(activeLow: activeLow, drive: drive ?? .pushPull, bias: bias() ?? .asIs)
    }

    /// `bias`: the resistor at a line.
    mutating func bias() -> LineBias? {
        choice("bias", [("as_is", .asIs), ("disabled", .disabled), ("pull_up", .pullUp), ("pull_down", .pullDown)])
    }
}

/// How lines are driven.
struct LineConfiguration {
    var activeLow = false
    var drive = OutputDrive.pushPull
    var bias = LineBias.asIs

    /// A line that is driven so.
    func line(
        _ name: String, of source: LineOutputDescription.Source, controls: [Int] = [],
        _ action: LineOutputDescription.Action, _ trigger: LineTrigger = .recognition
    ) -> LineOutputDescription {
        LineOutputDescription(
            source: source, controls: controls, line: name, action: action, trigger: trigger, activeLow: activeLow,
            drive: drive, bias: bias)
    }
}
