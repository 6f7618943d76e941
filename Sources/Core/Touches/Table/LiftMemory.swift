/// What the last lifts left behind: whether a landing continues a row of taps, and how long after a lift at the
/// same spot it comes.
struct LiftMemory: Sendable {
    /// The last lifts: as many as there can be contacts, which may all lift in one report. (In columns, to ask four at a time.)
    private var xs = InlineArray<16, Float>(repeating: 0)
    private var ys = InlineArray<16, Float>(repeating: 0)
    private var times = InlineArray<16, Instant>(repeating: Instant(microseconds: .min))
    private var next = 0
    /// The start, the lift and the count of the last tap; count 0 where the last touch was none.
    private var tapStart = Point.zero
    private var tapLift = Instant.zero
    private var tapCount: UInt16 = 0

    /// Keeps in mind that `touch` lifts at `now`, alone or with other fingers down.
    mutating func lifted(_ touch: Touch, at now: Instant, alone: Bool) {
        xs[next & 15] = touch.location.x
        ys[next & 15] = touch.location.y
        times[next & 15] = now
        next = (next &+ 1) & 15
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
        for first in stride(from: 0, to: 16, by: 4) {
            let x = SIMD4(xs[first], xs[first &+ 1], xs[first &+ 2], xs[first &+ 3]) - place.x
            let y = SIMD4(ys[first], ys[first &+ 1], ys[first &+ 2], ys[first &+ 3]) - place.y
            let isNear = x * x + y * y .<= near * near
            guard any(isNear) else { continue }
            for i in 0..<4 where isNear[i] {
                // A finger that proves real late may have landed before that lift.
                let time = now - times[first &+ i]
                if time >= .zero, time < shortest { shortest = time }
            }
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
