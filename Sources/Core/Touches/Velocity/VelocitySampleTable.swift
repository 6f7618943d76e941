/// The last stretches of all touches' ways: samples at least ``spacing`` apart, the newest always exact. Velocity is
/// measured on them.
///
/// Every report shows every finger: the times of the reports are kept once, in a ring of 12, and of each touch only where
/// it was in which of them.
public struct VelocitySampleTable<let capacity: Int>: Sendable {
    /// Reports closer than this to their predecessor are replaced by the next, unless they show other fingers: 8 ms, in
    /// µs. So the ring reaches back 88 ms at least; at 110 reports a second and fewer, velocity's window.
    private static var spacing: Float { 8_000 }

    /// When the reports came, µs after ``base``.
    private var times = VelocityFit.Column(repeating: 0)
    /// What times count from, µs, truncated. A Float counts single µs for 16 s: the base moves on long before.
    private var base: UInt32 = 0
    private static var baseMovesAfter: UInt32 { 1 << 23 }
    /// Places in the ring: of the newest report, and of the oldest that velocity's window may reach.
    private var head = 0
    private var tail = 0
    /// Whether the newest report stays when the next one comes.
    private var staysHead = true
    /// Whether a pause lies before the newest report.
    private var isAfterPause = false
    /// The reports in velocity's window of the newest, once that is known. 0: it is not.
    private var inWindow: UInt16 = 0
    /// Touches whose velocity is known, and for when: several recognizers ask for it in one report.
    private var measured = TouchSet()
    private var measuredAt = Instant.never
    private var fit = VelocityFit()
    private var paths = InlineArray<capacity, VelocitySamples>(repeating: VelocitySamples())

    init() {}

    // MARK: Reports

    /// A report comes. One that does not show the same fingers as the report before, each a step on, is `unusual`: then
    /// both are kept, however close they are.
    @inline(__always)
    mutating func open(at now: Instant, isUnusual: Bool) {
        let time = sinceBase(now)
        if isAfterPause || time - times[head] > Velocity.standstillMicroseconds { pause(until: time) }
        if staysHead || isUnusual {
            head = VelocitySampleTable.after(head)
            if head == tail { tail = VelocitySampleTable.after(tail) }
        }
        times[head] = time
        staysHead = isUnusual || time - times[VelocitySampleTable.before(head)] >= VelocitySampleTable.spacing
        measured = TouchSet()
        inWindow = 0
        fit.forget()
    }

    /// A pause in quick reports: what the finger did before is another movement. It counts for the report after the pause
    /// only, which has nothing else.
    @inline(never)
    private mutating func pause(until time: Float) {
        let wasAfterPause = isAfterPause
        isAfterPause = isPause(after: head, until: time)
        if isAfterPause || wasAfterPause { tail = head }
    }

    /// Whether it is a pause from the report at `place` of the ring to one at `time`: longer than a standstill, and than
    /// three times the mean of the two intervals before it. (Of reports that come at 25 Hz, each up to 40 % early or late,
    /// an interval may be so long.)
    private mutating func isPause(after place: Int, until time: Float) -> Bool {
        let interval = time - times[place]
        guard interval > Velocity.standstillMicroseconds else { return false }
        return interval > 1.5 * (times[place] - times[VelocitySampleTable.before(VelocitySampleTable.before(place))])
    }

    /// The first report that shows a finger after none: it begins the ring. (So what is measured does not depend on what was
    /// before: a sum of Floats depends on the order of its parts.)
    @inline(never)
    mutating func begin(at now: Instant) {
        base = UInt32(truncatingIfNeeded: now.microseconds)
        head = 0
        tail = 0
        times[0] = 0
        // (No reports: what follows the first one is no pause.)
        times[10] = -Velocity.windowMicroseconds
        times[11] = -Velocity.windowMicroseconds
        staysHead = true
        isAfterPause = false
        measured = TouchSet()
        inWindow = 0
        fit.forget()
    }

    /// The places of the ring after and before `place`.
    private static func after(_ place: Int) -> Int { place >= 11 ? 0 : place &+ 1 }
    private static func before(_ place: Int) -> Int { place <= 0 ? 11 : place &- 1 }

