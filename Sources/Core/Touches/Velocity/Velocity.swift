/// The figures of velocity.
public enum Velocity {
    /// How far back the fit looks: 100 ms.
    public static var window: Microseconds { .milliseconds(100) }
    /// A standstill longer than this, and than twice the median report interval of the touch, is velocity 0: 40 ms.
    public static var standstill: Microseconds { .milliseconds(40) }

    /// ``window`` and ``standstill`` as numbers, µs.
    static var windowMicroseconds: Float { 100_000 }
    static var standstillMicroseconds: Float { 40_000 }
    static var windowsPerSecond: Float { 10 }
    /// The path of the last 50 ms has the direction of a finger that has turned round.
    static var recentMicroseconds: Float { 50_000 }

    /// Curvature counts where it explains more than this many times the variance of what is left unexplained. (Of noise
    /// alone, twelve times is one of a hundred fits.)
    static var curvatureEvidence: Float { 12 }
    /// The square of the share of the line's velocity by which curvature changes it at least: a 32nd. Less is not asked for.
    static var leastTurnSquared: Float { 1 / 1_024 }
    /// Places are no more exact than this, pt.
    static var exactnessPt: Float { 0.02 }
}
