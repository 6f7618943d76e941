public import TaplineTouches

/// Finds shakes in accelerations: one `began` for each, and one `ended` or `cancelled`, whatever the sampling rate. A value
/// without a clock.
///
/// By the rule ``ShakeRule/swings`` a reading counts without gravity (the slow part, 500 ms) and without what a hand cannot do
/// (two low passes of 8 ms). Beside the swings it takes that the device is moved most of the time: over the swings that count
/// the mean acceleration is 65 % of the threshold, or 95 % where one takes 200 ms or more, as steps do; and they take 50 ms
/// each, 35 ms at least, none more than three times as long as another, with what was before them 80 ms each. So a jolt that
/// rings is none. Nor is a fall: while the device is weightless for 180 ms, and 1 s after that, nothing counts, and a shake
/// under way is cancelled.
public struct ShakeDetector: Sendable {
    /// What counts.
    public let parameters: ShakeParameters
    /// Whether a shake is under way.
    public private(set) var isShaking = false
    private var gravity = LowPass(timeConstant: ShakeDetector.gravityTime)
    private var smoothed = LowPass(timeConstant: .milliseconds(8))
    private var smooth = LowPass(timeConstant: .milliseconds(8))
    private var firstReading = Instant.never
    private var lastReading = Instant.never
    /// When the first of what counts was, of the shake under way, or of one that may become one.
    private var start = Instant.never
    /// When the threshold was last exceeded.
    private var lastActivity = Instant.never
    /// Nothing counts before it: after a shake, a fall.
    private var deafUntil = Instant.zero
    /// A shake that was cancelled goes on: nothing counts until it rests.
    private var isExhausted = false
    /// Since when the device has been weightless.
    private var fallStart = Instant.never

    private var swings = SwingCounter()
    private var windowShare = WindowShare()
    /// For the rules that count peaks or signs: how many, and the last one.
    private var counted = 0
    private var lastCounted = Instant.never
    private var signs = SIMD3<Float>()

    /// Readings must not be further apart while the device is shaken.
    static var longestSilence: Microseconds { .milliseconds(250) }
    private static var gravityTime: Microseconds { .milliseconds(500) }
    /// Below this the device is weightless, g.
    private static var weightless: Float { 0.3 }

    /// A detector that has seen nothing.
    public init(_ parameters: ShakeParameters = .standard) { self.parameters = parameters }

    /// When ``advance(to:)`` changes something, if no reading comes before.
    public var deadline: Instant {
        isShaking ? min(lastActivity + parameters.rest, lastReading + ShakeDetector.longestSilence) : .never
    }

    /// Takes an acceleration, g, and says what has become of a shake. (Call ``advance(to:)`` with its time before.)
    public mutating func take(_ acceleration: SIMD3<Float>, at now: Instant) -> ShakePhase? {
        let dt = lastReading == .never ? Microseconds.zero : now - lastReading
        if LowPass.longestGap < dt {
            forget()
            firstReading = .never
        }
        lastReading = now
        // (At the beginning the mean of all that was seen: one reading is no gravity.)
        if firstReading == .never { firstReading = now }
        gravity.timeConstant = min(ShakeDetector.gravityTime, max(now - firstReading, dt))
        let user = smoothed.take(smooth.take(acceleration - gravity.take(acceleration, at: now), at: now), at: now)
        let isFalling = parameters.rule == .swings && falls(acceleration, at: now)
        let isActive = follow(acceleration, user, for: dt, at: now)
        if isActive { lastActivity = now }
        if isFalling {
            deafUntil = now + .milliseconds(1_000)
            forget()
            return isShaking ? cancel(.invalid) : nil
        }
        if isShaking {
            if isActive, now - start > parameters.maxDuration { return cancel(.tooLong) }
        } else if isExhausted {
            if !(now - lastActivity < parameters.rest) { isExhausted = false }
            forget()
        } else if now < deafUntil {
            forget()
        } else if isMet(at: now) {
            isShaking = true
            return .began
        }
        return nil
    }

    /// Lets time pass to `now`: a shake ends by rest, or is cancelled where readings stopped.
    public mutating func advance(to now: Instant) -> (time: Instant, phase: ShakePhase)? {
        guard isShaking, deadline <= now else { return nil }
        let (end, time) = (lastActivity + parameters.rest, deadline)
        guard end <= time else { return (time, cancel(.interrupted)) }
        isShaking = false
        deafUntil = end + parameters.quiet
        forget()
        return (end, .ended)
    }

