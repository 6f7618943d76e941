public import TaplineTouches

/// Whoever is offered zones' own touches and actions without a target. The default answers cost nothing.
public protocol TouchHandler {
    /// Where the handler puts what comes of it; handed through by the engine.
    associatedtype Sink
    /// Whether zones' own touch streams are made at all; asked for each report that shows a new finger. No, and no zone is
    /// a control: no touch is offered to anybody, and none counts as unhandled.
    var handlesTouches: Bool { mutating get }
    /// A touch has changed, as its zone sees it. Recognizers have looked at it first.
    ///
    /// - Parameters:
    ///   - touch: the change, with the time at which it happened.
    ///   - responder: who is asked: first the zone that the touch landed in.
    ///   - now: the time of this call: later than the touch's, where it was delayed.
    /// - Returns: whether it is handled; if not, the next responder is asked.
    mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool
    /// A control has done something with its finger.
    mutating func handleControl(_ event: ControlEvent, into sink: inout Sink)
    /// An action without a target; see ``GestureEngine/send(_:_:_:)``. Whether it is handled.
    mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool
}

extension TouchHandler {
    public var handlesTouches: Bool { false }
    public mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool { false }
    public mutating func handleControl(_ event: ControlEvent, into sink: inout Sink) {}
    public mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool { false }
}
