public import TaplineGestures
public import TaplineTouches

/// What an output line does when its gestures are recognized.
public enum LinePattern: Equatable, Sendable {
    /// Active for this long when one of them is recognized (`began` of a continuous, `ended` of a discrete gesture,
    /// `confirmed` of a tentative tap), or reaches the ``LineTrigger`` asked for; a new one restarts the time.
    case pulse(Microseconds)
    /// Active from `began` to `ended` or `cancelled` of a continuous gesture, from `tentative` to `confirmed` or
    /// `revoked` of a tentative tap; of several, until the last one is over.
    case hold
    /// Each recognition flips it; in between it keeps its level.
    case toggle
    /// It is one of several that move together: of a ``CodeOutput`` it is active while the number of one of its gestures
    /// stands; of a ``QuadratureOutput`` it turns with the other one.
    case part
}

/// Which moment of its gestures makes a line pulse or flip.
public enum LineTrigger: Equatable, Sendable {
    /// They are recognized.
    case recognition
    /// A tentative tap is there, but not sure yet.
    case tentative
    /// A tentative tap was none.
    case revocation
}

/// One output line: which gestures drive it and how. Whether active means high is the executor's concern.
public struct LineOutput: Equatable, Sendable {
    // (In this order there are few gaps.)
    /// The controls, by index of their zones.
    public let controls: ZoneSet
    private var holdingControls = ZoneSet()
    /// When a pulse ends, ``Instant/never`` where none is under way.
    public private(set) var deadline = Instant.never
    /// The gestures, by index in the configuration.
    public let gestures: RecognizerSet
    private var holding = RecognizerSet()
    /// How long a pulse is.
    private let pulse: ShortTime
    /// ``zone``, -1: none.
    private let zoneNumber: Int16
    private let sort: Sort
    /// When it does what its pattern says.
    public let trigger: LineTrigger
    /// Whether it follows the fingers themselves: a pulse or a flip for each landing, or held while one is on the
    /// panel.
    public let followsTouches: Bool
    /// Whether it is active now.
    public private(set) var isActive = false
    /// Touches of the zone that have begun and not ended.
    private var touches: UInt8 = 0

    /// A ``LinePattern`` but for its length.
    private enum Sort { case pulse, hold, toggle, part }

    /// What it does. (A pulse of more than 71 minutes lasts for ever.)
    public var pattern: LinePattern {
        switch sort {
        case .pulse: .pulse(pulse.microseconds)
        case .hold: .hold
        case .toggle: .toggle
        case .part: .part
        }
    }
    /// The zone whose own touch stream it follows, by index; nil: none.
    public var zone: Int? { zoneNumber < 0 ? nil : Int(zoneNumber) }

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
        case .part: sort = .part
        }
        pulse = ShortTime(length)
    }

    /// A line driven by `gestures`, and by `controls`: pulsed or flipped by a click of a button and by each turn of a
    /// switch, held while a button or a slider is pressed and while a switch is on.
    public init(
        gestures: RecognizerSet, controls: ZoneSet = ZoneSet(), pattern: LinePattern,
        trigger: LineTrigger = .recognition
    ) {
        self.init(
            pattern, gestures: gestures, controls: controls, trigger: trigger, followsTouches: false, zone: -1)
    }

    /// A line driven by the fingers on the panel.
    public init(touchesWith pattern: LinePattern) {
        self.init(
            pattern, gestures: RecognizerSet(), controls: ZoneSet(), trigger: .recognition, followsTouches: true,
            zone: -1)
    }

    /// A line driven by the own touch stream of the zone at index `zone`: a pulse or a flip for each touch that begins,
    /// or held until the last one ends or is cancelled.
    public init(touchesOf zone: Int, pattern: LinePattern) {
        self.init(
            pattern, gestures: RecognizerSet(), controls: ZoneSet(), trigger: .recognition, followsTouches: false,
            zone: zone)
    }

    /// Goes on where the same line stood before a reload: a toggle keeps its level, a pulse under way its end. A held
    /// line is idle, because a reload cancels the touches that held it; so is one whose pattern is of another sort now.
    public mutating func resume(from old: LineOutput) {
        let goesOn = sort == old.sort && (sort == .toggle || sort == .pulse)
        isActive = goesOn && old.isActive
        deadline = goesOn ? old.deadline : .never
        holding = RecognizerSet()
        holdingControls = ZoneSet()
        touches = 0
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
        case .part: return false
        }
        return isActive != wasActive
    }

    /// Takes what a touch does, as the zone at index `zone` gets it. True where ``isActive`` has changed.
    mutating func handle(_ phase: TouchPhase, ofZone zone: Int, at now: Instant) -> Bool {
        guard zone == Int(zoneNumber) else { return false }
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
        case .part: return false
        }
        return isActive != wasActive
    }

    /// Takes a gesture; true where ``isActive`` has changed.
    mutating func handle(_ event: GestureEvent) -> Bool {
        guard gestures.contains(event.gesture) else { return false }
        let wasActive = isActive
        switch sort {
        case .pulse:
            guard isTriggered(by: event) else { return false }
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
        case .part: return false
        }
        return isActive != wasActive
    }

    /// Takes what a control has done; true where ``isActive`` has changed.
    mutating func handle(_ event: ControlEvent) -> Bool {
        guard event.zone < 64, controls.contains(event.zone) else { return false }
        let wasActive = isActive
        switch sort {
        case .pulse:
            guard event.isClick else { return false }
            deadline = event.time + pulse.microseconds
            isActive = true
        case .hold:
            let isSwitch = event.control == .switch
            switch event.action {
            case .press: if !isSwitch { holdingControls.insert(event.zone) }
            case .click, .release, .cancel: if !isSwitch { holdingControls.remove(event.zone) }
            case .on: holdingControls.insert(event.zone)
            case .off: holdingControls.remove(event.zone)
            case .change: break
            }
            isActive = !holding.isEmpty || !holdingControls.isEmpty
        case .toggle:
            if event.isClick { isActive.toggle() }
        case .part: return false
        }
        return isActive != wasActive
    }

    /// Becomes active or idle as one of several; true where that is a change.
    mutating func move(_ isActive: Bool) -> Bool {
        guard isActive != self.isActive else { return false }
        self.isActive = isActive
        return true
    }

    @inline(__always)
    private func isTriggered(by event: GestureEvent) -> Bool {
        switch trigger {
        case .recognition: event.isRecognition
        case .tentative: event.state == .tentative
        case .revocation: event.state == .revoked
        }
    }

    /// Lets a pulse end that is over at `now`; true where ``isActive`` has changed.
    mutating func advance(to now: Instant) -> Bool {
        guard deadline <= now, deadline < .never else { return false }
        deadline = .never
        isActive = false
        return true
    }
}
