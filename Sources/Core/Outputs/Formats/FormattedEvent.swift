public import TaplineGestures
import TaplineTouches

/// Visits the fields of an event.
public typealias EventFieldVisitor = (EventField, EventFieldValue) -> Void

/// What takes events apart into their fields: a configuration's names, and a panel's pixels.
public struct EventFields: Sendable {
    let geometry: PanelGeometry
    let names: EventNames

    func begin(_ sequence: Int64, _ time: Instant, _ visit: EventFieldVisitor) {
        visit(.sequence, .whole(sequence))
        visit(.time, .whole(time.microseconds))
    }

    func place(_ location: Point, _ visit: EventFieldVisitor) {
        let pixels = geometry.pixels(location)
        visit(.x, .number(pixels.x))
        visit(.y, .number(pixels.y))
    }
}

/// An event that every format writes. (One of another source conforms, too.)
public protocol FormattedEvent: Sendable {
    /// Visits its fields in the order of all formats.
    func forEachField(_ fields: EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor)
    /// Writes its line of `events/1`: its fields, unless an event says otherwise.
    func write(as format: EventsFormat, numbered sequence: Int64, into line: inout ByteLine)
    /// Writes its line for people, without the line's end.
    func write(as format: TextFormat, into line: inout ByteLine)
    /// Whether a port is to be sent it.
    func isFor(_ port: PortFormat) -> Bool
    /// Whether it is one of many on the way: a slow reader may miss it, and people at a terminal do without.
    var isProgress: Bool { get }
}

extension FormattedEvent {
    public func write(as format: EventsFormat, numbered sequence: Int64, into line: inout ByteLine) {
        format.writeFields(of: self, numbered: sequence, into: &line)
    }
}

extension GestureEvent: FormattedEvent {
    public var isProgress: Bool { state == .changed }
    public func isFor(_ port: PortFormat) -> Bool {
        port.gestures.contains(gesture) && (port.kind != .text || !isProgress)
    }
    public func forEachField(_ fields: EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        fields.begin(sequence, time, visit)
        visit(.gesture, .name(fields.names.gestures[gesture]))
        visit(.kind, .word(kind))
        visit(.state, .word(state.name))
        visit(.touches, .count(touches))
        fields.place(location, visit)
        if zone > 0 { visit(.zone, .name(fields.names.zones[zone])) }
        if state != .failed { values.forEachField(in: fields.geometry, visit) }
        if let reason { visit(.why, .reason(reason)) }
    }
}

extension ControlEvent: FormattedEvent {
    public var isProgress: Bool { action == .change }
    public func isFor(_ port: PortFormat) -> Bool {
        zone < 64 && port.controls.contains(zone) && (port.kind != .text || !isProgress)
    }
    public func forEachField(_ fields: EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        fields.begin(sequence, time, visit)
        visit(.control, .name(fields.names.zones[zone]))
        visit(.kind, .word(control.name))
        visit(.action, .word(action.name))
        fields.place(location, visit)
        if control.isSlider { visit(.value, .number(value)) }
    }
}

/// A touch's change: on the panel, or, with `zone`, as the zone's own touch stream has it.
public struct StreamedTouch: FormattedEvent {
    /// The change.
    public let touch: TouchEvent
    /// Whose stream; nil: the panel's.
    public let zone: Int?

    /// A change as the stream of `zone`, or the panel's, has it.
    public init(touch: TouchEvent, zone: Int?) {
        self.touch = touch
        self.zone = zone
    }

    public var isProgress: Bool { touch.phase == .moved }
    public func isFor(_ port: PortFormat) -> Bool {
        switch port.touches {
        case .all: zone == nil
        case .zone(let wanted): zone == wanted
        case nil: false
        }
    }
    public func forEachField(_ fields: EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        fields.begin(sequence, touch.time, visit)
        visit(.touch, .count(Int(truncatingIfNeeded: touch.identity)))
        visit(.phase, .word(touch.phase.name))
        fields.place(touch.location, visit)
        visit(.taps, .count(touch.tapCount))
        visit(.touches, .count(touch.touches))
        if touch.zone > 0 { visit(.zone, .name(fields.names.zones[touch.zone])) }
        if let zone { visit(.to, .name(fields.names.zones[zone])) }
    }
}
