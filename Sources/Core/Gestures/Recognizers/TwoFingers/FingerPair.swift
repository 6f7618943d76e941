import TaplineTouches

/// Two fingers as a vector from one to the other: what pinch, rotation and transform measure.
///
/// The pair keeps its two fingers; when one of them goes and another lands, it is anchored again, so that nothing jumps.
/// One of ``PairRule/oldest`` takes more fingers, and its two are those that have been down longest.
struct FingerPair: Sendable {
    /// What a report makes of the pair.
    enum Step {
        /// Fewer than two fingers.
        case incomplete
        /// The same two fingers as before: where they are.
        case moved(to: Vector)
        /// The same two fingers, and no report: another one has proven real or was cancelled.
        case unreported
        /// Two fingers, not the same as before: where they are, and where they were one report before if they were down
        /// then.
        case anchored(Vector, before: Vector?)

        /// Whether it shows the same two fingers as the report before.
        var isOfSamePair: Bool {
            if case .moved = self { return true }
            return false
        }
    }

    /// When ``velocity`` was measured.
    private(set) var velocityTime = Instant.zero
    /// From the first finger to the second in the last report that had both.
    private(set) var vector = Vector.zero
    /// How fast the second finger moves as seen from the first, pt/s. Once the fingers have parted, as they did.
    private(set) var velocity = Vector.zero
    /// Their slots, -1: none.
    private var slotNumbers: (first: Int8, second: Int8) = (-1, -1)
    private var first: Int {
        get { Int(slotNumbers.first) }
        set { slotNumbers.first = Int8(truncatingIfNeeded: newValue) }
    }
    private var second: Int {
        get { Int(slotNumbers.second) }
        set { slotNumbers.second = Int8(truncatingIfNeeded: newValue) }
    }

    /// Whether the pair takes another finger beside those of `mine` that stay.
    func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet, hasBegun: Bool, by rule: PairRule
    ) -> Offer {
        if table.company(of: slot, in: mine).count < 2 { return .take }
        if rule == .oldest { return .takeExtra }
        return hasBegun ? .ignore : .fail(.extraTouch)
    }

    /// Whether there are two fingers on the panel.
    var isComplete: Bool { first >= 0 && second >= 0 }

    /// The place between the two fingers, pt.
    @inline(__always)
    func middle<let capacity: Int>(_ table: inout TouchTable<capacity>) -> Point {
        table.middle(first, second)
    }

    /// The fingers on the panel, if there are two.
    var slots: TouchSet { isComplete ? TouchSet(first) | TouchSet(second) : TouchSet() }

    /// What a recognizer of the pair answers where there has been no pair yet, and is none now: nothing is to be measured, and one
    /// finger that moves alone changes nothing. nil: there has been one.
    @inline(__always)
    func attemptAlone<let capacity: Int>(of mine: TouchSet, _ table: inout TouchTable<capacity>) -> Attempt? {
        guard first < 0, velocityTime == .zero else { return nil }
        let left = mine - table.changes.ended
        if left.isEmpty { return .failed(.liftedEarly) }
        return (left - table.changes.cancelled).hasAtLeast(2) ? nil : .possible(untilMoved: .infinity)
    }

    /// What it answers of a pair that was measured, while it is possible. Where it is `undecided`, the kind checks whether it is
    /// deliberate.
    func attempt<let capacity: Int>(
        of mine: TouchSet, _ table: inout TouchTable<capacity>, isFar: Bool
    ) -> Attempt {
        if (mine - table.changes.ended).isEmpty { return .failed(.liftedEarly) }
        return isFar ? .undecided : .possible
    }

    /// Takes a report.
    mutating func update<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, by rule: PairRule
    ) -> Step {
        let step = step(&table, mine: mine, at: now, by: rule)
        if case .incomplete = step {
            // A finger that stays long after the other has lifted flings nothing.
            if now - velocityTime > Velocity.standstill { velocity = .zero }
        } else {
            measureVelocity(&table, at: now)
        }
        return step
    }

    private mutating func step<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, by rule: PairRule
    ) -> Step {
        let present = rule.counted(mine - table.changes.ended - table.changes.cancelled, &table)
        let isSame = isComplete && present == slots && !present.intersects(table.changes.began)
        if isSame {
            if !table.changes.isReport { return .unreported }
            vector = table[second].location - table[first].location
            return .moved(to: vector)
        }
        guard present.isPair else {
            // The slot of a finger that has just lifted can still be read.
            if !slots.isEmpty, slots == mine & slots { measureVelocity(&table, at: now) }
            first = -1
            second = -1
            return .incomplete
        }
        // What was measured of another pair counts for nothing.
        if rule == .oldest, isComplete, !present.intersects(table.changes.began) {
            (first, second) = (present.first, present.second)
            vector = table[second].location - table[first].location
            return .anchored(vector, before: nil)
        }
        // The order stays with a finger that stays: the vector must not turn by half a circle.
        let stays = present.contains(second) && !present.contains(first) ? second : present.first
        first = stays
        second = (present - TouchSet(stays)).first
        vector = table[second].location - table[first].location
        // A finger that proved real only now landed a report ago: what the two have done since counts.
        guard table.continuing(present) == present else { return .anchored(vector, before: nil) }
        return .anchored(vector, before: table[second].previous - table[first].previous)
    }

    private mutating func measureVelocity<let capacity: Int>(_ table: inout TouchTable<capacity>, at now: Instant) {
        let a = table.velocity(of: first, at: now)
        let b = table.velocity(of: second, at: now)
        velocity = Vector(x: b.x - a.x, y: b.y - a.y)
        velocityTime = now
    }
}

/// Which two of the fingers on the panel a pinch, a rotation or a transform measures.
public enum PairRule: Equatable, Sendable {
    /// The two that it has taken; a third one fails it, or is ignored once it has begun.
    case fixed
    /// The two that landed first of those on the panel; the others rest beside them. When one of the two lifts, the next pair
    /// starts anew.
    case oldest

    /// Those of `fingers` that count: two of them where others rest beside the pair.
    func counted<let capacity: Int>(_ fingers: TouchSet, _ table: inout TouchTable<capacity>) -> TouchSet {
        self == .fixed ? fingers : table.oldestPair(of: fingers)
    }

    /// How many of a gesture's fingers its events tell of.
    @inline(__always)
    func count(of mine: TouchSet) -> Int { self == .fixed ? mine.countOfFew : min(mine.count, 2) }

    /// Whether what was measured of another pair counts for nothing, after this step: until a gesture has begun.
    func startsAnew(with step: FingerPair.Step) -> Bool {
        guard self == .oldest, case .anchored = step else { return false }
        return true
    }
}

extension TouchTable {
    /// The two of `slots` that landed first; all of them where there are no more.
    mutating func oldestPair(of slots: TouchSet) -> TouchSet {
        if !slots.hasAtLeast(3) { return slots }
        var oldest = TouchSet()
        var left = slots
        for _ in 0..<2 {
            var next = left.first
            for slot in left where self[slot].startTime < self[next].startTime { next = slot }
            left.remove(next)
            oldest.insert(next)
        }
        return oldest
    }
}
