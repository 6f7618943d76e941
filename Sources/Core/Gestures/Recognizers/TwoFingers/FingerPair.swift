import TaplineTouches

/// Two fingers as a vector from one to the other: what pinch, rotation and transform measure.
///
/// The pair keeps its two fingers; when one of them goes and another lands, it is anchored again, so that nothing jumps.
struct FingerPair: Sendable {
    /// What a report makes of the pair.
    enum Step {
        /// Fewer than two fingers.
        case incomplete
        /// The same two fingers as before: where they are.
        case moved(to: Vector)
        /// Two fingers, not the same as before: where they are, and where they were one report before if they were down
        /// then.
        case anchored(Vector, before: Vector?)
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
        @inline(__always) get { Int(slotNumbers.first) }
        @inline(__always) set { slotNumbers.first = Int8(truncatingIfNeeded: newValue) }
    }
    private var second: Int {
        @inline(__always) get { Int(slotNumbers.second) }
        @inline(__always) set { slotNumbers.second = Int8(truncatingIfNeeded: newValue) }
    }

    /// Whether the pair takes another finger beside those of `mine` that stay.
    func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet, hasBegun: Bool
    ) -> Offer {
        if table.company(of: slot, in: mine).count < 2 { return .take }
        return hasBegun ? .ignore : .fail(.extraTouch)
    }

    /// Whether there are two fingers on the panel.
    @inline(__always)
    var isComplete: Bool { first >= 0 && second >= 0 }

    /// The place between the two fingers, pt.
    @inline(__always)
    func middle<let capacity: Int>(_ table: inout TouchTable<capacity>) -> Point {
        table.middle(first, second)
    }

    /// The fingers on the panel, if there are two.
    var slots: TouchSet { isComplete ? TouchSet(first) | TouchSet(second) : TouchSet() }

    /// What a recognizer of the pair answers while it is possible. Where it is `undecided`, the kind checks whether it is deliberate.
    func attempt<let capacity: Int>(
        of mine: TouchSet, _ table: inout TouchTable<capacity>, isFar: Bool
    ) -> Attempt {
        if (mine - table.changes.ended).isEmpty { return .failed(.liftedEarly) }
        // One finger that moves alone, before there were two, changes nothing.
        if first < 0, velocityTime == .zero { return .possible(untilMoved: .infinity) }
        return isFar ? .undecided : .possible
    }

    /// Takes a report.
    mutating func update<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Step {
        let step = step(&table, mine: mine, at: now)
        if case .incomplete = step {
            // A finger that stays long after the other has lifted flings nothing.
            if now - velocityTime > Velocity.standstill { velocity = .zero }
        } else {
            measureVelocity(&table, at: now)
        }
        return step
    }

    private mutating func step<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Step {
        let present = mine - table.changes.ended - table.changes.cancelled
        let isSame = isComplete && present == slots && !present.intersects(table.changes.began)
        if isSame {
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
