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
    // (In few bytes: every recognizer of taps and of presses has them, and is copied with them.)
    private var storedTaps: UInt8 = 1
    private var storedTouches: UInt8 = 1
    /// Where ``interval`` is counted from.
    public var intervalFrom = IntervalStart.up
    /// When the tap is recognized.
    public var fires = Fires.onLift
    private var storedMaxPress = ShortTime(TouchRules.tapMaxPress)
    private var storedInterval = ShortTime(TouchRules.tapInterval)
    private var storedBounce = ShortTime(.milliseconds(40))
    /// How far a finger may go from its own start, and a later tap from the first: 45 pt, UIKit's as measured. Once another finger
    /// of the tap has lifted, twice as far: the last fingers of a hand slide as it leaves.
    public var movementPt = TouchRules.tapMovementPt
    /// 1 µs more than it; 0: what is usual for so many fingers.
    private var storedSkew = ShortTime(.zero)

    /// How many taps in a row, 1…16.
    public var taps: Int {
        get { Int(storedTaps) }
        set { storedTaps = UInt8(truncatingIfNeeded: max(0, min(newValue, 255))) }
    }
    /// How many fingers, 1…5.
    public var touches: Int {
        get { Int(storedTouches) }
        set { storedTouches = UInt8(truncatingIfNeeded: max(0, min(newValue, 255))) }
    }
    /// The longest time from the last landing to the last lift: 750 ms, UIKit's as measured.
    public var maxPress: Microseconds {
        get { storedMaxPress.microseconds }
        set { storedMaxPress = ShortTime(newValue) }
    }
    /// The longest time between taps: 350 ms, UIKit's as measured.
    public var interval: Microseconds {
        get { storedInterval.microseconds }
        set { storedInterval = ShortTime(newValue) }
    }
    /// A landing at the same spot sooner than this after a lift is the same finger bouncing: 40 ms.
    public var bounce: Microseconds {
        get { storedBounce.microseconds }
        set { storedBounce = ShortTime(newValue) }
    }
    /// The longest time from one finger's landing to the next: 200 ms, with three fingers or more 500 ms. (A hand is laid down
    /// finger by finger, and nothing else is done with so many.)
    public var skew: Microseconds {
        get {
            let stored = storedSkew.microseconds
            if stored == .zero { return .milliseconds(touches > 2 ? 500 : 200) }
            return stored == .unlimited ? stored : Microseconds(stored.count &- 1)
        }
        set { storedSkew = ShortTime(max(newValue, .zero) + Microseconds(1)) }
    }
    /// Whether it is reported at once where it has to wait for others, and confirmed or revoked afterwards.
    public var isTentative = false

    /// A single tap with one finger.
    public init() {}
}
