public import TaplineTouches

/// A touch's change by value: what the touch stream writes.
public struct TouchEvent: Sendable {
    /// When it happened; of a touch that proved real later, when it landed.
    public var time: Instant
    /// The touch, see ``Touch/identity``.
    public var identity: UInt32
    /// What happened to it.
    public var phase: TouchPhase
    /// Where it is, pt.
    public var location: Point
    /// Which tap in a row it would be.
    public var tapCount: Int
    /// Fingers on the panel after the report.
    public var touches: Int
    /// Index of the zone it landed in; 0 is the whole panel.
    public var zone: Int

    /// A change with these parts.
    public init(
        time: Instant, identity: UInt32, phase: TouchPhase, location: Point, tapCount: Int, touches: Int, zone: Int
    ) {
        self.time = time
        self.identity = identity
        self.phase = phase
        self.location = location
        self.tapCount = tapCount
        self.touches = touches
        self.zone = zone
    }
}
