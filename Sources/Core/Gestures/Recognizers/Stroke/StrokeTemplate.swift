public import TaplineTouches

/// A stroke to compare with: a named path in 8…32 points, evenly spaced, around their centre, of unit length all together.
public struct StrokeTemplate: Sendable {
    /// How many points a template may have. More distinguish finer and cost more: a comparison is linear in them.
    public static var pointCounts: ClosedRange<Int> { 8...32 }

    /// What events call it.
    public let name: Name
    /// How many points it has.
    public let count: Int
    /// 1/32767: the points of a shape of unit length lie within ±1.
    private static var unit: Float { 1 / 32_767 }
    private var x = InlineArray<32, Int16>(repeating: 0)
    private var y = InlineArray<32, Int16>(repeating: 0)

    /// The stroke that `path` is, in any unit, from where it begins to where it ends; nil for one without a length.
    ///
    /// - Parameter count: how many points are made of it, clamped to ``pointCounts``.
    public init?(_ name: Name, path: inout StrokePath, points count: Int = 32) {
        let count = min(max(count, StrokeTemplate.pointCounts.lowerBound), StrokeTemplate.pointCounts.upperBound)
        var shape = StrokeShape()
        guard shape.take(&path, points: count) else { return nil }
        self.name = name
        self.count = count
        for i in 0..<count {
            x[i] = StrokeTemplate.stored(shape.points[i].x)
            y[i] = StrokeTemplate.stored(shape.points[i].y)
        }
    }

    /// A coordinate of −1…1 in units of 1/32767, to the nearest: truncated ones would make every template too short.
    private static func stored(_ coordinate: Float) -> Int16 {
        Int16(truncatingIfNeeded: Int(coordinate / unit + (coordinate < 0 ? -0.5 : 0.5)))
    }

    /// No stroke: fills the empty places of a list.
    init() {
        name = Name()
        count = 0
    }

    /// How like `shape` it is where it may be turned by an angle up to that of `turn`: the cosine of the angle between
    /// the two as vectors, −1…1, after Li, "Protractor: a fast and accurate gesture recognizer" (CHI 2010), which has a
    /// closed form for the best turn.
    mutating func similarity(to shape: inout StrokeShape, within turn: UnitAngle) -> Float {
        var along: Float = 0
        var across: Float = 0
        var i = 0
        while i < count {
            let point = shape.points[i]
            let tx = Float(Int(x[i]))
            let ty = Float(Int(y[i]))
            along += point.x * tx + point.y * ty
            across += point.x * ty - point.y * tx
            i &+= 1
        }
        along *= StrokeTemplate.unit
        across = abs(across) * StrokeTemplate.unit
        // Turned by an angle the likeness is along·cos + across·sin: most at its own angle, or as near as it may turn.
        let most = squareRoot(along * along + across * across)
        return along >= most * turn.cosine ? most : along * turn.cosine + across * turn.sine
    }
}

/// A path made comparable: evenly spaced points around their centre, whose squares add up to 1.
struct StrokeShape {
    /// Where they lie from the centre. (As points: an array serves for these and for the places that they are made of.)
    var points = InlineArray<32, Point>(repeating: .zero)

    /// Becomes `count` points (2…32) of `path`; false for one without a length: then they mean nothing.
    mutating func take(_ path: inout StrokePath, points count: Int) -> Bool {
        guard path.evenly(count, into: &points) else { return false }
        let first = points[0]
        var sum = Vector.zero
        for i in 0..<count { sum = sum + (points[i] - first) }
        let centre = first + sum * (1 / Float(count))
        var square: Float = 0
        for i in 0..<count {
            let place = points[i] - centre
            points[i] = .zero + place
            square += place.lengthSquared
        }
        guard square > 0, square < .infinity else { return false }
        let scale = 1 / squareRoot(square)
        for i in 0..<count { points[i] = .zero + (points[i] - .zero) * scale }
        return true
    }
}

/// An angle of 0…π by its cosine and sine.
struct UnitAngle {
    let cosine: Float
    let sine: Float

    /// The angle `radians`, clamped to 0…π.
    init(radians: Float) {
        let half = TaplineTouches.sine(min(max(radians, 0), pi) / 2)
        cosine = 1 - 2 * half * half
        sine = 2 * half * squareRoot(1 - half * half)
    }
}
