public import TaplineGestures
public import TaplineTouches

/// The names that gestures and zones have in a configuration, by index; zone 0, the panel, has none.
public struct EventNames: Sendable {
    /// Gestures, in the configuration's order.
    public var gestures = InlineArray<32, Name>(repeating: Name())
    /// Zones; the configuration's first one has index 1.
    public var zones = InlineArray<33, Name>(repeating: Name())

    /// No names.
    public init() {}
}

/// Writes `events/1`: one JSON object a line, machine-readable, versioned.
public struct EventsFormat: Sendable {
    private let names: EventNames
    private let geometry: PanelGeometry
    /// The number of the last line; the greeting has none.
    public private(set) var sequence: Int64 = 0

    /// A writer for a panel; places are told in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames) {
        self.geometry = geometry
        self.names = names
    }

    /// Counts a line that could not be written: readers see the gap. One that was written and then dropped has counted.
    public mutating func skip() { sequence &+= 1 }

    /// Writes the greeting, newline included. `board` is the board's name in UTF-8, 1…63 bytes; `config` the
    /// configuration's digest, `sha256:…`, at most 71 bytes.
    public func greet(board: borrowing Span<UInt8>, config: borrowing Span<UInt8>, into line: inout ByteLine) {
        line.append("{\"tapline\":\"events/1\",\"board\":\"")
        for i in 0..<board.count { line.appendEscaped(board[i]) }
        line.append("\",\"config\":\"")
        for i in 0..<config.count { line.appendEscaped(config[i]) }
        line.append("\",\"clock\":\"monotonic\"}\n")
    }

    /// Writes a gesture's line, newline included.
    public mutating func write(_ event: GestureEvent, into line: inout ByteLine) {
        sequence &+= 1
        write(event, numbered: sequence, into: &line)
    }

    func write(_ event: GestureEvent, numbered sequence: Int64, into line: inout ByteLine) {
        open(&line, numbered: sequence, at: event.time)
        line.append(",\"gesture\":")
        line.appendQuoted(names.gestures[event.gesture])
        line.append(",\"kind\":\"")
        line.append(event.kind)
        line.append("\",\"state\":\"")
        line.append(event.state.name)
        line.append("\",\"touches\":")
        line.append(event.touches)
        place(event.location, &line)
        if event.zone > 0 { zone(event.zone, &line) }
        if event.state != .failed { values(event.values, &line) }
        if let reason = event.reason {
            line.append(",\"why\":\"")
            line.append(reason, names: names)
            line.append("\"")
        }
        line.append("}\n")
    }

    /// Writes a touch's line, newline included: a change on the panel, or, with `zone`, what that zone is told.
    public mutating func write(_ touch: TouchEvent, to zone: Int? = nil, into line: inout ByteLine) {
        sequence &+= 1
        write(touch, to: zone, numbered: sequence, into: &line)
    }

    func write(_ touch: TouchEvent, to responder: Int?, numbered sequence: Int64, into line: inout ByteLine) {
        open(&line, numbered: sequence, at: touch.time)
        line.append(",\"touch\":")
        line.append(Int(truncatingIfNeeded: touch.identity))
        line.append(",\"phase\":\"")
        line.append(touch.phase.name)
        line.append("\"")
        place(touch.location, &line)
        line.append(",\"taps\":")
        line.append(touch.tapCount)
        line.append(",\"touches\":")
        line.append(touch.touches)
        if touch.zone > 0 { zone(touch.zone, &line) }
        if let responder {
            line.append(",\"to\":")
            line.appendQuoted(names.zones[responder])
        }
        line.append("}\n")
    }

    /// Writes a control's line, newline included.
    public mutating func write(_ event: ControlEvent, into line: inout ByteLine) {
        sequence &+= 1
        write(event, numbered: sequence, into: &line)
    }

    func write(_ event: ControlEvent, numbered sequence: Int64, into line: inout ByteLine) {
        open(&line, numbered: sequence, at: event.time)
        line.append(",\"control\":")
        line.appendQuoted(names.zones[event.zone])
        line.append(",\"kind\":\"")
        line.append(event.control.name)
        line.append("\",\"action\":\"")
        line.append(event.action.name)
        line.append("\"")
        place(event.location, &line)
        if event.control.isSlider {
            line.append(",\"value\":")
            line.append(event.value, decimals: 4)
        }
        line.append("}\n")
    }

    private func open(_ line: inout ByteLine, numbered sequence: Int64, at time: Instant) {
        line.append("{\"seq\":")
        line.append(sequence)
        line.append(",\"t\":")
        line.append(time.microseconds)
    }

    private func place(_ location: Point, _ line: inout ByteLine) {
        let pixels = geometry.pixels(location)
        number(",\"x\":", pixels.x, &line)
        number(",\"y\":", pixels.y, &line)
    }

    private func zone(_ index: Int, _ line: inout ByteLine) {
        line.append(",\"zone\":")
        line.appendQuoted(names.zones[index])
    }

    private func values(_ values: GestureValues, _ line: inout ByteLine) {
        switch values {
        case .none: break
        case .tap(let taps), .longPress(let taps):
            line.append(",\"taps\":")
            line.append(taps)
        case .pan(let translation, let velocity):
            motion(translation, velocity, &line)
        case .edgePan(let edge, let translation, let velocity):
            line.append(",\"edge\":\"")
            line.append(edge.name)
            line.append("\"")
            motion(translation, velocity, &line)
        case .pinch(let scale, let velocity):
            ratio(",\"scale\":", scale, &line)
            ratio(",\"velocity\":", velocity, &line)
        case .discretePinch(let isOutward):
            line.append(isOutward ? ",\"direction\":\"outward\"" : ",\"direction\":\"inward\"")
        case .rotation(let radians, let velocity):
            ratio(",\"rotation\":", radians, &line)
            ratio(",\"velocity\":", velocity, &line)
        case .transform(
            let translation, let velocity, let scale, let radians, let scaleVelocity, let rotationVelocity):
            motion(translation, velocity, &line)
            ratio(",\"scale\":", scale, &line)
            ratio(",\"rotation\":", radians, &line)
            ratio(",\"scaleVelocity\":", scaleVelocity, &line)
            ratio(",\"rotationVelocity\":", rotationVelocity, &line)
        case .stroke(let name, let score):
            line.append(",\"name\":")
            line.appendQuoted(name)
            ratio(",\"score\":", score, &line)
        case .swipe(let direction, let velocity):
            line.append(",\"direction\":\"")
            line.append(direction.name)
            line.append("\"")
            speed(velocity, &line)
        }
    }

    private func motion(_ translation: Vector, _ velocity: Vector, _ line: inout ByteLine) {
        let way = geometry.pixels(translation)
        number(",\"dx\":", way.x, &line)
        number(",\"dy\":", way.y, &line)
        speed(velocity, &line)
    }

    private func speed(_ velocity: Vector, _ line: inout ByteLine) {
        let pixels = geometry.pixels(velocity)
        number(",\"vx\":", pixels.x, &line)
        number(",\"vy\":", pixels.y, &line)
    }

    /// px and px/s to a thousandth.
    private func number(_ key: StaticString, _ value: Float, _ line: inout ByteLine) {
        line.append(key)
        line.append(value, decimals: 3)
    }

    /// Scales and angles to a ten-thousandth.
    private func ratio(_ key: StaticString, _ value: Float, _ line: inout ByteLine) {
        line.append(key)
        line.append(value, decimals: 4)
    }
}

