public import TaplineTouches

/// One finger that draws a known stroke: a discrete gesture, recognized by templates or by the corner it turns; a continuous one that
/// is told of each corner, repeating.
public struct StrokeRecognizer: Sendable {
    /// What makes a stroke.
    public struct Parameters: Equatable, Sendable {
        /// The engine's templates that count, by their index.
        public var templates: TemplateSet
        /// The shortest diagonal of the box around a stroke: 30 pt, 5 mm.
        public var minimumLengthPt: Float = 30
        /// The lowest score that counts, 0…1: 0.8, 18° between stroke and template as vectors.
        public var minimumScore: Float = 0.8
        /// How far a stroke may be turned, radians, 0…π: 15°.
        public var rotation: Float = 0.261_799_4
        /// The corner that makes the stroke, in place of templates and of all the above.
        public var corner: Corner?

        /// The strokes among the engine's templates at these indices.
        public init(templates: TemplateSet) { self.templates = templates }

        /// Any path with such a corner.
        public init(corner: Corner) {
            templates = TemplateSet()
            self.corner = corner
        }
    }

    /// The corner that makes a stroke.
    public struct Corner: Equatable, Sendable {
        /// Between which pieces of the path a turn is measured.
        public enum Sampling: Equatable, Sendable {
            /// Straight stretches of two steps of equal length on either side of the corner.
            case arc
            /// The pieces between reports, as they come: the rule of the classic example. On a real panel the noise of its
            /// pixels makes corners of slow straight paths.
            case raw
        }
        /// When the stroke is recognized.
        public enum Fires: Equatable, Sendable {
            /// When the finger lifts.
            case onLift
            /// As soon as it has gone round the corner.
            case onMove
        }
        /// The least turn, radians, 0 is straight on: 50° (the classic figure).
        public var minimumAngle: Float = 0.872_664_6
        /// The sharpest turn, radians: 135° (the classic figure).
        public var maximumAngle: Float = 2.356_194_5
        /// The least length before the corner: 10 pt (the classic figure).
        public var minimumLengthPt: Float = 10
        /// Between which pieces a turn is measured.
        public var sampling = Sampling.arc
        /// The length of a step, 1 pt or more: 6 pt, so that a pixel of noise turns a stretch of two by 14° at most.
        public var stepPt: Float = 6
        /// When the stroke is recognized.
        public var fires = Fires.onLift
        /// Whether it goes on after it is recognized, with ``Fires/onMove`` only: each further corner tells again.
        public var isRepeating = false

        /// A corner of 50° to 135° after 10 pt.
        public init() {}
    }

    /// What is looked for, and what is known of it.
    private enum Search {
        case templates(TemplateSearch)
        case corner(CornerFinder)
    }
    /// A stroke that is compared with templates.
    private struct TemplateSearch {
        let templates: TemplateSet
        let minimumLengthPt: Float
        let minimumScore: Float
        let rotation: Float
        /// The best template, once one is known.
        var score: Float = 0
        var name = Name()
    }

    /// The finger's place when the stroke was known, pt.
    private var location = Point.zero
    private var search: Search
    /// How far it has come: `turned` is round a corner that it may not tell yet, `begun` told of one and repeating.
    private enum Stage: Comparable { case fresh, landed, turned, ready, begun }
    private var stage = Stage.fresh

    /// The rule. One for a corner says nothing of templates.
    public var parameters: Parameters {
        switch search {
        case .corner(let finder): return Parameters(corner: finder.rule)
        case .templates(let search):
            var parameters = Parameters(templates: search.templates)
            parameters.minimumLengthPt = search.minimumLengthPt
            parameters.minimumScore = search.minimumScore
            parameters.rotation = search.rotation
            return parameters
        }
    }

    /// A stroke by these rules. A step below 1 pt counts as 1 pt.
    public init(_ parameters: Parameters) {
        if var corner = parameters.corner {
            corner.stepPt = max(1, corner.stepPt)
            corner.isRepeating = corner.isRepeating && corner.fires == .onMove
            search = .corner(CornerFinder(corner))
        } else {
            search = .templates(
                TemplateSearch(
                    templates: parameters.templates, minimumLengthPt: parameters.minimumLengthPt,
                    minimumScore: parameters.minimumScore, rotation: parameters.rotation))
        }
    }

    private mutating func isKnown(at place: Point) -> Attempt {
        location = place
        stage = .ready
        return .ready
    }
}

extension StrokeRecognizer: Recognizer {
    public static var filler: StrokeRecognizer { StrokeRecognizer(Parameters(templates: TemplateSet())) }
    public var kind: StaticString { "stroke" }
    public var isContinuous: Bool {
        guard case .corner(let finder) = search else { return false }
        return finder.rule.isRepeating
    }
    public var traits: RecognizerTraits { .noDeadline | .trustsReports | .leavesFirstToMovement }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if stage == .begun || stage == .ready && table.company(of: slot, in: mine).isEmpty { return .ignore }
        guard stage == .fresh else { return .fail(.extraTouch) }
        stage = .landed
        guard case .corner(var finder) = search else { return .takeWithPath }
        _ = finder.add(table[slot].start)
        search = .corner(finder)
        return .take
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        let slot = mine.first
        let hasLifted = mine.intersects(table.changes.ended)
        switch search {
        case .templates:
            if stage == .ready { return .ready }
            return hasLifted ? .compare : .possible(untilMoved: .infinity)
        case .corner(var finder):
            if mine.intersects(table.changes.moved), finder.add(table[slot].location) { stage = max(stage, .turned) }
            if hasLifted, finder.finish() { stage = max(stage, .turned) }
            search = .corner(finder)
            // (While it waits its path goes on.)
            if stage == .ready { return .ready }
            if stage == .turned, hasLifted || finder.rule.fires == .onMove { return isKnown(at: table[slot].location) }
            return hasLifted ? .failed(.noCorner(degrees: finder.sharpestTurn * (180 / pi))) : .possible
        }
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) { stage = .begun }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        if mine.intersects(table.changes.ended) { return .ended }
        guard mine.intersects(table.changes.moved), case .corner(var finder) = search else { return .unchanged }
        let place = table[mine.first].location
        let hasTurned = finder.add(place)
        search = .corner(finder)
        if hasTurned { location = place }
        return hasTurned ? .changed : .unchanged
    }

    /// The finger has lifted.
    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        guard case .templates(var search) = search else { return .possible }
        var path = paths.path(of: mine.first)
        let length = path.size.length
        if length < search.minimumLengthPt - lengthTolerancePt { return .failed(.tooShort(pt: length)) }
        let match = templates.best(for: &path, among: search.templates, rotation: search.rotation)
        guard let match, match.score >= search.minimumScore - StrokeRecognizer.scoreTolerance else {
            return .failed(.lowScore(match?.score ?? 0))
        }
        search.name = templates[match.template].name
        search.score = match.score
        self.search = .templates(search)
        return isKnown(at: table[mine.first].location)
    }

    /// How much a score may miss its limit and still reach it: the error of an arc cosine.
    private static var scoreTolerance: Float { 1e-5 }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        guard stage >= .ready else {
            return GestureSnapshot(touches: mine.count, location: table.centroid(mine), values: .none)
        }
        switch search {
        case .templates(let search):
            return GestureSnapshot(
                touches: 1, location: location, values: .stroke(name: search.name, score: search.score))
        case .corner:
            return GestureSnapshot(touches: 1, location: location, values: .stroke(name: Name("corner"), score: 1))
        }
    }

    public mutating func reset() { self = StrokeRecognizer(parameters) }
}
