import TaplineTouches

/// A touch as its zone sees it.
public struct TouchStream: Sendable {
    var identity: UInt32 = 0
    /// The zone it landed in.
    var zone: UInt8 = 0
    /// Its slot in the table while it is on the panel.
    var slot: UInt8 = 0
    var tapCount: UInt16 = 1
    var place = Point.zero
    /// Where its zone has seen it last.
    var seen = Point.zero
    /// The recognizers that have received it and are still possible.
    var receivers = RecognizerSet()
}

/// A change of a touch that has not been delivered to its zone yet.
public struct StreamChange: Sendable {
    var time = Instant.zero
    var place = Point.zero
    var stream: UInt8 = 0
    var phase = TouchPhase.cancelled
    var touches: UInt8 = 0
    /// Counts reports, and wraps: changes of one report have the same.
    var report: UInt8 = 0
    var tapCount: UInt16 = 1
}

/// A finger that has landed on a control while the lift of the finger before it is still delayed.
public struct NextPress: Sendable {
    /// 0: none.
    var touch: UInt32 = 0
    /// Its control.
    var zone: UInt8 = 0
    /// Whether its own lift has been delivered meanwhile.
    var hasLifted = false
    var landed = Instant.zero
    var landing = Point.zero
    /// Where it is.
    var place = Point.zero
}
