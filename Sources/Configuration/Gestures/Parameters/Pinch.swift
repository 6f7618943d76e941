import TaplineCore

extension PinchRecognizer.Parameters {
    /// The parameters of a `kind: pinch`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.length("slop", &slopPt, "how much the span changes before the pinch begins")
        reader.length("minimumSpan", &minimumSpanPt, "below this span the scale is frozen")
        reader.describe(
            "discrete", .form("{delta: 100pt} or none"), default: "none",
            "the change of the span that makes one event, inward or outward")
        if let node = reader.node("discrete"), node.text != "none" {
            var delta: Float?
            reader.group("discrete", suggestion: "write {delta: 100pt} or none") { reader in
                delta = reader.required("delta", example: "delta: 100pt").flatMap {
                    reader.length($0, "delta", along: .any, in: 1...10_000)
                }
            }
            discreteDeltaPt = delta
        }
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}
