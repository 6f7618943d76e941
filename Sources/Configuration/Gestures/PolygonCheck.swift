import TaplineCore

/// Whether corners in their order make a polygon.
enum PolygonCheck {
    /// What is wrong, and at which corner; nil: nothing. At least three corners.
    static func problem(_ corners: [Point]) -> (corner: Int, message: String)? {
        let count = corners.count
        func edge(_ index: Int) -> (from: Point, to: Point) { (corners[index], corners[(index + 1) % count]) }
        for index in 0..<count where edge(index).from == edge(index).to {
            return ((index + 1) % count, "a corner of 'polygon' lies on the one before it")
        }
        for index in 0..<count {
            for other in 0..<index {
                let areNeighbours = other == index - 1 || other == 0 && index == count - 1
                if areNeighbours
                    ? foldsBack(corners, at: other == index - 1 ? index : 0) : touch(edge(index), edge(other))
                {
                    return (index, "the edges of 'polygon' cross")
                }
            }
        }
        return nil
    }

    /// Twice the area of a triangle, positive clockwise on screen.
    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (Double(b.x) - Double(a.x)) * (Double(c.y) - Double(a.y)) - (Double(b.y) - Double(a.y))
            * (Double(c.x) - Double(a.x))
    }

    /// Whether the edge behind the corner goes back on the one before it.
    private static func foldsBack(_ corners: [Point], at index: Int) -> Bool {
        let (before, here, after) = (
            corners[(index + corners.count - 1) % corners.count], corners[index], corners[(index + 1) % corners.count]
        )
        return turn(before, here, after) == 0 && (here - before).dot(after - here) < 0
    }

    /// Whether two edges have a point in common.
    private static func touch(_ one: (from: Point, to: Point), _ other: (from: Point, to: Point)) -> Bool {
        let (a, b) = (turn(one.from, one.to, other.from), turn(one.from, one.to, other.to))
        let (c, d) = (turn(other.from, other.to, one.from), turn(other.from, other.to, one.to))
        if a == 0, b == 0 {
            return overlap(one.from.x, one.to.x, other.from.x, other.to.x)
                && overlap(one.from.y, one.to.y, other.from.y, other.to.y)
        }
        return a * b <= 0 && c * d <= 0
    }

    private static func overlap(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Bool {
        max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))
    }
}
