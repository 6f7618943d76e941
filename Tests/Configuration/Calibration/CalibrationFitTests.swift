import TaplineConfiguration
import TestSupport

/// The fit of a calibration against maps that are known, and against the same sums solved in another way.
@Suite struct CalibrationFitTests {
    private typealias Map = PanelGeometry.Calibration

    /// 800 × 480 px on 154.08 mm × 85.92 mm: 0.1926 mm across and 0.179 mm down in a pixel.
    private var panel: PanelGeometry.Description {
        PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: (154.08, 85.92))
    }

    private let corners: [(x: Double, y: Double)] = [(80, 48), (720, 48), (720, 432), (80, 432), (400, 240)]

    /// Where `map` puts a place.
    private func apply(_ map: Map, _ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (map.a * x + map.b * y + map.c, map.d * x + map.e * y + map.f)
    }

    /// Touches that `map` corrects: each is seen where the inverse of the map puts its target, and `error` beside it.
    private func touches(
        _ targets: [(x: Double, y: Double)], corrected map: Map,
        error: (Int) -> (x: Double, y: Double) = { _ in (0, 0) }
    ) -> [CalibrationPoint] {
        let determinant = map.a * map.e - map.b * map.d
        return targets.enumerated().map { index, target in
            let x = target.x - map.c
            let y = target.y - map.f
            let off = error(index)
            return CalibrationPoint(
                targetX: target.x, targetY: target.y, seenX: (map.e * x - map.b * y) / determinant + off.x,
                seenY: (map.a * y - map.d * x) / determinant + off.y)
        }
    }

    private func refusal(_ points: [CalibrationPoint], on panel: PanelGeometry.Description) -> CalibrationError? {
        failure { () throws(CalibrationError) in try CalibrationFit(points, on: panel) }
    }

    private func isNear(_ a: Map, _ b: Map, linear: Double, shift: Double) -> Bool {
        abs(a.a - b.a) <= linear && abs(a.b - b.b) <= linear && abs(a.d - b.d) <= linear && abs(a.e - b.e) <= linear
            && abs(a.c - b.c) <= shift && abs(a.f - b.f) <= shift
    }

    /// Solves the square system `m`·x = `v` by elimination with the largest pivot.
    private func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
        var m = m
        var v = v
        for column in v.indices {
            let pivot = (column..<v.count).max { abs(m[$0][column]) < abs(m[$1][column]) } ?? column
            m.swapAt(column, pivot)
            v.swapAt(column, pivot)
            for row in v.indices where row != column {
                let factor = m[row][column] / m[column][column]
                for k in v.indices { m[row][k] -= factor * m[column][k] }
                v[row] -= factor * v[column]
            }
        }
        return v.indices.map { v[$0] / m[$0][$0] }
    }

    /// The reference: three by three normal equations in pixels, uncentred, one axis at a time.
    private func reference(_ points: [CalibrationPoint]) -> Map {
        func row(_ target: (CalibrationPoint) -> Double) -> [Double] {
            var m = [[Double]](repeating: [0, 0, 0], count: 3)
            var v = [0.0, 0, 0]
            for point in points {
                let terms = [point.seenX, point.seenY, 1]
                for i in 0..<3 {
                    for j in 0..<3 { m[i][j] += terms[i] * terms[j] }
                    v[i] += terms[i] * target(point)
                }
            }
            return solve(m, v)
        }
        let x = row { $0.targetX }
        let y = row { $0.targetY }
        return Map(a: x[0], b: x[1], c: x[2], d: y[0], e: y[1], f: y[2])
    }

    // MARK: What is found

    @Test func touchesWhereTheyWereMeantNeedNoCorrection() throws {
        for count in 3...5 {
            let fit = try CalibrationFit(touches(Array(corners.prefix(count)), corrected: .identity), on: panel)
            #expect(fit.calibration == .identity)
            #expect(fit.unit == "mm" && fit.residuals.count == count && fit.largest < 1e-9)
        }
    }

    @Test func theShiftIsInPixelsAndTheResidualInMillimetres() throws {
        let fit = try CalibrationFit(touches(corners, corrected: Map(a: 1, b: 0, c: 12, d: 0, e: 1, f: -7)), on: panel)
        #expect(fit.calibration == Map(a: 1, b: 0, c: 12, d: 0, e: 1, f: -7))
        // Opposite errors of 7 px at neighbouring corners cannot be mapped away.
        var bent = touches(Array(corners.prefix(4)), corrected: .identity)
        for index in bent.indices { bent[index].targetX += index % 2 == 0 ? 7 : -7 }
        let residuals = try CalibrationFit(bent, on: panel).residuals
        for residual in residuals { #expect(abs(residual - 7 * 0.1926) < 0.001) }
    }

    @Test func randomMapsAreFoundAgain() throws {
        var generator = generator(seedOf: "the calibration maps")
        for _ in 0..<2_000 {
            func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
            let map = Map(
                a: random(0.8...1.2), b: random(-0.15...0.15), c: random(-60...60), d: random(-0.15...0.15),
                e: random(0.8...1.2), f: random(-60...60))
            let points = touches(Array(corners.prefix(Int(random(3...5.99)))), corrected: map)
            let fit = try CalibrationFit(points, on: panel)
            // As far as it is written: six decimals, three for the shift.
            #expect(isNear(fit.calibration, map, linear: 0.51e-6, shift: 0.51e-3))
            // Half a thousandth of a pixel, and of the sixth decimal over 800 px.
            #expect(fit.largest < 0.001)
        }
    }

    @Test func noisyTouchesAreFittedAsTheReferenceFitsThem() throws {
        var generator = generator(seedOf: "the calibration noise")
        // Pixels of another shape on purpose: what weighs mm instead of px must find the same map.
        var panel = panel
        panel.rawMillimetres = (60, 200)
        for _ in 0..<2_000 {
            func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
            let map = Map(a: random(0.9...1.1), b: 0.02, c: random(-20...20), d: -0.03, e: random(0.9...1.1), f: 5)
            let points = touches(Array(corners.prefix(Int(random(4...5.99)))), corrected: map) { _ in
                (random(-3...3), random(-0.8...0.8))
            }
            let fit = try CalibrationFit(points, on: panel)
            let expected = reference(points)
            #expect(isNear(fit.calibration, expected, linear: 0.6e-6, shift: 0.6e-3))
            for (residual, point) in zip(fit.residuals, points) {
                let mapped = apply(expected, point.seenX, point.seenY)
                let x = (mapped.x - point.targetX) * 60 / 800
                let y = (mapped.y - point.targetY) * 200 / 480
                #expect(abs(residual - (x * x + y * y).squareRoot()) < 0.002)
            }
            let squares = fit.residuals.map { $0 * $0 }.reduce(0, +)
            #expect(abs(fit.rootMeanSquare - (squares / Double(points.count)).squareRoot()) < 1e-12)
            #expect(fit.largest == fit.residuals.max())
        }
    }

    @Test func whatTheBoardIsCorrectedByDoesNotCount() throws {
        var corrected = panel
        corrected.calibration = Map(a: 1.5, b: 0, c: 99, d: 0, e: 0.7, f: 3)
        let points = touches(corners, corrected: Map(a: 1.01, b: 0, c: 3, d: 0, e: 0.98, f: 4))
        #expect(try CalibrationFit(points, on: corrected) == CalibrationFit(points, on: panel))
    }

    @Test func thePanelThenSeesThePlacesThatWereMeant() throws {
        var turned = panel
        turned.swapXY = true
        turned.mirrorX = true
        turned.rotation = .half
        let geometry = PanelGeometry(turned)
        let targets: [(x: Double, y: Double)] = [(48, 80), (432, 80), (432, 720), (48, 720)]
        let points = touches(targets, corrected: Map(a: 1.03, b: 0.01, c: -9, d: 0.02, e: 0.97, f: 11))
        let fit = try CalibrationFit(points, on: turned)
        var calibrated = turned
        calibrated.calibration = fit.calibration
        let after = PanelGeometry(calibrated)
        for raw in [(100, 50), (700, 400), (0, 479)] as [(x: Float, y: Float)] {
            let before = geometry.pixels(geometry.point(ofRawX: raw.x, y: raw.y))
            let seen = after.pixels(after.point(ofRawX: raw.x, y: raw.y))
            let expected = apply(fit.calibration, Double(before.x), Double(before.y))
            #expect(abs(Double(seen.x) - expected.x) < 0.01 && abs(Double(seen.y) - expected.y) < 0.01)
        }
    }

    // MARK: What is refused

    @Test func fewerThanThreePlacesAreRefused() {
        #expect(refusal([], on: panel) == .tooFew(0))
        let two = touches(Array(corners.prefix(2)), corrected: .identity)
        #expect(refusal(two, on: panel) == .tooFew(2))
        let nan = CalibrationPoint(targetX: .nan, targetY: 0, seenX: 0, seenY: 0)
        let infinite = CalibrationPoint(targetX: 0, targetY: 0, seenX: .infinity, seenY: 0)
        #expect(refusal(two + [nan, infinite], on: panel) == .tooFew(2))
    }

    @Test func touchesOnALineAreRefusedWithTheirDistanceFromIt() throws {
        // (The panel's diagonal is 176.4 mm, 3 % of it 5.29 mm.)
        for turn in [(1, 0), (0, 1), (0.6, 0.5)] as [(dx: Double, dy: Double)] {
            let points = (0..<5).map { index in
                CalibrationPoint(
                    targetX: corners[index].x, targetY: corners[index].y, seenX: 100 + Double(index) * 70 * turn.dx,
                    seenY: 100 + Double(index) * 70 * turn.dy)
            }
            guard case .onALine(let spread, let needed, "mm") = refusal(points, on: panel) else {
                Issue.record("a line was taken")
                continue
            }
            #expect(spread < 1e-6 && abs(needed - 5.292) < 0.01)
        }
        let same = [CalibrationPoint](
            repeating: CalibrationPoint(targetX: 1, targetY: 2, seenX: 3, seenY: 4), count: 4)
        #expect(
            refusal(same, on: panel).map { "\($0)" }?.contains("they are 0 mm away from it, at least 5.3 mm") == true)
        // Both sides of the limit: two rows that are twice the needed distance apart.
        for (factor, isTaken) in [(0.99, false), (1.01, true)] {
            let half = 5.292 * factor / 0.179
            let targets = [(80, 240 - half), (720, 240 - half), (720, 240 + half), (80, 240 + half)]
            let points = touches(targets.map { (x: Double($0.0), y: $0.1) }, corrected: .identity)
            #expect((refusal(points, on: panel) == nil) == isTaken)
        }
    }

    @Test func aTouchThatTheOthersContradictIsRefusedWithItsDistance() throws {
        // 6 mm across are 31.15 px. What counts is where the others alone put the touch, not what is left after the fit,
        // which has given way to it.
        for (pixels, isTaken) in [(31.1, true), (31.2, false), (80, false)] {
            for wrong in 0..<5 {
                var points = touches(corners, corrected: .identity)
                points[wrong].targetX += pixels
                let found = refusal(points, on: panel)
                guard !isTaken else {
                    #expect(found == nil, "\(wrong)")
                    continue
                }
                guard case .inconsistent(let point, let distance, 6, "mm") = found else {
                    Issue.record("\(pixels) px at touch \(wrong): \(String(describing: found))")
                    continue
                }
                // A corner and the opposite one cannot be told apart; the middle can.
                #expect(point == (wrong == 4 ? 4 : nil))
                #expect(abs(distance - pixels * 0.1926) < 1e-3)
            }
        }
    }

    @Test func ofFourTouchesNobodyCanSayWhichIsWrong() throws {
        let points = touches(Array(corners.prefix(4)), corrected: .identity) { (x: 0, y: $0 == 2 ? 60 : 0) }
        guard case .inconsistent(nil, let distance, _, _) = refusal(points, on: panel) else { throw Missing("taken") }
        #expect(abs(distance - 60 * 0.179) < 1)
    }

    @Test func aSmallPanelAllowsLessAndAnUnknownOneCountsInPixels() throws {
        var small = panel
        small.rawMillimetres = (32.4, 19.4)
        let off = touches(corners, corrected: .identity) { (x: $0 == 4 ? 100 : 0, y: 0) }
        guard case .inconsistent(4, _, let allowed, "mm") = refusal(off, on: small) else { throw Missing("taken") }
        #expect(abs(allowed - 3.776) < 0.01)
        var unknown = panel
        unknown.rawMillimetres = nil
        guard case .inconsistent(4, let distance, let pixels, "px") = refusal(off, on: unknown)
        else { throw Missing("taken") }
        #expect(abs(distance - 100) < 1e-6 && abs(pixels - 37.32) < 0.01)
        #expect(try CalibrationFit(touches(corners, corrected: .identity), on: unknown).unit == "px")
    }

    @Test func axesThatRunElsewhereAreToldAsTheTransformThatIsRight() throws {
        for number in 0..<32 {
            // The panel as it is, and as the board says that it is.
            var right = panel
            right.mirrorX = number & 1 > 0
            right.mirrorY = number & 2 > 0
            right.swapXY = number & 4 > 0
            var said = panel
            said.swapXY = number & 8 > 0
            said.rotation = number & 16 > 0 ? .quarter : .none
            let truth = PanelGeometry(right)
            let belief = PanelGeometry(said)
            // Where a finger is in the picture, and where the board sees it.
            let points = [(80, 48), (719, 48), (719, 431), (80, 431), (400, 240)].map { raw in
                let finger = truth.pixels(truth.point(ofRawX: Float(raw.0), y: Float(raw.1)))
                let seen = belief.pixels(belief.point(ofRawX: Float(raw.0), y: Float(raw.1)))
                return CalibrationPoint(
                    targetX: Double(finger.x / truth.width * belief.width),
                    targetY: Double(finger.y / truth.height * belief.height), seenX: Double(seen.x),
                    seenY: Double(seen.y))
            }
            let isRight = PanelGeometry(right) == PanelGeometry(said)
            if isRight {
                #expect(refusal(points, on: said) == nil)
            } else {
                #expect(
                    refusal(points, on: said)
                        == .wrongAxes(
                            transform:
                                "mirror_x: \(right.mirrorX), mirror_y: \(right.mirrorY), swap_xy: \(right.swapXY)"))
            }
        }
    }

    @Test func aPictureThatWouldBeStretchedIsRefused() {
        // The board says half the pixels that there are.
        for (factor, isTaken) in [(1.45, true), (1.55, false), (0.55, true), (0.45, false), (4, false)] {
            let points = touches(corners, corrected: Map(a: factor, b: 0, c: 0, d: 0, e: 1, f: 0))
            let found = refusal(points, on: panel)
            if isTaken {
                #expect(found == nil)
            } else {
                guard case .stretched(let told) = found else {
                    Issue.record("\(factor): \(String(describing: found))")
                    continue
                }
                #expect(abs(told - (1 + abs(factor - 1))) < 0.01)
            }
        }
    }

    @Test func hundredThousandWildTouchesNeverTrap() {
        var generator = generator(seedOf: "the wild touches")
        let values: [Double] = [
            0, -0.0, 1, -1, 799, 1e5, -1e6, 1e6, 1e308, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
        ]
        var taken = 0
        for _ in 0..<100_000 {
            func value() -> Double {
                Bool.random(using: &generator)
                    ? values.randomElement(using: &generator) ?? 0 : Double.random(in: -100...900, using: &generator)
            }
            let points = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                CalibrationPoint(targetX: value(), targetY: value(), seenX: value(), seenY: value())
            }
            guard let fit = try? CalibrationFit(points, on: panel) else { continue }
            taken += 1
            #expect(fit.largest.isFinite)
        }
        // Nearly all of it is nonsense, and is refused as that.
        #expect(taken < 1_000)
    }
}
