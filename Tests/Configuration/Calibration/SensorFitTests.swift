import Foundation
import TaplineConfiguration
import TestSupport

/// Offset and scale of an accelerometer, of six readings at rest.
@Suite struct SensorFitTests {
    typealias Vector = SIMD3<Double>

    /// What a chip with these errors shows on each face. `tilt` is how far a face is out of level, in degrees, and to which
    /// side; `turn` how far the chip is turned about the device's z, in degrees.
    private func readings(
        offset: Vector = .zero, scale: Vector = .one, turn: Double = 0,
        tilt: (DeviceFace) -> (degrees: Double, side: Double) = { _ in (0, 0) }
    ) -> [Vector] {
        DeviceFace.allCases.map { face in
            let (degrees, side) = tilt(face)
            let up = Vector(face.up)
            let (first, second) = (Vector(up.y, up.z, up.x), Vector(up.z, up.x, up.y))
            let beside = first * cos(side) + second * sin(side)
            let shown = up * cos(degrees * .pi / 180) + beside * sin(degrees * .pi / 180)
            let (c, s) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
            return Vector(c * shown.x - s * shown.y, s * shown.x + c * shown.y, shown.z) / scale + offset
        }
    }

    private func refusal(_ readings: [Vector]) -> SensorFitError? {
        do throws(SensorFitError) {
            _ = try SensorFit(readings)
            return nil
        } catch {
            return error
        }
    }

    private func isNear(_ a: Vector, _ b: Vector, _ figure: Double) -> Bool {
        (0..<3).allSatisfy { abs(a[$0] - b[$0]) <= figure }
    }

    // MARK: What is found

    @Test func aChipWithoutErrorsNeedsNoCorrection() throws {
        let fit = try SensorFit(readings())
        #expect(fit.offset == .zero && fit.scale == .one && fit.residual == 0 && fit.opposition == 0)
    }

    @Test func offsetsAndScalesAreFoundWithinTheirLastDigitHoweverTheFacesTilt() throws {
        var random = Seed.random("tilted faces")
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        for _ in 0..<2_000 {
            let offset = Vector(number(-2...2), number(-2...2), number(-2...2))
            let scale = Vector(number(0.5...2), number(0.5...2), number(0.5...2))
            let tilts = DeviceFace.allCases.map { _ in (degrees: number(0...5), side: number(0...6.28)) }
            let fit = try SensorFit(readings(offset: offset, scale: scale) { tilts[$0.rawValue] })
            // (Half of the last digit that is written.)
            #expect(isNear(fit.offset, offset, 0.000_051), "\(fit), \(offset), \(scale), \(tilts)")
            #expect(isNear(fit.scale, scale, 0.000_051), "\(fit), \(offset), \(scale), \(tilts)")
            #expect(fit.residual < 0.000_4 && fit.opposition < 0.088)
        }
    }

    /// Readings that are 1 mg off on each axis cost 2.5 mg at most: 1.25 mg for the largest scale, and as much again for the
    /// tilts of 5° and the least scale, 0.8.
    @Test func aMilligOfNoiseCostsTwoAndAHalfAtMost() throws {
        var random = Seed.random("noisy faces")
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        for _ in 0..<2_000 {
            let offset = Vector(number(-0.5...0.5), number(-0.5...0.5), number(-0.5...0.5))
            let scale = Vector(number(0.8...1.25), number(0.8...1.25), number(0.8...1.25))
            let tilts = DeviceFace.allCases.map { _ in (degrees: number(0...5), side: number(0...6.28)) }
            let shown = readings(offset: offset, scale: scale) { tilts[$0.rawValue] }
                .map { $0 + Vector(number(-0.001...0.001), number(-0.001...0.001), number(-0.001...0.001)) }
            let fit = try SensorFit(shown)
            #expect(isNear(fit.offset, offset, 0.002_5), "\(fit), \(offset), \(scale), \(tilts)")
            #expect(isNear(fit.scale, scale, 0.002_5), "\(fit), \(offset), \(scale), \(tilts)")
        }
    }

    @Test func aChipThatIsTurnedIsCorrectedAlongItsOwnAxes() throws {
        let (offset, scale) = (Vector(0.05, -0.03, 0.1), Vector(1.02, 0.97, 1.01))
        for turn in [-90.0, 30, 41, 49, 60, 90, 180] {
            let fit = try SensorFit(readings(offset: offset, scale: scale, turn: turn))
            #expect(isNear(fit.offset, offset, 1e-9) && isNear(fit.scale, scale, 1e-9), "\(turn)")
        }
    }

    // MARK: What is refused

