public import TaplineTouches

/// What a gesture measures, by kind. Lengths in pt, speeds in pt/s.
public enum GestureValues: Equatable, Sendable {
    /// Nothing beyond place and fingers.
    case none
    /// How many taps in a row.
    case tap(taps: Int)
    /// How many taps came before the press.
    case longPress(taps: Int)
    /// The translation since the pan began, slop excluded, and the velocity.
    case pan(translation: Vector, velocity: Vector)
    /// From which edge, the translation since the pan began, slop excluded, and the velocity.
    case edgePan(edge: Edge, translation: Vector, velocity: Vector)
    /// The direction, and the velocity.
    case swipe(direction: Direction, velocity: Vector)
    /// The scale, 1 where the pinch began, and its velocity, 1/s.
    case pinch(scale: Float, velocity: Float)
    /// Whether the fingers went apart.
    case discretePinch(isOutward: Bool)
    /// The angle since the rotation began, radians, clockwise on screen, unwrapped, and its velocity, rad/s.
    case rotation(radians: Float, velocity: Float)
    /// The parts of a pan, a pinch and a rotation, in their units.
    case transform(
        translation: Vector, velocity: Vector, scale: Float, radians: Float, scaleVelocity: Float,
        rotationVelocity: Float)
    /// Which stroke, by the name of its template, and how like it, 0…1; `corner` and 1 for one recognized by its corner.
    case stroke(name: Name, score: Float)
    /// How the device is held from now on.
    case orientation(DeviceOrientation)
    /// What a kind of one's own measures.
    case own(OwnValues)

    /// Whether they are those of a kind that just happens; where such a gesture goes on, it is told again.
    public var areOfInstant: Bool {
        switch self {
        case .tap, .swipe, .discretePinch, .stroke, .orientation: true
        case .none, .longPress, .pan, .edgePan, .pinch, .rotation, .transform, .own: false
        }
    }

    /// The same at velocity 0.
    mutating func stop() {
        switch self {
        case .pan(let translation, _): self = .pan(translation: translation, velocity: .zero)
        case .edgePan(let edge, let translation, _):
            self = .edgePan(edge: edge, translation: translation, velocity: .zero)
        case .pinch(let scale, _): self = .pinch(scale: scale, velocity: 0)
        case .rotation(let radians, _): self = .rotation(radians: radians, velocity: 0)
        case .transform(let translation, _, let scale, let radians, _, _):
            self = .transform(
                translation: translation, velocity: .zero, scale: scale, radians: radians, scaleVelocity: 0,
                rotationVelocity: 0)
        case .none, .tap, .longPress, .swipe, .discretePinch, .stroke, .orientation, .own: break
        }
    }

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
        case .orientation(let orientation): visit(.orientation, .word(orientation.name))
        case .own(let values):
            values.visitEach { value in
                var value = value
                // (A length has no direction: the mean of both scales.)
                if value.content == .length {
                    value.number *= 2 / (geometry.pointsPerPixel.x + geometry.pointsPerPixel.y)
                }
                visit(.custom, .own(value))
            }
        }
    }

    /// Visits an example of the values of each kind of gesture, for readers of formats that have fields by their order. (A
    /// pinch has two: the discrete one's and the continuous one's.)
    public static func forEachKind(
        _ visit: (_ kind: StaticString, _ isContinuous: Bool, _ example: GestureValues) -> Void
    ) {
        var last = GestureValues.none
        while let next = last.next {
            visit(next.kind, next.isContinuous, next.example)
            last = next.example
        }
    }

    /// The kind that comes after the one with these values: a case that is forgotten here does not compile.
    private var next: (kind: StaticString, isContinuous: Bool, example: GestureValues)? {
        switch self {
        case .none: ("tap", false, .tap(taps: 1))
        case .tap: ("longPress", true, .longPress(taps: 0))
        case .longPress: ("pan", true, .pan(translation: .zero, velocity: .zero))
        case .pan: ("edgePan", true, .edgePan(edge: .left, translation: .zero, velocity: .zero))
        case .edgePan: ("swipe", false, .swipe(direction: .left, velocity: .zero))
        case .swipe: ("pinch", false, .discretePinch(isOutward: false))
        case .discretePinch: ("pinch", true, .pinch(scale: 1, velocity: 0))
        case .pinch: ("rotation", true, .rotation(radians: 0, velocity: 0))
        case .rotation:
            (
                "transform", true,
                .transform(
                    translation: .zero, velocity: .zero, scale: 1, radians: 0, scaleVelocity: 0, rotationVelocity: 0)
            )
        case .transform: ("stroke", false, .stroke(name: Name(), score: 0))
        case .stroke: ("orientation", true, .orientation(.unknown))
        case .orientation, .own: nil
        }
    }
}

/// A field of an event: its name, its unit and how people are told of it. Writers visit an event's fields in the order of all
/// formats, readers look names up here, and a test compares FORMATS.md's tables with it.
public enum EventField: UInt8, Sendable {
    case gesture, kind, state, sequence, time, x, y, zone, touches
    case taps, direction, edge, dx, dy, vx, vy, scale, scaleSpeed, rotation, rotationSpeed, scaleVelocity,
        rotationVelocity
    case name, score, value, orientation, why
    // Of controls and touches alone.
    case control, action, touch, phase, to, responder
    // Of touches in `events/1` alone.
    case px, py, zx, zy, set, own, event
    /// Of kinds of one's own: the name is with the value.
    case custom
    // Of a motion sensor in `events/1` alone, which is no event of a finger.
    case sensor, acceleration, rotationRate, gravity, userAcceleration, attitude

