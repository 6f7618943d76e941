public import TaplineTouches

/// A gesture that has reached a state, as an action gets it: by value, with its fingers, and with the means to set what it
/// goes on from.
///
/// This is UIKit's `UIGestureRecognizer` in an action method, without the object: whoever implements
/// ``GestureHandler/handle(_:into:)-(RunningGesture,_)`` reads it, and what it sets takes effect when the action returns.
public struct RunningGesture: Sendable {
    /// What has happened, with the gesture's values.
    public let event: GestureEvent
    /// Its fingers in this report, also those that have just lifted.
    public let touches: GestureTouches
    /// What the gesture goes on from. Of one that does not go on it is ignored.
    public var adjustment = GestureAdjustment()

    init(_ event: GestureEvent, touches: GestureTouches) {
        self.event = event
        self.touches = touches
    }

    /// The centroid of its fingers, pt.
    public var location: Point { event.location }
    /// The same in its zone's own coordinates, pt from the top left corner of the zone's outline.
    public var locationInZone: Point { event.locationInZone }
    /// How many fingers it has in this report; a tap that is confirmed by the clock alone has none left.
    public var numberOfTouches: Int { touches.count }
    /// Where a finger is, pt: 0 is the one that landed first. nil where there is none.
    public func location(ofTouch index: Int) -> Point? { touches[index] }

    /// The next event counts the translation from here on, beginning at `translation`, pt.
    public mutating func setTranslation(_ translation: Vector) { adjustment.translation = translation }
    /// The next event counts the scale from here on, beginning at `scale`, more than 0.
    public mutating func setScale(_ scale: Float) { adjustment.scale = scale }
    /// The next event counts the turn from here on, beginning at `rotation`, radians.
    public mutating func setRotation(_ rotation: Float) { adjustment.rotation = rotation }
}
