public import TaplineCore

/// The affine map that carries touches to the places that were meant, by least squares.
///
/// With n places (x, y) and their targets (x', y') it minimises Σ |A·(x, y) + t − (x', y')|². Distances are counted in mm,
/// so that both axes weigh as much as they measure, or in pixels where the panel's size is unknown.
public struct CalibrationFit: Equatable, Sendable {
    /// The correction, as it is written into a board: six decimals, and three for the shift in pixels.
    public let calibration: PanelGeometry.Calibration
    /// How far each touch is from its target after the correction, in ``unit``.
    public let residuals: [Double]
    /// `mm`, or `px` where the panel's size is unknown.
    public let unit: String

    /// The root of the mean square of ``residuals``.
    public var rootMeanSquare: Double {
        var sum = 0.0
        for residual in residuals { sum += residual * residual }
        return residuals.isEmpty ? 0 : (sum / Double(residuals.count)).squareRoot()
    }

    /// The largest of ``residuals``.
    public var largest: Double { residuals.max() ?? 0 }

    /// A touch that the others contradict by more than this is a mistake: a fingertip is 8 mm wide, and people hit what
    /// they aim at within half of that.
    static var allowedMillimetres: Double { 6 }

    /// The correction of `panel` for what was touched; what the panel is corrected by now does not count.
    ///
    /// - Throws: ``CalibrationError`` for fewer than three places, for touches on a line, for touches that contradict each
    ///   other, and for a picture that would be mirrored, turned, or stretched by more than a half.
    public init(_ points: [CalibrationPoint], on panel: PanelGeometry.Description) throws(CalibrationError) {
        var plain = panel
        plain.calibration = .identity
        let geometry = PanelGeometry(plain)
        let points = points.filter { $0.isFinite }
        guard points.count >= 3 else { throw .tooFew(points.count) }
        let size = (x: Double(geometry.width), y: Double(geometry.height))
        let scale =
            geometry.hasMillimetres
            ? (
                x: Double(geometry.pointsPerPixel.x) * PanelGeometry.millimetresPerPoint,
                y: Double(geometry.pointsPerPixel.y) * PanelGeometry.millimetresPerPoint
            ) : (x: 1, y: 1)
        let unit = geometry.hasMillimetres ? "mm" : "px"
        let diagonal = (size.x * scale.x * size.x * scale.x + size.y * scale.y * size.y * scale.y).squareRoot()

        let measured = points.map { $0.scaled(scale.x, scale.y) }
        let moments = Moments(measured)
        let needed = 0.03 * diagonal
        guard moments.spread >= needed else { throw .onALine(spread: moments.spread, needed: needed, unit: unit) }
        let map = AffineMap(measured, moments)
        try CalibrationFit.requireAgreement(
            measured, map, moments,
            allowed: geometry.hasMillimetres ? min(CalibrationFit.allowedMillimetres, 0.1 * diagonal) : 0.04 * diagonal,
            unit: unit)
        try CalibrationFit.requireOrientation(points.map { $0.fraction(size.x, size.y) }, plain)

        let calibration = PanelGeometry.Calibration(
            a: rounded(map.xx, 1e6), b: rounded(map.xy * scale.y / scale.x, 1e6), c: rounded(map.x0 / scale.x, 1e3),
            d: rounded(map.yx * scale.x / scale.y, 1e6), e: rounded(map.yy, 1e6), f: rounded(map.y0 / scale.y, 1e3))
        residuals = points.map { point in
            let x = calibration.a * point.seenX + calibration.b * point.seenY + calibration.c - point.targetX
            let y = calibration.d * point.seenX + calibration.e * point.seenY + calibration.f - point.targetY
            return (x * scale.x * x * scale.x + y * scale.y * y * scale.y).squareRoot()
        }
        self.calibration = calibration
        self.unit = unit
    }

    // MARK: What is refused

