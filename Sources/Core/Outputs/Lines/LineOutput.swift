public import TaplineGestures
public import TaplineRemote
public import TaplineTouches

/// What an output line does when its gestures are recognized.
public enum LinePattern: Equatable, Sendable {
    /// Active for this long when one of them is recognized (`began` of a continuous, `ended` of a discrete gesture,
    /// `confirmed` of a tentative tap), or reaches the ``LineTrigger`` asked for; a new one restarts the time, and so does a
    /// repeating gesture each time it is told again.
    case pulse(Microseconds)
    /// Active from `began` to `ended` or `cancelled` of a continuous gesture, from `tentative` to `confirmed` or
    /// `revoked` of a tentative tap; of several, until the last one is over.
    case hold
    /// Each recognition flips it; in between it keeps its level.
    case toggle
    /// Active from the recognition of one of its gestures, or a click of one of its controls, to that of one of these, but for no
    /// longer than this; a new one restarts the time.
    case latch(off: RecognizerSet, offControls: ZoneSet, for: Microseconds = .unlimited)
    /// It is one of several that move together: of a ``CodeOutput`` it is active while the number of one of its gestures
    /// stands; of a ``QuadratureOutput`` it turns with the other one.
    case part
    /// Active while the number of a control (``ControlEvent/number``) has this bit, 0…15.
    case bit(Int)
}

/// Which moment of its gestures makes a line pulse or flip.
public enum LineTrigger: Equatable, Sendable {
    /// They are recognized.
    case recognition
    /// A continuous gesture has ended; one that is cancelled has not.
    case end
    /// A tentative tap is there, but not sure yet.
    case tentative
    /// A tentative tap was none.
    case revocation
    /// A stepper goes up, or a page control to the next page.
    case increase
    /// A stepper goes down, or a page control to the page before.
    case decrease
}

/// What an output does to the panel itself, in the place of a level.
public enum PanelAction: Equatable, Sendable {
    /// Enables or disables gestures and zones, by index.
    case setEnabled(Bool, gestures: RecognizerSet, zones: ZoneSet)
    /// Makes a zone, by index, the first responder; nil: nobody is.
    case makeFirstResponder(Int?)
    /// Gives a command to whatever plays, with a value where it has one. That which begins a seek is followed by its end when
    /// what gave it is over.
    case give(RemoteCommand, Float)
}

/// One output line: which gestures drive it and how. Whether active means high is the executor's concern.
public struct LineOutput: Equatable, Sendable {
    // (In this order there are few gaps.)
    /// The controls, by index of their zones.
    public let controls: ZoneSet
    /// Controls that hold it now; of a latch those that make it idle; of a panel action the zones that it is about.
    private var holdingControls = ZoneSet()
    /// When a pulse or a latch ends by itself, ``Instant/never`` where it does not.
    public private(set) var deadline = Instant.never
    /// The gestures, by index in the configuration.
    public let gestures: RecognizerSet
    /// Gestures that hold it now; of a latch those that make it idle; of a panel action the gestures that it is about, or the value of its command.
    private var holding = RecognizerSet()
    /// How long a pulse is, and the longest that a latch is active.
    private let pulse: ShortTime
    /// ``zone``, -1: none.
    private let zoneNumber: Int16
    private var sort: Sort
    /// When it does what its pattern says.
    public let trigger: LineTrigger
    /// Whether it follows the fingers themselves: a pulse or a flip for each landing, or held while one is on the
    /// panel; with a zone (``init(fingersIn:pattern:)``) as they come into it and are in it.
    public let followsTouches: Bool
    /// Whether it is active now.
    public private(set) var isActive = false
    /// Touches of the zone that have begun and not ended.
    private var touches: UInt8 = 0

    /// A ``LinePattern`` but for its length.
    private enum Sort {
        case pulse, hold, toggle, latch, part, bit, disable, enable, becomeFirstResponder, command, seek
    }
    /// Of the number of a control the bit that it shows; of a panel action its command.
    private var bit: UInt8 = 0

