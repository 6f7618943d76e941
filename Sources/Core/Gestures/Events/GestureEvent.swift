public import TaplineTouches

/// Where a recognizer stands, as its events say it.
///
/// Discrete kinds go `possible → ended | failed`; continuous ones `possible → began | failed` and
/// `began → changed* → ended | cancelled`. For every ``began`` there is exactly one ``ended`` or ``cancelled``. A tap that
/// is emitted tentatively goes `possible → tentative → confirmed | revoked`, or fails before that; it never says ``ended``.
public enum GestureState: UInt8, Equatable, Sendable {
    /// A continuous gesture is recognized.
    case began
    /// It goes on.
    case changed
    /// A continuous gesture is over, or a discrete one is recognized.
    case ended
    /// A continuous gesture was taken away.
    case cancelled
    /// A recognizer gives up; emitted only by an engine that explains itself.
    case failed
    /// A tentative tap is there but may yet turn out to be something else: exactly one ``confirmed`` or ``revoked``
    /// follows.
    case tentative
    /// A tentative tap is recognized.
    case confirmed
    /// A tentative tap was none: what it waited for was recognized, or it was taken away.
    case revoked
}

/// A gesture by value: what a handler gets and an output writes.
public struct GestureEvent: Sendable {
    /// The time of the report or of the deadline that caused it.
    public var time: Instant
    /// Index of the gesture in the configuration.
    public var gesture: Int
    /// Index of the zone the gesture is attached to; 0 is the whole panel.
    public var zone: Int
    /// The kind's name, as in the configuration.
    public var kind: StaticString
    /// Whether the gesture goes on after it is recognized.
    public var isContinuous: Bool
    /// Where the recognizer stands.
    public var state: GestureState
    /// How many fingers take part.
    public var touches: Int
    /// The centroid of the fingers, pt.
    public var location: Point
    /// Where the outline of ``zone`` begins, its top left corner in pt; (0, 0) for the panel.
    public var origin: Point
    /// What it measures.
    public var values: GestureValues
    /// Why it failed or was cancelled, from an engine that explains itself.
    public var reason: FailureReason?

    /// An event with these parts.
    public init(
        time: Instant, gesture: Int, zone: Int, kind: StaticString, isContinuous: Bool, state: GestureState,
        touches: Int, location: Point, origin: Point = .zero, values: GestureValues, reason: FailureReason? = nil
    ) {
        self.time = time
        self.gesture = gesture
        self.zone = zone
        self.kind = kind
        self.isContinuous = isContinuous
        self.state = state
        self.touches = touches
        self.location = location
        self.origin = origin
        self.values = values
        self.reason = reason
    }

    /// ``location`` in the zone's own coordinates, pt from its top left corner.
    public var locationInZone: Point { Point(x: location.x - origin.x, y: location.y - origin.y) }

    /// Whether this is the moment of recognition: `began` of a continuous gesture, `ended` of a discrete one,
    /// `confirmed` of a tentative one.
    public var isRecognition: Bool {
        switch state {
        case .began: isContinuous
        case .ended: !isContinuous
        case .confirmed: true
        case .changed, .cancelled, .tentative, .revoked, .failed: false
        }
    }
}

extension GestureEvent {
    /// Whether a repeating gesture that has begun is told again, or a device is held in another way of those that an entry names.
    public var isRepetition: Bool { state == .changed && values.areOfInstant }
}

/// What a recognizer says of itself when it is asked for an event.
public struct GestureSnapshot: Sendable {
    /// How many fingers take part.
    public var touches: Int
    /// The centroid of the fingers, pt.
    public var location: Point
    /// What it measures.
    public var values: GestureValues

    /// Nothing said yet.
    static var none: GestureSnapshot { GestureSnapshot(touches: 0, location: .zero, values: .none) }

    /// A snapshot with these parts.
    public init(touches: Int, location: Point, values: GestureValues) {
        self.touches = touches
        self.location = location
        self.values = values
    }
}
