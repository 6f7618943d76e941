/// The last stretch of one touch's way: where it was in the last reports, by their place in the ring of ``VelocitySampleTable``.
struct VelocitySamples: Sendable {
    /// pt. (In columns, for sums of four at a time.)
    var xs = VelocityFit.Column(repeating: 0)
    var ys = VelocityFit.Column(repeating: 0)
    /// When the place last changed, µs after the ring's base.
    var lastMove: Float = 0
    /// Where the way before a long rest was forgotten: when the finger is taken to have been at the place of the ring
    /// ``rest``, µs after the base.
    var restTime: Float = 0
    /// The velocity that was measured last, pt/s, and for when, µs after the base.
    var velocity = Vector.zero
    var measuredTime: Float = 0
    /// The reports that showed it: a bit for each place of the ring.
    var shown: UInt16 = 0
    var rest: UInt8 = 0

    init() {}
}
