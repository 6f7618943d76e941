/// A length of time in whole microseconds (µs), negative where it points back.
///
/// Arithmetic saturates instead of trapping: times come from outside.
public struct Microseconds: Equatable, Comparable, Sendable {
    /// The length in µs.
    public var count: Int64

    /// A length of `count` µs.
    public init(_ count: Int64) { self.count = count }

    /// A length of whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Microseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1_000)
        return Microseconds(overflow ? (count < 0 ? .min : .max) : product)
    }

    /// Longer than anything that is measured: the value of a limit that is switched off.
    public static var unlimited: Microseconds { Microseconds(.max) }
    /// Between two attempts to find a device that is not there: of drivers, of the daemon and of views alike.
    public static var retryPeriod: Microseconds { .milliseconds(1_000) }
    /// No time at all.
    public static var zero: Microseconds { Microseconds(0) }

    /// The length in seconds, for speeds. (Made of two native integers: the conversion from 64 bits would need the
    /// heap on small processors.)
    public var seconds: Float {
        let whole = Int(truncatingIfNeeded: count / 1_000_000)
        let rest = Int(truncatingIfNeeded: count % 1_000_000)
        return Float(whole) + Float(rest) * 1e-6
    }

    /// The sum, saturating.
    public static func + (a: Microseconds, b: Microseconds) -> Microseconds {
        let (sum, overflow) = a.count.addingReportingOverflow(b.count)
        return Microseconds(overflow ? (a.count < 0 ? .min : .max) : sum)
    }
    public static func < (a: Microseconds, b: Microseconds) -> Bool { a.count < b.count }
}

/// A point on the monotonic clock, in µs since the clock's own start; never wall time.
///
/// 64 bits wide, so that nothing changes when the count passes 2³² µs (after 71 minutes).
public struct Instant: Equatable, Comparable, Sendable {
    /// µs since the clock's start, 0 or more.
    public var microseconds: Int64

    /// The instant `microseconds` µs after the clock's start.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The clock's start.
    public static var zero: Instant { Instant(microseconds: 0) }
    /// Later than every instant: "no deadline".
    public static var never: Instant { Instant(microseconds: .max) }

    public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

    /// Whether it may be what the clock of `now` said when something happened that is noticed at `now`: not later, and less
    /// than 10 s before. (Some kernels give edges and input events the time of another clock.)
    public func isPlausible(at now: Instant) -> Bool { self <= now && now - self < .milliseconds(10_000) }

    /// The instant that lies `length` after this one, at most ``never``.
    #if BAREMETAL
        @inline(never)
    #endif
    public static func + (a: Instant, length: Microseconds) -> Instant {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(length.count)
        return overflow ? .never : Instant(microseconds: sum)
    }

    /// The time from `b` to `a`, saturating.
    #if BAREMETAL
        @inline(never)
    #endif
    public static func - (a: Instant, b: Instant) -> Microseconds {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return Microseconds(overflow ? (a.microseconds < 0 ? .min : .max) : difference)
    }
}
