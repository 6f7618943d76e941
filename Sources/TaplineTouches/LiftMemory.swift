/// What the last lifts left behind: whether a landing continues a row of taps, and how long after a lift at the
/// same spot it comes.
struct LiftMemory: Sendable {
    private struct Lift: Sendable {
        var place = Point.zero
        var time = Instant(microseconds: .min)
    }
    /// The last lifts: as many as a table can have touches, which may all lift in one report.
    private var lifts = InlineArray<16, Lift>(repeating: Lift())
    private var next = 0
    /// The start, the lift and the count of the last tap; count 0 where the last touch was none.
    private var tapStart = Point.zero
    private var tapLift = Instant.zero
    private var tapCount: UInt8 = 0

    /// Keeps in mind that `touch` lifts at `now`, alone or with other fingers down.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func lifted(_ touch: Touch, at now: Instant, alone: Bool) {
        lifts[next] = Lift(place: touch.location, time: now)
        next = (next &+ 1) & 15
        let near = TouchRules.tapMovementPt + lengthTolerancePt
        let isTap =
            alone && now - touch.startTime <= TouchRules.tapMaxPress && touch.travel.lengthSquared <= near * near
        tapCount = isTap ? touch.tapCount : 0
        tapStart = touch.start
        tapLift = now
    }

    /// How long before `now` a finger lifted near `place`.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func sinceLift(near place: Point, at now: Instant) -> Microseconds {
        let near = TouchRules.tapMovementPt + lengthTolerancePt
        var shortest = Microseconds.unlimited
        for i in lifts.indices where (lifts[i].place - place).lengthSquared <= near * near {
            // A finger that proves real late may have landed before that lift.
            let time = now - lifts[i].time
            if time >= .zero, time < shortest { shortest = time }
        }
        return shortest
    }

    /// Which tap in a row a lone finger landing at `place` would be.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func tapCount(landingAt place: Point, time now: Instant) -> UInt8 {
        let near = TouchRules.tapMovementPt + lengthTolerancePt
        guard tapCount > 0, now >= tapLift, now - tapLift <= TouchRules.tapInterval,
            (place - tapStart).lengthSquared <= near * near
        else { return 1 }
        return tapCount == .max ? .max : tapCount &+ 1
    }
}
