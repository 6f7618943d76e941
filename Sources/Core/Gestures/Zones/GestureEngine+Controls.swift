import TaplineTouches

/// Where a control stands.
struct ControlState: Sendable {
    /// The finger that presses it; 0: none.
    var touch: UInt32 = 0
    /// What ``ControlEvent/value`` says.
    var value: Float = 0
    /// Where that finger landed along the x axis, in quarters of a pt.
    private var landing: Int16 = 0
    /// Who answers it while it is pressed; in few bytes: a zone (those beyond 127 do not), -1 nobody, -2 the application.
    private var answering: Int8 = -1
    /// Which way that finger last changed the value: 1 up, -1 down, 0 not yet.
    var heading: Int8 = 0
    var responder: Responder? {
        get { answering >= 0 ? .zone(Int(answering)) : answering == -2 ? .application : nil }
        set {
            switch newValue {
            case .zone(let zone): answering = zone < 128 ? Int8(truncatingIfNeeded: zone) : -1
            case .application: answering = -2
            case nil: answering = -1
            }
        }
    }

    /// A finger presses it from `place` on.
    mutating func press(by touch: UInt32, from place: Point) {
        self.touch = touch
        heading = 0
        let quarters = max(-32_000, min(place.x * 4, 32_000))
        landing = Int16(truncatingIfNeeded: Int(quarters + (quarters < 0 ? -0.5 : 0.5)))
    }

    /// How far a finger at `place` has gone to the right since it landed, pt.
    func across(to place: Point) -> Float { place.x - Float(Int(landing)) / 4 }
}

/// A stepper whose finger stays.
struct HeldStepper: Sendable {
    /// When it steps, ``Instant/never``: it does not.
    var due = Instant.never
    var pressed = Instant.zero
    /// Its zone; 0: none is held.
    var zone: UInt8 = 0
    /// Whether it has stepped: then the lift is no step.
    var hasStepped = false
}

// What controls do with their zone's own touch stream. Each follows one finger at a time, the first one; a finger that lands when that
// one has lifted is next, also where the lift is still delayed.
extension GestureEngine {
    /// What the zone at index `zone` is beyond a surface; nil: nothing, or there is none.
    public mutating func control(of zone: Int) -> Control? {
        zone >= 0 && zone < zoneTree.count ? zoneTree[zone].control : nil
    }

    /// The value of the control at index `zone`, as ``ControlEvent/value`` says it. 0 where there is no control.
    public mutating func controlValue(of zone: Int) -> Float {
        guard zone >= 0, zone < zoneTree.count else { return 0 }
        return controls[zone].value
    }

    /// Gives the control at index `zone` a value, the nearest that it can have (``Control/sound(_:)``). No handler is called. False
    /// where there is none, or a button.
    @discardableResult
    public mutating func setControlValue(_ value: Float, of zone: Int) -> Bool {
        guard let control = control(of: zone), control != .button else { return false }
        controls[zone].value = control.sound(value)
        return true
    }

    /// The values of all controls, by zone.
    public var controlValues: InlineArray<zones, Float> {
        mutating get {
            var values = InlineArray<zones, Float>(repeating: 0)
            for zone in values.indices { values[zone] = controls[zone].value }
            return values
        }
    }

    /// Visits every control with its zone and its value.
    public mutating func forEachControl(_ visit: (_ zone: Int, _ control: Control, _ value: Float) -> Void) {
        guard zoneTree.hasControls else { return }
        for zone in 0..<zoneTree.count {
            if let control = zoneTree[zone].control { visit(zone, control, controls[zone].value) }
        }
    }

    /// The control at `zone` gets a touch.
    mutating func operate<Handler: GestureHandler>(
        _ control: Control, _ zone: Int, _ touch: TouchEvent, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        guard controls[zone].touch == (touch.phase == .began ? 0 : touch.identity) else {
            return expect(touch, on: zone)
        }
        let before = controls[zone].value
        if touch.phase != .cancelled { slide(control, zone, to: touch.location) }
        switch touch.phase {
        case .began:
            controls[zone].press(by: touch.identity, from: touch.location)
            controls[zone].responder = findResponder(sender: zone, &handler, &sink) {
                $0.answersControl(zone, as: $1, into: &$2)
            }
            notify(.press, control, zone, touch.location, at: now, &handler, &sink)
            if case .stepper(let stepper) = control, stepper.repeats { hold(zone, from: touch.time) }
        case .moved, .stationary:
            if controls[zone].value != before {
                notify(.change, control, zone, touch.location, at: now, &handler, &sink)
            }
        case .ended:
            controls[zone].touch = 0
            if controls[zone].value != before {
                notify(.change, control, zone, touch.location, at: now, &handler, &sink)
            }
            let hasStepped = letGo(of: zone)
            var action = ControlEvent.Action.release
            let across = controls[zone].across(to: touch.location)
            // (The landing is rounded.)
            if control == .switch, abs(across) >= Control.switchDragPt - 0.125 {
                action = turnSwitch(zone, isOn: across > 0)
            } else if isInside(zone, touch.location, &handler, &sink), !hasStepped {
                action = lift(control, zone, at: touch.location, now, &handler, &sink)
            }
            notify(action, control, zone, touch.location, at: now, &handler, &sink)
        case .cancelled:
            controls[zone].touch = 0
            _ = letGo(of: zone)
            notify(.cancel, control, zone, touch.location, at: now, &handler, &sink)
        }
        if controls[zone].touch == 0 { pressNext(control, zone, after: touch, at: now, &handler, &sink) }
    }

