import TaplineTouches

/// The way of fingers that move together: the sum of their mean steps from report to report, pt. It misses nothing of a
/// single finger that nobody has looked at for a while.
struct PanTranslation: Sendable {
    private var sum = Vector.zero
    /// The finger that nobody looks at, -1: none; and where it was when it was seen last, pt.
    private var unseen: Int8 = -1
    private var seen = Point.zero

    /// No way yet.
    init() {}

    /// The way up to now.
    @inline(__always)
    func total<let capacity: Int>(_ table: inout TouchTable<capacity>) -> Vector {
        unseen < 0 ? sum : sum + (table[Int(unseen)].location - seen)
    }

    /// The way up to the last report that was looked at.
    @inline(__always)
    var known: Vector { sum }

    /// Counts from `way` on.
    @inline(__always)
    mutating func set(_ way: Vector) { sum = way }

    /// Adds what has been missed before this report.
    @inline(__always)
    mutating func catchUp<let capacity: Int>(_ table: inout TouchTable<capacity>) {
        if unseen < 0 { return }
        sum = sum + (table[Int(unseen)].previous - seen)
        unseen = -1
    }

    /// Adds the mean step of `fingers` in this report.
    @inline(__always)
    mutating func add<let capacity: Int>(_ fingers: TouchSet, of table: inout TouchTable<capacity>) {
        sum = sum + table.meanStep(fingers)
    }

    /// A pan with one finger, not `slopPt` far yet: until the finger is as far from where it landed, nobody need look.
    mutating func rest<let capacity: Int>(
        of fingers: TouchSet, _ table: inout TouchTable<capacity>, slopPt: Float
    ) -> Attempt {
        // (A hair early: sums are rounded.)
        let limit = slopPt - 2 * lengthTolerancePt
        guard fingers.isSingle, limit > 0, !fingers.intersects(table.changes.ended) else { return .possible }
        let slot = fingers.first
        let travel = table[slot].travel
        guard Vector(x: sum.x - travel.x, y: sum.y - travel.y).lengthSquared < 1e-7 else { return .possible }
        unseen = Int8(truncatingIfNeeded: slot)
        seen = table[slot].location
        return .dozing(withinPt: limit)
    }
}
