public import TaplineTouches

/// What an engine asks while it decides. The default answers cost nothing.
public protocol GestureDelegate {
    /// Whether the touch that has landed at `location` (pt) in `zone` exists for the gesture at all.
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool
    /// Whether the gesture that is ready may be recognized. No: it fails until its fingers are up.
    mutating func shouldBegin(gesture: Int) -> Bool
}

extension GestureDelegate {
    @inline(__always)
    public mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool { true }
    @inline(__always)
    public mutating func shouldBegin(gesture: Int) -> Bool { true }
}

/// Whoever is told of gestures: target and action without a stored closure.
public protocol GestureHandler: GestureDelegate {
    /// Where the handler puts what comes of a gesture; handed through by the engine.
    associatedtype Sink
    /// A gesture has reached a state.
    mutating func handle(_ event: GestureEvent, into sink: inout Sink)
}
