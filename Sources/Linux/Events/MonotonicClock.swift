import CTaplineSystem
public import TaplineCore

/// The computer's monotonic clock.
public enum MonotonicClock {
    /// Now.
    public static var now: Instant { Instant(microseconds: tapline_now_us()) }

    /// Sleeps until `instant`, or until a signal comes.
    public static func wait(until instant: Instant) { tapline_wait_until(instant.microseconds) }
}