    private static func bit(_ place: Int) -> UInt16 { 1 &<< UInt16(truncatingIfNeeded: place) }

    /// The touch in `slot` begins again at `place`, where it was at `time`.
    mutating func restart(_ slot: Int, at place: Point, time: Instant) {
        // One that proves real late has landed in an earlier report. (If that has gone from the ring, the oldest stands
        // for it.)
        let landed = sinceBase(time)
        var report = head
        while report != tail, times[report] > landed { report = VelocitySampleTable.before(report) }
        paths[slot].shown = VelocitySampleTable.bit(report)
        paths[slot].xs[report] = place.x
        paths[slot].ys[report] = place.y
        paths[slot].lastMove = times[report]
        paths[slot].velocity = .zero
        paths[slot].measuredTime = times[report] - 1
        measured.remove(slot)
    }

    /// The report shows the touch in `slot` at `place`, which has or has not moved there since the report before.
    mutating func append(_ slot: Int, at place: Point, hasMoved: Bool) {
        if hasMoved { paths[slot].lastMove = times[head] }
        paths[slot].xs[head] = place.x
        paths[slot].ys[head] = place.y
        paths[slot].shown |= VelocitySampleTable.bit(head)
    }

    /// The report does not show where the touch in `slot` is.
    @inline(__always)
    mutating func miss(_ slot: Int) {
        paths[slot].shown &= ~VelocitySampleTable.bit(head)
        measured.remove(slot)
    }

    /// `time` in µs after ``base``, which is moved where it lies too far back.
    @inline(__always)
    private mutating func sinceBase(_ time: Instant) -> Float {
        let now = UInt32(truncatingIfNeeded: time.microseconds)
        if now &- base > VelocitySampleTable.baseMovesAfter { moveBase(now) }
        return Float(Int(truncatingIfNeeded: now &- base))
    }

    /// The newest report becomes the base, or, where that lies too far back as well, what makes its age 4 s.
    @inline(never)
    private mutating func moveBase(_ now: UInt32) {
        let newest = times[head]
        let age = now &- base &- UInt32(truncatingIfNeeded: Int(newest))
        var i = 0
        while i < 12 {
            times[i] -= newest
            i &+= 1
        }
        i = 0
        while i < capacity {
            paths[i].lastMove -= newest
            paths[i].measuredTime -= newest
            i &+= 1
        }
        base = now &- (age < VelocitySampleTable.baseMovesAfter / 2 ? age : VelocitySampleTable.baseMovesAfter / 2)
    }

    // MARK: Velocity

    /// The velocity of the touch in `slot` at `now`, pt/s: a least-squares fit to the samples in the ``Velocity/window``
    /// before the newest (never fewer than two, three at a steady slow rate): a parabola where they show one, so that a
    /// finger that lifts while it speeds up or slows down has the velocity of its lift, not of its way, and otherwise a
    /// line. 0 after a standstill, never against the way gone, finite at any spacing.
    @inline(__always)
    mutating func velocity(of slot: Int, at now: Instant) -> Vector {
        if measuredAt != now || !measured.contains(slot) { measure(slot, at: now) }
        return paths[slot].velocity
    }

    @inline(never)
    private mutating func measure(_ slot: Int, at now: Instant) {
        if measuredAt != now { measured = TouchSet() }
        measuredAt = now
        measured.insert(slot)
        let time = sinceBase(now)
        let shown = paths[slot].shown
        if time == times[head], paths[slot].lastMove == time {
            // It has moved in this report, as nearly always.
            if inWindow == 0 { inWindow = reportsInWindow() }
            measure(slot, shown, shown & inWindow, isAtRest: false, at: time)
        } else {
            measureAtRest(slot, shown, at: time)
        }
    }

    /// The finger has not moved since an earlier report.
    @inline(never)
    private mutating func measureAtRest(_ slot: Int, _ shown: UInt16, at time: Float) {
        guard shown != 0 else {
            paths[slot].velocity = .zero
            return
        }
        let newest = newest(of: shown)
        if times[newest] > paths[slot].lastMove { catchUp(slot, shown, until: newest) }
        measureStep(slot, shown, until: newest, at: time)
    }