    @Test func aChipBetweenTheAxesIsRefusedBecauseSixFacesDoNotTellItsScales() {
        for turn in [43.0, 45, 47, 135] { #expect(refusal(readings(turn: turn)) == .undetermined, "\(turn)") }
    }

    @Test func oppositeFacesMayBeAHundredMilligFromOpposite() throws {
        /// Both lean to the device's right: their sum is twice the sine.
        func leaning(_ degrees: Double) -> [Vector] {
            readings { face in
                switch face {
                case .back: (degrees, .pi / 2)
                case .front: (-degrees, .pi / 2)
                default: (0, 0)
                }
            }
        }
        #expect(abs(try SensorFit(leaning(5.7)).opposition - sin(5.7 * .pi / 180)) < 1e-4)
        guard case .contradiction(.back, .front, let figure, 0.1)? = refusal(leaning(5.8)) else {
            Issue.record("\(String(describing: refusal(leaning(5.8))))")
            return
        }
        #expect(abs(figure - sin(5.8 * .pi / 180)) < 1e-4)
        let words = refusal(leaning(5.8))?.description
        #expect(words?.contains("101 mg away from being opposite, more than 100 mg") == true)
    }

    @Test func aFaceThatWasPushedContradictsTheOthers() {
        func pushed(_ g: Double) -> [Vector] {
            var shown = readings()
            shown[DeviceFace.leftEdge.rawValue].x += g
            return shown
        }
        #expect(refusal(pushed(0.19)) == nil)
        guard case .contradiction? = refusal(pushed(0.25)) else {
            Issue.record("\(String(describing: refusal(pushed(0.25))))")
            return
        }
    }

    @Test func whatABoardCannotSayIsRefusedWithTheFigure() {
        #expect(refusal(readings(offset: Vector(2, -2, 0), scale: Vector(0.5, 2, 1))) == nil)
        for (offset, scale, words) in [
            (Vector(0, 2.01, 0), Vector.one, "the chip's y axis would have an offset of 2.01 g"),
            (Vector(0, 0, -2.01), .one, "the chip's z axis would have an offset of -2.01 g"),
            (.zero, Vector(0.49, 1, 1), "the chip's x axis would have a scale of 0.49"),
            (.zero, Vector(1, 1, 2.01), "the chip's z axis would have a scale of 2.01"),
        ] {
            let error = refusal(readings(offset: offset, scale: scale))
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func aFaceMeasuredTwiceIsRefused() {
        var shown = readings()
        shown[DeviceFace.upperEdge.rawValue] = shown[DeviceFace.back.rawValue] + Vector(0.499, 0, 0)
        #expect(refusal(shown) == .same(.back, .upperEdge, distance: length(of: shown, 0, 3), needed: 0.5))
        #expect(refusal(shown)?.description.contains("back and upper edge show the same: 499 mg apart") == true)
        shown[DeviceFace.upperEdge.rawValue].x = 0.501
        if case .same? = refusal(shown) { Issue.record("they are 0.501 g apart") }
    }

    private func length(of shown: [Vector], _ first: Int, _ second: Int) -> Double {
        let between = shown[second] - shown[first]
        return (between * between).sum().squareRoot()
    }

    @Test func whatIsNotSixReadingsIsRefused() {
        #expect(refusal([]) == .incomplete && refusal(Array(readings().dropLast())) == .incomplete)
        #expect(refusal(readings() + [.zero]) == .incomplete)
        for value in [Double.nan, .infinity, -.infinity, 1e300] {
            var shown = readings()
            shown[2].y = value
            #expect(refusal(shown) == .incomplete, "\(value)")
        }
    }

    @Test func anAxisThatShowsNextToNothingFitsNothing() {
        var shown = readings()
        shown[DeviceFace.leftEdge.rawValue] = Vector(0.1, 0.7, 0.7)
        shown[DeviceFace.rightEdge.rawValue] = Vector(-0.1, -0.7, -0.7)
        #expect(refusal(shown) == .noFit)
    }

    @Test func readingsOfAnythingFitOrAreRefused() {
        var random = Seed.random("any readings")
        var fits = 0
        for _ in 0..<20_000 {
            let spread = Double(1 + random.next(below: 3_000)) / 1_000
            let shown = readings().map { level in
                level + spread
                    * Vector(
                        Double(random.next(below: 2_001)) / 1_000 - 1, Double(random.next(below: 2_001)) / 1_000 - 1,
                        Double(random.next(below: 2_001)) / 1_000 - 1)
            }
            guard let fit = try? SensorFit(shown) else { continue }
            fits += 1
            #expect(fit.residual < 0.000_4 && fit.opposition <= 0.1, "\(shown)")
        }
        #expect(fits > 0)
    }
}
