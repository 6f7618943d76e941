import TaplineConfiguration
import TaplineCore

/// Files in which every key stands in every form that it may have, and with as little beside it as it may: a key that is never
/// left out is required. Which keys there are, and what values they take, their readers say.
enum SchemaExamples {
    static func texts(of kind: TaplineFileKind) -> [String] {
        switch kind {
        case .board: boards
        case .configuration:
            ["", empty].map { "tapline: config/1\n" + $0 }
                + ([zones] + kinds + [forms, relations, lines, rests, groups, devices, actions, remotes, motion]).map {
                    "tapline: config/1\nboard: simulated\n" + $0
                }
        case .stroke: strokes
        }
    }

    static let stroke = "{\"tapline\":\"stroke/1\",\"name\":\"z\",\"points\":[[0,0],[80,0],[0,80],[80,80]]}"
    private static var strokes: [String] {
        [
            stroke,
            """
            tapline: stroke/1
            name: z
            strokes: [{points: [[0, 0], [8, 0]]}, {name: y, points: [[0, 0], [8, 0], [9.5, 8]]}]
            """,
            "{tapline: stroke/1, strokes: [{name: y, points: [[0, 0], [8, 0]]}]}",
        ]
    }

    private static let empty = """
        options:
        zones:
        gestures:
        relations:
        motion:
        remote:
        remotes:
        outputs:
        """

    private static let zones = """
        options: {youth: 300ms, firstResponder: b, orientation: fixed, wakeOn: 0.1g, grace: 300ms, requires: [accelerometer, gyroscope]}
        zones:
          - {name: a, rect: [0%, 0%, 50%, 100%]}
          - {name: b, circle: [25%, 50%, 10mm], parent: a, enabled: true, hidden: false, responder: true,
             multipleTouch: true, exclusiveTouch: true}
          - {name: c, ring: [50%, 50%, 10mm, 20mm]}
          - {name: d, polygon: [[0%, 0%], [20%, 0%], [0%, 30%]], control: button}
          - {name: e, rect: [0%, 0%, 50%, 100%], control: switch}
          - {name: f, rect: [0%, 0%, 50%, 100%], control: slider, axis: vertical}
          - {name: g, rect: [0%, 0%, 50%, 100%], control: stepper}
          - {name: h, rect: [0%, 0%, 50%, 100%], control: {slider: horizontal}}
          - {name: i, rect: [0%, 0%, 50%, 100%], control: {slider: {axis: vertical}}}
          - {name: j, rect: [0%, 0%, 50%, 100%],
             control: {slider: {axis: vertical, minimum: 0, maximum: 100, step: 5, value: 20}}}
          - {name: k, rect: [0%, 0%, 50%, 100%], control: {stepper: {}}}
          - {name: l, rect: [0%, 0%, 50%, 100%],
             control: {stepper: {minimum: 0, maximum: 10, step: 1, value: 5, wraps: true, repeats: false}}}
          - {name: m, rect: [0%, 0%, 50%, 100%], control: {segmented: 3}}
          - {name: n, rect: [0%, 0%, 50%, 100%], control: {segmented: {segments: 255, value: 0}}}
          - {name: o, rect: [0%, 0%, 50%, 100%], control: {segmented: {segments: 3}}}
          - {name: p, rect: [0%, 0%, 50%, 100%], control: {pageControl: 5}}
          - {name: q, rect: [0%, 0%, 50%, 100%], control: {pageControl: {pages: 255, value: 0}}}
          - {name: r, rect: [0%, 0%, 50%, 100%], control: {pageControl: {pages: 3}}}
        """

    /// A file for each kind of gesture: with nothing but its name, with what every gesture may have, and with each of its parameters. How
    /// those without a range are written is in ``forms``.
    private static var kinds: [String] {
        StandardRecognizer.kindNames().map { kind in
            let lines = (["", ", " + common] + StandardRecognizer.parameters(of: kind).flatMap(values)).enumerated()
            return "zones: [{name: a, rect: [0%, 0%, 50%, 100%]}]\ngestures:\n"
                + lines.map { "  - {name: g\($0), kind: \(kind)\($1)}\n" }.joined()
        }
    }

