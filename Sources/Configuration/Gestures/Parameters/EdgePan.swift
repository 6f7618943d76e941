import TaplineCore

extension EdgePanRecognizer.Parameters {
    /// The parameters of a `kind: edgePan`.
    init(_ reader: inout ParameterReader) {
        self.init()
        let names: [(name: String, value: Edge)] = [
            ("left", .left), ("right", .right), ("top", .top), ("bottom", .bottom),
        ]
        if let chosen = reader.choices("edges", names, "the edges that count") {
            edges = EdgeSet()
            for edge in chosen { edges.insert(edge) }
        }
        reader.length("edgeWidth", &edgeWidthPt, "how far from the edge the finger may land")
        reader.length("slop", &slopPt, "how far the finger goes before the pan begins")
        reader.extraTouches()
        reader.youth(&youth)
        reader.incremental(&isIncremental)
    }
}
