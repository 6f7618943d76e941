import TaplineTouches

/// How far the fingers of a pair have turned about each other: what rotation and transform measure.
struct AngleMeasure: Sendable {
    /// A turn is a sum of many small ones: it reaches a slop within their rounding.
    static var toleranceRadians: Float { 1e-5 }

    /// The angle turned, radians, clockwise, unwrapped.
    private(set) var turned: Float = 0
    /// The last vector that was long enough to measure from; zero: none.
    private var reference = Vector.zero
    /// rad/s, clockwise. Setting the angle leaves it alone.
    private(set) var velocity: Float = 0

    /// No turn yet.
    init() {}

    /// Goes on from `radians`.
    mutating func set(_ radians: Float) { turned = radians }

    /// Takes what the pair has done; true where two fingers were measured. Below a span of `minimumPt` the angle is frozen.
    mutating func update(_ step: FingerPair.Step, of pair: FingerPair, minimumPt: Float) -> Bool {
        measureVelocity(of: pair, minimumPt: minimumPt)
        switch step {
        case .incomplete:
            reference = .zero
            return false
        case .anchored(let vector, let before):
            reference = AngleMeasure.measurable(before ?? vector, minimumPt)
            turn(to: AngleMeasure.measurable(vector, minimumPt))
            return before != nil
        case .moved(let vector):
            turn(to: AngleMeasure.measurable(vector, minimumPt))
            return true
        case .unreported:
            return false
        }
    }

    private mutating func turn(to next: Vector) {
        if reference != .zero, next != .zero {
            turned += arcTangent(y: reference.x * next.y - reference.y * next.x, x: reference.dot(next))
        }
        reference = next
    }

    private mutating func measureVelocity(of pair: FingerPair, minimumPt: Float) {
        let arm = AngleMeasure.measurable(pair.vector, minimumPt)
        velocity =
            arm == .zero ? 0 : (arm.x * pair.velocity.y - arm.y * pair.velocity.x) / arm.lengthSquared
    }

    /// The vector, or zero where it is too short.
    private static func measurable(_ vector: Vector, _ minimumPt: Float) -> Vector {
        vector.lengthSquared >= minimumPt * minimumPt ? vector : .zero
    }
}