    /// `parameter` as it is where it is left out; as a value where that is a word; as a list where it may be one.
    private static func values(_ parameter: ParameterDescription) -> [String] {
        if case .form = parameter.values { return [] }
        var values = [parameter.standard]
        if parameter.standard == parameter.word {
            values.append(parameter.values.range.split(separator: " ").first.map(String.init) ?? "")
        }
        if case .words(let words) = parameter.values { values.append("[\(words[0])]") }
        let keys = parameter.name.split(separator: ".").map(String.init)
        return values.map { value in
            ", " + keys.dropLast().reversed().reduce("\(keys[keys.count - 1]): \(value)") { "\($1): {\($0)}" }
        }
    }

    private static let common = "zone: a, enabled: true, cancelsTouches: true, delaysBegan: false, delaysEnded: true"

    private static let forms = """
        zones: [{name: a, rect: [0%, 0%, 50%, 100%]}]
        gestures:
          - {name: a, kind: tap, counting: touch}
          - {name: b, kind: tap, \(common), counting: touch, taps: 2, wait: 100ms, extraTouches: ignore}
          - {name: c, kind: stroke, template: checkmark}
          - {name: d, kind: stroke, templates: [checkmark, z.json]}
          - {name: e, kind: stroke, rule: corner}
          - {name: f, kind: stroke, \(common), rule: {corner: {}}, fires: onMove, repeating: true, extraTouches: fail}
          - {name: g, kind: stroke, rule: {corner: {exceeds: 20pt}}}
          - {name: h, kind: swipe, deviation: 5pt, othersDeviation: 20deg}
          - {name: i, kind: swipe, exceeds: 40pt, deviation: [5pt, 20deg], othersDeviation: [5pt, 20deg]}
          - {name: j, kind: swipe, deviation: none, othersDeviation: none}
          - {name: k, kind: swipe, deviation: 20deg, othersDeviation: 5pt}
          - {name: l, kind: pinch, discrete: none}
          - {name: m, kind: pinch, discrete: {exceeds: 100pt}, repeating: true}
          - {name: n, kind: pinch, discrete: {delta: 100pt}}
          - {name: o, kind: pinch, discrete: {delta: 100pt, exceeds: none}}
          - {name: p, kind: transform, slop: {}}
        """

    private static let relations = """
        options: {}
        gestures: [{name: a, kind: tap}, {name: b, kind: tap, taps: 2}, {name: c, kind: pan}]
        relations:
          - {gesture: a, requireToFail: [b, {kind: pan}]}
          - {kind: pinch, requireToFail: {kind: tap}}
          - {gesture: [a, b], simultaneousWith: [c, {kind: [pan, pinch]}]}
          - {gesture: c, simultaneousWith: {kind: tap}}
          - {gesture: a, cannotPrevent: [b, {kind: pan}]}
          - {gesture: a, cannotPrevent: {kind: pan}}
          - {gesture: a, cannotBePreventedBy: [b, {kind: pan}]}
          - {gesture: a, cannotBePreventedBy: {kind: pan}}
        """

