public import TaplineTouches

/// What a control has done with its finger, by value.
public struct ControlEvent: Sendable {
    /// What happens to a control. For every ``press`` there is one ``click``, ``on``, ``off``, ``release`` or ``cancel``; in between,
    /// at any time, what changes the value.
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
        /// It has lifted outside of a button or a switch, or anywhere from another control.
        case release
        /// Its touch was taken away: by a gesture, or from outside.
        case cancel
        /// A stepper has gone a step up, or from its greatest value to its least.
        case increase
        /// A stepper has gone a step down, or from its least value to its greatest.
        case decrease
        /// Another segment is selected.
        case select
        /// The next page.
        case next
        /// The page before.
        case previous
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
    /// Where the outline of ``zone`` begins, its top left corner in pt.
    public var origin: Point
    /// The value now. Of a slider and a stepper in their own unit, of a slider the least at the left or at the bottom; of a switch 0 or 1; of segments
    /// and pages the index from 0, −1 while no segment is selected; of a button 0.
    public var value: Float
    /// Who answers it: the first that said so, from the first responder on up the chain, when it was pressed; nil: nobody.
    public var responder: Responder?

    /// An event with these parts.
    public init(
        time: Instant, zone: Int, control: Control, action: Action, location: Point, origin: Point = .zero,
        value: Float,
        responder: Responder? = nil
    ) {
        self.time = time
        self.zone = zone
        self.control = control
        self.action = action
        self.location = location
        self.origin = origin
        self.value = value
        self.responder = responder
    }

    /// ``location`` in the zone's own coordinates, pt from its top left corner.
    public var locationInZone: Point { Point(x: location.x - origin.x, y: location.y - origin.y) }

    /// ``value`` as the number that lines show: of segments and pages from 1, 0 for none; of a stepper, and of a slider with
    /// steps, the steps above its least value; of a switch 0 or 1, of others 0.
    public var number: Int {
        switch control {
        case .segmented, .pageControl: Int(min(max(-1, value), 255)) &+ 1
        case .switch: value == 1 ? 1 : 0
        case .stepper(let stepper): steps(of: stepper.step, above: stepper.minimum)
        case .slider(let slider): slider.step > 0 ? steps(of: slider.step, above: slider.minimum) : 0
        case .button: 0
        }
    }

    /// (At most 65,535, as configurations have it. What is no number is 0: `max` answers its first value then.)
    private func steps(of step: Float, above minimum: Float) -> Int {
        step > 0 ? Int(min(max(0, (value - minimum) / step), 65_535) + 0.5) : 0
    }

    /// Whether nothing is held by it any more: a switch is off, or the finger of another control has gone.
    public var letsGo: Bool {
        switch action {
        case .off, .click, .release, .cancel: true
        case .press, .on, .change, .increase, .decrease, .select, .next, .previous: false
        }
    }

    /// Whether it is what a finger does to a control when it means it: not a slider's way.
    public var isClick: Bool {
        switch action {
        case .click, .on, .off, .increase, .decrease, .select, .next, .previous: true
        case .press, .change, .release, .cancel: false
        }
    }
}