    /// A finger that does not press the control at `zone` does something: it is next where it lands and no finger that is down presses it.
    private mutating func expect(_ touch: TouchEvent, on zone: Int) {
        if touch.phase == .began {
            for index in streams.down where streams[index].identity == controls[zone].touch { return }
            for i in streams.nextPresses.indices where streams.nextPresses[i].touch == 0 {
                streams.nextPresses[i] = NextPress(
                    touch: touch.identity, zone: UInt8(truncatingIfNeeded: zone), landed: touch.time,
                    landing: touch.location, place: touch.location)
                return
            }
        }
        for i in streams.nextPresses.indices where streams.nextPresses[i].touch == touch.identity {
            streams.nextPresses[i].place = touch.location
            if touch.phase == .ended { streams.nextPresses[i].hasLifted = true }
        }
        if touch.phase == .cancelled { dropNextPress(of: touch.identity) }
    }

    /// The finger `touch` presses no control any more when another one lets go of it.
    mutating func dropNextPress(of touch: UInt32) {
        for i in streams.nextPresses.indices where streams.nextPresses[i].touch == touch {
            streams.nextPresses[i] = NextPress()
        }
    }

    /// The control at `zone` is let go of by the finger of `last`: the next one presses it.
    private mutating func pressNext<Handler: GestureHandler>(
        _ control: Control, _ zone: Int, after last: TouchEvent, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for i in streams.nextPresses.indices
        where streams.nextPresses[i].touch != 0 && Int(streams.nextPresses[i].zone) == zone {
            let next = streams.nextPresses[i]
            streams.nextPresses[i] = NextPress()
            var touch = last
            (touch.identity, touch.phase, touch.location, touch.time) = (next.touch, .began, next.place, next.landed)
            operate(control, zone, touch, at: now, &handler, &sink)
            controls[zone].press(by: next.touch, from: next.landing)
            guard next.hasLifted else { return }
            touch.phase = .ended
            return operate(control, zone, touch, at: now, &handler, &sink)
        }
    }

    /// Whether `place` lies in the zone, as a hit would find.
    private mutating func isInside<Handler: GestureHandler>(
        _ zone: Int, _ place: Point, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        let outline = zoneTree.contains(zone, place)
        return Handler.decidesHits ? handler.zone(zone, contains: place, outline: outline, into: &sink) : outline
    }

