/// What contacts of a bad panel have shown: places that are touched like clockwork, and bursts.
struct GhostMemory: Sendable {
    private struct Place: Sendable {
        var place = Point.zero
        /// The last contact that was in time, ``Instant/never``: this is no place yet.
        var last = Instant.never
        var period = Microseconds.zero
        var agreements: UInt8 = 0
        var isLearned: Bool { agreements >= PeriodRules.agreements }
    }
    private var places = InlineArray<4, Place>(repeating: Place())

    private struct Ghost: Sendable {
        var place = Point.zero
        var time = Instant(microseconds: .min)
    }
    private var ghosts = InlineArray<6, Ghost>(repeating: Ghost())
    private var next = 0
    private var burstEnd = Instant(microseconds: .min)

    // MARK: Periods

    /// Whether the contact that lands at `place` is one of a row that comes like clockwork.
    mutating func isPeriodic(at place: Point, time now: Instant) -> Bool {
        let index = nearest(to: place)
        guard places[index].last < .never,
            (places[index].place - place).lengthSquared <= PeriodRules.samePlacePt * PeriodRules.samePlacePt
        else {
            places[index] = Place(place: place, last: now)
            return false
        }
        let elapsed = now - places[index].last
        let period = places[index].period
        if places[index].isLearned {
            var due = period
            for _ in 0..<PeriodRules.mostMissed {
                if isSame(elapsed, due) {
                    places[index].last = now
                    return true
                }
                due = due + period
            }
            // Out of time: a person's, who touches what lies there. The row goes on without it.
            if elapsed < due { return false }
        }
        let agrees = period > .zero && isSame(elapsed, period)
        places[index].agreements = agrees ? places[index].agreements &+ 1 : 0
        if !agrees { places[index].period = elapsed >= PeriodRules.shortestPeriod ? elapsed : .zero }
        places[index].last = now
        return places[index].isLearned
    }

    private func isSame(_ a: Microseconds, _ b: Microseconds) -> Bool {
        Microseconds(a.count &- b.count) <= PeriodRules.tolerance
            && Microseconds(b.count &- a.count) <= PeriodRules.tolerance
    }

    /// The place at `place`; without one a free one, or the one that has agreed least, the longest ago.
    private mutating func nearest(to place: Point) -> Int {
        var least = 0
        for index in places.indices {
            guard places[index].last < .never else { return index }
            let near = PeriodRules.samePlacePt * PeriodRules.samePlacePt
            if (places[index].place - place).lengthSquared <= near { return index }
            let (a, b) = (places[index], places[least])
            if a.agreements < b.agreements || a.agreements == b.agreements && a.last < b.last { least = index }
        }
        return least
    }

    // MARK: Bursts

    /// A contact at `place` lived too short.
    mutating func died(at place: Point, time now: Instant) {
        ghosts[next] = Ghost(place: place, time: now)
        next = next &+ 1 < ghosts.count ? next &+ 1 : 0
        if isBurst(at: now) {
            burstEnd = now + BurstRules.time
            return
        }
        var isScattered = false
        for index in ghosts.indices {
            guard now - ghosts[index].time <= BurstRules.time else { return }
            let far = BurstRules.scatterPt * BurstRules.scatterPt
            if (ghosts[index].place - place).lengthSquared >= far { isScattered = true }
        }
        if isScattered { burstEnd = now + BurstRules.time }
    }

    /// Whether there is a burst at `now`.
    func isBurst(at now: Instant) -> Bool { now < burstEnd }
}