    /// What it does. (A pulse of more than 71 minutes lasts for ever.)
    public var pattern: LinePattern {
        switch sort {
        case .pulse: .pulse(pulse.microseconds)
        case .hold: .hold
        case .toggle: .toggle
        case .latch: .latch(off: holding, offControls: holdingControls, for: pulse.microseconds)
        case .part, .disable, .enable, .becomeFirstResponder, .command, .seek: .part
        case .bit: .bit(Int(bit))
        }
    }
    /// The zone whose own touch stream it follows, by index; nil: none.
    public var zone: Int? { zoneNumber < 0 || sort == .becomeFirstResponder || followsTouches ? nil : Int(zoneNumber) }
    /// The zone whose fingers it follows, wherever they landed, by index; nil: none.
    public var zoneOfFingers: Int? { followsTouches && zoneNumber >= 0 ? Int(zoneNumber) : nil }
    /// The responder that has to answer its controls, so that they drive it; nil: whoever answers. -1: nil.
    private var responderNumber: Int16 = -1
    /// The fingers that are in its zone now, by slot. (Where they count it has no controls, and the set takes no place of its own.)
    private var inside: TouchSet {
        get { TouchSet(bits: UInt16(bitPattern: responderNumber)) }
        set { responderNumber = Int16(bitPattern: newValue.bits) }
    }
    /// A panel action is to be carried out.
    private(set) var isDue = false
    /// The command that it gives, or gives next, and its value. (They take no place of their own.)
    private var command: RemoteCommand {
        get { RemoteCommand(rawValue: bit) ?? .play }
        set { bit = newValue.rawValue }
    }
    private var value: Float {
        get { Float(bitPattern: holding.bits) }
        set { holding = RecognizerSet(bits: newValue.bitPattern) }
    }
    /// What it does to the panel itself; nil: it is a line.
    public var action: PanelAction? {
        switch sort {
        case .pulse, .hold, .toggle, .latch, .part, .bit: nil
        case .disable: .setEnabled(false, gestures: holding, zones: holdingControls)
        case .enable: .setEnabled(true, gestures: holding, zones: holdingControls)
        case .becomeFirstResponder: .makeFirstResponder(zoneNumber < 0 ? nil : Int(zoneNumber))
        case .command, .seek: .give(command, value)
        }
    }

    private init(
        _ pattern: LinePattern, gestures: RecognizerSet, controls: ZoneSet, trigger: LineTrigger, followsTouches: Bool,
        zone: Int
    ) {
        self.gestures = gestures
        self.controls = controls
        self.trigger = trigger
        self.followsTouches = followsTouches
        zoneNumber = Int16(truncatingIfNeeded: zone)
        var length = Microseconds.zero
        switch pattern {
        case .pulse(let given):
            sort = .pulse
            length = given
        case .hold: sort = .hold
        case .toggle: sort = .toggle
        case .latch(let off, let offControls, let longest):
            sort = .latch
            (holding, holdingControls) = (off, offControls)
            length = longest
        case .part: sort = .part
        case .bit(let given):
            sort = .bit
            bit = UInt8(truncatingIfNeeded: given & 15)
        }
        pulse = ShortTime(length)
    }

    /// A line driven by `gestures`, and by `controls`: pulsed or flipped by a click of a button, by each turn of a
    /// switch, by each step, segment and page, held while a button or a slider is pressed and while a switch is on.
    public init(
        gestures: RecognizerSet, controls: ZoneSet = ZoneSet(), pattern: LinePattern,
        trigger: LineTrigger = .recognition
    ) {
        self.init(
            pattern, gestures: gestures, controls: controls, trigger: trigger, followsTouches: false, zone: -1)
    }

    /// No line, but something that is done to the panel itself when one of `gestures` reaches its trigger, or one of `controls` is
    /// clicked: as soon as the report or the deadline is over that they come of.
    public init(
        gestures: RecognizerSet, controls: ZoneSet = ZoneSet(), action: PanelAction, trigger: LineTrigger = .recognition
    ) {
        var zone = -1
        if case .makeFirstResponder(let responder) = action { zone = responder ?? -1 }
        self.init(
            .part, gestures: gestures, controls: controls, trigger: trigger, followsTouches: false, zone: zone)
        switch action {
        case .setEnabled(let isEnabled, let gestures, let zones):
            sort = isEnabled ? .enable : .disable
            holding = gestures
            holdingControls = zones
        case .makeFirstResponder: sort = .becomeFirstResponder
        case .give(let given, let value):
            sort = given.begins == nil ? .command : .seek
            command = given
            self.value = value
        }
    }

    /// Whether it is driven by what `control`, one of its own, does where `responder` answers it: as one that says so.
    func answers(_ control: Int, as responder: Responder) -> Bool {
        responderNumber >= 0 && responder == .zone(Int(responderNumber)) && control < 64 && controls.contains(control)
    }

    /// The same line, driven by its controls only where the zone at index `zone` answers them.
    public func answering(as zone: Int) -> LineOutput {
        var line = self
        line.responderNumber = Int16(truncatingIfNeeded: zone)
        return line
    }

    /// A line driven by the fingers on the panel.
    public init(touchesWith pattern: LinePattern) {
        self.init(
            pattern, gestures: RecognizerSet(), controls: ZoneSet(), trigger: .recognition, followsTouches: true,
            zone: -1)
    }

