import TaplineCore

extension RotationRecognizer.Parameters {
    /// The parameters of a `kind: rotation`.
    init(_ reader: inout ParameterReader) {
        self.init()
        reader.angle("slop", &slopRadians, inDegrees: 0...180, "how far the fingers turn before the rotation begins")
        reader.length("minimumSpan", &minimumSpanPt, "below this span the angle is frozen")
        reader.pair(&pair)
        reader.extraTouches()
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}
