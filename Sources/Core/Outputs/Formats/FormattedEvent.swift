public import TaplineGestures
public import TaplineTouches

/// Visits the fields of an event.
public typealias EventFieldVisitor = (EventField, EventFieldValue) -> Void

/// What takes events apart into their fields: a configuration's names, and a panel's pixels. (Handed on by `inout`: the names, 2 KB,
/// would be copied for every event.)
public struct EventFields: Sendable {
    let geometry: PanelGeometry
    var names: EventNames

    /// For a panel with these names.
    public init(geometry: PanelGeometry, names: EventNames) {
        self.geometry = geometry
        self.names = names
    }

    /// Visits what every event begins with: its number and its time.
    public static func begin(_ sequence: Int64, _ time: Instant, _ visit: EventFieldVisitor) {
        visit(.sequence, .whole(sequence))
        visit(.time, .whole(time.microseconds))
    }
}

extension PanelGeometry {
    fileprivate func visit(
        _ location: Point, as names: (x: EventField, y: EventField) = (.x, .y), _ visit: EventFieldVisitor
    ) {
        let pixels = pixels(location)
        visit(names.x, .number(pixels.x))
        visit(names.y, .number(pixels.y))
    }
}

/// An event that every format writes. (One of another source conforms, too.)
public protocol FormattedEvent: Sendable {
    /// Visits its fields in the order of all formats.
    func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor)
    /// Writes its line of `events/1`: its fields, unless an event says otherwise.
    func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine)
    /// Writes its line for people, without the line's end.
    func writeText(_ fields: inout EventFields, into line: inout ByteLine)
    /// Whether a port is to be sent it.
    func isFor(_ port: PortFormat.Selection) -> Bool
    /// Whether it is one of many on the way: a slow reader may miss it, and people at a terminal do without.
    var isProgress: Bool { get }
}

extension FormattedEvent {
    public func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine) {
        EventsFormat.write(self, &fields, numbered: sequence, into: &line)
    }

    /// Writes its fields, and its place in a zone, where it has one.
    fileprivate func write(
        _ fields: inout EventFields, numbered sequence: Int64, at place: Point?, into line: inout ByteLine
    ) {
        EventsFormat.write(self, &fields, numbered: sequence, into: &line) { geometry, visit in
            if let place { geometry.visit(place, as: (.zx, .zy), visit) }
        }
    }
}

extension GestureEvent: FormattedEvent {
    public var isProgress: Bool {
        if case .orientation = values { false } else { state == .changed }
    }
    public func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine) {
        write(&fields, numbered: sequence, at: zone > 0 ? locationInZone : nil, into: &line)
    }
    public func isFor(_ port: PortFormat.Selection) -> Bool {
        port.gestures.contains(gesture) && (port.kind != .text || !isProgress)
    }
    public func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        EventFields.begin(sequence, time, visit)
        visit(.gesture, .name(fields.names.gesture(gesture)))
        visit(.kind, .word(kind))
        visit(.state, .word(state.name))
        visit(.touches, .count(touches))
        fields.geometry.visit(location, visit)
        if zone > 0 { visit(.zone, .name(fields.names.zone(zone))) }
        if state != .failed { values.forEachField(in: fields.geometry, visit) }
        if let reason { visit(.why, .reason(reason, fields.names.subject(of: reason))) }
    }
}

extension ControlEvent: FormattedEvent {
    public var isProgress: Bool { action == .change }
    public func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine) {
        write(&fields, numbered: sequence, at: zone > 0 ? locationInZone : nil, into: &line)
    }
    public func isFor(_ port: PortFormat.Selection) -> Bool {
        zone < 64 && port.controls.contains(zone) && (port.kind != .text || !isProgress)
    }
    public func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        EventFields.begin(sequence, time, visit)
        visit(.control, .name(fields.names.zone(zone)))
        visit(.kind, .word(control.name))
        visit(.action, .word(action.name))
        fields.geometry.visit(location, visit)
        if control.hasValue { visit(.value, .number(value)) }
        if let responder { visit(.responder, responder.value(names: fields.names)) }
    }
}

extension Responder {
    /// What formats call it.
    func value(names: borrowing EventNames) -> EventFieldValue {
        switch self {
        case .zone(0): .word("panel")
        case .zone(let zone): .name(names.zone(zone))
        case .application: .word("application")
        }
    }
}

/// A touch's change: on the panel, or, with `zone`, as the zone's own touch stream has it.
public struct StreamedTouch: FormattedEvent {
    /// The change.
    public let touch: TouchEvent
    /// Whose stream; nil: the panel's.
    public let zone: Int?
    /// All touches of its event, by phase; none where nobody looks at them.
    private var identities = InlineArray<16, UInt32>(repeating: 0)
    private var phases = InlineArray<16, UInt8>(repeating: 0)
    private var count: UInt8 = 0
    /// How many of them landed in that zone, or where the touch did.
    private var own: UInt8 = 0

    /// A change as the stream of `zone`, or the panel's, has it.
    public init(touch: TouchEvent, zone: Int?) {
        self.touch = touch
        self.zone = zone
    }

    /// The same with all touches of its event.
    public init(touch: TouchEvent, zone: Int?, event: inout EventTouches) {
        self.init(touch: touch, zone: zone)
        count = UInt8(truncatingIfNeeded: event.count)
        for i in 0..<event.count {
            identities[i] = event[i].identity
            phases[i] = event[i].phase.rawValue
            if event.zone(of: i) == zone ?? touch.zone { own &+= 1 }
        }
    }

    public func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine) {
        EventsFormat.write(self, &fields, numbered: sequence, into: &line) { geometry, visit in
            geometry.visit(touch.previous, as: (.px, .py), visit)
            if zone ?? touch.zone > 0 { geometry.visit(touch.locationInZone, as: (.zx, .zy), visit) }
            visit(.set, .count(touch.touchesInPhase))
            if count > 0 { visit(.own, .count(Int(own))) }
        } rest: { line in
            if count > 0 { writeEvent(into: &line) }
        }
    }

    /// `,"event":{"moved":[1,2],"stationary":[3]}`
    private func writeEvent(into line: inout ByteLine) {
        line.append(",\"event\":")
        var isFirst = true
        var number: UInt8 = 0
        while let phase = TouchPhase(rawValue: number) {
            var isFirstOfPhase = true
            for i in 0..<Int(count) where phases[i] == number {
                if isFirstOfPhase {
                    line.append(isFirst ? "{\"" : "],\"")
                    line.append(phase.name)
                    line.append("\":[")
                } else {
                    line.append(",")
                }
                line.append(Int(truncatingIfNeeded: identities[i]))
                (isFirst, isFirstOfPhase) = (false, false)
            }
            number &+= 1
        }
        line.append("]}")
    }

    public var isProgress: Bool { touch.phase == .moved }
    public func isFor(_ port: PortFormat.Selection) -> Bool {
        switch port.touches {
        case .all: zone == nil
        case .zone(let wanted): zone == wanted
        case nil: false
        }
    }
    public func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        EventFields.begin(sequence, touch.time, visit)
        visit(.touch, .count(Int(truncatingIfNeeded: touch.identity)))
        visit(.phase, .word(touch.phase.name))
        fields.geometry.visit(touch.location, visit)
        visit(.taps, .count(touch.tapCount))
        visit(.touches, .count(touch.touches))
        if touch.zone > 0 { visit(.zone, .name(fields.names.zone(touch.zone))) }
        if let zone { visit(.to, .name(fields.names.zone(zone))) }
    }
}