    /// What formats know of it.
    public var row: EventFieldRow {
        switch self {
        case .sequence: .count("seq")
        case .time: .count("t", "µs")
        case .gesture: .word("gesture")
        case .control: .word("control")
        case .touch: .count("touch")
        case .kind: .word("kind")
        case .state: .word("state")
        case .action: .word("action")
        case .phase: .word("phase")
        case .touches: .count("touches", shown: ", ", " fingers")
        case .x: .pixels("x", "px")
        case .y: .pixels("y", "px")
        case .zone: .word("zone")
        case .taps: .count("taps", shown: ", ", " taps")
        case .direction: .word("direction", shown: ", ")
        case .edge: .word("edge", shown: ", from ")
        case .dx: .pixels("dx", "px", shown: ", moved ")
        case .dy: .pixels("dy", "px", shown: ",")
        case .vx: .pixels("vx", "px/s")
        case .vy: .pixels("vy", "px/s")
        case .scale: .number("scale", "1", shown: ", scale ")
        case .scaleSpeed: .number("velocity", "1/s")
        case .rotation: .number("rotation", "rad", shown: ", turned ", times: 180 / pi, decimals: 1, " deg")
        case .rotationSpeed: .number("velocity", "rad/s")
        case .scaleVelocity: .number("scaleVelocity", "1/s")
        case .rotationVelocity: .number("rotationVelocity", "rad/s")
        case .name: .word("name", shown: ", ")
        case .score: .number("score", shown: ", score ")
        case .orientation: .word("orientation", shown: ", ")
        case .value: .number("value", shown: ", value ")
        case .to: .word("to")
        case .px: .pixels("px", "px")
        case .py: .pixels("py", "px")
        case .zx: .pixels("zx", "px")
        case .zy: .pixels("zy", "px")
        case .set: .count("set", shown: ", ", " together")
        case .own: .count("own")
        case .event: .word("event")
        case .responder: .word("responder", shown: ", answered by ")
        case .sensor: .word("sensor", shown: "sensor ")
        case .acceleration: .number("a", "g")
        case .rotationRate: .number("w", "rad/s")
        case .gravity: .number("gravity", "g")
        case .userAcceleration: .number("user", "g")
        case .attitude: .number("attitude", "1")
        case .custom: .number("")
        case .why: .word("why", shown: ": ")
        }
    }
}

/// Fields of events, by their raw values.
public typealias EventFieldSet = BitSet<UInt64>

/// What formats know of a field.
public struct EventFieldRow: Sendable {
    /// What stands in a field.
    public enum Content: Equatable, Sendable {
        case word
        /// A whole number. People see one that is more than 1.
        case count
        /// A length or a speed in pixels: `events/1` rounds it to a thousandth, `$TL` and text to a whole one.
        case pixels
        /// Any other number: to a ten-thousandth.
        case number
    }

    /// Its name, the key of `events/1`.
    public let key: StaticString
    /// Its unit, empty for names and counts.
    public let unit: StaticString
    /// What stands in it.
    public let content: Content
    /// What people see before it; nil: it is not for them.
    public let prefix: StaticString?
    /// What people see after it.
    public let suffix: StaticString
    /// What a number is multiplied by for people, and rounded to.
    public let factor: Float
    public let decimals: Int

    private static func row(
        _ key: StaticString, _ unit: StaticString, _ content: Content, _ prefix: StaticString?,
        _ suffix: StaticString = "", times factor: Float = 1, decimals: Int = 0
    ) -> EventFieldRow {
        EventFieldRow(
            key: key, unit: unit, content: content, prefix: prefix, suffix: suffix, factor: factor, decimals: decimals)
    }
    static func word(_ key: StaticString, shown prefix: StaticString? = nil) -> EventFieldRow {
        row(key, "", .word, prefix)
    }
    static func count(
        _ key: StaticString, _ unit: StaticString = "", shown prefix: StaticString? = nil, _ suffix: StaticString = ""
    ) -> EventFieldRow { row(key, unit, .count, prefix, suffix) }
    static func pixels(
        _ key: StaticString, _ unit: StaticString, shown prefix: StaticString? = nil
    ) -> EventFieldRow { row(key, unit, .pixels, prefix) }
    static func number(
        _ key: StaticString, _ unit: StaticString = "", shown prefix: StaticString? = nil, times factor: Float = 1,
        decimals: Int = 2, _ suffix: StaticString = ""
    ) -> EventFieldRow { row(key, unit, .number, prefix, suffix, times: factor, decimals: decimals) }
}

/// What stands in a field of an event.
public enum EventFieldValue: Sendable {
    case count(Int)
    /// A time or a line's number. (From an Int of 32 bits one of 64 is not made without a heap.)
    case whole(Int64)
    case number(Float)
    /// So many numbers in a row, at most four.
    case numbers(SIMD4<Float>, Int)
    /// One of a list, or a kind.
    case word(StaticString)
    /// From a configuration.
    case name(Name)
    /// Why, and the name of the gesture or zone that this is about; empty where it is about none.
    case reason(FailureReason, Name)
    case own(OwnValue)
}