    /// The same, on the reports in `shown`, the newest of which is known.
    private mutating func measureStep(_ slot: Int, _ shown: UInt16, until newest: Int, at time: Float) {
        let before = paths[slot].velocity
        let isKnown = paths[slot].measuredTime >= paths[slot].lastMove
        let still = time - paths[slot].lastMove
        if still > Velocity.standstillMicroseconds, still > 2 * medianInterval(of: shown) {
            paths[slot].velocity = .zero
            paths[slot].measuredTime = time
            return
        }
        // (At 240 Hz, a single report without a step says little: even a finger that slows down has one.)
        let isAtRest = times[newest] - paths[slot].lastMove >= VelocitySampleTable.spacing
        measure(slot, shown, reports(shown, inWindowOf: newest), isAtRest: isAtRest, at: time)
        if isKnown, isAtRest { limit(slot, to: before) }
    }

    /// The finger stands still: what it was in each report since its last move, and since somebody asked, is the most that
    /// there may be from then on. (So it does not matter how often somebody asks.)
    @inline(never)
    private mutating func catchUp(_ slot: Int, _ shown: UInt16, until newest: Int) {
        var first = newest
        while true {
            let earlier = report(before: first, in: shown)
            guard earlier >= 0, times[earlier] >= paths[slot].lastMove, times[earlier] > paths[slot].measuredTime else {
                break
            }
            first = earlier
        }
        while first != newest {
            let until = shown & VelocitySampleTable.stretch(from: VelocitySampleTable.after(newest), to: first)
            measureStep(slot, until, until: first, at: times[first])
            repeat { first = VelocitySampleTable.after(first) } while shown & VelocitySampleTable.bit(first) == 0
        }
    }

    /// Measures the velocity at `time`, µs after the base, on the reports in `shown`; `inWindow` are those in the window.
    private mutating func measure(
        _ slot: Int, _ shown: UInt16, _ inWindow: UInt16, isAtRest: Bool, at time: Float
    ) {
        paths[slot].measuredTime = time
        var used = inWindow
        if !VelocitySampleTable.hasTwo(used & (used &- 1)) {
            guard VelocitySampleTable.hasTwo(shown) else {
                paths[slot].velocity = .zero
                return
            }
            used = lookFurther(shown)
        }
        if used != fit.used { prepare(used) }
        if !fit.measure(&paths[slot], isAtRest: isAtRest) { lookLately(slot, shown) }
    }

    /// The velocity of a finger that stands still only becomes less. (The fit alone would let it become more where reports
    /// come irregularly.)
    @inline(never)
    private mutating func limit(_ slot: Int, to most: Vector) {
        if abs(paths[slot].velocity.x) > abs(most.x) { paths[slot].velocity.x = most.x }
        if abs(paths[slot].velocity.y) > abs(most.y) { paths[slot].velocity.y = most.y }
    }

    /// Makes the fit ready for the samples in `used`.
    private mutating func prepare(_ used: UInt16) {
        let newest = newest(of: used)
        // Seen from the place after the head, the oldest is the first.
        let next = UInt32(truncatingIfNeeded: VelocitySampleTable.after(head))
        let turned = UInt32(used) &>> next | UInt32(used) &<< (12 &- next)
        let oldest = Int(next) &+ turned.trailingZeroBitCount
        fit.prepare(used, from: oldest >= 12 ? oldest &- 12 : oldest, to: newest, times: &times)
    }

    private static func hasTwo(_ reports: UInt16) -> Bool { reports & (reports &- 1) != 0 }

    /// The reports in the window of the newest one.
    @inline(__always)
    private mutating func reportsInWindow() -> UInt16 {
        let since = times[head] - Velocity.windowMicroseconds
        while tail != head, times[tail] < since { tail = VelocitySampleTable.after(tail) }
        return VelocitySampleTable.stretch(from: tail, to: head)
    }

    /// The reports of `shown` in the window of an earlier one of them.
    private mutating func reports(_ shown: UInt16, inWindowOf newest: Int) -> UInt16 {
        let since = times[newest] - Velocity.windowMicroseconds
        var used = VelocitySampleTable.bit(newest)
        var later = newest
        var place = VelocitySampleTable.before(newest)
        while place != head, times[place] >= since {
            if shown & VelocitySampleTable.bit(place) != 0 {
                if VelocitySampleTable.hasTwo(used), isPause(after: place, until: times[later]) { break }
                used |= VelocitySampleTable.bit(place)
                later = place
            }
            place = VelocitySampleTable.before(place)
        }
        return used
    }

