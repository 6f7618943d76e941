public import TaplineTouches

/// What an engine asks while it decides. The default answers cost nothing. Gestures are named by their index.
///
/// Whatever is asked of a pair is asked once in an attempt, when the two share a touch and it first matters; the answer
/// holds until one of them is possible again. Answers only add to what was set up. They are asked for only where
/// ``decidesRelations`` is true.
public protocol GestureDelegate {
    /// Whether the touch that has landed at `location` (pt) in `zone` exists for the gesture at all.
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool
    /// Whether the gesture that is ready may be recognized. No: it fails until its fingers are up.
    mutating func shouldBegin(gesture: Int) -> Bool
    /// The same, asked of the zone that its first touch landed in, and asked first: that of the gesture or one in it. (UIKit asks
    /// the view that was hit.)
    mutating func shouldBegin(gesture: Int, hit zone: Int) -> Bool

    /// Whether the questions below are asked. False unless a delegate says otherwise: then they leave no trace in the
    /// engine's code.
    static var decidesRelations: Bool { get }
    /// Whether `gesture`, which is ready, waits until `other` fails, and fails where that is recognized. A yes by which
    /// gestures would wait for each other is ignored, and counted in ``GestureEngine/ignoredAnswers``.
    mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool
    /// The same, asked of the other side: whether `gesture` has to fail before `other`, which is ready.
    mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool
    /// Whether the two may go on together. Asked both ways round; one yes is enough.
    mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool
    /// Whether `gesture`, recognized, ends `other`. A no leaves the other direction as it is.
    mutating func canPrevent(gesture: Int, other: Int) -> Bool
    /// The same, asked of the other side: whether `gesture` is ended by `other`.
    mutating func canBePrevented(gesture: Int, by other: Int) -> Bool
}

extension GestureDelegate {
    public mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool { true }
    public mutating func shouldBegin(gesture: Int) -> Bool { true }
    public mutating func shouldBegin(gesture: Int, hit zone: Int) -> Bool { true }
    public static var decidesRelations: Bool { false }
    public mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool { false }
    public mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool { false }
    public mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool { false }
    public mutating func canPrevent(gesture: Int, other: Int) -> Bool { true }
    public mutating func canBePrevented(gesture: Int, by other: Int) -> Bool { true }
}

/// What handles gestures: target and action without a stored closure.
public protocol GestureHandler: GestureDelegate, TouchHandler {
    /// Where the handler puts what comes of a gesture; handed through by the engine.
    associatedtype Sink
    /// Whether ``handle(_:into:)-(RunningGesture,_)`` is called instead of ``handle(_:into:)-(GestureEvent,_)``, for
    /// actions that ask where single fingers are or set values. No, unless it is said.
    static var handlesRunningGestures: Bool { get }
    /// A gesture has reached a state.
    mutating func handle(_ event: GestureEvent, into sink: inout Sink)
    /// The same with the gesture's fingers, and with the means to set what it goes on from.
    mutating func handle(_ gesture: inout RunningGesture, into sink: inout Sink)
}

extension GestureHandler {
    public static var handlesRunningGestures: Bool { false }
    public mutating func handle(_ gesture: inout RunningGesture, into sink: inout Sink) {
        handle(gesture.event, into: &sink)
    }
}
