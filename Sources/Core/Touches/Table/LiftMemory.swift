/// What the last lifts left behind: whether a landing continues a row of taps, and how long after a lift at the
/// same spot it comes.
struct LiftMemory<let capacity: Int>: Sendable {
    private struct Lift: Sendable {
        var time = Instant(microseconds: .min)
        var place = Point.zero
    }
    /// The last lifts: as many as a table can have touches, which may all lift in one report.
    private var lifts = InlineArray<capacity, Lift>(repeating: Lift())
    /// The start, the lift and the count of the last tap; count 0 where the last touch was none.
    private var tapStart = Point.zero
    private var tapLift = Instant.zero
    private var tapCount: UInt16 = 0
    private var next: UInt8 = 0

    /// Keeps in mind that `touch` lifts at `now`, alone or with other fingers down.
    mutating func lifted(_ touch: Touch, at now: Instant, alone: Bool) {
        lifts[Int(next)] = Lift(time: now, place: touch.location)
        next = Int(next) &+ 1 < capacity ? next &+ 1 : 0
        let near = TouchRules.tapMovementPt + lengthTolerancePt
        let isTap =
            alone && now - touch.startTime <= TouchRules.tapMaxPress && touch.travel.lengthSquared <= near * near
        tapCount = isTap ? touch.tapCount : 0
        tapStart = touch.start
        tapLift = now
    }

    /// How long before `now` a finger lifted near `place`.
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
    mutating func tapCount(landingAt place: Point, time now: Instant) -> UInt16 {
        let near = TouchRules.tapMovementPt + lengthTolerancePt
        guard tapCount > 0, now >= tapLift, now - tapLift <= TouchRules.tapInterval,
            (place - tapStart).lengthSquared <= near * near
        else { return 1 }
        return tapCount == .max ? .max : tapCount &+ 1
    }
}
