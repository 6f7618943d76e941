public import TaplineTouches

public struct LongPressRecognizer: Sendable {
    /// What makes a long press.
    public struct Parameters: Equatable, Sendable {
        /// How long the fingers rest: 500 ms (UIKit).
        public var minimumPressDuration = Microseconds.milliseconds(500)
        /// How far a finger may go from its own start until the press has begun: 10 pt (UIKit).
        public var allowableMovementPt: Float = 10
        /// How many fingers, 1…5.
        public var touches = 1
        /// How many taps come before the press, 0…16.
        public var taps = 0

        /// A press with one finger.
        public init() {}
    }
}
