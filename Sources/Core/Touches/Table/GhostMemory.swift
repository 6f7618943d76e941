/// A place that is touched like clockwork: see ``PeriodRules``.
public struct LearnedPlace: Equatable, Sendable {
    /// Where it is, pt.
    public var place: Point
    /// The time from one contact to the next.
    public var period: Microseconds
}

/// What contacts of a bad panel have shown: places that are touched like clockwork, and bursts.
struct GhostMemory: Sendable {
    /// Times in units of 64 µs, which wrap after 76 hours: a period is shorter, or it is none.
    private struct Place: Sendable {
        var place = Point.zero
        /// The last contact that was in time.
        var last: UInt32 = 0
        var period: UInt32 = 0
        var agreements: UInt8 = 0
        /// Whether this is no place yet.
        var isFree = true
        var isLearned: Bool { agreements >= PeriodRules.agreements }
        /// Whether it is learned and has not been taken yet. (One more agreement says that it has.)
        var isNews: Bool { agreements == PeriodRules.agreements }
    }
    /// (While a period is learned a person touches other places, too.)
    private var places = InlineArray<12, Place>(repeating: Place())

    private struct Ghost: Sendable {
        var place = Point.zero
        var time = Instant(microseconds: .min)
    }
    private var ghosts = InlineArray<6, Ghost>(repeating: Ghost())
    private var next = 0
    /// ``Instant/never``: with the first contact there is one.
    private var burstEnd = Instant.never
    /// When something was seen for the first time at the place of a finger from before a reset; ``Instant/never``: not yet.
    var shownAgain = Instant.never

    // MARK: Periods

    /// Whether the contact that lands at `place` is one of a row that comes like clockwork.
    ///
    /// - Parameters:
    ///   - isAlone: whether no other contact is on the panel: beside others no new place begins, or the fingers of a hand would
    ///     take those of the ghosts.
    ///   - mayBeLate: whether fingers have just been on the panel: they may have hidden it.
    mutating func isPeriodic(at place: Point, time: Instant, isAlone: Bool = true, mayBeLate: Bool = false) -> Bool {
        let now = ticks(Microseconds(time.microseconds))
        let index = nearest(to: place, at: now)
        guard !places[index].isFree, isNear(index, place) else {
            if isAlone { places[index] = Place(place: place, last: now, isFree: false) }
            return false
        }
        let elapsed = now &- places[index].last
        let period = places[index].period
        if places[index].isLearned {
            var due = period
            for _ in 0...PeriodRules.mostMissed {
                if mayBeLate, isSame(elapsed, due) || elapsed > due && elapsed &- due <= ticks(PeriodRules.hidden) {
                    places[index].last = places[index].last &+ due
                    return true
                }
                if isSame(elapsed, due) {
                    // (What keeps the time of such contacts drifts with the temperature; a person may touch it in time, too.)
                    let late = Int32(truncatingIfNeeded: elapsed &- due)
                    places[index].last = now &- UInt32(truncatingIfNeeded: late / 2)
                    if due == period { places[index].period = period &+ UInt32(truncatingIfNeeded: late / 8) }
                    return true
                }
                due = due &+ period
            }
            if elapsed < due { return false }
        }
        let agrees = period > 0 && isSame(elapsed, period)
        // Out of time: a person's, who touches what lies there. The row goes on without it, learned or not.
        if places[index].agreements > 0, elapsed < period, !agrees { return false }
        places[index].agreements = agrees ? places[index].agreements &+ 1 : 0
        let shortest = ticks(PeriodRules.shortestPeriod)
        if !agrees { places[index].period = elapsed >= shortest ? elapsed : 0 }
        places[index].last = now
        return places[index].isLearned
    }

    /// The next place that has been learned and not been taken yet.
    mutating func takeLearned() -> LearnedPlace? {
        for index in places.indices where places[index].isNews {
            places[index].agreements = PeriodRules.agreements &+ 1
            let period = Int64(_truncatingBits: UInt(truncatingIfNeeded: places[index].period))
            return LearnedPlace(place: places[index].place, period: Microseconds(period &<< 6))
        }
        return nil
    }

    private func ticks(_ time: Microseconds) -> UInt32 { UInt32(truncatingIfNeeded: time.count &>> 6) }

    private func isSame(_ a: UInt32, _ b: UInt32) -> Bool {
        (a > b ? a &- b : b &- a) <= ticks(PeriodRules.tolerance) &+ 1
    }

    private func isNear(_ index: Int, _ place: Point) -> Bool {
        (places[index].place - place).lengthSquared <= PeriodRules.samePlacePt * PeriodRules.samePlacePt
    }

    /// The place at `place`; without one a free one, or the one that has agreed least, the longest ago.
    private func nearest(to place: Point, at now: UInt32) -> Int {
        var least = 0
        for index in places.indices {
            if places[index].isFree || isNear(index, place) { return index }
            let (a, b) = (places[index], places[least])
            if a.agreements < b.agreements || a.agreements == b.agreements && now &- a.last > now &- b.last {
                least = index
            }
        }
        return least
    }

    // MARK: Bursts

    /// A contact at `place` lived too short.
    mutating func died(at place: Point, time now: Instant) {
        ghosts[next] = Ghost(place: place, time: now)
        next = next &+ 1 < ghosts.count ? next &+ 1 : 0
        if isBurst(landingAt: now) {
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

    /// Power comes to the panel, and with it what comes with power.
    mutating func expectBurst() { (burstEnd, shownAgain) = (.never, .never) }

    /// Whether a contact that lands `now` lands in a burst.
    mutating func isBurst(landingAt now: Instant) -> Bool {
        if burstEnd == .never { burstEnd = now + BurstRules.time }
        return now < burstEnd
    }
}
