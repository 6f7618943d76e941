import TestSupport

@Suite struct StrokePathTests {
    /// A path along the x axis, a point every `step`.
    private func line(_ count: Int, step: Float, spacing: Float = 2) -> StrokePath {
        var path = StrokePath(spacing: spacing)
        for i in 0..<count { path.append(Point(x: Float(i) * step, y: 0)) }
        return path
    }

    @Test func firstAndNewestPointAreExactHoweverLongTheWay() {
        for count in 1...2_000 {
            let path = line(count, step: 0.7)
            #expect(path[0] == .zero)
            #expect(path[path.count - 1] == Point(x: Float(count - 1) * 0.7, y: 0))
            #expect(path.size.x == Float(count - 1) * 0.7)
        }
    }

    @Test func aPointTooCloseToTheOneBeforeGivesWayToTheNext() {
        var path = StrokePath(spacing: 2)
        for x: Float in [0, 1.9, 3, 4.9, 5] { path.append(Point(x: x, y: 0)) }
        #expect((0..<path.count).map { path[$0].x } == [0, 3, 5])
        path.append(Point(x: 9, y: 0))
        #expect((0..<path.count).map { path[$0].x } == [0, 3, 5, 9])
    }

    @Test func theBoxKnowsPointsThatWereLeftOutAgain() {
        var path = StrokePath(spacing: 10)
        for (x, y): (Float, Float) in [(0, 0), (3, -4), (1, 1)] { path.append(Point(x: x, y: y)) }
        #expect(path.count == 2)
        #expect(path.size == Vector(x: 3, y: 5))
    }

    @Test func aLongWayKeepsHalfOfThePlacesAtLeastAndNeverMoreThanAll() {
        var path = line(64, step: 2)
        #expect(path.count == StrokePath.capacity)
        #expect(path.spacing == 2)
        for i in 64..<10_000 {
            path.append(Point(x: Float(i) * 2, y: 0))
            #expect(path.count <= StrokePath.capacity)
            #expect(path.count >= StrokePath.capacity / 2)
            for k in 1..<path.count - 1 { #expect(path[k].x - path[k - 1].x >= path.spacing) }
        }
        #expect(path.spacing == 512)
    }

    @Test func pointsEvenlySpreadOverACornerKeepTheWay() {
        var path = StrokePath()
        for place in [Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 30, y: 32)] { path.append(place) }
        var even = InlineArray<32, Point>(repeating: .zero)
        #expect(path.evenly(32, into: &even))
        for i in 0..<32 {
            let way = Float(i) * 2
            let right = way <= 30 ? Point(x: way, y: 0) : Point(x: 30, y: way - 30)
            #expect((even[i] - right).length < 1e-4)
        }
    }

    @Test func aWayWithoutALengthHasNoEvenPoints() {
        var path = StrokePath()
        var even = InlineArray<32, Point>(repeating: .zero)
        #expect(!path.evenly(32, into: &even))
        for _ in 0..<100 { path.append(Point(x: 5, y: 5)) }
        #expect(!path.evenly(32, into: &even))
        path.append(Point(x: .greatestFiniteMagnitude, y: 5))
        #expect(!path.evenly(32, into: &even))
        var short = line(2, step: 1)
        #expect(!short.evenly(1, into: &even))
        #expect(!short.evenly(33, into: &even))
        #expect(short.evenly(2, into: &even))
    }
}
