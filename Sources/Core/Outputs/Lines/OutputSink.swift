public import TaplineGestures
public import TaplineTouches

/// Takes what outputs want done.
public protocol OutputSink {
    /// Where zones' own touch streams are kept: ``TouchStreams`` unless a sink says ``NoTouchStreams``, for a panel without
    /// controls whose zones nobody listens to. That saves 4 KB of state.
    associatedtype Streams: TouchStreamStorage = TouchStreams
    /// Where the whole paths of fingers are kept that draw templates: ``StrokePaths`` unless a sink says ``NoStrokePaths``, for a
    /// configuration without templates. That saves 2 KB of state.
    associatedtype Paths: StrokePathStorage = StrokePaths
    /// The output at index `line` gets another level.
    mutating func set(line: Int, level: OutputLevel, at now: Instant)
    /// A gesture has reached a state; whoever writes events writes it.
    mutating func emit(_ event: GestureEvent)
    /// A touch has changed, as the zone at index `zone` gets it: its own touch stream. `touch` names the zone that the
    /// touch landed in: this one, or one in it that did not handle it. Ignored unless a sink says otherwise.
    mutating func emit(_ touch: TouchEvent, to zone: Int)
    /// Whether what is emitted of touches comes with all touches of the event: ``emit(_:of:to:)`` is called instead of
    /// ``emit(_:to:)``. No, unless it is said.
    static var emitsWholeEvents: Bool { get }
    /// The same with all touches of the event, as they are when it is emitted.
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int)
    /// Whether ``zone(_:contains:outline:)`` is asked. No, unless it is said.
    static var decidesHits: Bool { get }
    /// Whether `point` (pt) lies in the zone at index `zone`; `outline`: whether it lies in its outline. A hit rule of one's own;
    /// see ``TouchHandler/zone(_:contains:outline:into:)``.
    mutating func zone(_ zone: Int, contains point: Point, outline: Bool) -> Bool
    /// A control has done something with its finger. Ignored unless a sink says otherwise.
    mutating func emit(_ event: ControlEvent)
    /// An action without a target has come to `responder`. Whether it is handled: no, unless a sink says otherwise.
    mutating func perform(_ action: Int, responder: Responder) -> Bool
    /// An event that is no finger's, such as a shake, has come to `responder`. Whether it is handled: no, unless a sink says
    /// otherwise. (Every sink gets it by ``emit(_:)-(GestureEvent)`` as well.)
    mutating func perform(_ event: GestureEvent, responder: Responder) -> Bool
    /// Whether `responder` answers what the control at index `control` does. No, unless a sink says otherwise.
    mutating func answersControl(_ control: Int, as responder: Responder) -> Bool
    /// Whether the zone at index `zone` becomes the first responder, and whether it lets go of that. Yes, unless a sink says
    /// otherwise.
    mutating func canBecomeFirstResponder(_ zone: Int) -> Bool
    mutating func canResignFirstResponder(_ zone: Int) -> Bool
    /// Whether ``emit(_:)-(RunningGesture)`` is called instead of ``emit(_:)-(GestureEvent)``, for actions that ask where
    /// single fingers are or set values. No, unless it is said.
    static var tellsRunningGestures: Bool { get }
    /// The same with the gesture's fingers, and with the means to set what it goes on from.
    mutating func emit(_ gesture: inout RunningGesture)
}

extension OutputSink {
    public mutating func emit(_ touch: TouchEvent, to zone: Int) {}
    public static var emitsWholeEvents: Bool { false }
    public mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) { emit(touch, to: zone) }
    public static var decidesHits: Bool { false }
    public mutating func zone(_ zone: Int, contains point: Point, outline: Bool) -> Bool { outline }
    public mutating func emit(_ event: ControlEvent) {}
    public mutating func perform(_ action: Int, responder: Responder) -> Bool { false }
    public mutating func perform(_ event: GestureEvent, responder: Responder) -> Bool { false }
    public mutating func answersControl(_ control: Int, as responder: Responder) -> Bool { false }
    public mutating func canBecomeFirstResponder(_ zone: Int) -> Bool { true }
    public mutating func canResignFirstResponder(_ zone: Int) -> Bool { true }
    public static var tellsRunningGestures: Bool { false }
    public mutating func emit(_ gesture: inout RunningGesture) { emit(gesture.event) }
}
