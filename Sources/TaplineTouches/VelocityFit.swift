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
    #if NOALLOC
        @_noAllocation
    #endif
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

    #if NOALLOC
        @_noAllocation
    #endif
    @inline(never)
    private mutating func weigh(_ used: Int32, _ times: inout Column, from newest: Float, _ share: Float) {
        let bits = SIMD4<Int32>(repeating: used)
        let origin = SIMD4(repeating: newest)
        let share = SIMD4(repeating: share)
        var time = SIMD4(times[0], times[1], times[2], times[3]) - origin
        var weight = Velocity.weights(of: time, share, bits & SIMD4(1, 2, 4, 8))
        var product = weight * time
        weights[0] = weight
        timed[0] = product
        var s0 = weight
        var s1 = product
        var s2 = product * time
        time = SIMD4(times[4], times[5], times[6], times[7]) - origin
        weight = Velocity.weights(of: time, share, bits & SIMD4(1 << 4, 2 << 4, 4 << 4, 8 << 4))
        product = weight * time
        weights[1] = weight
        timed[1] = product
        s0 += weight
        s1 += product
        s2 += product * time
        time = SIMD4(times[8], times[9], times[10], times[11]) - origin
        weight = Velocity.weights(of: time, share, bits & SIMD4(1 << 8, 2 << 8, 4 << 8, 8 << 8))
        product = weight * time
        weights[2] = weight
        timed[2] = product
        keep(s0 + weight, 0)
        keep(s1 + product, 4)
        keep(s2 + product * time, 8)
    }

    #if NOALLOC
        @_noAllocation
    #endif
    @inline(never)
    private mutating func finish(_ a: Float, _ b: Float) {
        let a = SIMD4(repeating: a)
        let b = SIMD4(repeating: b)
        weights[0] = timed[0] * a - weights[0] * b
        weights[1] = timed[1] * a - weights[1] * b
        weights[2] = timed[2] * a - weights[2] * b
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
    mutating func slope(of path: inout TouchPath) -> Vector {
        add(&path, from: path.xs[Int(newest)], path.ys[Int(newest)])
        return Vector(x: sum(0), y: sum(4))
    }

    #if NOALLOC
        @_noAllocation
    #endif
    @inline(never)
    private mutating func add(_ path: inout TouchPath, from x: Float, _ y: Float) {
        let originX = SIMD4(repeating: x)
        let originY = SIMD4(repeating: y)
        var sumX = (SIMD4(path.xs[0], path.xs[1], path.xs[2], path.xs[3]) - originX) * weights[0]
        var sumY = (SIMD4(path.ys[0], path.ys[1], path.ys[2], path.ys[3]) - originY) * weights[0]
        sumX += (SIMD4(path.xs[4], path.xs[5], path.xs[6], path.xs[7]) - originX) * weights[1]
        sumY += (SIMD4(path.ys[4], path.ys[5], path.ys[6], path.ys[7]) - originY) * weights[1]
        sumX += (SIMD4(path.xs[8], path.xs[9], path.xs[10], path.xs[11]) - originX) * weights[2]
        sumY += (SIMD4(path.ys[8], path.ys[9], path.ys[10], path.ys[11]) - originY) * weights[2]
        keep(sumX, 0)
        keep(sumY, 4)
    }
}