    /// What the lift of its finger inside, at `place`, is to a control.
    private mutating func lift<Handler: GestureHandler>(
        _ control: Control, _ zone: Int, at place: Point, _ now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> ControlEvent.Action {
        switch control {
        case .button: return .click
        case .switch: return turnSwitch(zone, isOn: controls[zone].value == 0)
        case .slider: break
        case .stepper(let stepper): step(stepper, zone, at: place, now, &handler, &sink)
        case .segmented(let count):
            // (Of an outline without an end a place may be no fraction: it is the first.)
            let segment = Int(min(max(0, fraction(of: zone, at: place) * Float(Int(count))), 255))
            turn(control, zone, to: control.sound(Float(segment)), .select, place, now, &handler, &sink)
        case .pageControl:
            let isNext = fraction(of: zone, at: place) >= 0.5
            let page = control.sound(max(controls[zone].value + (isNext ? 1 : -1), 0))
            turn(control, zone, to: page, isNext ? .next : .previous, place, now, &handler, &sink)
        }
        return .release
    }

    /// A switch is on or off from now on, or stays so.
    private mutating func turnSwitch(_ zone: Int, isOn: Bool) -> ControlEvent.Action {
        let value: Float = isOn ? 1 : 0
        guard controls[zone].value != value else { return .release }
        controls[zone].value = value
        return isOn ? .on : .off
    }

    /// A stepper steps, by the half in which its finger is.
    private mutating func step<Handler: GestureHandler>(
        _ stepper: Control.Stepper, _ zone: Int, at place: Point, _ now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        let isUp = fraction(of: zone, at: place) >= 0.5
        turn(
            .stepper(stepper), zone, to: stepper.stepped(controls[zone].value, up: isUp), isUp ? .increase : .decrease,
            place, now, &handler, &sink)
    }

    /// A control gets another value, which is told; the same value is not.
    private mutating func turn<Handler: GestureHandler>(
        _ control: Control, _ zone: Int, to value: Float, _ action: ControlEvent.Action, _ place: Point, _ now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        guard value != controls[zone].value else { return }
        controls[zone].value = value
        notify(action, control, zone, place, at: now, &handler, &sink)
    }

    /// How far `place` is from the left of the zone, 0…1 inside.
    private mutating func fraction(of zone: Int, at place: Point) -> Float {
        guard let box = zoneTree.box(of: zone), box.to.x > box.from.x else { return 0 }
        return (place.x - box.from.x) / (box.to.x - box.from.x)
    }

    /// Lets a slider follow its finger.
    private mutating func slide(_ control: Control, _ zone: Int, to place: Point) {
        guard case .slider(let slider) = control, let box = zoneTree.box(of: zone) else { return }
        let length = slider.axis == .horizontal ? box.to.x - box.from.x : box.to.y - box.from.y
        // (Upwards is more.)
        let offset = slider.axis == .horizontal ? place.x - box.from.x : box.to.y - place.y
        let range = slider.maximum - slider.minimum
        let share = length > 0 ? offset / length : 0
        let value = slider.minimum + share * range
        let nearest = slider.nearest(value)
        let kept = controls[zone].value
        if nearest == kept { return }
        let goesUp = nearest > kept
        let heading: Int8 = goesUp ? 1 : -1
        // (A finger that rests on the border of two steps does not go to and fro between them. One that lands has no way yet.)
        let slack = length > 0 ? min(slider.step / 4, Control.Slider.slack / length * range) : 0
        let turnsBack = controls[zone].touch != 0 && heading == -controls[zone].heading
        if turnsBack, slider.nearest(goesUp ? value - slack : value + slack) == kept { return }
        (controls[zone].value, controls[zone].heading) = (nearest, heading)
    }

    private mutating func notify<Handler: GestureHandler>(
        _ action: ControlEvent.Action, _ control: Control, _ zone: Int, _ place: Point, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        handler.handleControl(
            ControlEvent(
                time: now, zone: zone, control: control, action: action, location: place, origin: origin(of: zone),
                value: controls[zone].value, responder: controls[zone].responder), into: &sink)
    }

    // MARK: Steppers that are held

    /// A stepper's finger has landed. (Two can be held at a time; others step when their finger lifts.)
    private mutating func hold(_ zone: Int, from now: Instant) {
        for i in heldSteppers.indices where heldSteppers[i].zone == 0 {
            heldSteppers[i] = HeldStepper(
                due: now + Control.Stepper.firstRepeat, pressed: now, zone: UInt8(truncatingIfNeeded: zone))
            refreshDeadline()
            return
        }
    }

    /// A control's finger is gone; whether it has stepped while it stayed.
    private mutating func letGo(of zone: Int) -> Bool {
        for i in heldSteppers.indices where Int(heldSteppers[i].zone) == zone {
            let hasStepped = heldSteppers[i].hasStepped
            heldSteppers[i] = HeldStepper()
            refreshDeadline()
            return hasStepped
        }
        return false
    }

    /// When a held stepper steps next.
    var stepperDeadline: Instant {
        min(heldSteppers[0].due, heldSteppers[1].due)
    }

    /// Lets the steppers step that are due at `now`: where the finger is in one of its halves.
    @inline(never)
    mutating func stepHeld<Handler: GestureHandler>(
        at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for i in heldSteppers.indices where heldSteppers[i].due <= now {
            let zone = Int(heldSteppers[i].zone)
            heldSteppers[i].due = .never
            guard case .stepper(let stepper)? = zoneTree[zone].control else { continue }
            // (A finger whose lift is delayed stays no longer.)
            for index in streams.down where streams[index].identity == controls[zone].touch {
                let held = now - heldSteppers[i].pressed
                guard held < Control.Stepper.longestHold else { break }
                let isFast = held >= Control.Stepper.slowTime
                heldSteppers[i].due = now + (isFast ? Control.Stepper.fastInterval : Control.Stepper.repeatInterval)
                let place = streams[index].place
                guard isInside(zone, place, &handler, &sink) else { continue }
                heldSteppers[i].hasStepped = true
                step(stepper, zone, at: place, now, &handler, &sink)
            }
        }
    }
}
