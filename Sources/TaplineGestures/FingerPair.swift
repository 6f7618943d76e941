import TaplineTouches

/// Two fingers as a vector from one to the other: what pinch and rotation measure.
///
/// The pair keeps its two fingers; when one of them goes and another lands, it is anchored anew, so that nothing jumps.
struct FingerPair: Sendable {
    /// What a report makes of the pair.
    enum Step {
        /// Fewer than two fingers.
        case incomplete
        /// The same two fingers as before (or two new ones, the first vector being where they were): from, to.
        case moved(from: Vector, to: Vector)
        /// Two fingers, not the same as before: this is where they are.
        case anchored(Vector)
    }

    private var first = -1
    private var second = -1
    /// The vector of the last report.
    private var vector = Vector.zero

    /// Whether the pair takes another finger beside those of `mine` that stay.
    func offer<let capacity: Int>(
        of table: inout TouchTable<capacity>, mine: TouchSet, hasBegun: Bool
    ) -> Offer {
        if (mine - table.changes.ended).count < 2 { return .take }
        return hasBegun ? .ignore : .fail(.extraTouch)
    }

    /// The fingers on the panel, if there are two.
    var slots: TouchSet { first >= 0 && second >= 0 ? TouchSet(first) | TouchSet(second) : TouchSet() }

    /// Takes a report.
    mutating func update<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Step {
        let present = mine - table.changes.ended - table.changes.cancelled
        let isSame = first >= 0 && second >= 0 && present == slots && !present.intersects(table.changes.began)
        if isSame {
            let before = vector
            vector = table[second].location - table[first].location
            return .moved(from: before, to: vector)
        }
        guard present.count == 2 else {
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
        guard table.continuing(present) == present else { return .anchored(vector) }
        return .moved(from: table[second].previous - table[first].previous, to: vector)
    }
}

extension FingerPair {
    /// How fast the second finger moves as seen from the first, pt/s; zero without two fingers.
    func relativeVelocity<let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant
    ) -> Vector {
        guard first >= 0, second >= 0 else { return .zero }
        let a = table.velocity(of: first, at: now)
        let b = table.velocity(of: second, at: now)
        return Vector(x: b.x - a.x, y: b.y - a.y)
    }
}
