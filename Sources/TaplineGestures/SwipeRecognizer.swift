public import TaplineTouches

public struct SwipeRecognizer: Sendable {
    /// What makes a swipe.
    public struct Parameters: Equatable, Sendable {
        /// When a swipe is recognized.
        public enum Fires: Equatable, Sendable {
            /// As soon as every finger has gone the distance.
            case onDistance
            /// When the last finger lifts.
            case onLift
        }
        /// The directions that count.
        public var directions = DirectionSet.all
        /// How many fingers, 1…5.
        public var touches = 1
        /// How far every finger goes from its own start: 25 pt (the classic figure).
        public var distancePt: Float = 25
        /// How far off its axis a finger may be in any case: 5 pt (the classic figure). Infinite: any.
        public var deviationPt: Float = 5
        /// How far off its axis a finger may be as the tangent of an angle: 20°. 0: only ``deviationPt`` counts.
        public var deviationTangent: Float = 0.363_970_23
        /// The longest time from the first landing: 500 ms. ``Microseconds/unlimited``: any.
        public var maxDuration = Microseconds.milliseconds(500)
        /// The lowest speed on average, 200 pt/s. 0: any.
        public var minimumVelocityPtPerSecond: Float = 200
        /// When the swipe is recognized.
        public var fires = Fires.onDistance

        /// A swipe with one finger in any of the four directions.
        public init() {}
    }
}
