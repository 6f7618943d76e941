/// The last stretches of all touches' ways: samples at least ``spacing`` apart, the newest always exact. Velocity is
/// measured on them.
///
/// Every report shows every finger: the times of the reports are kept once, in a ring of 12, and of each touch only where
/// it was in which of them.
public struct VelocitySampleTable<let capacity: Int>: Sendable {
    /// Reports closer than this to their predecessor are replaced by the next, unless they show other fingers: 8 ms, in
    /// µs. So the ring reaches back 88 ms at least; at 110 reports a second and fewer, velocity's window.
    /// (What lies in the window's last tenth hardly counts.)
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
    /// Touches whose way before a long rest was forgotten.
    private var rested = TouchSet()
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
        if staysHead || isUnusual {
            head = VelocitySampleTable.after(head)
            if head == tail { tail = VelocitySampleTable.after(tail) }
            if !rested.isEmpty { forgetRests() }
        }
        times[head] = time
        staysHead = isUnusual || time - times[VelocitySampleTable.before(head)] >= VelocitySampleTable.spacing
        measured = TouchSet()
        fit.forget()
    }

    /// The first report that shows a finger after none: it begins the ring. (So what is measured does not depend on what was
    /// before: a sum of Floats depends on the order of its parts.)
    @inline(never)
    mutating func begin(at now: Instant) {
        base = UInt32(truncatingIfNeeded: now.microseconds)
        head = 0
        tail = 0
        times[0] = 0
        staysHead = true
        rested = TouchSet()
        measured = TouchSet()
        fit.forget()
    }

    /// The places of the ring after and before `place`.
    @inline(__always)
    private static func after(_ place: Int) -> Int { place >= 11 ? 0 : place &+ 1 }
    @inline(__always)
    private static func before(_ place: Int) -> Int { place <= 0 ? 11 : place &- 1 }

    @inline(__always)
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
        rested.remove(slot)
        measured.remove(slot)
    }

    /// The report shows the touch in `slot` at `place`, which has or has not moved there since the report before.
    @inline(__always)
    mutating func append(_ slot: Int, at place: Point, hasMoved: Bool) {
        if hasMoved {
            if times[head] - paths[slot].lastMove > Velocity.forgetAfterMicroseconds { forget(slot) }
            paths[slot].lastMove = times[head]
        }
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

    /// The way before is far too old: the place of the rest is where a new one begins, velocity's window ago.
    @inline(never)
    private mutating func forget(_ slot: Int) {
        paths[slot].shown &= ~VelocitySampleTable.bit(head)
        guard paths[slot].shown != 0 else { return }
        var rest = head
        while paths[slot].shown & VelocitySampleTable.bit(rest) == 0 { rest = VelocitySampleTable.before(rest) }
        paths[slot].shown = VelocitySampleTable.bit(rest)
        paths[slot].rest = UInt8(truncatingIfNeeded: rest)
        paths[slot].restTime = times[head] - Velocity.windowMicroseconds
        rested.insert(slot)
    }

    /// The newest report takes the place of one that was some touch's rest.
    @inline(never)
    private mutating func forgetRests() {
        for slot in rested where Int(paths[slot].rest) == head { rested.remove(slot) }
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
            paths[i].restTime -= newest
            paths[i].measuredTime -= newest
            i &+= 1
        }
        base = now &- (age < VelocitySampleTable.baseMovesAfter / 2 ? age : VelocitySampleTable.baseMovesAfter / 2)
    }

    // MARK: Velocity

    /// The velocity of the touch in `slot` at `now`, pt/s: a least-squares line through the samples of the last
    /// ``Velocity/window`` (never fewer than two, three at a steady slow rate), the newest of which weigh most: a finger
    /// that lifts while it speeds up or slows down has the velocity of its lift, not of its way. 0 after a standstill, never
    /// against the way gone, finite at any spacing.
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
        guard VelocitySampleTable.hasTwo(shown) else {
            paths[slot].velocity = .zero
            return
        }
        if rested.contains(slot) { return measureRested(slot, shown, at: time) }
        if times[newest(of: shown)] > paths[slot].lastMove { catchUp(slot, shown) }
        measure(slot, shown, shown & reports(since: time - Velocity.windowMicroseconds), at: time)
    }

    /// The finger stands still: what it was in each report since its last move, and since somebody asked, is the most that
    /// there may be from then on. (So it does not matter how often somebody asks.)
    @inline(never)
    private mutating func catchUp(_ slot: Int, _ shown: UInt16) {
        let newest = newest(of: shown)
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
            var used: UInt16 = 0
            var report = first
            while report >= 0, times[report] >= times[first] - Velocity.windowMicroseconds {
                used |= VelocitySampleTable.bit(report)
                report = self.report(before: report, in: until)
            }
            measure(slot, until, used, at: times[first])
            repeat { first = VelocitySampleTable.after(first) } while shown & VelocitySampleTable.bit(first) == 0
        }
    }

    /// For this touch the report of its rest came at another time.
    @inline(never)
    private mutating func measureRested(_ slot: Int, _ shown: UInt16, at time: Float) {
        let rest = Int(paths[slot].rest)
        let came = times[rest]
        times[rest] = paths[slot].restTime
        fit.forget()
        var used = shown & reports(since: time - Velocity.windowMicroseconds)
        if paths[slot].restTime < time - Velocity.windowMicroseconds { used &= ~VelocitySampleTable.bit(rest) }
        measure(slot, shown, used, at: time)
        times[rest] = came
        fit.forget()
    }

    /// Measures the velocity at `time`, µs after the base, on the reports in `shown`; `inWindow` are those in the window.
    @inline(never)
    private mutating func measure(_ slot: Int, _ shown: UInt16, _ inWindow: UInt16, at time: Float) {
        let before = paths[slot].velocity
        let isKnown = paths[slot].measuredTime >= paths[slot].lastMove
        paths[slot].velocity = .zero
        paths[slot].measuredTime = time
        guard VelocitySampleTable.hasTwo(shown) else { return }
        let still = time - paths[slot].lastMove
        if still > Velocity.standstillMicroseconds,
            min(still, Velocity.forgetAfterMicroseconds) > 2 * medianInterval(of: shown)
        {
            return
        }
        var used = inWindow
        if !VelocitySampleTable.hasTwo(used & (used &- 1)) {
            // Fewer than three.
            let share = lookFurther(shown, &used, at: time)
            prepare(used, share: share)
        } else if used != fit.used {
            prepare(used, share: 1 / Velocity.windowMicroseconds)
        }
        let slope = fit.slope(of: &paths[slot])
        let gone = way(of: slot, from: Int(fit.oldest), to: Int(fit.newest))
        let velocity = Vector(
            x: VelocitySampleTable.isAlong(slope.x, gone.x) ? slope.x : 0,
            y: VelocitySampleTable.isAlong(slope.y, gone.y) ? slope.y : 0)
        paths[slot].velocity = velocity
        if slope != velocity { lookLately(slot, shown, slope) }
        if isKnown, times[Int(fit.newest)] > paths[slot].lastMove { limit(slot, to: before) }
    }

    /// The velocity of a finger that stands still only becomes less. (The fit alone would let it become more where reports
    /// come irregularly.)
    @inline(never)
    private mutating func limit(_ slot: Int, to most: Vector) {
        if abs(paths[slot].velocity.x) > abs(most.x) { paths[slot].velocity.x = most.x }
        if abs(paths[slot].velocity.y) > abs(most.y) { paths[slot].velocity.y = most.y }
    }

    /// Makes the fit ready for the samples in `used`.
    private mutating func prepare(_ used: UInt16, share: Float) {
        var newest = head
        while used & VelocitySampleTable.bit(newest) == 0 { newest = VelocitySampleTable.before(newest) }
        var oldest = VelocitySampleTable.after(head)
        while used & VelocitySampleTable.bit(oldest) == 0 { oldest = VelocitySampleTable.after(oldest) }
        fit.prepare(used, from: oldest, to: newest, times: &times, share: share)
    }

    /// The way of the touch in `slot` between two reports, pt.
    @inline(__always)
    private mutating func way(of slot: Int, from: Int, to: Int) -> Vector {
        Vector(x: paths[slot].xs[to] - paths[slot].xs[from], y: paths[slot].ys[to] - paths[slot].ys[from])
    }

    @inline(__always)
    private static func hasTwo(_ reports: UInt16) -> Bool { reports & (reports &- 1) != 0 }

    /// The reports since `first`, µs after the base, and the newest in any case.
    @inline(__always)
    private mutating func reports(since first: Float) -> UInt16 {
        while tail != head, times[tail] < first { tail = VelocitySampleTable.after(tail) }
        return VelocitySampleTable.stretch(from: tail, to: head)
    }

    /// The places of the ring from `first` to `last`.
    @inline(__always)
    private static func stretch(from first: Int, to last: Int) -> UInt16 {
        // Bits up to the last, without those before the first; round the ring, all but those between.
        let upToLast: UInt32 = (2 &<< UInt32(truncatingIfNeeded: last)) &- 1
        let beforeFirst: UInt32 = (1 &<< UInt32(truncatingIfNeeded: first)) &- 1
        return UInt16(truncatingIfNeeded: first <= last ? upToLast & ~beforeFirst : upToLast | ~beforeFirst)
    }

    /// Whether `slope` is a number and points the way `net`.
    @inline(__always)
    private static func isAlong(_ slope: Float, _ net: Float) -> Bool { slope * net > 0 && abs(slope) < .infinity }

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
    @inline(__always)
    private mutating func newest(of shown: UInt16) -> Int {
        shown & VelocitySampleTable.bit(head) != 0 ? head : report(before: head, in: shown)
    }

    /// A finger that has turned round: the path of the last 50 ms has its direction.
    @inline(never)
    private mutating func lookLately(_ slot: Int, _ shown: UInt16, _ slope: Vector) {
        let newest = Int(fit.newest)
        var recent = newest
        var steps = 0
        var earlier = report(before: newest, in: shown)
        while earlier >= 0, times[earlier] >= times[newest] - Velocity.recentMicroseconds {
            recent = earlier
            steps &+= 1
            earlier = report(before: earlier, in: shown)
        }
        // One step alone may be the finger's kick as it lifts.
        guard steps >= 2 else { return }
        let gone = way(of: slot, from: recent, to: newest)
        if VelocitySampleTable.isAlong(slope.x, gone.x) { paths[slot].velocity.x = slope.x }
        if VelocitySampleTable.isAlong(slope.y, gone.y) { paths[slot].velocity.y = slope.y }
    }

    /// Where fewer than three samples lie in the ``Velocity/window``: the samples that count, in `used`, and 1/µs of how
    /// far back they reach: to the third where reports come so rarely. Two could not distinguish a finger that kicks back as it
    /// lifts from one that turns round.
    @inline(never)
    private mutating func lookFurther(_ shown: UInt16, _ used: inout UInt16, at now: Float) -> Float {
        let first = newest(of: shown)
        let second = report(before: first, in: shown)
        let third = report(before: second, in: shown)
        used = VelocitySampleTable.bit(first) | VelocitySampleTable.bit(second)
        if third >= 0 {
            let latest = times[first] - times[second]
            let earlier = times[second] - times[third]
            // A pause in quick reports is none of their intervals, neither before the last of them nor before the one before.
            // (Of reports that come at 25 Hz, each up to 40 % early or late, an interval may be three times the median.)
            if latest <= 3 * earlier, earlier <= 4 * medianInterval(of: shown) {
                let window = (now - times[third]) * 1.25
                var report = third
                while report >= 0, times[report] >= now - window {
                    used |= VelocitySampleTable.bit(report)
                    report = self.report(before: report, in: shown)
                }
                return 1 / window
            }
        }
        return 1 / Velocity.windowMicroseconds
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
