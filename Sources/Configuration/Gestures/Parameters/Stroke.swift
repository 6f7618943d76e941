import TaplineCore

extension StrokeRecognizer.Parameters {
    /// The parameters of a `kind: stroke`: by the corner it turns, or by templates.
    init(_ reader: inout ParameterReader) {
        if let corner = StrokeRecognizer.Corner(&reader) {
            self.init(corner: corner)
            return
        }
        var points = StrokeTemplate.pointCounts.upperBound
        reader.integer("points", &points, in: StrokeTemplate.pointCounts, "how many points are compared")
        reader.describe(
            "template", .form("checkmark, or the path of a stroke/1 file; several: templates: [checkmark, z.json]"),
            default: "checkmark", "what the stroke is compared with")
        self.init(templates: reader.strokeTemplates(points: points) ?? reader.checkmark(points: points))
        reader.length("minimumLength", &minimumLengthPt, "the shortest diagonal of the box around a stroke")
        reader.number("minimumScore", &minimumScore, in: 0...1, "the lowest score that counts")
        reader.angle("rotation", &rotation, inDegrees: 0...180, "how far the stroke may be turned")
        var fires = StrokeRecognizer.Corner.Fires.onLift
        reader.fires(&fires)
        var isRepeating = false
        reader.repeating(&isRepeating)
        if isRepeating {
            reader.refuse(
                "repeating", "a stroke is compared when the finger lifts",
                suggestion: "leave repeating out, or name a corner: rule: corner")
        }
        reader.extraTouches()
        if fires == .onMove {
            reader.refuse(
                "fires", "a stroke is compared when the finger lifts",
                suggestion: "write onLift, or name a corner: rule: corner")
        }
    }
}

extension StrokeRecognizer.Corner {
    /// The corner of `rule`, `corner` or `{corner: {…}}`, and when it fires; nil where there is no rule.
    fileprivate init?(_ reader: inout ParameterReader) {
        self.init()
        let node = reader.node("rule")
        if node != nil {
            reader.fires(&fires)
            reader.repeating(&isRepeating, if: fires == .onMove, else: "add fires: onMove")
            reader.extraTouches()
        }
        if node?.text != "corner" {
            var corner = self
            reader.group("rule", suggestion: "write corner, or {corner: {…}}") { rule in
                if rule.descriptions == nil {
                    guard let node = rule.required("corner", example: "corner: {minimumAngle: 50deg}") else { return }
                    rule.mapping(node, what: "'corner'") { corner.read(&$0) }
                } else {
                    rule.group("corner", suggestion: "") { corner.read(&$0) }
                }
            }
            self = corner
        }
        if node == nil { return nil }
    }

    private mutating func read(_ reader: inout ParameterReader) {
        reader.angle("minimumAngle", &minimumAngle, inDegrees: 1...180, "the least turn; 0deg is straight on")
        reader.angle("maximumAngle", &maximumAngle, inDegrees: 1...180, "the sharpest turn")
        if minimumAngle > maximumAngle {
            reader.refuse(
                "minimumAngle", "no turn is at least minimumAngle and at most maximumAngle",
                suggestion: "minimumAngle must not be larger (50deg and 135deg where they are left out)")
        }
        reader.length("minimumLength", &minimumLengthPt, "the least way before the corner")
        reader.exceeds(&minimumLengthPt, insteadOf: "minimumLength", "in place of minimumLength: more than this")
        reader.choice(
            "sampling", &sampling, [("arc", .arc), ("raw", .raw)],
            "whether a turn is measured over steps of equal length or between reports as they come")
        reader.length("step", &stepPt, in: 1...1_000, "the length of a step")
    }
}

extension ParameterReader {
    fileprivate mutating func fires(_ value: inout StrokeRecognizer.Corner.Fires) {
        choice(
            "fires", &value, [("onLift", .onLift), ("onMove", .onMove)],
            "whether the lift makes the event or, with a corner, the turn itself")
    }
}
