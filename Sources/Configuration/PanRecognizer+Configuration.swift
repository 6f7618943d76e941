import TaplineCore

extension PanRecognizer.Parameters {
    /// The parameters of a `kind: pan`.
    init(_ reader: inout ParameterReader) {
        self.init()
        let minimum = reader.integer("minimumTouches", in: 1...16)
        let maximum = reader.integer("maximumTouches", in: 1...16, any: 16)
        slopPt = reader.length("slop") ?? slopPt
        minimumTouches = minimum ?? minimumTouches
        maximumTouches = maximum ?? maximumTouches
        if minimumTouches > maximumTouches {
            reader.refuse(
                minimum == nil ? "maximumTouches" : "minimumTouches",
                "minimumTouches \(minimumTouches) is more than maximumTouches \(maximumTouches)",
                suggestion: "minimumTouches must not be more than maximumTouches")
        }
        isIncremental = reader.boolean("incremental") ?? isIncremental
    }
}