extension GestureState {
    /// The state's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .tentative: "tentative"
        case .confirmed: "confirmed"
        case .revoked: "revoked"
        }
    }
}

extension Direction {
    /// The direction's name in `events/1` and in configurations.
    public var name: StaticString {
        switch self {
        case .left: "left"
        case .right: "right"
        case .up: "up"
        case .down: "down"
        }
    }
}

extension Edge {
    /// The edge's name in `events/1` and in configurations.
    public var name: StaticString {
        switch self {
        case .left: "left"
        case .right: "right"
        case .top: "top"
        case .bottom: "bottom"
        }
    }
}

extension Control {
    /// The control's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .button: "button"
        case .switch: "switch"
        case .horizontalSlider, .verticalSlider: "slider"
        }
    }

    /// Whether it has a value between 0 and 1.
    var isSlider: Bool {
        switch self {
        case .horizontalSlider, .verticalSlider: true
        case .button, .switch: false
        }
    }
}

extension ControlEvent.Action {
    /// The action's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .press: "press"
        case .click: "click"
        case .on: "on"
        case .off: "off"
        case .change: "change"
        case .release: "release"
        case .cancel: "cancel"
        }
    }
}

extension TouchPhase {
    /// The phase's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .began: "began"
        case .moved: "moved"
        case .stationary: "stationary"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}
