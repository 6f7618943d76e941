import TaplineOutputs

// Serial ports among the outputs.
extension ParameterReader {
    /// The serial ports in `nodes`. A port used twice is refused.
    mutating func serialOutputs(
        _ nodes: [YAMLNode], gestures: [GestureOutline], zones: ZoneList
    ) -> [SerialOutputDescription] {
        var outputs: [SerialOutputDescription] = []
        var used: [(path: String, line: Int)] = []
        for node in nodes {
            var reader = ParameterReader(node, what: "a serial output", panel: panel, problems: problems)
            let output = reader.serialOutput(gestures: gestures, zones: zones, used: &used)
            problems = reader.finish()
            if let output { outputs.append(output) }
        }
        return outputs
    }

    private mutating func serialOutput(
        gestures: [GestureOutline], zones: ZoneList, used: inout [(path: String, line: Int)]
    ) -> SerialOutputDescription? {
        let path = node("serial").flatMap { unusedPath($0, used: &used) }
        let format: PortFormat.Kind? = choice("format", [("line", .line), ("jsonl", .jsonl), ("text", .text)])
        let baud: Int? = choice("baud", SerialOutputDescription.rates.map { ("\($0)", $0) })
        let on = node("on")
        let isTouches = on?.text == "touches"
        var told: (gestures: [Int], controls: [Int])? = ([], [])
        if !isTouches { told = on.flatMap { followed($0, gestures: gestures, zones: zones) } }
        let zone = zoneOfTouches(isTouches: isTouches, among: zones.names)
        guard let path else { return nil }
        return SerialOutputDescription(
            path: path, format: format ?? .line, baud: baud ?? 115_200, gestures: told?.gestures,
            controls: told?.controls ?? [],
            touches: isTouches ? zone.map { .zone($0) } ?? .all : nil)
    }

    private mutating func unusedPath(_ node: YAMLNode, used: inout [(path: String, line: Int)]) -> String? {
        guard let path = text(node, "serial", limit: 255) else { return nil }
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.last != UInt8(ascii: "/") else {
            refuse(
                at: node.mark, "'serial' is \(quoted(path)), which is no absolute path of a port",
                suggestion: "write it in full: /dev/ttyGS0, or a name that stays: /dev/serial/by-id/…")
            return nil
        }
        for other in used where other.path == path {
            refuse(
                at: node.mark, "port \(quoted(path)) is already used by the output in line \(other.line)",
                suggestion: "use another port; several gestures share one with on: [a, b]")
            return nil
        }
        used.append((path, mark.line))
        return path
    }
}
