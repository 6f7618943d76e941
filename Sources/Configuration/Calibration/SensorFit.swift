/// Offset and scale of an accelerometer, of its readings while it lies still on six faces.
///
/// At rest the corrected reading has the length 1, however the device lies: Σ ((rᵢ − oᵢ)·sᵢ)² = 1 for each face. Six faces
/// give six equations for three offsets and three scales, which are linear in the ellipsoid's coefficients. So a face that is
/// not level costs nothing. (max + min)/2 and 2/(max − min) would take the cosine of each tilt for an error of the chip: 4 mg
/// at 5°.
///
/// As six equations always fit six numbers, lengths alone cannot contradict each other. What can is where opposite faces
/// point: ``opposition``.
public struct SensorFit: Equatable, Sendable {
    /// What is taken away from each of the chip's axes, g, in steps of 0.1 mg.
    public let offset: SIMD3<Double>
    /// What each is multiplied by then, in steps of 0.0001.
    public let scale: SIMD3<Double>
    /// How far the lengths of the corrected readings are from 1 g at most, g: what rounding leaves.
    public let residual: Double
    /// Half the sum of the corrected readings of two opposite faces, of the pair where it is longest, g: 0 where they point in
    /// opposite directions.
    public let opposition: Double

    /// The largest ``opposition``, g: of two faces that are 5.7° out of level each. An error of one face shows in it by half.
    public static var allowedOpposition: Double { 0.1 }
    /// Readings of two faces are that far apart at least, g. (Of faces at right angles, at a scale of 2, 0.7.)
    static var neededDistance: Double { 0.5 }
    /// Below this a pivot of the equations, which are scaled to 1, says that they hardly differ: the chip is turned by 42° to
    /// 48° against the device.
    private static var smallestPivot: Double { 0.3 }

    /// The fit of the chip's own readings, g, one for each ``DeviceFace`` in their order.
    ///
    /// - Throws: ``SensorFitError`` where faces are missing or the same, where their readings contradict each other, and for
    ///   figures that a board cannot have.
    public init(_ readings: [SIMD3<Double>]) throws(SensorFitError) {
        let faces = DeviceFace.allCases
        guard readings.count == faces.count,
            readings.allSatisfy({ reading in (0..<3).allSatisfy { abs(reading[$0]) < 1_000 } })
        else { throw .incomplete }
        for (first, reading) in readings.enumerated() {
            for second in 0..<first {
                let distance = length(reading - readings[second])
                guard distance < SensorFit.neededDistance else { continue }
                throw .same(faces[second], faces[first], distance: distance, needed: SensorFit.neededDistance)
            }
        }
        let (offset, scale) = try SensorFit.ellipsoid(readings)
        self.offset = rounded(offset)
        self.scale = rounded(scale)
        for (axis, name) in ["x", "y", "z"].enumerated() {
            guard SensorDescription.offsets.contains(self.offset[axis]) else {
                throw .offset(axis: name, value: offset[axis])
            }
            guard SensorDescription.scales.contains(self.scale[axis]) else {
                throw .scale(axis: name, value: scale[axis])
            }
        }
        var residual = 0.0
        var opposition = (figure: 0.0, pair: 0)
        for pair in stride(from: 0, to: faces.count, by: 2) {
            let first = (readings[pair] - self.offset) * self.scale
            let second = (readings[pair + 1] - self.offset) * self.scale
            residual = max(residual, max(abs(length(first) - 1), abs(length(second) - 1)))
            let figure = length(first + second) / 2
            if figure > opposition.figure { opposition = (figure, pair) }
        }
        guard opposition.figure <= SensorFit.allowedOpposition else {
            throw .contradiction(
                faces[opposition.pair], faces[opposition.pair + 1], figure: opposition.figure,
                allowed: SensorFit.allowedOpposition)
        }
        self.residual = residual
        self.opposition = opposition.figure
    }

    /// Σ Aᵢ·nᵢ² + Bᵢ·nᵢ = 1 for all six, n being readings that run from −1 to 1 on each axis; then offset and scale of A, B.
    private static func ellipsoid(
        _ readings: [SIMD3<Double>]
    ) throws(SensorFitError) -> (offset: SIMD3<Double>, scale: SIMD3<Double>) {
        var least = readings[0]
        var most = readings[0]
        for reading in readings {
            least = pointwiseMin(least, reading)
            most = pointwiseMax(most, reading)
        }
        let middle = (most + least) / 2
        let half = (most - least) / 2
        // (At a scale of 2, of an axis as far from all of the device's as there is, 0.29.)
        guard half.min() > 0.2 else { throw .noFit }
        var rows = readings.map { reading in
            let n = (reading - middle) / half
            return [n.x * n.x, n.y * n.y, n.z * n.z, n.x, n.y, n.z, 1]
        }
        let solved = try solution(&rows)
        let a = SIMD3(solved[0], solved[1], solved[2])
        let b = SIMD3(solved[3], solved[4], solved[5])
        guard a.min() > 0 else { throw .noFit }
        let squared = a / (1 + (b * b / (4 * a)).sum())
        return (middle - half * b / (2 * a), squared.squareRoot() / half)
    }

    /// Gauss' elimination of six equations, each with its right side behind it.
    private static func solution(_ rows: inout [[Double]]) throws(SensorFitError) -> [Double] {
        for column in rows.indices {
            var best = column
            for row in column..<rows.count where abs(rows[row][column]) > abs(rows[best][column]) { best = row }
            guard abs(rows[best][column]) >= smallestPivot else { throw .undetermined }
            rows.swapAt(column, best)
            for row in rows.indices where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column...rows.count { rows[row][index] -= factor * rows[column][index] }
            }
        }
        return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
/// To the four decimals that are written.
private func rounded(_ v: SIMD3<Double>) -> SIMD3<Double> { (v * 1e4).rounded(.toNearestOrAwayFromZero) / 1e4 }
