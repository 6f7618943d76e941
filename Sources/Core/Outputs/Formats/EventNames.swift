public import TaplineGestures
public import TaplineTouches

/// The names that gestures and zones have in a configuration, by index; zone 0, the panel, has none.
public struct EventNames: Sendable {
    /// Gestures, in the configuration's order.
    public var gestures = InlineArray<32, Name>(repeating: Name())
    /// Zones; the configuration's first one has index 1.
    public var zones = InlineArray<33, Name>(repeating: Name())

    /// No names.
    public init() {}

    /// The name of a gesture; empty where there is no such place.
    func gesture(_ index: Int) -> Name { gestures.indices.contains(index) ? gestures[index] : Name() }

    /// The name of a zone; empty where there is no such place.
    func zone(_ index: Int) -> Name { zones.indices.contains(index) ? zones[index] : Name() }

    /// The name of the gesture or zone that `reason` is about; empty where it is about none.
    public func subject(of reason: FailureReason) -> Name {
        switch reason.row.figure {
        case .gesture(let index): gesture(index)
        case .zone(let index): zone(index)
        case .none, .measure, .score, .count: Name()
        }
    }
}

extension GestureState {
    /// The state's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .tentative: "tentative"
        case .confirmed: "confirmed"
        case .revoked: "revoked"
        }
    }
}

extension RecognizerState {
    /// The state's name in `status` and `states`.
    public var name: StaticString {
        switch self {
        case .possible: "possible"
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .tentative: "tentative"
        case .disabled: "disabled"
        }
    }
}

extension Control {
    /// The control's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .button: "button"
        case .switch: "switch"
        case .slider: "slider"
        case .stepper: "stepper"
        case .segmented: "segmented"
        case .pageControl: "pageControl"
        }
    }

    /// Whether its events have a value. (A switch's actions say it.)
    public var hasValue: Bool {
        switch self {
        case .slider, .stepper, .segmented, .pageControl: true
        case .button, .switch: false
        }
    }
}

extension ControlEvent.Action {
    /// The action's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .press: "press"
        case .click: "click"
        case .on: "on"
        case .off: "off"
        case .change: "change"
        case .release: "release"
        case .cancel: "cancel"
        case .increase: "increase"
        case .decrease: "decrease"
        case .select: "select"
        case .next: "next"
        case .previous: "previous"
        }
    }
}

extension TouchPhase {
    /// The phase's name in `events/1`.
    public var name: StaticString {
        switch self {
        case .began: "began"
        case .moved: "moved"
        case .stationary: "stationary"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}
