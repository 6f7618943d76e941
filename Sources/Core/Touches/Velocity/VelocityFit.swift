/// The least-squares curve of velocity: a line through a touch's places in the window, and a parabola as far as the
/// places show that there is one.
///
/// Slope and curvature of a touch's way are weighted sums of its places, and the weights depend on the times of the
/// samples alone. So they are worked out once for all touches that were in the same reports.
///
/// Four samples at a time. (What is done with all of them, and what with single numbers of their sums, in functions of
/// their own that meet in memory: together, the compiler takes the fours apart.)
struct VelocityFit: Sendable {
    /// A number for each place of the ring.
    typealias Column = InlineArray<12, Float>
    /// The same, four in a word.
    private typealias Fours = InlineArray<3, SIMD4<Float>>

    /// The places of the ring whose samples count: a bit each. 0: nothing is worked out.
    private(set) var used: UInt16 = 0
    /// Of those the newest and the oldest.
    private(set) var newest: UInt8 = 0
    private(set) var oldest: UInt8 = 0
    /// What a place counts for the slope, and for the curvature; 0 where there is no sample. Times are counted from the newest
    /// sample, in windows: −1 is ``Velocity/window`` before it.
    private var slopes = Fours(repeating: .zero)
    private var curves = Fours(repeating: .zero)
    /// How many samples there are.
    private var count: Float = 0
    /// What makes a slope of the one sum, and of the other how much steeper the parabola is at the newest sample.
    private var perSlope: Float = 0
    private var perCurve: Float = 0
    private var bend: Float = 0
    /// Four sums in four parts each.
    private var sums = InlineArray<16, Float>(repeating: 0)

    /// Nothing worked out.
    init() {}

    /// Forgets what was worked out: the times have changed.
    mutating func forget() { used = 0 }

    /// Works out the weights of the samples in `used`, two or more, at `times`, µs.
    ///
    /// With the time t of each sample, and sums Sk of t to the k, a sample counts t − S1/S0 for the slope, and for the
    /// curvature t² − b·t − a, where a and b make that the sums of it, and of its product with t, are 0. So neither says
    /// anything of the other.
    @inline(never)
    mutating func prepare(_ used: UInt16, from oldest: Int, to newest: Int, times: inout Column) {
        self.used = used
        self.oldest = UInt8(truncatingIfNeeded: oldest)
        self.newest = UInt8(truncatingIfNeeded: newest)
        take(&times, from: times[newest])
        let (s0, s1, s2, s3) = (sum(0), sum(4), sum(8), sum(12))
        count = s0
        let share = 1 / s0
        let mean = s1 * share
        let spread = s2 - mean * s1
        // Where all times are one, there is no slope.
        perSlope = spread > 0 ? 1 / spread : 0
        bend = (s3 - mean * s2) * perSlope
        weigh(mean, bend, (s2 - bend * s1) * share)
        let square = sum(0)
        perCurve = s0 >= 3 && square > .leastNormalMagnitude ? 1 / square : 0
    }

    /// 1 for the samples in a third of the ring, 0 where there is none.
    @inline(__always)
    private func counts(_ four: Int) -> SIMD4<Float> {
        let lanes = SIMD4(repeating: Int32(used) &>> Int32(truncatingIfNeeded: 4 &* four)) & SIMD4(1, 2, 4, 8)
        return SIMD4(repeating: 1).replacing(with: 0, where: lanes .== 0)
    }

    /// Takes the times: sums of their powers from 0 to 3.
    @inline(never)
    private mutating func take(_ times: inout Column, from newest: Float) {
        let origin = SIMD4(repeating: newest)
        var s0 = SIMD4<Float>.zero
        var s1 = SIMD4<Float>.zero
        var s2 = SIMD4<Float>.zero
        var s3 = SIMD4<Float>.zero
        for four in 0..<3 {
            let counted = counts(four)
            let time = (VelocityFit.four(four, of: &times) - origin) * counted * (1 / Velocity.windowMicroseconds)
            let square = time * time
            slopes[four] = counted
            curves[four] = time
            s0 += counted
            s1 += time
            s2 += square
            s3 += square * time
        }
        keep(s0, 0)
        keep(s1, 4)
        keep(s2, 8)
        keep(s3, 12)
    }

    /// Makes weights of the times: the sum of the squares of those for the curvature.
    @inline(never)
    private mutating func weigh(_ mean: Float, _ b: Float, _ a: Float) {
        let mean = SIMD4(repeating: mean)
        let b = SIMD4(repeating: b)
        let a = SIMD4(repeating: a)
        var squares = SIMD4<Float>.zero
        for four in 0..<3 {
            let counted = slopes[four]
            let time = curves[four]
            let curve = ((time - b) * time - a) * counted
            slopes[four] = time - mean * counted
            curves[four] = curve
            squares += curve * curve
        }
        keep(squares, 0)
    }

