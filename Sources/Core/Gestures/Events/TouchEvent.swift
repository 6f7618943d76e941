public import TaplineTouches

/// A touch's change by value: what the touch stream writes.
public struct TouchEvent: Sendable {
    /// When it happened; of a touch that proved real later, when it landed.
    public var time: Instant
    /// The touch, see ``Touch/identity``.
    public var identity: UInt32
    /// What happened to it.
    public var phase: TouchPhase
    /// Where it is, pt from the panel's top left corner.
    public var location: Point
    /// Where it was in the event before, pt; of one that lands, where it lands.
    public var previous: Point
    /// Where the outline of the zone that is asked begins, its top left corner in pt; (0, 0) for the panel.
    public var origin: Point
    /// Which tap in a row it would be.
    public var tapCount: Int
    /// Fingers on the panel after the report.
    public var touches: Int
    /// How many touches this happens to in the same report, this one included (the number of UIKit's set): 1 at a last lift. Of a
    /// zone's own stream those that landed in the same zone count.
    public var touchesInPhase: Int
    /// Index of the zone it landed in; 0 is the whole panel.
    public var zone: Int

    /// A change with these parts.
    public init(
        time: Instant, identity: UInt32, phase: TouchPhase, location: Point, previous: Point? = nil,
        origin: Point = .zero, tapCount: Int, touches: Int, touchesInPhase: Int = 1, zone: Int
    ) {
        self.time = time
        self.identity = identity
        self.phase = phase
        self.location = location
        self.previous = previous ?? location
        self.origin = origin
        self.tapCount = tapCount
        self.touches = touches
        self.touchesInPhase = touchesInPhase
        self.zone = zone
    }

    /// ``location`` in the zone's own coordinates, pt from its top left corner.
    public var locationInZone: Point { Point(x: location.x - origin.x, y: location.y - origin.y) }
    /// ``previous`` in the zone's own coordinates, pt from its top left corner.
    public var previousInZone: Point { Point(x: previous.x - origin.x, y: previous.y - origin.y) }
}
