import TaplineCore

extension PanRecognizer.Parameters {
    /// The parameters of a `kind: pan`.
    init(_ reader: inout ParameterReader) {
        self.init()
        let hasMinimum = reader.integer("minimumTouches", &minimumTouches, in: 1...16, "the fewest fingers")
        reader.integer("maximumTouches", &maximumTouches, in: 1...16, any: 16, "the most fingers")
        reader.length("slop", &slopPt, "how far the centroid goes before the pan begins")
        if minimumTouches > maximumTouches {
            reader.refuse(
                hasMinimum ? "minimumTouches" : "maximumTouches",
                "minimumTouches \(minimumTouches) is more than maximumTouches \(maximumTouches)",
                suggestion: "minimumTouches must not be more than maximumTouches")
        }
        reader.incremental(&isIncremental)
    }
}

extension ParameterReader {
    /// `incremental`, of the kinds that measure.
    mutating func incremental(_ value: inout Bool) {
        boolean("incremental", &value, "whether values are deltas since the previous event, not since began")
    }
}
