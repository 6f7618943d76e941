public import TaplineTouches

/// What a control has done with its finger, by value.
public struct ControlEvent: Sendable {
    /// What happens to a control. For every ``press`` there is one ``click``, ``on``, ``off``, ``release`` or ``cancel``.
    public enum Action: UInt8, Equatable, Sendable {
        /// A finger has landed.
        case press
        /// It has lifted inside a button (UIKit's `touchUpInside`).
        case click
        /// It has lifted inside a switch, which is on now.
        case on
        /// It has lifted inside a switch, which is off now.
        case off
        /// A slider has another value.
        case change
        /// It has lifted outside of a button or a switch, or anywhere from a slider.
        case release
        /// Its touch was taken away: by a gesture, or from outside.
        case cancel
    }

    /// The report or the deadline that caused it.
    public var time: Instant
    /// Index of the control's zone.
    public var zone: Int
    /// What the control is.
    public var control: Control
    /// What has happened.
    public var action: Action
    /// Where the finger is, pt.
    public var location: Point
    /// The value now, 0…1: of a switch 0 or 1, of a button 0. A slider's is 0 at the left or at the bottom.
    public var value: Float

    /// An event with these parts.
    public init(
        time: Instant, zone: Int, control: Control, action: Action, location: Point, value: Float
    ) {
        self.time = time
        self.zone = zone
        self.control = control
        self.action = action
        self.location = location
        self.value = value
    }

    /// Whether it is what a finger does to a button or a switch when it means it.
    public var isClick: Bool {
        switch action {
        case .click, .on, .off: true
        case .press, .change, .release, .cancel: false
        }
    }
}
