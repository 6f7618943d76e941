/// The last stretch of a touch's way: samples at least ``spacing`` apart, the newest always exact. Velocity is
/// measured on it.
public struct TouchPath: Sendable {
    /// The most samples kept: with ``spacing`` apart they reach back further than the velocity's window.
    static var capacity: Int { 14 }
    /// Samples closer than this to their predecessor are replaced by the next: 8 ms.
    static var spacing: UInt32 { 8_000 }

    private struct Sample: Sendable {
        /// µs, truncated: only differences are used.
        var time: UInt32 = 0
        var place = Point.zero
    }
    private var samples = InlineArray<14, Sample>(repeating: Sample())
    /// Index of the newest sample.
    private var head = 0
    /// How many samples there are, 0…``capacity``.
    private(set) var count = 0
    /// When the place last changed.
    private var lastMove = Instant.zero

    init() {}

    /// Starts anew at `place`.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func restart(at place: Point, time: Instant) {
        head = 0
        count = 1
        samples[0] = Sample(time: UInt32(truncatingIfNeeded: time.microseconds), place: place)
        lastMove = time
    }

    /// Adds what a report says.
    #if NOALLOC
        @_noAllocation
    #endif
    @inline(__always)
    mutating func append(_ place: Point, time: Instant) {
        let now = UInt32(truncatingIfNeeded: time.microseconds)
        let newest = samples[head]
        if place != newest.place {
            if (time - lastMove) > Velocity.forgetAfter {
                // A truncated time would come round after 71 minutes: forget what is far too old.
                count = 1
                samples[head].time = now &- UInt32(truncatingIfNeeded: Velocity.window.count)
            }
            lastMove = time
        }
        if count > 1, newest.time &- samples[index(before: 1)].time < TouchPath.spacing {
            samples[head] = Sample(time: now, place: place)
            return
        }
        head = head &+ 1 == TouchPath.capacity ? 0 : head &+ 1
        samples[head] = Sample(time: now, place: place)
        if count < TouchPath.capacity { count &+= 1 }
    }

    /// The slot of the sample `steps` before the newest.
    @inline(__always)
    private mutating func index(before steps: Int) -> Int {
        let index = head &- steps
        return index < 0 ? index &+ TouchPath.capacity : index
    }

    /// The velocity at `now`, pt/s: a least-squares line through the samples of the last ``Velocity/window`` (never
    /// fewer than two, three at a steady slow rate), the newest of which weigh most: a finger that lifts while it speeds
    /// up or slows down has the velocity of its lift, not of its way. 0 after a standstill, never against the way gone,
    /// finite at any spacing.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func velocity(at now: Instant) -> Vector {
        guard count > 1 else { return .zero }
        let still = now - lastMove
        if still > Velocity.standstill {
            let stillFor = still > Velocity.forgetAfter ? Velocity.forgetAfter : still
            if Int(truncatingIfNeeded: stillFor.count) > 2 &* medianInterval() { return .zero }
        }

        let newest = samples[head]
        let base = newest.place
        var sumW: Float = 0
        var sumT: Float = 0
        var sumX: Float = 0
        var sumY: Float = 0
        var sumTT: Float = 0
        var sumTX: Float = 0
        var sumTY: Float = 0
        var oldest = base
        var recent = base
        let nowTime = UInt32(truncatingIfNeeded: now.microseconds)
        let window = window(before: nowTime)
        let windowSeconds = Float(Int(truncatingIfNeeded: window)) * 1e-6
        var steps = 0
        while steps < count {
            let sample = samples[index(before: steps)]
            if steps > 1, nowTime &- sample.time > window { break }
            // Seconds, negative; relative to the newest sample, so that Float keeps its digits.
            let t = -Float(Int(Int32(truncatingIfNeeded: newest.time &- sample.time))) * 1e-6
            let way = sample.place - base
            let w = Velocity.weight(secondsAgo: -t, of: windowSeconds)
            sumW += w
            sumT += w * t
            sumX += w * way.x
            sumY += w * way.y
            sumTT += w * t * t
            sumTX += w * t * way.x
            sumTY += w * t * way.y
            oldest = sample.place
            if -t <= Velocity.recent.seconds { recent = sample.place }
            steps &+= 1
        }
        let spread = sumW * sumTT - sumT * sumT
        guard spread > 0 else { return .zero }
        let net = base - oldest
        let last = base - recent
        return Vector(
            x: Velocity.sameSign((sumW * sumTX - sumT * sumX) / spread, as: net.x, or: last.x),
            y: Velocity.sameSign((sumW * sumTY - sumT * sumY) / spread, as: net.y, or: last.y))
    }

    /// How far back the fit looks, µs: ``Velocity/window``, and further where reports come so rarely that fewer than three
    /// samples lie in it: two could not tell a finger that kicks back as it lifts from one that turns round.
    #if NOALLOC
        @_noAllocation
    #endif
    private mutating func window(before now: UInt32) -> UInt32 {
        let usual = UInt32(truncatingIfNeeded: Velocity.window.count)
        guard count > 2 else { return usual }
        let second = samples[index(before: 1)].time
        let third = samples[index(before: 2)].time
        let latest = samples[head].time &- second
        let earlier = second &- third
        // A pause in quick reports is none of their intervals, neither before the last of them nor before the one before.
        guard now &- third > usual, latest <= 3 &* earlier,
            Int(truncatingIfNeeded: earlier) <= 2 &* medianInterval()
        else { return usual }
        let reach = now &- third
        return reach &+ reach / 4
    }

    /// The median of the intervals between samples, µs, less than 35 minutes.
    #if NOALLOC
        @_noAllocation
    #endif
    private mutating func medianInterval() -> Int {
        var sorted = InlineArray<14, Int>(repeating: 0)
        var n = 0
        while n < count &- 1 {
            let interval = Int(
                Int32(truncatingIfNeeded: samples[index(before: n)].time &- samples[index(before: n &+ 1)].time))
            var i = n
            while i > 0, sorted[i &- 1] > interval {
                sorted[i] = sorted[i &- 1]
                i &-= 1
            }
            sorted[i] = interval
            n &+= 1
        }
        return n == 0 ? 0 : sorted[n / 2]
    }
}

/// The figures of velocity.
public enum Velocity {
    /// How far back the fit looks: 100 ms.
    public static var window: Microseconds { .milliseconds(100) }
    /// A standstill longer than this, and than twice the median report interval of the touch, is velocity 0: 40 ms.
    public static var standstill: Microseconds { .milliseconds(40) }
    /// After resting so long the way before does not count any more.
    static var forgetAfter: Microseconds { .milliseconds(2_000) }

    /// The way of the last 50 ms tells the direction of a finger that has turned round.
    static var recent: Microseconds { .milliseconds(50) }

    /// How much a sample counts: 1 for the newest, down with the square of its age to a hundredth at the window's end.
    @inline(__always)
    static func weight(secondsAgo age: Float, of windowSeconds: Float) -> Float {
        let rest = 1 - age / windowSeconds
        return rest > 0.1 ? rest * rest : 0.01
    }

    /// `slope` where it points the way gone in the whole window or lately, otherwise 0: velocity never has the wrong
    /// sign.
    @inline(__always)
    static func sameSign(_ slope: Float, as net: Float, or last: Float) -> Float {
        slope.isFinite && (slope * net > 0 || slope * last > 0) ? slope : 0
    }
}