    /// Readings will not go on: a shake under way is cancelled, and all that was seen is forgotten.
    public mutating func interrupt() -> ShakePhase? {
        let wasShaking = isShaking
        self = ShakeDetector(parameters)
        return wasShaking ? .cancelled(.interrupted) : nil
    }

    private mutating func cancel(_ reason: ShakeCancellation) -> ShakePhase {
        isShaking = false
        isExhausted = true
        forget()
        return .cancelled(reason)
    }

    /// Counts from the start.
    private mutating func forget() {
        swings = SwingCounter()
        windowShare = WindowShare()
        (counted, lastCounted) = (0, .never)
        if !isShaking { start = .never }
    }

    private mutating func falls(_ acceleration: SIMD3<Float>, at now: Instant) -> Bool {
        let limit = ShakeDetector.weightless
        guard dot(acceleration, acceleration) < limit * limit else {
            fallStart = .never
            return false
        }
        if fallStart == .never { fallStart = now }
        return !(now - fallStart < .milliseconds(180))
    }

    /// Counts by the rule; whether the acceleration exceeds the threshold now.
    private mutating func follow(
        _ acceleration: SIMD3<Float>, _ user: SIMD3<Float>, for dt: Microseconds, at now: Instant
    ) -> Bool {
        let threshold = parameters.threshold
        switch parameters.rule {
        case .swings:
            if lastActivity != .never, parameters.rest < now - lastActivity { forget() }
            let isActive = swings.take(
                user, unsmoothed: acceleration - gravity.value, threshold, for: dt, at: now)
            if isActive, start == .never { start = now }
            return isActive
        case .share:
            let isActive = dot(acceleration, acceleration) > threshold * threshold
            windowShare.take(isActive, for: dt, at: now, window: parameters.window)
            if isActive, !isShaking, start == .never || parameters.window < now - lastActivity { start = now }
            return isActive
        case .peaks, .jolts:
            let measured = parameters.rule == .peaks ? acceleration : acceleration - gravity.value
            let isActive = dot(measured, measured) > threshold * threshold
            if isActive, counted == 0 || !(now - lastCounted < .milliseconds(500)) { count(at: now) }
            return isActive
        case .signs:
            let measured = SIMD3(acceleration.x, acceleration.y, acceleration.z - 1)
            var isActive = false
            for axis in 0..<3 where max(measured[axis], -measured[axis]) > threshold {
                isActive = true
                if measured[axis] * signs[axis] <= 0 { count(at: now) }
                signs[axis] = measured[axis]
            }
            return isActive
        }
    }

    private mutating func count(at now: Instant) {
        if counted > 0, parameters.window < now - lastCounted {
            (counted, signs) = (0, SIMD3())
            if !isShaking { start = .never }
        }
        if start == .never { start = now }
        counted = min(counted + 1, 16)
        lastCounted = now
    }

    private func isMet(at now: Instant) -> Bool {
        switch parameters.rule {
        case .swings: swings.isShake(parameters, since: start, at: now)
        case .share: windowShare.isMet(readings: parameters.count, window: parameters.window)
        case .peaks, .jolts, .signs: counted >= parameters.count
        }
    }
}

/// Counts swings to and fro.
private struct SwingCounter: Sendable {
    /// A swing: where its acceleration was largest, and how long and how far (the integral of the acceleration's size, g·s) it
    /// was from the one before.
    private struct Swing {
        var time = Instant.zero
        var work: Float = 0
        /// How often the acceleration turned round since the one before: once, unless smaller swings lie between them.
        var turns: UInt16 = 1
    }
    private var last = InlineArray<16, Swing>(repeating: Swing())
    private var count = 0
    /// The largest acceleration of the swing under way.
    private var peak = SIMD3<Float>()
    private var work: Float = 0
    /// The largest acceleration since it turned round, above 70 % of the threshold, and how often it did since the last swing.
    private var turn = SIMD3<Float>()
    private var turns: UInt16 = 0

    static var shortest: Microseconds { .milliseconds(35) }

