import TaplineCore

extension TransformRecognizer.Parameters {
    /// The parameters of a `kind: transform`.
    init(_ reader: inout ParameterReader) {
        self.init()
        var parameters = self
        reader.group(
            "slop", suggestion: "write the slop of each part: {pan: 10pt, pinch: 16pt, rotation: 10deg}"
        ) {
            $0.length("pan", &parameters.panSlopPt, "how far the centroid goes before the transform begins")
            $0.length("pinch", &parameters.pinchSlopPt, "or how much the span changes")
            $0.angle(
                "rotation", &parameters.rotationSlopRadians, inDegrees: 0...180, "or how far the fingers turn")
        }
        self = parameters
        reader.length("minimumSpan", &minimumSpanPt, "below this span scale and rotation are frozen")
        reader.pair(&pair)
        reader.extraTouches()
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}
