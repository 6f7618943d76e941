public import TaplineGestures
public import TaplineTouches

/// Two lines that turn as those of an incremental encoder do: Gray code, one change of one line a step. Turned clockwise
/// the first line leads.
///
/// The steps of a rotation go out one at a time, with an interval in which a host can follow; what is left when the fingers
/// lift still goes out. It turns back when the fingers have come back by a whole step.
public struct QuadratureOutput: Sendable {
    // (In this order there are few gaps.)
    /// When the next step goes out, ``Instant/never``: there is none to go.
    public private(set) var deadline = Instant.never
    private var lastStep = Instant(microseconds: .min)
    private let stepTime: ShortTime
    /// The gestures whose rotation it follows, by index in the configuration.
    public let gestures: RecognizerSet
    /// The angle of a step, radians, more than 0.
    public let step: Float
    /// Steps since the start, clockwise positive; the count wraps.
    public private(set) var position: Int32 = 0
    /// Where it is to be, and how many steps of that the present gesture has asked for.
    private var target: Int32 = 0
    private var asked: Int32 = 0
    /// The least time between two steps.
    public var interval: Microseconds { stepTime.microseconds }

    init(gestures: RecognizerSet, step: Float, interval: Microseconds) {
        self.gestures = gestures
        self.step = step
        stepTime = ShortTime(interval)
    }

    /// Whether its first and its second line are active now.
    var isFirstActive: Bool { (position & 3) == 1 || (position & 3) == 2 }
    var isSecondActive: Bool { (position & 3) > 1 }

    /// Takes a gesture: a step goes out at ``deadline`` where it has turned far enough.
    mutating func handle(_ event: GestureEvent) {
        guard gestures.contains(event.gesture) else { return }
        if case .began = event.state { asked = 0 }
        let radians: Float
        switch event.values {
        case .rotation(let angle, _): radians = angle
        case .transform(_, _, _, let angle, _, _): radians = angle
        default: return
        }
        guard event.state == .began || event.state == .changed || event.state == .ended else { return }
        // (A rotation that no hand can make is none.)
        let steps = radians / step
        guard steps.isFinite, abs(steps) < 1e6 else { return }
        let more = Int32(truncatingIfNeeded: Int(steps - Float(Int(asked))))
        guard more != 0 else { return }
        asked &+= more
        target &+= more
        deadline = max(event.time, lastStep + interval)
    }

    /// Makes the step that is due at `now`. True where it has made one: one line has changed.
    mutating func advance(to now: Instant) -> Bool {
        guard deadline <= now, deadline < .never else { return false }
        guard target != position else {
            deadline = .never
            return false
        }
        position = target &- position > 0 ? position &+ 1 : position &- 1
        lastStep = now
        deadline = target == position ? .never : now + interval
        return true
    }
}
