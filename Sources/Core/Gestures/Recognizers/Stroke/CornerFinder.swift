import TaplineTouches

/// Follows a finger and says when it has gone round a corner: a turn between two straight stretches.
struct CornerFinder: Sendable {
    let rule: StrokeRecognizer.Corner
    private var storedCount: UInt8 = 0
    /// The sharpest turn so far, radians.
    private(set) var sharpestTurn: Float = 0
    /// The last places, a step apart (each report's, with raw sampling), the newest last.
    private var samples = InlineArray<6, Point>(repeating: .zero)
    /// The length of the path up to the newest of them, pt.
    private var length: Float = 0
    /// Where the last report saw the finger: the next one went on from there.
    private var newest = Point.zero
    /// The last turn that was measured, and the length of the path up to where the finger made it, while turns grow: 0 once they have
    /// become smaller.
    private var growingTurn: Float = 0
    private var lengthToTurn: Float = 0
    private var lastTurn: Float = 0
    /// How many samples there are.
    private var count: Int {
        get { Int(storedCount) }
        set { storedCount = UInt8(truncatingIfNeeded: newValue) }
    }

    init(_ rule: StrokeRecognizer.Corner) { self.rule = rule }

    /// The finger is at `place`: whether that completes a corner.
    mutating func add(_ place: Point) -> Bool {
        if count == 0 {
            newest = place
            append(place)
            return false
        }
        return rule.sampling == .raw ? addRaw(place) : addArc(place)
    }

    /// The finger lifts: whether a turn that was still growing is a corner.
    mutating func finish() -> Bool { rule.sampling == .arc && isCorner(growingTurn, after: lengthToTurn) }

    private mutating func append(_ place: Point, after length: Float = 0) {
        self.length = count == 0 ? 0 : self.length + length
        if count == 6 {
            for i in 1..<6 { samples[i &- 1] = samples[i] }
            count = 5
        }
        samples[count] = place
        count &+= 1
    }

    /// The sample `steps` before the newest.
    private mutating func sample(before steps: Int) -> Point { samples[count &- 1 &- steps] }

    private func isCorner(_ turn: Float, after length: Float) -> Bool {
        turn >= rule.minimumAngle - CornerFinder.tolerance && turn <= rule.maximumAngle + CornerFinder.tolerance
            && length >= rule.minimumLengthPt - lengthTolerancePt
    }

    /// How much an angle may miss a limit and still reach it, radians: the error of an arc tangent and of the sums before it.
    private static var tolerance: Float { 1e-4 }

    /// The angle between two directions, radians, 0…π.
    private static func turn(from a: Vector, to b: Vector) -> Float {
        abs(arcTangent(y: a.x * b.y - a.y * b.x, x: a.dot(b)))
    }

    // MARK: Raw

    /// The turn between this report's piece of the path and the one before it, after the path up to there.
    private mutating func addRaw(_ place: Point) -> Bool {
        let last = sample(before: 0)
        let piece = place - last
        if piece == .zero { return false }
        var isFound = false
        if count > 1 {
            let turn = CornerFinder.turn(from: last - sample(before: 1), to: piece)
            sharpestTurn = max(sharpestTurn, turn)
            isFound = isCorner(turn, after: length)
        }
        append(place, after: piece.length)
        return isFound
    }

    // MARK: Arc

    /// Goes on to `place` in steps of equal length. Distance is measured as the crow flies: a finger that trembles on the
    /// spot adds no length.
    private mutating func addArc(_ place: Point) -> Bool {
        var from = newest
        newest = place
        var isFound = false
        var steps = 0
        while true {
            let last = sample(before: 0)
            let distance = (place - last).length
            guard distance >= rule.stepPt, distance < .infinity else { return isFound }
            // Far along a straight piece nothing turns any more: the rest of it is one step.
            steps &+= 1
            from = steps < 8 ? CornerFinder.point(at: rule.stepPt, from: last, between: from, and: place) : place
            append(from, after: (from - last).length)
            if measure() { isFound = true }
        }
    }

    /// The point between `a`, nearer to `centre` than `distance`, and `b`, farther away, that is just so far from it.
    private static func point(at distance: Float, from centre: Point, between a: Point, and b: Point) -> Point {
        let piece = b - a
        let square = piece.lengthSquared
        let offset = a - centre
        let along = offset.dot(piece)
        let rest = offset.lengthSquared - distance * distance
        guard square > 0 else { return b }
        let share = (squareRoot(along * along - square * rest) - along) / square
        return a + piece * min(max(share, 0), 1)
    }

    /// Measures the turn at the step before the last two. The two steps after it are compared with the two before it
    /// (one, where there are no more): the step between may go round the corner. So a pixel of noise at either end of a
    /// stretch turns it by little, and a turn is complete when the next one measured is smaller.
    private mutating func measure() -> Bool {
        guard count >= 5 else { return false }
        let entry = sample(before: 3)
        let exit = sample(before: 2)
        let before = entry - sample(before: count == 6 ? 5 : 4)
        let after = sample(before: 0) - exit
        // A stretch that comes back to its own start is sharper than any corner.
        let least = rule.stepPt * rule.stepPt / 4
        let isSpike = before.lengthSquared < least || after.lengthSquared < least
        let turn = isSpike ? pi : CornerFinder.turn(from: before, to: after)
        sharpestTurn = max(sharpestTurn, turn)
        let isComplete = turn < lastTurn
        let isFound = isComplete && isCorner(growingTurn, after: lengthToTurn)
        lastTurn = turn
        growingTurn = isComplete ? 0 : turn
        // The corner lies where the two stretches, made longer, meet.
        let across = before.x * after.y - before.y * after.x
        let between = exit - entry
        let share = across == 0 ? 0 : (between.x * after.y - between.y * after.x) / across
        let toCorner = share * before.length
        let lengthToEntry =
            length - (sample(before: 0) - sample(before: 1)).length - (sample(before: 1) - exit).length - between.length
        lengthToTurn = lengthToEntry + min(max(toCorner, 0), between.length)
        return isFound
    }
}
