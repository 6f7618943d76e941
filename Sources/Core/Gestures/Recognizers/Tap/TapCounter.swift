public import TaplineTouches

/// Counts taps: how many fingers land and lift how soon and how near. Tap recognizers are made of it, and the taps
/// before a long press.
struct TapCounter: Sendable {
    /// When the tap under way began, or the pause after one.
    private var since = Instant.zero
    /// The last landing.
    private(set) var lastLanding = Instant.zero
    /// Where the fingers of the first tap landed, pt.
    private var starts = InlineArray<5, Point>(repeating: .zero)
    /// The centroid of the last tap that was done; while its fingers lift the sum of the places where they did, pt.
    private(set) var centroid = Point.zero
    /// The rule.
    let parameters: TapParameters
    private var counts = (completed: UInt8(0), landed: UInt8(0), lifted: UInt8(0))
    /// Bounces under way.
    private var bouncing = TouchSet()
    /// Taps that are done.
    var completed: Int { Int(counts.completed) }
    /// Fingers of the tap that is under way: landed and lifted.
    var landed: Int { Int(counts.landed) }
    private var lifted: Int { Int(counts.lifted) }

    init(_ parameters: TapParameters) { self.parameters = parameters }

    mutating func reset() { self = TapCounter(parameters) }

    /// When the tap under way, or the pause after it, has lasted too long.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    var deadline: Instant {
        mutating get {
            if landed == 0 { return completed == 0 ? .never : since + parameters.interval }
            var deadline = lastLanding + parameters.maxPress
            if landed < parameters.touches {
                // A further finger proves real only then, with the time of its landing.
                deadline = min(deadline, lastLanding + parameters.skew + TouchRules.ghostLifetime)
            }
            if parameters.intervalFrom == .down, completed &+ 1 < parameters.taps {
                deadline = min(deadline, since + parameters.interval)
            }
            return deadline
        }
    }

    /// A pause between two taps counts from a lift at `now`, where lifts count.
    private mutating func pause(from now: Instant) { if parameters.intervalFrom == .up { since = now } }

    mutating func offer<let capacity: Int>(_ slot: Int, of table: inout TouchTable<capacity>) -> Offer {
        let touch = table[slot]
        if touch.sinceLift < parameters.bounce {
            // The same finger, bouncing: withheld, not even in the sequence. Between taps the pause counts from its lift.
            if landed == 0, completed > 0 { bouncing.insert(slot) }
            return .watch
        }
        guard landed < parameters.touches, lifted == 0 else { return .fail(.extraTouch) }
        if completed > 0 {
            if landed == 0, touch.startTime - since > parameters.interval {
                return .fail(.noNextTap(done: completed))
            }
            let distance = distanceFromFirstTap(touch.start)
            if distance > parameters.movementPt + lengthTolerancePt { return .fail(.tooFar(pt: distance)) }
        }
        if landed == 0 {
            since = touch.startTime
        } else if touch.startTime - lastLanding > parameters.skew {
            return .fail(.tooFewTouches(count: landed))
        }
        lastLanding = touch.startTime
        if completed == 0 { starts[landed] = touch.start }
        counts.landed &+= 1
        return .take
    }

    /// How far `place` is from the nearest finger of the first tap, pt.
    private func distanceFromFirstTap(_ place: Point) -> Float {
        var nearest = Float.infinity
        for i in 0..<parameters.touches { nearest = min(nearest, (place - starts[i]).lengthSquared) }
        return squareRoot(nearest)
    }

    /// Follows the fingers; `ready` when one more tap is done.
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        let changes = table.changes
        if !bouncing.isEmpty {
            // (Of a tap that is already under way it is no part.)
            if landed == 0, bouncing.intersects(changes.ended) { pause(from: now) }
            bouncing -= changes.ended | changes.cancelled
        }
        let ended = mine & changes.ended
        // The last fingers of a hand slide as it leaves.
        let movement = lifted > 0 || !ended.isEmpty ? parameters.movementPt * 2 : parameters.movementPt
        let limit = movement + lengthTolerancePt
        for slot in mine & changes.moved {
            let travel = table[slot].travel.lengthSquared
            if travel > limit * limit { return .failed(.moved(pt: squareRoot(travel))) }
        }
        if ended.isEmpty { return .possible(untilMoved: limit) }
        if now - lastLanding > parameters.maxPress { return .failed(pressed(until: now)) }
        if lifted == 0 { centroid = .zero }
        for slot in ended {
            centroid = centroid + (table[slot].location - .zero)
            counts.lifted &+= 1
        }
        guard lifted == landed else { return .possible }
        guard landed == parameters.touches else { return .failed(.tooFewTouches(count: landed)) }
        centroid = .zero + (centroid - .zero) * (1 / Float(landed))
        pause(from: now)
        counts = (counts.completed &+ 1, 0, 0)
        return .ready
    }

    /// The last tap is done already where its fingers land: at `place`.
    mutating func complete(at place: Point) { centroid = place }

    /// What the deadline makes of it.
    func failure(at now: Instant) -> FailureReason {
        if landed == 0 { return .noNextTap(done: completed) }
        if landed < parameters.touches, now - lastLanding >= parameters.skew {
            return .tooFewTouches(count: landed)
        }
        return pressed(until: now)
    }

    private func pressed(until now: Instant) -> FailureReason {
        .tooLong(milliseconds: (now - lastLanding).seconds * 1_000)
    }
}

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
