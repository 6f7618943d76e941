public import TaplineTouches

/// Some of the templates of an engine.
public typealias TemplateSet = BitSet<UInt64>

/// The strokes that an engine knows: a list of fixed capacity, 0…64, named by their index.
public struct StrokeTemplates<let capacity: Int>: Sendable {
    private var templates = InlineArray<capacity, StrokeTemplate>(repeating: StrokeTemplate())
    /// How many there are.
    public private(set) var count = 0

    /// No strokes.
    public init() {}

    /// Adds a template and returns its index, or nil where there is no place left.
    public mutating func append(_ template: StrokeTemplate) -> Int? {
        guard count < min(capacity, 64) else { return nil }
        templates[count] = template
        count &+= 1
        return count &- 1
    }

    /// The template at `index`, 0 …< ``count``.
    public subscript(index: Int) -> StrokeTemplate {
        mutating get { templates[index] }
    }

    /// The one of `candidates` that `path` is most like, the first of several; nil where there is none, or the path has
    /// no length.
    ///
    /// The score is 1 − 2·acos(likeness)/π, 0…1, of the two as vectors (see ``StrokeTemplate``), the path turned by at
    /// most `rotation`, radians.
    public mutating func best(
        for path: inout StrokePath, among candidates: TemplateSet, rotation: Float
    ) -> StrokeMatch? {
        let turn = UnitAngle(radians: rotation)
        var best = -1
        var most: Float = -2
        var points = 0
        var shape = StrokeShape()
        for index in candidates where index < count {
            if templates[index].count != points {
                points = templates[index].count
                guard shape.take(&path, points: points) else { return nil }
            }
            let likeness = templates[index].similarity(to: &shape, within: turn)
            if likeness > most {
                best = index
                most = likeness
            }
        }
        guard best >= 0 else { return nil }
        return StrokeMatch(template: best, score: max(0, 1 - arcCosine(min(most, 1)) * (2 / pi)))
    }
}

/// The template that a stroke is most like.
public struct StrokeMatch: Equatable, Sendable {
    /// Its index.
    public var template: Int
    /// How like it is, 0…1: 1 the same, 0 at right angles as a vector, or worse.
    public var score: Float
}
