import TestSupport

/// How a gesture may go on, by what it is: the table of the transitions that an engine's events keep to. The picture
/// beside GESTURES.md is drawn from it.
enum StateMachine: UInt8, Sendable {
    /// A tap, a swipe, a stroke, a discrete pinch: recognized and over at once.
    case discrete
    /// A gesture that goes on after it is recognized.
    case continuous
    /// A tap whose event is emitted at once, and confirmed or revoked afterwards.
    case tentative

    /// The machine of a kind with these parameters.
    init(of recognizer: some Recognizer) {
        self = recognizer.isContinuous ? .continuous : recognizer.isTentative ? .tentative : .discrete
    }

    /// Whether a gesture may go from `state` to `next`; nil is `possible`, for which there is no event.
    func allows(_ state: GestureState?, to next: GestureState) -> Bool {
        switch (self, state, next) {
        case (_, nil, .failed): true
        case (.discrete, nil, .ended): true
        case (.continuous, nil, .began): true
        case (.continuous, .began, .changed), (.continuous, .changed, .changed): true
        case (.continuous, .began, .ended), (.continuous, .changed, .ended): true
        case (.continuous, .began, .cancelled), (.continuous, .changed, .cancelled): true
        case (.tentative, nil, .tentative): true
        case (.tentative, .tentative, .confirmed), (.tentative, .tentative, .revoked): true
        default: false
        }
    }

    /// Whether a gesture that has come to `state` stays there until the fingers of its sequence are up, and is then
    /// possible again.
    static func isEnd(_ state: GestureState) -> Bool {
        switch state {
        case .ended, .cancelled, .failed, .confirmed, .revoked: true
        case .began, .changed, .tentative: false
        }
    }
}