    private static let lines = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        remote: [{name: next, command: nextTrack}]
        outputs:
          - {on: a, line: GPIO1, pulse: 100ms, state: tentative, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {on: [b], line: GPIO2, hold: true}
          - {on: ok, line: GPIO3, toggle: true, responder: z}
          - {on: touches, zone: z, line: GPIO4, hold: true}
          - {while: playing, line: GPIO5}
          - {while: playing, line: GPIO6, active_low: true, idle: high, drive: open_drain, bias: pull_up}
          - {while: untouched, after: 30s, swallow: true, line: GPIO7, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {while: untouched, after: 30s}
          - {while: untouched, after: 60s, line: GPIO8}
        """

    private static let rests = """
        remote: [{name: next, command: nextTrack}]
        options: {wakeOn: [motion, remote, next], requires: accelerometer}
        outputs:
          - {while: untouched, after: 30s, swallow: false, backlight: first, level: 20%, fade: 500ms, awake: 80%}
          - {while: untouched, after: 60s, backlight: a, level: 0%}
          - {while: untouched, after: 60s, poll: 200ms, sleep: true}
          - {while: untouched, after: 60s, uinput: KEY_A, swallow: true}
          - {while: untouched, after: 90s, uinput: KEY_B}
        """

    private static let groups = """
        zones: [{name: mode, rect: [0%, 0%, 50%, 100%], control: {segmented: 3}}]
        gestures: [{name: a, kind: tap}, {name: turn, kind: rotation}]
        outputs:
          - {on: a, code: [GPIO1, GPIO2], strobe: GPIO3, pulse: 20ms, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
          - {on: mode, code: [GPIO4, GPIO5]}
          - {on: turn, quadrature: [GPIO6, GPIO7], step: 6deg}
          - {on: turn, quadrature: [GPIO8, GPIO9], step: 6deg, interval: 1ms, active_low: true, idle: high, drive: open_drain,
             bias: pull_up}
        """

    private static let devices = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        outputs:
          - {serial: /dev/ttyGS0}
          - {serial: /dev/ttyGS1, format: text, baud: 9600, commands: true, on: touches, zone: z}
          - {serial: /dev/ttyGS2, on: [a]}
          - {socket: /run/tapline/a}
          - {socket: /run/tapline/b, format: text, on: touches, zone: z}
          - {socket: /run/tapline/c, on: [a]}
          - {uinput: touchscreen, unclaimed: true, on: touches, zone: z}
          - {on: a, uinput: KEY_A, state: tentative}
          - {on: ok, uinput: KEY_B, responder: z}
          - {on: touches, zone: z, uinput: KEY_C}
          - {on: a, uinput: KEY_D, pulse: 100ms, state: tentative}
          - {on: [b], uinput: KEY_E, hold: true}
          - {on: ok, uinput: KEY_F, toggle: true, responder: z}
          - {on: touches, zone: z, uinput: KEY_G, hold: true}
          - {while: playing, uinput: KEY_H}
          - {on: a, run: [mpc, "{gesture}"]}
          - {on: [a, ok], run: mpc, state: ended}
        """

    private static let actions = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}, {name: c, kind: tap, taps: 2}]
        remote: [{name: next, command: nextTrack}, {name: by, command: skip}, {name: on, command: seekForward},
          {name: to, command: changePosition}, {name: like, command: rating}, {name: loud, command: changeVolume}]
        outputs:
          - {on: a, disable: [b, zone ok], state: confirmed}
          - {on: [c], enable: [b, zone ok]}
          - {on: c, become: z}
          - {on: c, resign: true}
          - {on: c, remote: nextTrack}
          - {on: b, remote: seekForward}
          - {on: c, remote: skip, value: 10}
          - {on: a, remote: skip, value: 10, state: confirmed, disable: b, enable: c, become: z, resign: true}
          - {on: c, remote: changePosition, value: 1}
          - {on: c, remote: rating, value: 1}
          - {on: c, remote: changeVolume, value: 1}
          - {on: c, uinput: key, code: KEY_J}
        """

    private static let remotes = """
        zones:
          - {name: z, rect: [0%, 0%, 50%, 100%], responder: true}
          - {name: ok, rect: [0%, 0%, 50%, 100%], control: button}
        gestures: [{name: a, kind: tap, tentative: true}, {name: b, kind: pan}]
        remote: [{name: next, command: nextTrack}]
        remotes:
          - {device: any}
          - {device: Headset, headset: true, grab: true, gap: 300ms, hold: 500ms}
          - {button: GPIO17}
          - {button: GPIO18, debounce: 10ms, gap: 300ms, hold: 500ms, active_low: true, bias: pull_up}
          - {button: GPIO12, command: play}
          - {button: GPIO19, command: changeVolume, step: 1, repeat: 200ms, debounce: 10ms, active_low: true, bias: pull_up}
          - {encoder: [GPIO5, GPIO6]}
          - {encoder: [GPIO7, GPIO8], command: changeVolume, step: 1, detents: 1, acceleration: 1, quick: 60ms,
             active_low: true, bias: pull_up}
          - {encoder: [GPIO9, GPIO10], command: skip, step: 1}
        outputs:
          - {on: a, uinput: key, code: KEY_A, state: tentative}
          - {on: ok, uinput: key, code: KEY_B, responder: z}
          - {on: touches, zone: z, uinput: key, code: KEY_C}
          - {on: a, uinput: key, code: KEY_H, state: tentative, pulse: 100ms}
          - {on: [b], uinput: key, code: KEY_D, hold: true}
          - {on: ok, uinput: key, code: KEY_E, toggle: true, responder: z}
          - {on: touches, zone: z, uinput: key, code: KEY_F, hold: true}
          - {while: playing, uinput: key, code: KEY_G}
          - {uinput: touchscreen}
        """

    private static let motion = """
        motion:
          - {name: a, kind: shake}
          - {name: b, kind: shake, like: standard, threshold: 2g, window: 500ms, count: 3, rest: 1s, quiet: 500ms,
             maxDuration: 10s}
          - {name: c, kind: orientation, is: all}
          - {name: d, kind: orientation, is: [portrait, faceUp]}
        options: {requires: all}
        """
}