    /// A line driven by the fingers that are in the zone at index `zone` at the moment, by its outline, wherever they landed: a pulse or a
    /// flip for each that comes in, or held while one is in it.
    public init(fingersIn zone: Int, pattern: LinePattern) {
        self.init(
            pattern, gestures: RecognizerSet(), controls: ZoneSet(), trigger: .recognition, followsTouches: true,
            zone: zone)
        inside = TouchSet()
    }

    /// A line driven by the own touch stream of the zone at index `zone`: a pulse or a flip for each touch that begins,
    /// or held until the last one ends or is cancelled.
    public init(touchesOf zone: Int, pattern: LinePattern) {
        self.init(
            pattern, gestures: RecognizerSet(), controls: ZoneSet(), trigger: .recognition, followsTouches: false,
            zone: zone)
    }

    /// Goes on where the same line stood before a reload: a toggle and a latch keep their level, what is under way its end. A held
    /// line is idle, because a reload cancels the touches that held it; so is one whose pattern is of another sort now.
    ///
    /// - Parameters:
    ///   - others: events that nobody has cancelled, and that hold it as before: none that fingers do.
    ///   - now: from when on the longest time of a latch counts that had none, or a longer one.
    public mutating func resume(
        from old: LineOutput, keeping others: RecognizerSet = RecognizerSet(), now: Instant = .never
    ) {
        let goesOn = sort == old.sort && (sort == .toggle || sort == .latch || sort == .pulse)
        guard action == nil else { return }
        guard sort != .latch else {
            isActive = goesOn && old.isActive
            let longest = pulse.microseconds
            deadline = isActive && longest < .unlimited ? min(old.deadline, now + longest) : .never
            return
        }
        holding =
            sort == .hold && old.sort == .hold ? RecognizerSet(bits: old.holding.bits & others.bits) : RecognizerSet()
        isActive = goesOn && old.isActive || !holding.isEmpty
        deadline = goesOn ? old.deadline : .never
        holdingControls = ZoneSet()
        touches = 0
        if zoneOfFingers != nil { inside = TouchSet() }
    }

    /// Takes which fingers are in its zone now. True where ``isActive`` has changed.
    mutating func handleFingers(inside now: TouchSet, at time: Instant) -> Bool {
        guard now != inside else { return false }
        let entered = (now - inside).count
        inside = now
        return handleTouches(landings: entered, isTouched: !now.isEmpty, at: time)
    }

    /// Takes what the fingers do: how many have landed, and whether any is on the panel. True where ``isActive`` has
    /// changed.
    mutating func handleTouches(landings: Int, isTouched: Bool, at now: Instant) -> Bool {
        guard followsTouches else { return false }
        let wasActive = isActive
        switch sort {
        case .pulse:
            guard landings > 0 else { return false }
            deadline = now + pulse.microseconds
            isActive = true
        case .hold:
            isActive = isTouched
        case .toggle:
            // Two landings in one report flip it twice: the level does not depend on how often the chip reports.
            if landings & 1 == 1 { isActive.toggle() }
        case .latch, .part, .bit, .disable, .enable, .becomeFirstResponder, .command, .seek: return false
        }
        return isActive != wasActive
    }

    /// Takes what a touch does, as the zone at index `zone` gets it. True where ``isActive`` has changed.
    mutating func handle(_ phase: TouchPhase, ofZone zone: Int, at now: Instant) -> Bool {
        guard zone == self.zone else { return false }
        let wasActive = isActive
        switch phase {
        case .began: touches &+= 1
        case .ended, .cancelled: touches = touches == 0 ? 0 : touches &- 1
        case .moved, .stationary: return false
        }
        switch sort {
        case .pulse:
            guard phase == .began else { return false }
            deadline = now + pulse.microseconds
            isActive = true
        case .hold: isActive = touches > 0
        case .toggle: if phase == .began { isActive.toggle() }
        case .latch, .part, .bit, .disable, .enable, .becomeFirstResponder, .command, .seek: return false
        }
        return isActive != wasActive
    }