    /// Each touch against the map that the others alone would make: its residual over one minus its leverage.
    private static func requireAgreement(
        _ points: [CalibrationPoint], _ map: AffineMap, _ moments: Moments, allowed: Double, unit: String
    ) throws(CalibrationError) {
        var worst: (point: Int, distance: Double) = (0, 0)
        var second = 0.0
        for (index, point) in points.enumerated() {
            let freedom = 1 - moments.leverage(of: point)
            // (A touch without which the others lie on a line contradicts nothing; of three each is one.)
            guard freedom > 1e-6 else { continue }
            let distance = map.distance(of: point) / freedom
            second = max(second, min(distance, worst.distance))
            if distance > worst.distance { worst = (index, distance) }
        }
        guard worst.distance > allowed else { return }
        // (Which of two opposite corners is wrong cannot be seen, nor which of four touches.)
        let isClear = second < 0.9 * worst.distance
        throw .inconsistent(
            point: isClear ? worst.point : nil, distance: worst.distance, allowed: allowed, unit: unit)
    }

    /// Refuses what is no correction of a panel but another panel: axes that run elsewhere, and wild maps.
    private static func requireOrientation(
        _ fractions: [CalibrationPoint], _ panel: PanelGeometry.Description
    ) throws(CalibrationError) {
        let deviation = AffineMap(fractions, Moments(fractions)).deviation
        guard deviation > 0.5 else { return }
        for turn in Turn.all {
            let turned = fractions.map { turn.applied(to: $0) }
            guard AffineMap(turned, Moments(turned)).deviation <= 0.5 else { continue }
            throw .wrongAxes(transform: turn.transform(after: panel))
        }
        throw .stretched(factor: 1 + deviation)
    }
}

private func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }

extension CalibrationPoint {
    fileprivate var isFinite: Bool {
        // (Differences of what is no number are none either.)
        abs(targetX) < 1e6 && abs(targetY) < 1e6 && abs(seenX) < 1e6 && abs(seenY) < 1e6
    }

    fileprivate func scaled(_ x: Double, _ y: Double) -> CalibrationPoint {
        CalibrationPoint(targetX: targetX * x, targetY: targetY * y, seenX: seenX * x, seenY: seenY * y)
    }

    /// In fractions of the panel, 0 at its left and upper edge and 1 at the others. A pixel's place is its middle.
    fileprivate func fraction(_ width: Double, _ height: Double) -> CalibrationPoint {
        CalibrationPoint(
            targetX: (targetX + 0.5) / width, targetY: (targetY + 0.5) / height, seenX: (seenX + 0.5) / width,
            seenY: (seenY + 0.5) / height)
    }
}

/// Where touches lie and how they spread.
private struct Moments {
    let meanX, meanY: Double
    let xx, xy, yy: Double
    let count: Double

    init(_ points: [CalibrationPoint]) {
        count = Double(points.count)
        var x = 0.0
        var y = 0.0
        for point in points {
            x += point.seenX
            y += point.seenY
        }
        meanX = x / count
        meanY = y / count
        var sums = (xx: 0.0, xy: 0.0, yy: 0.0)
        for point in points {
            let dx = point.seenX - meanX
            let dy = point.seenY - meanY
            sums.xx += dx * dx
            sums.xy += dx * dy
            sums.yy += dy * dy
        }
        (xx, xy, yy) = sums
    }

    var determinant: Double { xx * yy - xy * xy }

    /// The root mean square distance from the line that fits the touches best.
    var spread: Double {
        let half = (xx + yy) / 2
        let root = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        return (max(half - root, 0) / count).squareRoot()
    }

    /// How much of its own place a touch decides, 0…1.
    func leverage(of point: CalibrationPoint) -> Double {
        let dx = point.seenX - meanX
        let dy = point.seenY - meanY
        return 1 / count + (dx * dx * yy - 2 * dx * dy * xy + dy * dy * xx) / determinant
    }
}

/// x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
private struct AffineMap {
    let xx, xy, x0, yx, yy, y0: Double

