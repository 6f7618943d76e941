import TaplineCore

extension PinchRecognizer.Parameters {
    /// The parameters of a `kind: pinch`.
    init(_ reader: inout ParameterReader) {
        self.init()
        slopPt = reader.length("slop") ?? slopPt
        minimumSpanPt = reader.length("minimumSpan") ?? minimumSpanPt
        if let node = reader.node("discrete") { discreteDeltaPt = reader.discreteDelta(node) }
        isIncremental = reader.boolean("incremental") ?? isIncremental
    }
}

extension ParameterReader {
    /// The change that makes one discrete event: `{delta: 100pt}`, or `none`.
    fileprivate mutating func discreteDelta(_ node: YAMLNode) -> Float? {
        if node.text == "none" { return nil }
        guard case .mapping = node.content else {
            refuse(at: node.mark, "'discrete' is \(node.whatItIs)", suggestion: "write {delta: 100pt} or none")
            return nil
        }
        var reader = ParameterReader(node, what: "'discrete'", panel: panel, problems: problems)
        let delta = reader.required("delta", example: "delta: 100pt").flatMap {
            reader.length($0, "delta", along: .any, in: 1...10_000)
        }
        problems = reader.finish()
        return delta
    }
}