    /// The places of the ring from `first` to `last`.
    private static func stretch(from first: Int, to last: Int) -> UInt16 {
        // Bits up to the last, without those before the first; round the ring, all but those between.
        let upToLast: UInt32 = (2 &<< UInt32(truncatingIfNeeded: last)) &- 1
        let beforeFirst: UInt32 = (1 &<< UInt32(truncatingIfNeeded: first)) &- 1
        return UInt16(truncatingIfNeeded: first <= last ? upToLast & ~beforeFirst : upToLast | ~beforeFirst)
    }

    /// The report before the one at `place` of the ring that is in `shown`; -1: none. (`mutating`: what is borrowed is copied.)
    private mutating func report(before place: Int, in shown: UInt16) -> Int {
        var earlier = VelocitySampleTable.before(place)
        while earlier != head {
            if shown & VelocitySampleTable.bit(earlier) != 0 { return earlier }
            earlier = VelocitySampleTable.before(earlier)
        }
        return -1
    }

    /// The newest report of `shown`, which is not empty.
    private mutating func newest(of shown: UInt16) -> Int {
        shown & VelocitySampleTable.bit(head) != 0 ? head : report(before: head, in: shown)
    }

    /// The velocity points against the way in the window: a finger that has turned round goes as it has in the last 50 ms.
    @inline(never)
    private mutating func lookLately(_ slot: Int, _ shown: UInt16) {
        let newest = Int(fit.newest)
        var recent = newest
        var steps = 0
        var earlier = report(before: newest, in: shown)
        while earlier >= 0, times[earlier] >= times[newest] - Velocity.recentMicroseconds {
            recent = earlier
            steps &+= 1
            earlier = report(before: earlier, in: shown)
        }
        let velocity = paths[slot].velocity
        paths[slot].keepVelocity(along: paths[slot].way(from: Int(fit.oldest), to: newest))
        let kept = paths[slot].velocity
        // One step alone may be the finger's kick as it lifts.
        guard steps >= 2 else { return }
        paths[slot].velocity = velocity
        paths[slot].keepVelocity(along: paths[slot].way(from: recent, to: newest))
        if kept.x != 0 { paths[slot].velocity.x = kept.x }
        if kept.y != 0 { paths[slot].velocity.y = kept.y }
    }

    /// Where fewer than three samples lie in the ``Velocity/window``: the samples that count. They reach to the third where
    /// reports come so rarely: two could not tell a finger that kicks back as it lifts from one that turns round.
    @inline(never)
    private mutating func lookFurther(_ shown: UInt16) -> UInt16 {
        let first = newest(of: shown)
        let second = report(before: first, in: shown)
        let third = report(before: second, in: shown)
        var used = VelocitySampleTable.bit(first) | VelocitySampleTable.bit(second)
        guard third >= 0 else { return used }
        let latest = times[first] - times[second]
        let earlier = times[second] - times[third]
        // A pause in quick reports is none of their intervals, neither before the last of them nor before the one before.
        // (Of reports that come at 25 Hz, each up to 40 % early or late, an interval may be three times the median.)
        if latest <= 3 * earlier, earlier <= 4 * medianInterval(of: shown) { used |= VelocitySampleTable.bit(third) }
        return used
    }

    /// The median of the intervals between the reports in `shown`, µs.
    @inline(never)
    private mutating func medianInterval(of shown: UInt16) -> Float {
        var sorted = InlineArray<12, Float>(repeating: 0)
        var n = 0
        var later = newest(of: shown)
        var earlier = report(before: later, in: shown)
        while earlier >= 0 {
            let interval = times[later] - times[earlier]
            var i = n
            while i > 0, sorted[i &- 1] > interval {
                sorted[i] = sorted[i &- 1]
                i &-= 1
            }
            sorted[i] = interval
            n &+= 1
            later = earlier
            earlier = report(before: later, in: shown)
        }
        return n == 0 ? 0 : sorted[n / 2]
    }
}
