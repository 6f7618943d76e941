import TaplineCore

extension EdgePanRecognizer.Parameters {
    /// The parameters of a `kind: edgePan`.
    init(_ reader: inout ParameterReader) {
        self.init()
        let names: [(name: String, value: Edge)] = [
            ("left", .left), ("right", .right), ("top", .top), ("bottom", .bottom),
        ]
        if let chosen = reader.choices("edges", names) {
            edges = EdgeSet()
            for edge in chosen { edges.insert(edge) }
        }
        edgeWidthPt = reader.length("edgeWidth") ?? edgeWidthPt
        slopPt = reader.length("slop") ?? slopPt
        isIncremental = reader.boolean("incremental") ?? isIncremental
    }
}
