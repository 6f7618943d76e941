/// Where a touch stands between its landing and its lift.
public enum TouchPhase: UInt8, Equatable, Sendable {
    /// The finger has landed since the last report.
    case began
    /// It has moved since the last report.
    case moved
    /// It rests where it was.
    case stationary
    /// It has lifted.
    case ended
    /// The system took the touch away: its finger may still be on the panel.
    case cancelled
}

/// One finger from its landing to its lift.
public struct Touch: Sendable {
    /// Counts up with every touch since the start; the same from landing to lift.
    public internal(set) var identity: UInt32 = 0
    /// Pressure or size in the controller's own unit, 0 where it has none.
    public internal(set) var pressure: Float = 0
    /// Where it landed, pt.
    public internal(set) var start = Point.zero
    /// Where it was one report before, pt.
    public internal(set) var previous = Point.zero
    /// Where it is, pt.
    public internal(set) var location = Point.zero
    /// When it landed.
    public internal(set) var startTime = Instant.zero
    /// The time of the last report that showed it.
    public internal(set) var time = Instant.zero
    /// How long before the landing a finger had lifted at the same spot
    /// (within ``TouchRules/tapMovementPt``); ``Microseconds/unlimited`` where none had, or not for 71 minutes.
    public internal(set) var sinceLift: Microseconds {
        get { pause.microseconds }
        set { pause = ShortTime(newValue) }
    }
    private var pause = ShortTime(.unlimited)
    /// Where the touch stands.
    public internal(set) var phase = TouchPhase.cancelled
    /// Which tap in a row this touch would be, 1…65,535; 1 while two or more fingers are down.
    public internal(set) var tapCount: UInt16 = 1

    /// No touch: its identity is 0, and it is cancelled.
    public init() {}

    /// Goes on to `place` in a report; whether that is somewhere else than before. One that is new stays ``TouchPhase/began``.
    mutating func move(to place: Point, at now: Instant, pressure: Float, isNew: Bool) -> Bool {
        previous = location
        location = place
        time = now
        self.pressure = pressure
        let hasMoved = place != previous
        if !isNew { phase = hasMoved ? .moved : .stationary }
        return hasMoved
    }

    /// The same touch once it has been told of: one that has begun, and moved in the same report, is ``TouchPhase/moved``.
    public var goneOn: Touch {
        var touch = self
        if phase == .began, location != previous { touch.phase = .moved }
        return touch
    }

    /// How far it has gone from where it landed, pt.
    public var travel: Vector { location - start }
    /// How far it has gone since the report before, pt.
    public var step: Vector { location - previous }
}

/// What one report changed, as sets of slots. A touch that landed in an earlier report and has only now proven
/// real is in ``began`` and, if it has gone on since, in ``moved`` too.
public struct TouchChanges: Equatable, Sendable {
    /// Whether a report has changed it, not a deadline or a cancellation between two.
    public internal(set) var isReport = false
    /// Fingers that have landed.
    public internal(set) var began = TouchSet()
    /// Of those, the ones that landed in an earlier report, beside fingers that were down then, and have now proven
    /// real.
    public internal(set) var proven = TouchSet()
    /// Fingers that are elsewhere than one report before.
    public internal(set) var moved = TouchSet()
    /// Fingers that have lifted. Their slots stay readable until the next report.
    public internal(set) var ended = TouchSet()
    /// Touches taken away. Their slots stay readable until the next report.
    public internal(set) var cancelled = TouchSet()

    /// Whether fingers have moved in a report, and nothing else has changed.
    public var isOnlyMoves: Bool { isReport && (began | ended | cancelled).isEmpty }

    /// Everything that changed.
    public var all: TouchSet { began | moved | ended | cancelled }
}
