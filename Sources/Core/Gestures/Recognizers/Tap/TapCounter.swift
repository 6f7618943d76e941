import TaplineTouches

/// Counts taps: how many fingers land and lift how soon and how near. Tap recognizers are made of it, and the taps
/// before a long press.
struct TapCounter: Sendable {
    /// The first landing of the tap under way; between two taps, from when the pause counts.
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