    /// Takes an acceleration without gravity; whether it exceeds the threshold.
    mutating func take(
        _ user: SIMD3<Float>, unsmoothed: SIMD3<Float>, _ threshold: Float, for dt: Microseconds, at now: Instant
    ) -> Bool {
        let square = dot(user, user)
        // (However hard a jolt is, it counts for no more than what it lasts.)
        if count > 0 { work += min(squareRoot(dot(unsmoothed, unsmoothed)), 1.5 * threshold) * dt.seconds }
        if square >= threshold * threshold * 0.49 {
            let isBack = SwingCounter.isBack(user, from: turn)
            // (So many are none of a hand.)
            if isBack { turns = min(turns + 1, 1_000) }
            if isBack || square > dot(turn, turn) { turn = user }
        }
        guard square >= threshold * threshold else { return false }
        if count == 0 || SwingCounter.isBack(user, from: peak) {
            // (What goes to and fro so fast is no hand: no swing before this one counts.)
            if count > 0, now - last[(count - 1) & 15].time < SwingCounter.shortest { count = 0 }
            last[count & 15] = Swing(time: now, work: work, turns: max(turns, 1))
            (peak, work, turns) = (user, 0, 0)
            // (16 more are as good as 16.)
            count = count >= 31 ? 16 : count + 1
        } else if square > dot(peak, peak) {
            (peak, last[(count - 1) & 15].time) = (user, now)
            last[(count - 1) & 15].work += work
            last[(count - 1) & 15].turns = min(last[(count - 1) & 15].turns + turns, 1_000)
            (work, turns) = (0, 0)
        }
        return true
    }

    /// Whether `user` points more than 135° away from `other`: the square of the cosine is above 1/2.
    private static func isBack(_ user: SIMD3<Float>, from other: SIMD3<Float>) -> Bool {
        let along = dot(user, other)
        return along < 0 && along * along * 2 >= dot(user, user) * dot(other, other)
    }

    /// What so many swings take, each `length` µs. (In no way that asks a small processor for the heap.)
    private static func time(of swings: Int, _ length: Int) -> Microseconds {
        Microseconds(Int64(_truncatingBits: UInt(bitPattern: length &* swings)))
    }

    /// Whether as many swings as it takes are near enough, strong enough and together long enough.
    func isShake(_ parameters: ShakeParameters, since start: Instant, at now: Instant) -> Bool {
        let wanted = min(max(parameters.count, 1), 16)
        guard count >= wanted else { return false }
        let (first, latest) = (last[(count - wanted) & 15].time, last[(count - 1) & 15].time)
        let span = now - first
        guard !(parameters.window < span) else { return false }
        // (To the latest swing: rest after swings that were faster does not make them slow.)
        guard !(latest - start < SwingCounter.time(of: wanted - 1, 80_000)) else { return false }
        var (sum, longest, shortest, turns) = (work, Microseconds.zero, Microseconds.unlimited, 0)
        for i in 1..<max(wanted, 2) where i < wanted {
            let length = last[(count - i) & 15].time - last[(count - i - 1) & 15].time
            sum += last[(count - i) & 15].work
            turns += Int(last[(count - i) & 15].turns)
            (longest, shortest) = (max(longest, length), min(shortest, length))
        }
        // (An engine's vibration, of which now and then one exceeds the threshold, is no slower for those that do not.)
        guard !(latest - first < SwingCounter.time(of: turns, 50_000)) else { return false }
        // (Jolts that ring, one after the other, have no beat: a swing is at most three times as long as another, and 40 ms.)
        guard wanted < 3 || longest.seconds <= 3 * shortest.seconds + 0.04 else { return false }
        longest = max(longest, now - last[(count - 1) & 15].time)
        let share = 0.65 + min(max((longest.seconds - 0.16) / 0.04, 0), 1) * 0.3
        return sum >= parameters.threshold * share * span.seconds
    }
}

/// How much of the last time was above a threshold, in 16 parts of the window.
private struct WindowShare: Sendable {
    private struct Part {
        var above: Float = 0
        var all: Float = 0
        var readings = 0
    }
    private var parts = InlineArray<16, Part>(repeating: Part())
    private var current: Int64 = -1

    mutating func take(_ isAbove: Bool, for dt: Microseconds, at now: Instant, window: Microseconds) {
        let number = now.microseconds / max(window.count / 16, 1)
        // (Also where the clock has gone back.)
        if current < 0 || number < current || number - current >= 16 {
            self = WindowShare()
            current = number
        }
        while current < number {
            current += 1
            parts[Int(truncatingIfNeeded: current & 15)] = Part()
        }
        let slot = Int(truncatingIfNeeded: number & 15)
        parts[slot].all += dt.seconds
        parts[slot].readings += 1
        if isAbove { parts[slot].above += dt.seconds }
    }

    func isMet(readings: Int, window: Microseconds) -> Bool {
        var sum = Part()
        for i in 0..<16 {
            sum.above += parts[i].above
            sum.all += parts[i].all
            sum.readings += parts[i].readings
        }
        return sum.readings >= readings && sum.all * 2 >= window.seconds && sum.above * 4 >= sum.all * 3
    }
}
