import TaplineConfiguration
import TaplineCore

/// Two fingers that draw a Z together: right, down to the left, and right again. It is recognized as one of them lifts.
struct TwoFingerZ: ConfigurableRecognizer {
    /// The shortest stroke, pt.
    var lengthPt: Float = 40
    /// How many strokes are done, where the one under way began, and how far it has gone its way, pt.
    private var strokes = 0
    private var start: Point?
    private var end = Point.zero
    private var reach: Float = 0
    private var isDone = false

    /// Going back by less than this is trembling, pt.
    private static var tremblePt: Float { 8 }
    /// The ways of the strokes, each of length 1.
    private var way: Vector { strokes == 1 ? Vector(x: -0.707, y: 0.707) : Vector(x: 1, y: 0) }

    var kind: StaticString { "twoFingerZ" }
    var isContinuous: Bool { false }
    static var filler: TwoFingerZ { TwoFingerZ() }

    static func kindNames() -> [String] { ["twoFingerZ"] }

    static func make(kind: String, parameters: inout ParameterReader) throws(ConfigurationErrors) -> TwoFingerZ {
        var z = TwoFingerZ()
        z.lengthPt = parameters.length("length", in: 20...1_000) ?? z.lengthPt
        return z
    }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if isDone { return .ignore }
        return start == nil && mine.count < 2 ? .take : .fail(.extraTouch)
    }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if isDone { return .ready }
        guard mine.count == 2 else {
            return mine.intersects(table.changes.ended) ? .failed(.tooFewTouches(count: 1)) : .possible
        }
        let place = table.centroid(mine)
        guard let start else {
            (start, end) = (place, place)
            return .possible
        }
        if mine.intersects(table.changes.ended) {
            isDone = strokes == 2 && isLong(start)
            return isDone ? .ready : .failed(.tooShort(pt: reach))
        }
        let along = (place - start).dot(way)
        if along > reach { (end, reach) = (place, along) }
        guard reach - along > TwoFingerZ.tremblePt else { return .possible }
        // They have turned: the next stroke begins where this one got farthest.
        guard strokes < 2, isLong(start) else { return .failed(.tooShort(pt: reach)) }
        strokes += 1
        (self.start, end, reach) = (end, place, max(0, (place - end).dot(way)))
        return .possible
    }

    /// Whether the stroke from `start` is one, long enough and at most 30° off its way.
    private func isLong(_ start: Point) -> Bool { reach >= max(lengthPt, 0.866 * (end - start).length) }

    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: 2, location: end,
            values: .own(OwnValues("strokes count, last pt", Float(strokes + 1), reach)))
    }

    mutating func reset() { self = TwoFingerZ(lengthPt: lengthPt) }
}
