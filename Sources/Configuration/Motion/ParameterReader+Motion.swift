import TaplineCore

extension ParameterReader {
    /// The value of `motion`.
    mutating func motion() -> [MotionDescription] {
        let what = (one: "a motion event", many: "motion events")
        let found = namedEvents("motion", of: what, most: MotionDescription.most) { reader in
            let (kind, meaning) = reader.motionEvent()
            return (kind, true, meaning)
        }
        let shakes = found.count { if case .shake = $0.meaning { true } else { false } }
        if shakes > 4 { refuse("motion", "there are \(shakes) shakes", suggestion: "at most 4 have room") }
        return found.map { MotionDescription(name: $0.name, kind: $0.meaning) }
    }

    private mutating func motionEvent() -> (kind: String?, meaning: MotionDescription.Kind?) {
        guard let node = required("kind", example: "kind: shake") else { return (nil, nil) }
        switch node.text {
        case "shake": return (node.text, shake().map { .shake($0) })
        case "orientation": return (node.text, ways().map { .orientation($0) })
        default:
            refuse(
                at: node.mark, "'kind' is \(node.whatItIs)",
                suggestion: suggestion(for: node.text ?? "", among: MotionDescription.kinds))
            for key in ["like", "threshold", "window", "count", "rest", "quiet", "maxDuration", "is"] {
                _ = self.node(key)
            }
            return (nil, nil)
        }
    }

    /// The figures of a shake: those of a known detector, and those that are given in their place.
    private mutating func shake() -> ShakeParameters? {
        var parameters = choice("like", MotionDescription.detectors) ?? .standard
        if let node = node("threshold") {
            parameters.threshold = acceleration(node, "threshold", in: 0.2...16) ?? parameters.threshold
        }
        let times = Microseconds.milliseconds(100)...(.milliseconds(60_000))
        parameters.window = time("window", in: times) ?? parameters.window
        parameters.count = integer("count", in: 1...16) ?? parameters.count
        parameters.rest = time("rest", in: times) ?? parameters.rest
        parameters.quiet = time("quiet", in: .zero...(.milliseconds(60_000))) ?? parameters.quiet
        parameters.maxDuration = time("maxDuration", in: times, none: .unlimited) ?? parameters.maxDuration
        return parameters
    }

    /// An acceleration within `range` g: `0.7g` or `7m/s2`; `word` is allowed, too, and read elsewhere.
    mutating func acceleration(
        _ node: YAMLNode, _ name: String, in range: ClosedRange<Double>, or word: String? = nil
    ) -> Float? {
        let right = "write \(decimal(range.lowerBound))g to \(decimal(range.upperBound))g, or m/s2"
        return value(
            node, name, .quantity(range, units: ["g", "m/s2"]), in: range, right: right, or: word
        ) { text -> Double? in
            guard let quantity = Quantity(text) else { return nil }
            switch quantity.unit {
            case "g": return quantity.value
            case "m/s2": return quantity.value / Double(standardGravity)
            default: return nil
            }
        }.map { Float($0) }
    }

    private mutating func ways() -> [DeviceOrientation]? {
        guard required("is", example: "is: landscapeLeft") != nil else { return nil }
        return choices("is", MotionDescription.orientations)
    }
}
