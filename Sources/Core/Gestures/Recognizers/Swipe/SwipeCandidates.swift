import TaplineTouches

/// In which directions the fingers of a swipe have gone together, where only one of them has to keep to its axis: what
/// ``SwipeRecognizer/Parameters/othersDeviationPt`` asks for.
struct SwipeCandidates: Sendable {
    /// The directions in which every finger has gone far and fast enough, and not too far off.
    private(set) var common: DirectionSet
    /// The directions to whose axis some finger has kept.
    private var led = DirectionSet()

    /// No finger yet, in the directions that count.
    init(_ directions: DirectionSet) { common = directions }

    /// A direction in which all of them have gone and one has led.
    func direction() -> Direction? { common.firstCommon(with: led) }
    /// Whether any finger has kept to an axis.
    var isLed: Bool { led != DirectionSet() }

    /// Takes a finger that has gone `travel`, as fast as `way` in `time`.
    mutating func add(_ travel: Vector, at way: Vector, in time: Microseconds, _ rule: SwipeRecognizer.Parameters) {
        consider(.left, travel, at: way, in: time, rule)
        consider(.right, travel, at: way, in: time, rule)
        consider(.up, travel, at: way, in: time, rule)
        consider(.down, travel, at: way, in: time, rule)
    }

    private mutating func consider(
        _ direction: Direction, _ travel: Vector, at way: Vector, in time: Microseconds,
        _ rule: SwipeRecognizer.Parameters
    ) {
        let (along, off) = direction.parts(of: travel)
        let hasGone =
            along >= rule.distancePt - lengthTolerancePt
            && rule.isFastEnough(direction.parts(of: way).along, in: time)
        if !hasGone || !rule.allowsOther(along: along, off: off) {
            common.remove(direction)
        } else if rule.allows(along: along, off: off) {
            led.insert(direction)
        }
    }
}

extension SwipeRecognizer.Parameters {
    /// Whether so far along an axis in so much time is fast enough.
    func isFastEnough(_ along: Float, in time: Microseconds) -> Bool {
        minimumVelocityPtPerSecond <= 0 || along + lengthTolerancePt >= minimumVelocityPtPerSecond * time.seconds
    }

    /// Whether a finger that has gone so far along its axis may be so far off it.
    func allows(along: Float, off: Float) -> Bool {
        off <= max(deviationPt, deviationTangent * along) + lengthTolerancePt
    }

    /// The same for the other fingers.
    func allowsOther(along: Float, off: Float) -> Bool {
        guard let othersDeviationPt else { return allows(along: along, off: off) }
        return off <= max(othersDeviationPt, othersDeviationTangent * along) + lengthTolerancePt
    }

    /// Whether only one of several fingers has to keep to its axis.
    var hasOthers: Bool { othersDeviationPt != nil && touches > 1 }
}
