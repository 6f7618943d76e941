import TaplineCore

extension TransformRecognizer.Parameters {
    /// The parameters of a `kind: transform`.
    init(_ reader: inout ParameterReader) {
        self.init()
        if let node = reader.node("slop") { reader.slops(node, into: &self) }
        minimumSpanPt = reader.length("minimumSpan") ?? minimumSpanPt
        isIncremental = reader.boolean("incremental") ?? isIncremental
    }
}

extension ParameterReader {
    /// The slop of each part: `{pan: 10pt, pinch: 16pt, rotation: 10deg}`; a part that is left out keeps its own.
    fileprivate mutating func slops(_ node: YAMLNode, into parameters: inout TransformRecognizer.Parameters) {
        guard case .mapping = node.content else {
            refuse(
                at: node.mark, "'slop' is \(node.whatItIs)",
                suggestion: "write the slop of each part: {pan: 10pt, pinch: 16pt, rotation: 10deg}")
            return
        }
        var reader = ParameterReader(node, what: "'slop'", panel: panel, problems: problems)
        parameters.panSlopPt = reader.length("pan") ?? parameters.panSlopPt
        parameters.pinchSlopPt = reader.length("pinch") ?? parameters.pinchSlopPt
        parameters.rotationSlopRadians =
            reader.angle("rotation", inDegrees: 0...180) ?? parameters.rotationSlopRadians
        problems = reader.finish()
    }
}
