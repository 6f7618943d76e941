import TaplineTouches

/// Counts taps: how many fingers land and lift how soon and how near. Tap recognizers are made of it, and the taps
/// before a long press.
struct TapCounter: Sendable {
    /// The rule.
    let parameters: TapParameters
    /// Taps that are done.
    private(set) var completed = 0
    /// Fingers of the tap that is under way: landed and lifted.
    private(set) var landed = 0
    private(set) var lifted = 0
    /// The first landing of the tap under way, or of the last one.
    private(set) var firstLanding = Instant.zero
    /// The last landing of the tap under way.
    private(set) var lastLanding = Instant.zero
    private var lastLift = Instant.zero
    /// Where the fingers of the first tap landed, pt.
    private var starts = InlineArray<5, Point>(repeating: .zero)
    /// The sum of the places where the fingers of this tap lifted, pt.
    private var lifts = Vector.zero
    /// Bounces under way.
    private var bouncing = TouchSet()
    /// The centroid of the last tap that was done, pt.
    private(set) var centroid = Point.zero

    init(_ parameters: TapParameters) { self.parameters = parameters }

    #if NOALLOC
        @_noAllocation
    #endif
    mutating func reset() { self = TapCounter(parameters) }

    /// When the tap under way, or the pause after it, has lasted too long.
    @inline(__always)
    var deadline: Instant {
        if landed == 0 {
            return completed == 0 ? .never : intervalStart + parameters.interval
        }
        var deadline = firstLanding + parameters.maxPress
        if landed < parameters.touches {
            // A further finger proves real only then, with the time of its landing.
            deadline = min(deadline, firstLanding + parameters.skew + TouchRules.ghostLifetime)
        }
        if parameters.intervalFrom == .down, completed &+ 1 < parameters.taps {
            deadline = min(deadline, firstLanding + parameters.interval)
        }
        return deadline
    }

    @inline(__always)
    private var intervalStart: Instant { parameters.intervalFrom == .up ? lastLift : firstLanding }

    mutating func offer<let capacity: Int>(_ slot: Int, of table: inout TouchTable<capacity>) -> Offer {
        let touch = table[slot]
        if touch.sinceLift < parameters.bounce {
            // The same finger, bouncing: withheld, not even in the sequence. Between taps the pause counts from its lift.
            if landed == 0, completed > 0 { bouncing.insert(slot) }
            return .watch
        }
        guard landed < parameters.touches, lifted == 0 else { return .fail(.extraTouch) }
        if completed > 0 {
            if landed == 0, touch.startTime - intervalStart > parameters.interval {
                return .fail(.noNextTap(done: completed))
            }
            let distance = distanceFromFirstTap(touch.start)
            if distance > parameters.movementPt + lengthTolerancePt { return .fail(.tooFar(pt: distance)) }
        }
        if landed == 0 {
            firstLanding = touch.startTime
        } else if touch.startTime - firstLanding > parameters.skew {
            return .fail(.tooFewTouches(count: landed))
        }
        lastLanding = touch.startTime
        if completed == 0 { starts[landed] = touch.start }
        landed &+= 1
        return .take
    }

    /// How far `place` is from the nearest finger of the first tap, pt.
    #if NOALLOC
        @_noAllocation
    #endif
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
            if bouncing.intersects(changes.ended) { lastLift = now }
            bouncing -= changes.ended | changes.cancelled
        }
        let limit = parameters.movementPt + lengthTolerancePt
        for slot in mine & changes.moved {
            let way = table[slot].travel.lengthSquared
            if way > limit * limit { return .failed(.moved(pt: squareRoot(way))) }
        }
        let ended = mine & changes.ended
        if ended.isEmpty { return .possible }
        if now - firstLanding > parameters.maxPress { return .failed(pressed(until: now)) }
        for slot in ended {
            lifts = lifts + (table[slot].location - .zero)
            lifted &+= 1
        }
        guard lifted == landed else { return .possible }
        guard landed == parameters.touches else { return .failed(.tooFewTouches(count: landed)) }
        centroid = .zero + lifts * (1 / Float(landed))
        completed &+= 1
        lastLift = now
        landed = 0
        lifted = 0
        lifts = .zero
        return .ready
    }

    /// What the deadline makes of it.
    #if NOALLOC
        @_noAllocation
    #endif
    func failure(at now: Instant) -> FailureReason {
        if landed == 0 { return .noNextTap(done: completed) }
        if landed < parameters.touches, now - firstLanding >= parameters.skew {
            return .tooFewTouches(count: landed)
        }
        return pressed(until: now)
    }

    #if NOALLOC
        @_noAllocation
    #endif
    private func pressed(until now: Instant) -> FailureReason {
        .tooLong(milliseconds: (now - firstLanding).seconds * 1_000)
    }
}