    /// Takes a gesture; true where ``isActive`` has changed.
    mutating func handle(_ event: GestureEvent) -> Bool {
        guard gestures.contains(event.gesture) else { return false }
        let wasActive = isActive
        switch sort {
        case .pulse:
            guard isTriggered(by: event) || trigger == .recognition && event.isRepetition else { return false }
            deadline = event.time + pulse.microseconds
            isActive = true
        case .hold:
            switch event.state {
            case .began, .tentative: holding.insert(event.gesture)
            case .ended, .cancelled, .confirmed, .revoked: holding.remove(event.gesture)
            case .changed, .failed: break
            }
            isActive = !holding.isEmpty || !holdingControls.isEmpty
        case .toggle:
            if isTriggered(by: event) { isActive.toggle() }
        case .latch:
            if isTriggered(by: event) { latch(!holding.contains(event.gesture), at: event.time) }
        case .part, .bit: return false
        case .disable, .enable, .becomeFirstResponder:
            if isTriggered(by: event) { becomeDue(at: event.time) }
            return false
        case .command:
            if isTriggered(by: event) || trigger == .recognition && event.isRepetition { becomeDue(at: event.time) }
            return false
        case .seek:
            switch event.state {
            case .began: seek(true, at: event.time)
            case .ended, .cancelled: seek(false, at: event.time)
            default: break
            }
            return false
        }
        return isActive != wasActive
    }

    /// Takes what a control has done; true where ``isActive`` has changed.
    mutating func handle(_ event: ControlEvent) -> Bool {
        // (What holds it lets go of it, whoever answers by then.)
        guard event.zone < 64, controls.contains(event.zone),
            responderNumber < 0 || event.responder == .zone(Int(responderNumber))
                || event.letsGo && holdingControls.contains(event.zone)
        else { return false }
        let wasActive = isActive
        switch sort {
        case .pulse:
            guard isTriggered(by: event) else { return false }
            deadline = event.time + pulse.microseconds
            isActive = true
        case .hold:
            let isSwitch = event.control == .switch
            switch event.action {
            case .press: if !isSwitch { holdingControls.insert(event.zone) }
            case .click, .release, .cancel: if !isSwitch { holdingControls.remove(event.zone) }
            case .on: holdingControls.insert(event.zone)
            case .off: holdingControls.remove(event.zone)
            case .change, .increase, .decrease, .select, .next, .previous: break
            }
            isActive = !holding.isEmpty || !holdingControls.isEmpty
        case .toggle:
            if isTriggered(by: event) { isActive.toggle() }
        case .latch:
            if isTriggered(by: event) { latch(!holdingControls.contains(event.zone), at: event.time) }
        case .bit: isActive = event.number >> Int(bit) & 1 == 1
        case .part: return false
        case .disable, .enable, .becomeFirstResponder, .command:
            if isTriggered(by: event) { becomeDue(at: event.time) }
            return false
        case .seek:
            switch event.action {
            case .press: seek(true, at: event.time)
            case .click, .release, .cancel: seek(false, at: event.time)
            default: break
            }
            return false
        }
        return isActive != wasActive
    }

    private mutating func latch(_ isActive: Bool, at now: Instant) {
        self.isActive = isActive
        deadline = isActive ? now + pulse.microseconds : .never
    }

    private mutating func seek(_ begins: Bool, at now: Instant) {
        guard let direction = command.begins ?? command.ends else { return }
        command = begins ? direction.begin : direction.end
        becomeDue(at: now)
    }

    private mutating func becomeDue(at now: Instant) {
        isDue = true
        deadline = now
    }

    /// What is due of it, once.
    mutating func takeAction() -> PanelAction? {
        guard isDue else { return nil }
        isDue = false
        deadline = .never
        return action
    }

    /// A control that it follows stands at `value`, without a finger's doing; true where the line changes.
    mutating func begin(_ control: Control, of zone: Int, at value: Float) -> Bool {
        guard zone < 64, controls.contains(zone), sort == .bit || sort == .hold && control == .switch else {
            return false
        }
        return handle(
            ControlEvent(
                time: .zero, zone: zone, control: control, action: value == 1 ? .on : .off, location: .zero,
                value: value))
    }

    /// Becomes active or idle as one of several; true where that is a change.
    mutating func move(_ isActive: Bool) -> Bool {
        guard isActive != self.isActive else { return false }
        self.isActive = isActive
        return true
    }

    private func isTriggered(by event: GestureEvent) -> Bool {
        switch trigger {
        case .recognition: event.isRecognition
        case .end: event.state == .ended
        case .tentative: event.state == .tentative
        case .revocation: event.state == .revoked
        case .increase, .decrease: false
        }
    }

    private func isTriggered(by event: ControlEvent) -> Bool {
        switch trigger {
        case .increase: event.action == .increase || event.action == .next
        case .decrease: event.action == .decrease || event.action == .previous
        case .recognition, .end, .tentative, .revocation: event.isClick
        }
    }

    /// Lets a pulse end that is over at `now`; true where ``isActive`` has changed.
    mutating func advance(to now: Instant) -> Bool {
        guard deadline <= now, deadline < .never else { return false }
        deadline = .never
        guard isActive else { return false }
        isActive = false
        return true
    }
}
