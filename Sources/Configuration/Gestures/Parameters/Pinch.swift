import TaplineCore

extension PinchRecognizer.Parameters {
    /// The parameters of a `kind: pinch`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.length("slop", &slopPt, "how much the span changes before the pinch begins")
        reader.length("minimumSpan", &minimumSpanPt, "below this span the scale is frozen")
        reader.describe(
            "discrete", .form("{delta: 100pt}, {exceeds: 100pt} or none"), default: "none",
            "the change of the span that makes one event, inward or outward, or that it exceeds")
        if let node = reader.node("discrete"), node.text != "none" {
            var delta: Float?
            reader.group("discrete", suggestion: "write {delta: 100pt}, {exceeds: 100pt} or none") { reader in
                let limit: ClosedRange<Float> = 1...10_000
                if let node = reader.node("exceeds"), node.text != "none" {
                    var value: Float = 0
                    delta = reader.length("delta", in: limit)
                    reader.exceeds(&value, insteadOf: "delta", in: limit, "")
                    delta = value
                } else {
                    delta = reader.required("delta", example: "delta: 100pt").flatMap {
                        reader.length($0, "delta", along: .any, in: limit)
                    }
                }
            }
            discreteDeltaPt = delta
        }
        reader.choice(
            "directions", &directions, [("inward", .inward), ("outward", .outward), ("all", .all)],
            "which ways a discrete one may go")
        if directions != .all, discreteDeltaPt == nil {
            reader.refuse(
                "directions", "a continuous pinch goes both ways: its scale says which",
                suggestion: "add discrete: {delta: 100pt}, or leave directions out")
        }
        reader.repeating(&isRepeating, if: discreteDeltaPt != nil, else: "add discrete: {delta: 100pt}")
        reader.pair(&pair)
        reader.extraTouches()
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}
