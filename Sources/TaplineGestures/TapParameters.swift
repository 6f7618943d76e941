public import TaplineTouches

/// What makes a tap, with the defaults of the field. Long presses count the taps before them by it, too.
public struct TapParameters: Equatable, Sendable {
    /// When a tap is recognized.
    public enum Fires: Equatable, Sendable {
        /// When the last finger of the last tap lifts (UIKit).
        case onLift
        /// When the last finger of the last tap lands.
        case onDown
    }
    /// Where the time between two taps is counted from.
    public enum IntervalStart: Equatable, Sendable {
        /// From the last finger's lift to the next landing.
        case up
        /// From the first landing to the next landing.
        case down
    }
    /// How many taps in a row, 1…16.
    public var taps = 1
    /// How many fingers, 1…5.
    public var touches = 1
    /// The longest time from the first landing to the last lift: 750 ms, UIKit's as measured.
    public var maxPress = Microseconds.milliseconds(750)
    /// How far a finger may go from its own start, and a later tap from the first: 45 pt, UIKit's as measured.
    public var movementPt: Float = 45
    /// The longest time between taps: 350 ms, UIKit's as measured.
    public var interval = Microseconds.milliseconds(350)
    /// Where ``interval`` is counted from.
    public var intervalFrom = IntervalStart.up
    /// When the tap is recognized.
    public var fires = Fires.onLift
    /// A landing at the same spot sooner than this after a lift is the same finger bouncing: 40 ms.
    public var bounce = Microseconds.milliseconds(40)
    /// The longest time from the first to the last finger's landing: 200 ms.
    public var skew = Microseconds.milliseconds(200)
    /// Whether it is told at once where it has to wait for others, and confirmed or revoked afterwards.
    public var isTentative = false

    /// A single tap with one finger.
    public init() {}
}
