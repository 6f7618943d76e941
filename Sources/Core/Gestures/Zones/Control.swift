public import TaplineTouches

/// What a zone is to the fingers if it is more than a surface.
///
/// A control takes the gesture that is its own before recognizers of the zones around it do (UIKit): those fail with
/// ``FailureReason/control(zone:)``. Recognizers attached to the control itself, or to zones in it, are free.
public enum Control: Equatable, Sendable {
    /// Takes a single tap of one finger.
    case button
    /// Takes a single tap of one finger, and one finger that goes across.
    case `switch`
    /// Takes one finger that goes across.
    case horizontalSlider
    /// Takes one finger that goes up or down.
    case verticalSlider

    /// What a gesture has in common with a control.
    public enum Action: Equatable, Sendable {
        /// A single tap of one finger.
        case tap
        /// One finger that moves more across than up or down.
        case horizontalDrag
        /// One finger that moves more up or down than across.
        case verticalDrag

        /// One finger that has travelled `travel`; nil where it has not moved.
        public static func drag(_ travel: Vector) -> Action? {
            travel == .zero ? nil : abs(travel.x) >= abs(travel.y) ? .horizontalDrag : .verticalDrag
        }
    }

    /// Whether the control does this itself.
    public func takes(_ action: Action) -> Bool {
        switch (self, action) {
        case (.button, .tap), (.switch, .tap), (.switch, .horizontalDrag), (.horizontalSlider, .horizontalDrag),
            (.verticalSlider, .verticalDrag):
            true
        default: false
        }
    }
}