    /// A third of a column.
    private static func four(_ index: Int, of column: inout Column) -> SIMD4<Float> {
        let first = 4 &* index
        return SIMD4(column[first], column[first &+ 1], column[first &+ 2], column[first &+ 3])
    }

    private mutating func keep(_ parts: SIMD4<Float>, _ index: Int) {
        sums[index] = parts[0]
        sums[index &+ 1] = parts[1]
        sums[index &+ 2] = parts[2]
        sums[index &+ 3] = parts[3]
    }

    private mutating func sum(_ index: Int) -> Float {
        sums[index] + sums[index &+ 1] + (sums[index &+ 2] + sums[index &+ 3])
    }

    /// Measures how fast `path` was at the newest sample, pt/s: the slope of its line, and unless the finger has come to
    /// rest what its curvature adds, as far as it counts. False where that does not go the way from the oldest sample.
    mutating func measure(_ path: inout VelocitySamples, isAtRest: Bool) -> Bool {
        let origin = Point(x: path.xs[Int(newest)], y: path.ys[Int(newest)])
        project(&path, from: origin.x, origin.y)
        let slope = Vector(x: sum(0), y: sum(4))
        let curve = Vector(x: sum(8), y: sum(12))
        let line = slope * (perSlope * Velocity.windowsPerSecond)
        let turn = curve * (-bend * perCurve * Velocity.windowsPerSecond)
        path.velocity = line
        if !isAtRest, turn.lengthSquared > Velocity.leastTurnSquared * line.lengthSquared {
            path.velocity = line + turn * credibility(of: &path, from: origin, slope, curve.lengthSquared * perCurve)
        }
        return path.goes(path.way(from: Int(oldest), to: Int(newest)))
    }

    @inline(never)
    private mutating func project(_ path: inout VelocitySamples, from x: Float, _ y: Float) {
        let originX = SIMD4(repeating: x)
        let originY = SIMD4(repeating: y)
        var slopeX = SIMD4<Float>.zero
        var slopeY = SIMD4<Float>.zero
        var curveX = SIMD4<Float>.zero
        var curveY = SIMD4<Float>.zero
        for four in 0..<3 {
            let x = VelocityFit.four(four, of: &path.xs) - originX
            let y = VelocityFit.four(four, of: &path.ys) - originY
            slopeX += x * slopes[four]
            slopeY += y * slopes[four]
            curveX += x * curves[four]
            curveY += y * curves[four]
        }
        keep(slopeX, 0)
        keep(slopeY, 4)
        keep(curveX, 8)
        keep(curveY, 12)
    }

    /// How much of the curvature counts, 0…1: the less, the nearer what it explains of the places, `bent`, pt², is to what is
    /// left without explanation, which is noise. Three samples leave nothing: of evenly spaced ones a third counts.
    @inline(never)
    private mutating func credibility(
        of path: inout VelocitySamples, from origin: Point, _ slope: Vector, _ bent: Float
    ) -> Float {
        if count <= 3 { return 2 * perSlope * perSlope / perCurve }
        square(&path, from: origin.x, origin.y)
        let free = count - 3
        let mean = Vector(x: sum(0), y: sum(4)).lengthSquared / count
        let left = sum(8) - mean - slope.lengthSquared * perSlope - bent
        let noise = max(left, Velocity.exactnessPt * Velocity.exactnessPt * free) * Velocity.curvatureEvidence
        let explained = bent * free
        return explained > noise ? 1 - noise / explained : 0
    }

    /// Sums of the places (x, y), and of their squares, counted from (x, y).
    @inline(never)
    private mutating func square(_ path: inout VelocitySamples, from x: Float, _ y: Float) {
        let originX = SIMD4(repeating: x)
        let originY = SIMD4(repeating: y)
        var sumX = SIMD4<Float>.zero
        var sumY = SIMD4<Float>.zero
        var squares = SIMD4<Float>.zero
        for four in 0..<3 {
            let counted = counts(four)
            let x = (VelocityFit.four(four, of: &path.xs) - originX) * counted
            let y = (VelocityFit.four(four, of: &path.ys) - originY) * counted
            sumX += x
            sumY += y
            squares += x * x + y * y
        }
        keep(sumX, 0)
        keep(sumY, 4)
        keep(squares, 8)
    }
}
