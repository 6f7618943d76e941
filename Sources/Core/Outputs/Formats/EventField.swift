public import TaplineGestures
public import TaplineTouches

/// A field of an event: its name and unit in every format. Writers visit an event's fields in the order of all formats, readers
/// look names up here, and a test compares FORMATS.md's tables with it.
public enum EventField: UInt8, Sendable {
    case gesture, kind, state, sequence, time, x, y, zone, touches
    case taps, direction, edge, dx, dy, vx, vy, scale, scaleSpeed, rotation, rotationSpeed, scaleVelocity,
        rotationVelocity
    case name, score, value, why
    // Of controls and touches alone.
    case control, action, touch, phase, to

    /// Its name, the key of `events/1`, and its unit, empty for names and counts.
    public var row: (key: StaticString, unit: StaticString) {
        switch self {
        case .sequence: ("seq", "")
        case .time: ("t", "µs")
        case .gesture: ("gesture", "")
        case .control: ("control", "")
        case .touch: ("touch", "")
        case .kind: ("kind", "")
        case .state: ("state", "")
        case .action: ("action", "")
        case .phase: ("phase", "")
        case .touches: ("touches", "")
        case .x: ("x", "px")
        case .y: ("y", "px")
        case .zone: ("zone", "")
        case .taps: ("taps", "")
        case .direction: ("direction", "")
        case .edge: ("edge", "")
        case .dx: ("dx", "px")
        case .dy: ("dy", "px")
        case .vx: ("vx", "px/s")
        case .vy: ("vy", "px/s")
        case .scale: ("scale", "1")
        case .scaleSpeed: ("velocity", "1/s")
        case .rotation: ("rotation", "rad")
        case .rotationSpeed: ("velocity", "rad/s")
        case .scaleVelocity: ("scaleVelocity", "1/s")
        case .rotationVelocity: ("rotationVelocity", "rad/s")
        case .name: ("name", "")
        case .score: ("score", "")
        case .value: ("value", "")
        case .to: ("to", "")
        case .why: ("why", "")
        }
    }

    /// Whether a number stands in it.
    public var isNumber: Bool {
        switch self {
        case .gesture, .control, .kind, .state, .action, .phase, .zone, .direction, .edge, .name, .to, .why: false
        default: true
        }
    }

    /// Whether it is measured in pixels: `events/1` rounds it to a thousandth, `$TL` to a whole one; others to a
    /// ten-thousandth.
    var isInPixels: Bool {
        switch self {
        case .x, .y, .dx, .dy, .vx, .vy: true
        default: false
        }
    }
}

/// What stands in a field of an event.
public enum EventFieldValue: Sendable {
    case count(Int)
    /// A time or a line's number. (From an Int of 32 bits one of 64 is not made without a heap.)
    case whole(Int64)
    case number(Float)
    /// One of a list, or a kind.
    case word(StaticString)
    /// From a configuration.
    case name(Name)
    case reason(FailureReason)

    /// The number; 0 for what is none.
    var figure: Float { if case .number(let number) = self { number } else { 0 } }
}

extension GestureValues {
    /// Visits its fields in the order of all formats; lengths and speeds in oriented pixels of `geometry`.
    public func forEachField(in geometry: PanelGeometry, _ visit: (EventField, EventFieldValue) -> Void) {
        func moved(_ translation: Vector, _ velocity: Vector) {
            let pixels = geometry.pixels(translation)
            visit(.dx, .number(pixels.x))
            visit(.dy, .number(pixels.y))
            speed(velocity)
        }
        func speed(_ velocity: Vector) {
            let pixels = geometry.pixels(velocity)
            visit(.vx, .number(pixels.x))
            visit(.vy, .number(pixels.y))
        }
        switch self {
        case .none: break
        case .tap(let taps), .longPress(let taps): visit(.taps, .count(taps))
        case .pan(let translation, let velocity): moved(translation, velocity)
        case .edgePan(let edge, let translation, let velocity):
            visit(.edge, .word(edge.name))
            moved(translation, velocity)
        case .swipe(let direction, let velocity):
            visit(.direction, .word(direction.name))
            speed(velocity)
        case .pinch(let scale, let velocity):
            visit(.scale, .number(scale))
            visit(.scaleSpeed, .number(velocity))
        case .discretePinch(let isOutward): visit(.direction, .word(isOutward ? "outward" : "inward"))
        case .rotation(let radians, let velocity):
            visit(.rotation, .number(radians))
            visit(.rotationSpeed, .number(velocity))
        case .transform(
            let translation, let velocity, let scale, let radians, let scaleVelocity, let rotationVelocity):
            moved(translation, velocity)
            visit(.scale, .number(scale))
            visit(.rotation, .number(radians))
            visit(.scaleVelocity, .number(scaleVelocity))
            visit(.rotationVelocity, .number(rotationVelocity))
        case .stroke(let name, let score):
            visit(.name, .name(name))
            visit(.score, .number(score))
        }
    }

    /// Visits an example of the values of each kind of gesture, for readers of formats that have fields by their order. (A
    /// pinch has two: the discrete one's and the continuous one's.)
    public static func forEachKind(_ visit: (_ kind: StaticString, _ example: GestureValues) -> Void) {
        visit("tap", .tap(taps: 1))
        visit("longPress", .longPress(taps: 0))
        visit("pan", .pan(translation: .zero, velocity: .zero))
        visit("edgePan", .edgePan(edge: .left, translation: .zero, velocity: .zero))
        visit("swipe", .swipe(direction: .left, velocity: .zero))
        visit("pinch", .discretePinch(isOutward: false))
        visit("pinch", .pinch(scale: 1, velocity: 0))
        visit("rotation", .rotation(radians: 0, velocity: 0))
        visit(
            "transform",
            .transform(
                translation: .zero, velocity: .zero, scale: 1, radians: 0, scaleVelocity: 0, rotationVelocity: 0))
        visit("stroke", .stroke(name: Name(), score: 0))
    }
}
