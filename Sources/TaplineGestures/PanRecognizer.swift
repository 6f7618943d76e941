public import TaplineTouches

public struct PanRecognizer: Sendable {
    /// What makes a pan.
    public struct Parameters: Equatable, Sendable {
        /// The fewest fingers, 1…16.
        public var minimumTouches = 1
        /// The most fingers, 1…16; 16 stands for any.
        public var maximumTouches = 16
        /// How far the centroid goes before the pan begins: 10 pt (UIKit as measured).
        public var slopPt: Float = 10

        /// A pan with any number of fingers.
        public init() {}
    }
}
