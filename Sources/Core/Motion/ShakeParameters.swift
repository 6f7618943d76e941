public import TaplineTouches

/// By which rule a shake is found.
public enum ShakeRule: UInt8, Equatable, Sendable {
    /// To and fro: the acceleration without gravity exceeds the threshold in directions more than 135° apart, one after the
    /// other, `count` times within the window. What is slow (turning), short (a bump) or fast (an engine) is none.
    case swings
    /// Most of the time: the acceleration, gravity included, exceeds the threshold in three quarters of the window, of which
    /// at least half must have been measured, in `count` readings or more.
    case share
    /// Strong: the acceleration, gravity included, exceeds the threshold `count` times, 500 ms or more and no more than the
    /// window apart.
    case peaks
    /// The same, of the acceleration without gravity.
    case jolts
    /// An axis (z without 1 g) exceeds the threshold with another sign than it did last, `count` times, no more than the
    /// window apart.
    case signs
}

/// What counts as a shake.
public struct ShakeParameters: Equatable, Sendable {
    /// By which rule.
    public var rule: ShakeRule
    /// The acceleration that counts, g, more than 0.
    public var threshold: Float
    /// The time in which it must be so, or between two that count, by the rule.
    public var window: Microseconds
    /// How often, 1…16.
    public var count: Int
    /// The shake is over after this time below the threshold.
    public var rest = Microseconds.milliseconds(500)
    /// No other one begins for this time after one has ended.
    public var quiet = Microseconds.milliseconds(500)
    /// One that lasts longer is cancelled.
    public var maxDuration = Microseconds.milliseconds(3_000)

    /// Parameters of a rule.
    public init(rule: ShakeRule, threshold: Float, window: Microseconds, count: Int) {
        self.rule = rule
        self.threshold = threshold
        self.window = window
        self.count = count
    }

    /// Four swings beyond 0.7 g within 1 s: 2 to 7 Hz, whatever the sampling rate.
    public static var standard: ShakeParameters {
        ShakeParameters(rule: .swings, threshold: 0.7, window: .milliseconds(1_000), count: 4)
    }
    /// Square's `ShakeDetector` of seismic, 11, 13 (its default) or 15 m/s² for three quarters of 0.5 s.
    public static func seismic(_ metersPerSecondSquared: Float = 13) -> ShakeParameters {
        ShakeParameters(
            rule: .share, threshold: metersPerSecondSquared / standardGravity, window: .milliseconds(500), count: 4)
    }
    /// `ShakeDetector` of React Native: eight changes of sign beyond 1.33 g, no more than 3 s apart.
    public static var reactNative: ShakeParameters {
        ShakeParameters(rule: .signs, threshold: 1.33, window: .milliseconds(3_000), count: 8)
    }
    /// Flutter's package `shake`: 2.7 g once.
    public static var flutter: ShakeParameters {
        ShakeParameters(rule: .peaks, threshold: 2.7, window: .milliseconds(3_000), count: 1)
    }
    /// Apple's sample GLPaint: 2 g without gravity, once.
    public static var glPaint: ShakeParameters {
        ShakeParameters(rule: .jolts, threshold: 2, window: .milliseconds(3_000), count: 1)
    }
}

/// 1 g in m/s².
public let standardGravity: Float = 9.806_65
