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
    /// Whether ``handleTouch(_:of:responder:at:into:)`` is called instead of ``handleTouch(_:responder:at:into:)``, for handlers
    /// that look at all touches of the event. No, unless it is said.
    static var handlesWholeEvents: Bool { get }
    /// The same with all touches of the event, as they are at `now`.
    mutating func handleTouch(
        _ touch: TouchEvent, of event: inout EventTouches, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool
    /// Whether ``zone(_:contains:outline:into:)`` is asked. No, unless it is said: then it leaves no trace in the engine's code.
    static var decidesHits: Bool { get }
    /// Whether `point` (pt) lies in the zone at index `zone` (UIKit's `point(inside:with:)`). Asked once for a touch that lands, of
    /// the zones that it may belong to, and of a control when its finger lifts.
    ///
    /// - Parameter outline: whether it lies in the zone's outline.
    mutating func zone(_ zone: Int, contains point: Point, outline: Bool, into sink: inout Sink) -> Bool
    /// A control has done something with its finger.
    mutating func handleControl(_ event: ControlEvent, into sink: inout Sink)
    /// An action without a target; see ``GestureEngine/send(_:_:_:)``. Whether it is handled.
    mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool
    /// An event that is no finger's, such as a shake, has come to `responder`; see ``GestureEngine/send(_:_:_:)-(GestureEvent,_,_)``.
    /// Whether it is handled.
    mutating func handleMotion(_ event: GestureEvent, responder: Responder, into sink: inout Sink) -> Bool
    /// Whether `responder` answers what the control at index `control` does; asked when it is pressed, of the first responder
    /// and on up the chain. Who answers is in the control's events.
    mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout Sink) -> Bool
    /// Whether the zone at index `zone`, which may be the first responder, becomes it now.
    mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool
    /// Whether the zone at index `zone`, which is the first responder, lets go of that.
    mutating func canResignFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool
}

extension TouchHandler {
    public var handlesTouches: Bool { false }
    public mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool { false }
    public static var handlesWholeEvents: Bool { false }
    public mutating func handleTouch(
        _ touch: TouchEvent, of event: inout EventTouches, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool { handleTouch(touch, responder: responder, at: now, into: &sink) }
    public static var decidesHits: Bool { false }
    public mutating func zone(_ zone: Int, contains point: Point, outline: Bool, into sink: inout Sink) -> Bool {
        outline
    }
    public mutating func handleControl(_ event: ControlEvent, into sink: inout Sink) {}
    public mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool { false }
    public mutating func handleMotion(
        _ event: GestureEvent, responder: Responder, into sink: inout Sink
    ) -> Bool { false }
    public mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout Sink) -> Bool {
        false
    }
    public mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool { true }
    public mutating func canResignFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool { true }
}
