public import TaplineGestures
public import TaplineTouches

/// Takes what outputs want done.
public protocol OutputSink {
    /// The output line at index `line` becomes active or idle.
    mutating func set(line: Int, active: Bool, at now: Instant)
    /// A gesture has reached a state; whoever writes events writes it.
    mutating func tell(_ event: GestureEvent)
}
