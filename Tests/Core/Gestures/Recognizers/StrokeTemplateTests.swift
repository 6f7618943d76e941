import Foundation
import TestSupport

/// A path through `points`, drawn in steps of 3 pt.
func drawn(_ points: [(Float, Float)], step: Float = 3) -> StrokePath {
    var path = StrokePath()
    for (from, to) in zip(points, points.dropFirst()) {
        let steps = max(1, Int(Vector(x: to.0 - from.0, y: to.1 - from.1).length / step))
        for i in 0...steps {
            let t = Float(i) / Float(steps)
            path.append(Point(x: from.0 + (to.0 - from.0) * t, y: from.1 + (to.1 - from.1) * t))
        }
    }
    return path
}

/// `points` turned clockwise on the screen, made larger and put elsewhere.
func turned(_ points: [(Float, Float)], degrees: Double, scale: Double = 1, by: (Float, Float) = (0, 0)) -> [(
    Float, Float
)] {
    let (s, c) = (sin(degrees / 180 * .pi), cos(degrees / 180 * .pi))
    return points.map { x, y in
        (
            Float(scale * (c * Double(x) - s * Double(y))) + by.0,
            Float(scale * (s * Double(x) + c * Double(y))) + by.1
        )
    }
}

@Suite struct StrokeTemplateTests {
    private let z: [(Float, Float)] = [(0, 0), (80, 0), (0, 80), (80, 80)]
    private let v: [(Float, Float)] = [(0, 0), (40, 80), (80, 0)]

    private func templates(points: Int = 32) -> StrokeTemplates<4> {
        var templates = StrokeTemplates<4>()
        for (name, shape) in [("z", z), ("v", v)] as [(StaticString, [(Float, Float)])] {
            var path = drawn(shape)
            _ = templates.append(StrokeTemplate(Name(name), path: &path, points: points)!)
        }
        return templates
    }

    private func best(
        _ shape: [(Float, Float)], rotation degrees: Float = 15, points: Int = 32,
        among candidates: TemplateSet = TemplateSet(bits: .max)
    ) -> StrokeMatch? {
        var templates = templates(points: points)
        var path = drawn(shape)
        return templates.best(for: &path, among: candidates, rotation: degrees * pi / 180)
    }

    @Test func theSameShapeElsewhereAndOfAnotherSizeScoresOne() {
        for points in [8, 16, 32] {
            for scale in [0.5, 1, 7] {
                let match = best(turned(z, degrees: 0, scale: scale, by: (300, 100)), points: points)
                #expect(match?.template == 0)
                #expect(match!.score > 0.97)
            }
        }
    }

    @Test func theBestOfSeveralWins() {
        #expect(best(v)?.template == 1)
        #expect(best(v, among: TemplateSet(0))?.template == 0)
        #expect(best(v, among: TemplateSet()) == nil)
        #expect(best(v, among: TemplateSet(3)) == nil)
    }

    @Test func aTurnWithinTheLimitCostsNothingAndOneBeyondItCounts() {
        for degrees in [-14.9, 14.9] { #expect(best(turned(z, degrees: degrees))!.score > 0.99) }
        // Beyond the limit the rest of the turn is the angle between the two: the score falls by 2/π of it.
        for degrees in [-25.0, 25, 40, 60] {
            let rest = abs(degrees) - 15
            #expect(abs(Double(best(turned(z, degrees: degrees))!.score) - (1 - rest / 90)) < 0.01)
        }
        #expect(best(turned(z, degrees: 20), rotation: 0)!.score < 0.8)
        for degrees in stride(from: 0.0, to: 360, by: 30) {
            #expect(best(turned(z, degrees: degrees), rotation: 180)!.score > 0.99)
        }
    }

    @Test func aShapeDrawnBackwardsIsAnother() {
        #expect(best(z.reversed(), among: TemplateSet(0))!.score < 0.5)
    }

    @Test func aDotIsLikeNothing() {
        #expect(best([(5, 5), (5, 5)]) == nil)
        var dot = StrokePath()
        dot.append(.zero)
        #expect(StrokeTemplate(Name("dot"), path: &dot) == nil)
    }

    @Test func noMoreTemplatesThanThereIsRoomFor() throws {
        var path = drawn(z)
        let template = StrokeTemplate(Name("z"), path: &path)!
        var none = StrokeTemplates<0>()
        #expect(none.append(template) == nil)
        var setup = GestureSetup<StandardRecognizer, 1, 1, 2>()
        #expect(try setup.add(template) == 0)
        #expect(try setup.add(template) == 1)
        #expect(throws: GestureSetup<StandardRecognizer, 1, 1, 2>.Problem.tooManyTemplates(capacity: 2)) {
            _ = try setup.add(template)
        }
    }
}
