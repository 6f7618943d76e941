/// The least-squares line of velocity: the slope of a touch's way is a weighted sum of its places, and the weights depend
/// on the times of the samples alone. So they are worked out once for all touches that were in the same reports.
///
/// Four samples at a time. (What is done with all of them, and what with single numbers of their sums, in functions of
/// their own that meet in memory: together, the compiler takes the fours apart.)
struct VelocityFit: Sendable {
    /// A number for each place of the ring.
    typealias Column = InlineArray<12, Float>

    /// The places of the ring whose samples count: a bit each. 0: nothing is worked out.
    private(set) var used: UInt16 = 0
    /// Of those the newest and the oldest.
    private(set) var newest: UInt8 = 0
    private(set) var oldest: UInt8 = 0
    /// What a place counts, 1/s; 0 where there is no sample.
    private var weights = InlineArray<3, SIMD4<Float>>(repeating: .zero)
    private var timed = InlineArray<3, SIMD4<Float>>(repeating: .zero)
    /// Three sums in four parts each.
    private var sums = InlineArray<12, Float>(repeating: 0)

    /// Nothing worked out.
    init() {}

    /// Forgets what was worked out: the times have changed.
    @inline(__always)
    mutating func forget() { used = 0 }

    /// Works out the weights of the samples in `used`, two or more, at `times`, µs; the newest weigh most. `share` is
    /// 1/µs of the window.
    ///
    /// With the weight w and the time t of each sample, sums S0 of w, S1 of w·t and S2 of w·t², and D = S0·S2 − S1², the
    /// slope is the sum of w·(S0·t − S1)/D times the place. Where all times are one, all weights are 0.
    @inline(never)
    mutating func prepare(_ used: UInt16, from oldest: Int, to newest: Int, times: inout Column, share: Float) {
        self.used = used
        self.oldest = UInt8(truncatingIfNeeded: oldest)
        self.newest = UInt8(truncatingIfNeeded: newest)
        // Counted from the newest sample, so that Float keeps its digits.
        weigh(Int32(used), &times, from: times[newest], share)
        let (s0, s1, s2) = (sum(0), sum(4), sum(8))
        let spread = s0 * s2 - s1 * s1
        let perSecond: Float = spread > 0 ? 1e6 / spread : 0
        finish(s0 * perSecond, s1 * perSecond)
    }

    @inline(never)
    private mutating func weigh(_ used: Int32, _ times: inout Column, from newest: Float, _ share: Float) {
        let origin = SIMD4(repeating: newest)
        let share = SIMD4(repeating: share)
        var s0 = SIMD4<Float>.zero
        var s1 = SIMD4<Float>.zero
        var s2 = SIMD4<Float>.zero
        for four in 0..<3 {
            let lanes = SIMD4(repeating: used &>> Int32(truncatingIfNeeded: 4 &* four)) & SIMD4(1, 2, 4, 8)
            let time = VelocityFit.four(four, of: &times) - origin
            let weight = Velocity.weights(of: time, share, lanes)
            let product = weight * time
            weights[four] = weight
            timed[four] = product
            s0 += weight
            s1 += product
            s2 += product * time
        }
        keep(s0, 0)
        keep(s1, 4)
        keep(s2, 8)
    }

    /// A third of a column.
    @inline(__always)
    private static func four(_ index: Int, of column: inout Column) -> SIMD4<Float> {
        let first = 4 &* index
        return SIMD4(column[first], column[first &+ 1], column[first &+ 2], column[first &+ 3])
    }

    @inline(never)
    private mutating func finish(_ a: Float, _ b: Float) {
        let a = SIMD4(repeating: a)
        let b = SIMD4(repeating: b)
        for four in 0..<3 { weights[four] = timed[four] * a - weights[four] * b }
    }

    @inline(__always)
    private mutating func keep(_ parts: SIMD4<Float>, _ index: Int) {
        sums[index] = parts[0]
        sums[index &+ 1] = parts[1]
        sums[index &+ 2] = parts[2]
        sums[index &+ 3] = parts[3]
    }

    @inline(__always)
    private mutating func sum(_ index: Int) -> Float {
        sums[index] + sums[index &+ 1] + (sums[index &+ 2] + sums[index &+ 3])
    }

    /// The slope of the way of `path`, pt/s.
    @inline(__always)
    mutating func slope(of path: inout VelocitySamples) -> Vector {
        add(&path, from: path.xs[Int(newest)], path.ys[Int(newest)])
        return Vector(x: sum(0), y: sum(4))
    }

    @inline(never)
    private mutating func add(_ path: inout VelocitySamples, from x: Float, _ y: Float) {
        let originX = SIMD4(repeating: x)
        let originY = SIMD4(repeating: y)
        var sumX = SIMD4<Float>.zero
        var sumY = SIMD4<Float>.zero
        for four in 0..<3 {
            sumX += (VelocityFit.four(four, of: &path.xs) - originX) * weights[four]
            sumY += (VelocityFit.four(four, of: &path.ys) - originY) * weights[four]
        }
        keep(sumX, 0)
        keep(sumY, 4)
    }
}