    /// The least squares map of touches that do not lie on a line. (Normal equations about the mean of the touches: two by
    /// two, and well conditioned.)
    init(_ points: [CalibrationPoint], _ moments: Moments) {
        var toX = (x: 0.0, y: 0.0, mean: 0.0)
        var toY = (x: 0.0, y: 0.0, mean: 0.0)
        for point in points {
            let dx = point.seenX - moments.meanX
            let dy = point.seenY - moments.meanY
            toX.x += dx * point.targetX
            toX.y += dy * point.targetX
            toX.mean += point.targetX
            toY.x += dx * point.targetY
            toY.y += dy * point.targetY
            toY.mean += point.targetY
        }
        let determinant = moments.determinant
        xx = (toX.x * moments.yy - toX.y * moments.xy) / determinant
        xy = (toX.y * moments.xx - toX.x * moments.xy) / determinant
        yx = (toY.x * moments.yy - toY.y * moments.xy) / determinant
        yy = (toY.y * moments.xx - toY.x * moments.xy) / determinant
        x0 = toX.mean / moments.count - xx * moments.meanX - xy * moments.meanY
        y0 = toY.mean / moments.count - yx * moments.meanX - yy * moments.meanY
    }

    /// How far the map leaves a touch from its target.
    func distance(of point: CalibrationPoint) -> Double {
        let x = xx * point.seenX + xy * point.seenY + x0 - point.targetX
        let y = yx * point.seenX + yy * point.seenY + y0 - point.targetY
        return (x * x + y * y).squareRoot()
    }

    /// The largest difference to a map that leaves directions and lengths as they are.
    var deviation: Double { max(max(abs(xx - 1), abs(yy - 1)), max(abs(xy), abs(yx))) }
}

/// Directions of the axes, relative to those of now.
private struct Turn {
    var mirrorsX: Bool
    var mirrorsY: Bool
    var swaps: Bool

    static var all: [Turn] {
        var turns: [Turn] = []
        for number in 1..<8 {
            turns.append(Turn(mirrorsX: number & 1 > 0, mirrorsY: number & 2 > 0, swaps: number & 4 > 0))
        }
        return turns
    }

    /// Fractions of the panel: mirrored, then swapped.
    func applied(x: Double, y: Double) -> (x: Double, y: Double) {
        let x = mirrorsX ? 1 - x : x
        let y = mirrorsY ? 1 - y : y
        return swaps ? (y, x) : (x, y)
    }

    func applied(to point: CalibrationPoint) -> CalibrationPoint {
        let seen = applied(x: point.seenX, y: point.seenY)
        return CalibrationPoint(targetX: point.targetX, targetY: point.targetY, seenX: seen.x, seenY: seen.y)
    }

    /// The board's transform that turns a panel so in addition to what it has: the one of eight that puts the raw corners
    /// where this turn wants them.
    func transform(after panel: PanelGeometry.Description) -> String {
        for number in 0..<8 {
            var other = PanelGeometry.Description(rawWidth: panel.rawWidth, rawHeight: panel.rawHeight)
            other.mirrorX = number & 1 > 0
            other.mirrorY = number & 2 > 0
            other.swapXY = number & 4 > 0
            guard [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].allSatisfy({ isSame(at: $0, panel, other) }) else { continue }
            return "mirror_x: \(other.mirrorX), mirror_y: \(other.mirrorY), swap_xy: \(other.swapXY)"
        }
        return ""
    }

    /// Whether the corner at these fractions of the raw axes is seen by `other` where `panel` and this turn see it.
    private func isSame(
        at corner: (x: Double, y: Double), _ panel: PanelGeometry.Description, _ other: PanelGeometry.Description
    ) -> Bool {
        func fraction(_ panel: PanelGeometry.Description) -> (x: Double, y: Double) {
            let geometry = PanelGeometry(panel)
            let raw = (x: corner.x * Double(panel.rawWidth - 1), y: corner.y * Double(panel.rawHeight - 1))
            let seen = geometry.pixels(geometry.point(ofRawX: Float(raw.x), y: Float(raw.y)))
            return ((Double(seen.x) + 0.5) / Double(geometry.width), (Double(seen.y) + 0.5) / Double(geometry.height))
        }
        let now = fraction(panel)
        let wanted = applied(x: now.x, y: now.y)
        let found = fraction(other)
        return abs(wanted.x - found.x) < 0.25 && abs(wanted.y - found.y) < 0.25
    }
}
