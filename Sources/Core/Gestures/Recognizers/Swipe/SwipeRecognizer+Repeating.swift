import TaplineTouches

// A swipe that is judged anew at each move: fingers may stray and come back, and be told of again and again. Nothing that they
// do on the way fails it.
extension SwipeRecognizer {
    /// What it answers while it is possible.
    @inline(never)
    mutating func trackRepeating<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        let present = mine - table.changes.ended
        guard !present.isEmpty else {
            guard isReady else { return .failed(lastObjection(to: mine, &table, at: now)) }
            if lifted == 0 { for slot in mine { lift(slot, &table, at: now) } }
            return .ready
        }
        if mine.intersects(table.changes.moved) { isReady = isHit(by: present, &table, at: now) }
        if isReady { return .ready }
        return parameters.measuresFromFirst ? .possible : rest(of: mine, &table)
    }

    /// What it answers after it has begun.
    @inline(never)
    mutating func followRepeating<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let present = mine - table.changes.ended
        if present.isEmpty { return .ended }
        return isHit(by: present, &table, at: now) ? .changed : .unchanged
    }

    /// Whether the fingers on the panel, one of which has moved, are just now a swipe; ``direction`` then says which way.
    private mutating func isHit<let capacity: Int>(
        by fingers: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> Bool {
        guard fingers.count == parameters.touches, fingers.intersects(table.changes.moved),
            parameters.maxDuration == .unlimited || now - firstLanding <= parameters.maxDuration,
            let found = way(.left, .right, of: fingers, &table, at: now)
                ?? way(.up, .down, of: fingers, &table, at: now)
        else { return false }
        direction = found
        return true
    }

    /// Which way all fingers have gone the distance along an axis, and at least one of them without straying too far: that one's,
    /// of several the one's that landed first. (Fingers that are measured from one place lie on either side of it.)
    private func way<let capacity: Int>(
        _ back: Direction, _ forth: Direction, of fingers: TouchSet, _ table: inout TouchTable<capacity>,
        at now: Instant
    ) -> Direction? {
        var common: Direction?
        var leading: (direction: Direction, since: Instant)?
        for slot in fingers {
            let travel = parameters.measuresFromFirst ? table[slot].location - origin : table[slot].travel
            let direction = forth.parts(of: travel).along < 0 ? back : forth
            let (along, off) = direction.parts(of: travel)
            guard parameters.directions.contains(direction), along >= parameters.distancePt - lengthTolerancePt,
                parameters.measuresFromFirst || common == nil || common == direction,
                parameters.isFastEnough(along, in: now - table[slot].startTime)
            else { return nil }
            common = direction
            if parameters.allows(along: along, off: off) {
                let landing = table[slot].startTime
                if leading == nil || landing < leading!.since { leading = (direction, landing) }
            } else if !parameters.hasOthers || !parameters.allowsOther(along: along, off: off) {
                return nil
            }
        }
        return leading?.direction
    }

    /// Why it was none, now that its last fingers lift.
    private func lastObjection<let capacity: Int>(
        to mine: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> FailureReason {
        if landed < parameters.touches { return .tooFewTouches(count: landed) }
        guard mine.isSingle, !parameters.measuresFromFirst else { return .liftedEarly }
        let travel = table[mine.first].travel
        return liftFailure(Course(travel), at: travel, in: now - table[mine.first].startTime) ?? .liftedEarly
    }
}
