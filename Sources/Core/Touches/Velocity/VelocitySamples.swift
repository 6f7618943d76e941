/// The last stretch of one touch's way: where it was in the last reports, by their place in the ring of ``VelocitySampleTable``.
struct VelocitySamples: Sendable {
    /// pt. (In columns, for sums of four at a time.)
    var xs = VelocityFit.Column(repeating: 0)
    var ys = VelocityFit.Column(repeating: 0)
    /// When the place last changed, µs after the ring's base.
    var lastMove: Float = 0
    /// The velocity that was measured last, pt/s, and for when, µs after the base.
    var velocity = Vector.zero
    var measuredTime: Float = 0
    /// The reports that showed it: a bit for each place of the ring.
    var shown: UInt16 = 0

    init() {}

    /// The way between two reports, pt.
    @inline(__always)
    mutating func way(from: Int, to: Int) -> Vector { Vector(x: xs[to] - xs[from], y: ys[to] - ys[from]) }

    /// Whether the velocity goes `way` along both axes, or not at all, and is finite.
    @inline(__always)
    mutating func goes(_ way: Vector) -> Bool {
        VelocitySamples.agree(velocity.x, way.x) && VelocitySamples.agree(velocity.y, way.y)
    }

    /// Leaves of the velocity what goes `way`.
    mutating func keepVelocity(along way: Vector) {
        if !VelocitySamples.agree(velocity.x, way.x) { velocity.x = 0 }
        if !VelocitySamples.agree(velocity.y, way.y) { velocity.y = 0 }
    }

    private static func agree(_ speed: Float, _ way: Float) -> Bool {
        speed == 0 || speed * way > 0 && abs(speed) < .infinity
    }
}
