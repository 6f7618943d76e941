import TaplineTouches

/// Where a control stands.
struct ControlState: Sendable {
    /// The finger that presses it; 0: none.
    var touch: UInt32 = 0
    /// 0…1; of a switch 0 or 1.
    var value: Float = 0
}

// What controls do with their zone's own touch stream. Each follows one finger at a time, the first one.
extension GestureEngine {
    /// The value of the control at index `zone`, 0…1: of a switch 0 or 1. 0 where there is no control.
    public mutating func controlValue(of zone: Int) -> Float {
        guard zone >= 0, zone < zoneTree.count else { return 0 }
        return controls[zone].value
    }

    /// Gives the slider or the switch at index `zone` a value, clamped to 0…1; a switch is on from 0.5. No handler is called.
    /// False where there is none.
    @discardableResult
    public mutating func setControlValue(_ value: Float, of zone: Int) -> Bool {
        guard zone >= 0, zone < zoneTree.count, let control = zoneTree[zone].control else { return false }
        switch control {
        case .button: return false
        case .switch: controls[zone].value = value >= 0.5 ? 1 : 0
        case .horizontalSlider, .verticalSlider: controls[zone].value = value > 0 ? min(value, 1) : 0
        }
        return true
    }

    /// The control at `zone` gets a touch.
    mutating func operate<Handler: GestureHandler>(
        _ control: Control, _ zone: Int, _ touch: TouchEvent, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        guard controls[zone].touch == (touch.phase == .began ? 0 : touch.identity) else { return }
        let before = controls[zone].value
        if touch.phase != .cancelled { slide(control, zone, to: touch.location) }
        switch touch.phase {
        case .began:
            controls[zone].touch = touch.identity
            notify(.press, control, zone, touch, at: now, &handler, &sink)
        case .moved, .stationary:
            if controls[zone].value != before { notify(.change, control, zone, touch, at: now, &handler, &sink) }
        case .ended:
            controls[zone].touch = 0
            if controls[zone].value != before { notify(.change, control, zone, touch, at: now, &handler, &sink) }
            notify(lift(control, zone, at: touch.location), control, zone, touch, at: now, &handler, &sink)
        case .cancelled:
            controls[zone].touch = 0
            notify(.cancel, control, zone, touch, at: now, &handler, &sink)
        }
    }

    /// What the lift of its finger at `place` is to a control.
    private mutating func lift(_ control: Control, _ zone: Int, at place: Point) -> ControlEvent.Action {
        guard zoneTree[zone].shape.contains(place) else { return .release }
        switch control {
        case .button: return .click
        case .switch:
            controls[zone].value = 1 - controls[zone].value
            return controls[zone].value == 1 ? .on : .off
        case .horizontalSlider, .verticalSlider: return .release
        }
    }

    /// Lets a slider follow its finger.
    private mutating func slide(_ control: Control, _ zone: Int, to place: Point) {
        if control == .button || control == .switch { return }
        let from: Point
        let to: Point
        switch zoneTree[zone].shape {
        case .rectangle(let corner, let opposite): (from, to) = (corner, opposite)
        case .circle(let center, let radius):
            from = center + Vector(x: -radius, y: -radius)
            to = center + Vector(x: radius, y: radius)
        case .everything: return
        }
        let length = control == .horizontalSlider ? to.x - from.x : to.y - from.y
        // (Upwards is more.)
        let offset = control == .horizontalSlider ? place.x - from.x : to.y - place.y
        let value = length > 0 ? offset / length : 0
        controls[zone].value = value > 0 ? min(value, 1) : 0
    }

    private mutating func notify<Handler: GestureHandler>(
        _ action: ControlEvent.Action, _ control: Control, _ zone: Int, _ touch: TouchEvent, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        handler.handleControl(
            ControlEvent(
                time: now, zone: zone, control: control, action: action, location: touch.location,
                value: controls[zone].value), into: &sink)
    }
}
