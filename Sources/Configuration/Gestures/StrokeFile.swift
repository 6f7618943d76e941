public import TaplineCore

/// Strokes to compare with: the content of a `stroke/1` file.
///
/// ```json
/// {"tapline":"stroke/1","name":"z","points":[[0,0],[80,0],[0,80],[80,80]]}
/// {"tapline":"stroke/1","name":"z","strokes":[{"points":[…]},{"name":"z backwards","points":[…]}]}
/// ```
/// JSON is YAML, too, so that it is read as the other files are, with a place for every error. The points are the path from
/// where the finger lands to where it lifts, x to the right, y downwards, in any unit.
public struct StrokeFile: Sendable {
    /// The most points of a stroke.
    public static var maximumPoints: Int { 4_096 }

    /// A stroke as the file has it.
    fileprivate struct Stroke: Sendable {
        var name: String
        var path: StrokePath
    }
    private let strokes: [Stroke]

    /// The names of the strokes, in the order of the file.
    public var names: [String] { strokes.map { $0.name } }

    /// The strokes in `document`.
    ///
    /// - Throws: Everything that is wrong in the file.
    public init(_ document: YAMLDocument) throws(ConfigurationErrors) {
        try TaplineFileKind.stroke.require(in: document)
        // Points have no unit: no panel is needed to read them.
        var reader = ParameterReader(
            document.root, what: "a file of strokes", panel: PanelGeometry(.init(rawWidth: 1, rawHeight: 1)),
            problems: document.problems)
        _ = reader.node("tapline")
        var strokes: [Stroke] = []
        if reader.contains("strokes") {
            let common = reader.node("name").flatMap { reader.strokeName($0) }
            for node in reader.entries("strokes", "strokes", capacity: ConfigurationLimits.templates) {
                var entry = ParameterReader(node, what: "a stroke", panel: reader.panel, problems: reader.problems)
                if let stroke = Stroke(&entry, name: common) { strokes.append(stroke) }
                reader.problems = entry.finishWithoutUnknownKeys()
            }
            if reader.contains("points") {
                reader.refuse("points", "there are 'strokes', too", suggestion: "make it one of them")
            } else if case .sequence(let entries)? = reader.node("strokes")?.content, entries.isEmpty {
                reader.refuse("strokes", "it holds no stroke", suggestion: "write {\"points\":[[x, y], …]} for each")
            }
        } else if let stroke = Stroke(&reader, name: nil) {
            strokes.append(stroke)
        }
        // (A reader of JSON ignores keys that it does not know.)
        let problems = reader.finishWithoutUnknownKeys()
        try problems.throwAny()
        self.strokes = strokes
    }

    /// Its strokes as templates of `points` points, in the order of the file.
    public func templates(points: Int) -> [StrokeTemplate] {
        strokes.compactMap {
            var path = $0.path
            return StrokeTemplate(Name($0.name), path: &path, points: points)
        }
    }
}

extension StrokeFile.Stroke {
    fileprivate init?(_ reader: inout ParameterReader, name common: String?) {
        let given = reader.node("name")
        let name =
            if let given {
                reader.strokeName(given)
            } else if let common {
                common
            } else {
                reader.required("name", example: "\"name\":\"z\"").flatMap { reader.strokeName($0) }
            }
        guard let points = reader.points(), let name else { return nil }
        self.name = name
        path = points
    }
}

extension ParameterReader {
    /// What events call a stroke: 1…31 bytes without commas, as every name.
    fileprivate mutating func strokeName(_ node: YAMLNode) -> String? {
        guard let name = text(node, "name", limit: ConfigurationLimits.nameBytes) else { return nil }
        if name.utf8.contains(0x2C) {
            return refused(
                at: node.mark, "name \(quoted(name)) holds a comma", suggestion: "commas part the serial line's values")
        }
        return name
    }

    /// The path of a stroke, scaled to a box with a diagonal of 500.
    fileprivate mutating func points() -> StrokePath? {
        guard let node = required("points", example: "\"points\":[[0,0],[80,0],[0,80],[80,80]]") else { return nil }
        problems.note(node, .list(2...StrokeFile.maximumPoints))
        guard case .sequence(let elements) = node.content, elements.count >= 2 else {
            return refused(
                at: node.mark, "'points' is no list of two or more points",
                suggestion: "write [[x, y], [x, y], …]")
        }
        var places: [(x: Double, y: Double)] = []
        for element in first(StrokeFile.maximumPoints, of: elements, "points") {
            guard let pair = list(element, "points", count: 2, example: "a point: [x, y]"),
                let x = number(pair[0], "points", in: -1e6...1e6), let y = number(pair[1], "points", in: -1e6...1e6)
            else { return nil }
            places.append((x, y))
        }
        var low = places[0]
        var high = places[0]
        for place in places {
            low = (min(low.x, place.x), min(low.y, place.y))
            high = (max(high.x, place.x), max(high.y, place.y))
        }
        let size = Vector(x: Float(high.x - low.x), y: Float(high.y - low.y)).length
        guard size > 1e-6 else {
            return refused(at: node.mark, "all points are the same", suggestion: "a stroke goes somewhere")
        }
        var path = StrokePath()
        for place in places {
            path.append(Point(x: Float(place.x - low.x) * (500 / size), y: Float(place.y - low.y) * (500 / size)))
        }
        return path
    }
}
