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
        reader.directions(&directions, "the directions in one of which it begins, within 45°; else it fails")
        reader.extraTouches()
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}

extension ParameterReader {
    /// `youth`, of the kinds that begin or fail by movement.
    mutating func youth(_ value: inout Youth) {
        describe(
            "youth", .time(Self.youths), or: "none", default: written(Youth.standard.time),
            "for how long fingers are young: they have to go farther than the slop; none: the slop alone counts")
        value = youth() ?? usualYouth
    }

    /// The same where it is the usual one of a file.
    mutating func youth() -> Youth? { time("youth", in: Self.youths, none: .zero).map { Youth($0) } }
    private static var youths: ClosedRange<Microseconds> { .zero ... .milliseconds(10_000) }

    /// `incremental`, of the kinds that measure.
    mutating func incremental(_ value: inout Bool) {
        boolean("incremental", &value, "whether values are deltas since the previous event, not since began")
    }
}
