import TaplineCore

// Serial ports among the outputs.
extension ParameterReader {
    /// The serial ports in `nodes`. A port used twice is refused.
    mutating func serialOutputs(_ nodes: [YAMLNode]) -> [SerialOutputDescription] {
        var used: [(path: String, line: Int)] = []
        return nodes.compactMap { node in
            mapping(node, what: "a serial output") { reader in
                let path = reader.node("serial").flatMap { reader.unusedPath($0, "serial", used: &used) }
                let format: PortFormat.Kind? = reader.choice(
                    "format", [("line", .line), ("jsonl", .jsonl), ("text", .text)])
                let baud: Int? = reader.choice("baud", SerialOutputDescription.rates.map { ("\($0)", $0) })
                let commands = reader.boolean("commands")
                let events = reader.portEvents()
                return path.map {
                    SerialOutputDescription(
                        path: $0, format: format ?? .line, baud: baud ?? 115_200, gestures: events.gestures,
                        controls: events.controls, touches: events.touches, takesCommands: commands)
                }
            }
        }
    }

    /// The sockets in `nodes`. A path used twice is refused.
    mutating func socketOutputs(_ nodes: [YAMLNode]) -> [SocketOutputDescription] {
        var used: [(path: String, line: Int)] = []
        return nodes.compactMap { node in
            mapping(node, what: "a socket output") { reader in
                let path = reader.node("socket").flatMap { reader.unusedPath($0, "socket", used: &used) }
                let format: PortFormat.Kind? = reader.choice(
                    "format", [("jsonl", .jsonl), ("line", .line), ("text", .text)])
                let events = reader.portEvents()
                return path.map {
                    SocketOutputDescription(
                        path: $0, format: format ?? .jsonl, gestures: events.gestures, controls: events.controls,
                        touches: events.touches)
                }
            }
        }
    }

    /// The events that `on` and `zone` choose for a port.
    private mutating func portEvents() -> (gestures: [Int]?, controls: [Int], touches: PortFormat.Touches?) {
        let on = node("on")
        let isTouches = on?.text == "touches"
        var chosen: (gestures: [Int], controls: [Int])? = ([], [])
        if !isTouches { chosen = on.flatMap { followed($0) } }
        let zone = zoneOfTouches(isTouches: isTouches)
        return (chosen?.gestures, chosen?.controls ?? [], isTouches ? zone.map { .zone($0) } ?? .all : nil)
    }

    private mutating func unusedPath(
        _ node: YAMLNode, _ key: String, used: inout [(path: String, line: Int)]
    ) -> String? {
        let isSocket = key == "socket"
        let limit = isSocket ? 107 : 255
        problems.note(node, .path(limit: limit))
        guard let path = text(node, key, limit: limit) else { return nil }
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.last != UInt8(ascii: "/") else {
            return refused(
                at: node.mark, "'\(key)' is \(quoted(path)), which is no absolute path of a \(isSocket ? key : "port")",
                suggestion: isSocket
                    ? "write it in full: /run/tapline/NAME/events"
                    : "write it in full: /dev/ttyGS0, or a name that stays: /dev/serial/by-id/…")
        }
        for other in used where other.path == path {
            return refused(
                at: node.mark,
                "\(isSocket ? key : "port") \(quoted(path)) is already used by the output in line \(other.line)",
                suggestion: "use another port; several gestures share one with on: [a, b]")
        }
        used.append((path, mark.line))
        return path
    }
}
