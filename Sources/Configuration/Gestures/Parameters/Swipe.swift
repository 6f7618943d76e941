import TaplineCore

extension SwipeRecognizer.Parameters {
    /// The parameters of a `kind: swipe`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.directions(&directions, "the directions that count")
        reader.integer("touches", &touches, in: 1...5, "how many fingers")
        reader.length("distance", &distancePt, "how far every finger goes along its axis, from its own start")
        reader.exceeds(&distancePt, insteadOf: "distance", "in place of distance: farther than this")
        reader.describe(
            "deviation", .form(ParameterReader.deviations), default: "[5pt, 20deg]",
            "how far off its axis a finger may be: a length, an angle, or the larger of both")
        if let deviation = reader.deviation("deviation") {
            deviationPt = deviation.points
            deviationTangent = deviation.tangent
        }
        reader.describe(
            "othersDeviation", .form(ParameterReader.deviations), default: "deviation",
            "the same for all fingers but one")
        if let deviation = reader.deviation("othersDeviation") {
            othersDeviationPt = deviation.points
            othersDeviationTangent = deviation.tangent
        }
        reader.time("maxDuration", &maxDuration, none: .unlimited, "the longest time from the first landing")
        reader.speed(
            "minimumVelocity", &minimumVelocityPtPerSecond,
            "the lowest speed on average, or with fires: onLift as the first finger lifts")
        reader.choice(
            "fires", &fires, [("onDistance", .onDistance), ("onLift", .onLift)],
            "whether the distance or the last lift makes the event")
        reader.repeating(&isRepeating, if: fires == .onDistance, else: "leave out fires: onLift, or repeating")
        reader.choice(
            "start", &measuresFromFirst, [("own", false), ("first", true)],
            "whether each finger is measured from where it landed, or all from where the first one did (repeating only)"
        )
        if measuresFromFirst, !isRepeating {
            reader.refuse(
                "start", "where all are measured from one start, a finger that lands beside it would be off its axis",
                suggestion: "add repeating: true, which fails nobody for that, or leave start out")
        }
        reader.extraTouches()
    }
}

extension ParameterReader {
    /// `directions`, of the kinds that go in some of them.
    mutating func directions(_ value: inout DirectionSet, _ text: StaticString) {
        let names: [(name: String, value: Direction)] = [
            ("left", .left), ("right", .right), ("up", .up), ("down", .down),
        ]
        guard let chosen = choices("directions", names, text) else { return }
        value = DirectionSet()
        for direction in chosen { value.insert(direction) }
    }

    /// How a deviation is written.
    fileprivate static var deviations: String { "5pt, 20deg, [5pt, 20deg] or none" }

    /// How far a swipe may stray: `5pt` (a length only), `20deg` (an angle only), `[5pt, 20deg]` (the larger of the
    /// two) or `none` (as far as it likes).
    fileprivate mutating func deviation(_ key: String) -> (points: Float, tangent: Float)? {
        guard let node = node(key) else { return nil }
        if node.text == "none" { return (.infinity, 0) }
        if case .sequence = node.content {
            guard let parts = list(node, key, count: 2, example: "[5pt, 20deg]"),
                let points = deviationLength(parts[0], key), let angle = deviationAngle(parts[1], key)
            else { return nil }
            return (points, angle)
        }
        if let text = node.text, let quantity = Quantity(text) {
            if quantity.unit == "deg" || quantity.unit == "rad" { return deviationAngle(node, key).map { (0, $0) } }
            if Length(text) != nil { return deviationLength(node, key).map { ($0, 0) } }
        }
        return refused(
            at: node.mark, "\(quoted(key)) is \(node.whatItIs), which is neither a length nor an angle",
            suggestion: "write \(Self.deviations)")
    }

    private mutating func deviationLength(_ node: YAMLNode, _ key: String) -> Float? {
        length(node, key, along: .any, in: 0...10_000)
    }

    private mutating func deviationAngle(_ node: YAMLNode, _ key: String) -> Float? {
        angle(node, key, inDegrees: 0...89).map { Float(tangent($0)) }
    }
}
