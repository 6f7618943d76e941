import TaplineCore

extension StrokeRecognizer.Parameters {
    /// The parameters of a `kind: stroke`: by the corner it turns, or by templates.
    init(_ reader: inout ParameterReader) {
        if let corner = StrokeRecognizer.Corner(&reader) {
            self.init(corner: corner)
            return
        }
        let points = reader.integer("points", in: StrokeTemplate.pointCounts) ?? StrokeTemplate.pointCounts.upperBound
        self.init(templates: reader.strokeTemplates(points: points) ?? reader.checkmark(points: points))
        minimumLengthPt = reader.length("minimumLength") ?? minimumLengthPt
        minimumScore = reader.number("minimumScore", in: 0...1).map { Float($0) } ?? minimumScore
        rotation = reader.angle("rotation", inDegrees: 0...180) ?? rotation
        if reader.choice("fires", ParameterReader.strokeFires) == .onMove {
            reader.refuse(
                "fires", "a stroke is compared when the finger lifts",
                suggestion: "write onLift, or name a corner: rule: corner")
        }
    }
}

extension StrokeRecognizer.Corner {
    /// The corner of `rule`, `corner` or `{corner: {…}}`, and when it fires; nil where there is no rule.
    fileprivate init?(_ reader: inout ParameterReader) {
        guard let node = reader.node("rule") else { return nil }
        self.init()
        fires = reader.choice("fires", ParameterReader.strokeFires) ?? fires
        if node.text == "corner" { return }
        guard case .mapping = node.content else {
            reader.refuse(at: node.mark, "'rule' is \(node.whatItIs)", suggestion: "write corner, or {corner: {…}}")
            return
        }
        var rule = ParameterReader(node, what: "'rule'", panel: reader.panel, problems: reader.problems)
        if let node = rule.required("corner", example: "corner: {minimumAngle: 50deg}") {
            var corner = ParameterReader(node, what: "'corner'", panel: reader.panel, problems: rule.problems)
            read(&corner)
            rule.problems = corner.finish()
        }
        reader.problems = rule.finish()
    }

    private mutating func read(_ reader: inout ParameterReader) {
        minimumAngle = reader.angle("minimumAngle", inDegrees: 1...180) ?? minimumAngle
        maximumAngle = reader.angle("maximumAngle", inDegrees: 1...180) ?? maximumAngle
        if minimumAngle > maximumAngle {
            reader.refuse(
                "minimumAngle", "no turn is at least minimumAngle and at most maximumAngle",
                suggestion: "minimumAngle must not be larger (50deg and 135deg where they are left out)")
        }
        minimumLengthPt = reader.length("minimumLength") ?? minimumLengthPt
        sampling = reader.choice("sampling", [("arc", .arc), ("raw", .raw)]) ?? sampling
        stepPt = reader.length("step", in: 1...1_000) ?? stepPt
    }
}

extension ParameterReader {
    fileprivate static var strokeFires: [(name: String, value: StrokeRecognizer.Corner.Fires)] {
        [("onLift", .onLift), ("onMove", .onMove)]
    }
}
