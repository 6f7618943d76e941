import TaplineCore

extension RotationRecognizer.Parameters {
    /// The parameters of a `kind: rotation`.
    init(_ reader: inout ParameterReader) {
        self.init()
        slopRadians = reader.angle("slop", inDegrees: 0...180) ?? slopRadians
        minimumSpanPt = reader.length("minimumSpan") ?? minimumSpanPt
        isIncremental = reader.boolean("incremental") ?? isIncremental
    }
}
