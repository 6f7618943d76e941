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
    }

    /// What the line does.
    public enum Action: Equatable, Sendable {
        /// Active for so long, 100 µs…600 s, from each event on.
        case pulse(Microseconds)
        /// Active from `began` to `ended` or `cancelled`.
        case hold
        /// Each event flips it.
        case toggle
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

    /// How the line is driven.
    public enum Drive: Equatable, Sendable { case pushPull, openDrain, openSource }

    /// The resistor at the line.
    public enum Bias: Equatable, Sendable { case asIs, disabled, pullUp, pullDown }

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
    public var drive: Drive
    /// The resistor; left as it is by default.
    public var bias: Bias

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
            case .code, .quadrature, .part: .part
            case .bit(let bit): .bit(bit)
            }
        switch source {
        case .touches: _ = bank.append(LineOutput(touchesWith: pattern))
        case .zone(let zone): _ = bank.append(LineOutput(touchesOf: zone + 1, pattern: pattern))
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
