import TaplineTouches

/// How far the fingers of a pair have turned about each other: what rotation and transform measure.
struct AngleMeasure: Sendable {
    /// A turn is a sum of many small ones: it reaches a slop within their rounding.
    static var toleranceRadians: Float { 1e-5 }

    /// Below this span the angle is frozen, pt.
    private let minimumPt: Float
    /// The angle turned, radians, clockwise, unwrapped.
    private(set) var turned: Float = 0
    /// The last vector that was long enough to measure from; zero: none.
    private var reference = Vector.zero
    /// rad/s, clockwise. Setting the angle leaves it alone.
    private(set) var velocity: Float = 0

    /// An angle that is frozen below a span of `minimumPt`.
    init(minimumPt: Float) { self.minimumPt = minimumPt }

    /// Goes on from `radians`.
    mutating func set(_ radians: Float) { turned = radians }

    /// Takes what the pair has done; true where two fingers were measured.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func update(_ step: FingerPair.Step, of pair: FingerPair) -> Bool {
        measureVelocity(of: pair)
        switch step {
        case .incomplete:
            reference = .zero
            return false
        case .anchored(let vector, let before):
            reference = measurable(before ?? vector)
            turn(to: vector)
            return before != nil
        case .moved(let vector):
            turn(to: vector)
            return true
        }
    }

    private mutating func turn(to vector: Vector) {
        let next = measurable(vector)
        if reference != .zero, next != .zero {
            turned += arcTangent(y: reference.x * next.y - reference.y * next.x, x: reference.dot(next))
        }
        reference = next
    }

    private mutating func measureVelocity(of pair: FingerPair) {
        let arm = measurable(pair.vector)
        velocity =
            arm == .zero ? 0 : (arm.x * pair.velocity.y - arm.y * pair.velocity.x) / arm.lengthSquared
    }

    /// The vector, or zero where it is too short.
    private func measurable(_ vector: Vector) -> Vector {
        vector.lengthSquared >= minimumPt * minimumPt ? vector : .zero
    }
}
