import TaplineTouches

/// The translation of fingers that move together: the sum of their mean steps from report to report, pt. It is complete even
/// where a recognizer was not called for the moves of a single finger.
struct PanTranslation: Sendable {
    /// The translation up to the last report for which the recognizer was called.
    private(set) var sum = Vector.zero
    /// The finger whose moves are not added until they are asked for, -1: none; and where it was when it was added last, pt.
    private var unwatched: Int8 = -1
    private var lastPlace = Point.zero

    /// No translation yet.
    init() {}

    /// The translation up to now.
    @inline(__always)
    func total<let capacity: Int>(_ table: inout TouchTable<capacity>) -> Vector {
        unwatched < 0 ? sum : sum + (table[Int(unwatched)].location - lastPlace)
    }

    /// Counts from `translation` on.
    mutating func set(_ translation: Vector) { sum = translation }

    /// Adds the moves before this report that were not added.
    mutating func catchUp<let capacity: Int>(_ table: inout TouchTable<capacity>) {
        if unwatched < 0 { return }
        sum = sum + (table[Int(unwatched)].previous - lastPlace)
        unwatched = -1
    }

    /// Adds the mean step of `fingers` in this report.
    @inline(__always)
    mutating func add<let capacity: Int>(_ fingers: TouchSet, of table: inout TouchTable<capacity>) {
        sum = sum + table.meanStep(fingers)
    }

    /// Follows a pan that has begun, as long as at least `fewest` of its fingers are on the panel.
    @inline(__always)
    mutating func follow<let capacity: Int>(
        _ fingers: TouchSet, _ table: inout TouchTable<capacity>, atLeast fewest: Int = 1
    ) -> Progress {
        let progress = table.progress(of: fingers, atLeast: fewest)
        if progress != .ended { add(table.continuing(fingers), of: &table) }
        return progress
    }

    /// Whether one finger alone, of whose youth `left` is left (0…1), means what it has gone by this report.
    func isDeliberate<let capacity: Int>(
        by finger: TouchSet, _ table: inout TouchTable<capacity>, _ movement: inout DeliberateMovement, slopPt: Float,
        left: Float
    ) -> Bool {
        let distance = sum.length
        let growth = distance - (sum + table.meanStep(finger) * -1).length
        return movement.isDeliberate(distance, growth: growth, in: table.reportInterval, slopPt: slopPt, left: left)
    }

    /// What a pan that is not `slopPt` far yet answers: until its only finger is as far from where it landed, it need not be
    /// called.
    mutating func attempt<let capacity: Int>(
        of fingers: TouchSet, _ table: inout TouchTable<capacity>, slopPt: Float
    ) -> Attempt {
        // (A little early: sums are rounded.)
        let limit = slopPt - 2 * lengthTolerancePt
        guard fingers.isSingle, limit > 0, !fingers.intersects(table.changes.ended) else { return .possible }
        let slot = fingers.first
        let travel = table[slot].travel
        guard Vector(x: sum.x - travel.x, y: sum.y - travel.y).lengthSquared < 1e-7 else { return .possible }
        unwatched = Int8(truncatingIfNeeded: slot)
        lastPlace = table[slot].location
        return .possible(untilMoved: limit)
    }
}
