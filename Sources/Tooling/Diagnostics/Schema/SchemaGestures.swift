import TaplineConfiguration
import TaplineCore

/// Zones, gestures, their relations, options and motion in a configuration.
enum SchemaGestures {
    /// Files of them: ``SchemaExamples``.
    static var examples: [String] { [zones] + kinds + [forms, relations, motion] }

    /// Path, default, sentence: ``SchemaHelp``.
    static let help = """
        board | | A board of the collection, by name, or the path of a board file
        zones | | Parts of the panel; later ones lie in front
        zones.name | | The zone's name, unique
        zones.rect | | Left, top, width, height
        zones.circle | | Center x and y, radius
        zones.ring | | Center x and y, inner and outer radius
        zones.polygon | | Corners [x, y] on the panel, in their order around it
        zones.parent | | A zone above it in the file; what lies outside is not hit
        zones.enabled | true | false: neither the zone nor those in it are hit
        zones.hidden | false | true: neither the zone nor those in it are hit
        zones.multipleTouch | false | Whether the zone's own touch stream has more than one finger
        zones.exclusiveTouch | false | Whether the zone and others exclude each other's fingers
        zones.responder | false | Whether the zone may be the first responder
        zones.axis | | With control: slider, its axis
        zones.control | | What the zone is beyond a surface
        zones.control.slider | | A slider: its axis, or its figures
        zones.control.slider.axis | | Which way it goes
        zones.control.slider.minimum | 0 | The value at the left or at the bottom
        zones.control.slider.maximum | 1 | The value at the right or at the top
        zones.control.slider.step | | The distance of two values; without it every value in between
        zones.control.slider.value | | The value at the start
        zones.control.stepper | | A stepper: its left half goes down, its right half up
        zones.control.stepper.minimum | 0 | The lowest value
        zones.control.stepper.maximum | 100 | The highest value
        zones.control.stepper.step | 1 | How far one step goes
        zones.control.stepper.value | | The value at the start
        zones.control.stepper.wraps | false | Whether the lowest value follows the highest
        zones.control.stepper.repeats | true | Whether it steps on while it is held
        zones.control.segmented | | How many segments from left to right
        zones.control.segmented.segments | | How many segments
        zones.control.segmented.value | | The segment that is selected at the start, from 0
        zones.control.pageControl | | How many pages
        zones.control.pageControl.pages | | How many pages
        zones.control.pageControl.value | 0 | The page at the start, from 0
        gestures | | What fingers do
        gestures.name | | The gesture's name, unique
        gestures.kind | | What is recognized: GESTURES.md
        gestures.zone | | The zone in which its fingers land; without it the panel
        gestures.enabled | true | false: it gets no touches until it is enabled
        gestures.cancelsTouches | true | Whether it takes its touches away from its zone when it is recognized
        gestures.delaysBegan | | Whether its zone gets touches only when it has failed; false unless a touchscreen is an output
        gestures.delaysEnded | true | Whether its zone hears of lifts only when it has failed
        gestures.discrete.delta | | The change of the span that makes an event
        gestures.discrete.exceeds | none | In place of delta: more than this
        gestures.templates | | What the stroke is compared with: checkmark and paths of stroke/1 files
        gestures.slop | | What each part needs before the transform begins
        gestures.rule | | In place of templates: the stroke is told by a corner
        gestures.rule.corner | | The figures of the corner
        relations | | Who waits for whom, and who goes on beside whom
        relations.gesture | | A gesture or several
        relations.kind | | All gestures of a kind
        relations.requireToFail | | It waits until these have failed: names, or {kind: KIND}
        relations.simultaneousWith | | It and these may go on together: names, or {kind: KIND}
        relations.cannotPrevent | | It does not end these: names, or {kind: KIND}
        relations.cannotBePreventedBy | | These do not end it: names, or {kind: KIND}
        relations.requireToFail.kind | | All gestures of a kind
        relations.simultaneousWith.kind | | All gestures of a kind
        relations.cannotPrevent.kind | | All gestures of a kind
        relations.cannotBePreventedBy.kind | | All gestures of a kind
        options | | What is of the whole panel
        options.wakeOn | | What wakes a resting panel beside a finger: motion or its acceleration, remote, names of events
        options.grace | 300ms | How long after it has woken a panel swallows fingers that land
        options.youth | 300ms | What youth is for gestures that do not give it
        options.firstResponder | | A zone with responder: true that is the first responder at the start
        options.requires | | What the board's motion sensor has to have, or nothing starts
        options.orientation | fixed | Whether zones and directions turn with the way the device is held
        motion | | Events of a motion sensor
        motion.name | | The event's name, unique among gestures, too
        motion.kind | | What the device does
        motion.like | standard | The detector whose figures it begins with
        motion.threshold | | The acceleration without gravity that counts (0.2g to 16g, or m/s2)
        motion.window | | The time in which so many must come
        motion.count | | How many times the threshold is passed
        motion.rest | | The shortest time from one shake's end to the next one's beginning
        motion.quiet | | How long it must be below the threshold for the shake to be over
        motion.maxDuration | | The longest shake
        motion.is | | The ways to hold the device that count
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
