import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineSimulator

/// A recording and what a configuration makes of it, again and again: the engine of the page. Texts in, texts out.
struct Studio {
    /// Files that configurations name: templates of strokes.
    var files: [(name: String, bytes: [UInt8])] = []
    private var trace: Trace?

    /// Takes another recording.
    ///
    /// - Returns: its panel and its length as JSON.
    /// - Throws: ``LineFormatError``: the line, and what is wrong there.
    mutating func open(_ bytes: [UInt8], file: String) throws(LineFormatError) -> String {
        let recording: Trace
        switch try Recording(bytes, file: file) {
        case .touches(let trace): recording = trace
        case .bus:
            throw LineFormatError(
                file: file, line: 1,
                message: "a bus/1 recording is played by 'tapline replay' only; the studio opens trace/1")
        }
        trace = recording
        let geometry = PanelGeometry(recording.panel)
        let scale = geometry.pointsPerPixel
        return "{\"width\":\(recording.panel.rawWidth),\"height\":\(recording.panel.rawHeight),"
            + "\"pointsWide\":\(fixed(Double(geometry.width * scale.x), places: 3)),\"pointsHigh\":\(fixed(Double(geometry.height * scale.y), places: 3)),"
            + "\"count\":\(recording.count),\"end\":\(recording.end.microseconds)}"
    }

    /// What a configuration makes of the recording.
    struct Outcome {
        /// `events/1` without its greeting.
        var events: [UInt8]
        /// Zones, gestures and lines, as JSON.
        var description: String
    }

    /// Plays the recording through the configuration `bytes`; none: the built-in one.
    ///
    /// - Throws: everything that is wrong in the configuration.
    func run(
        _ bytes: [UInt8], file: String, explains: Bool, emitsTouches: Bool
    ) throws(ConfigurationErrors) -> Outcome {
        let panel = trace?.panel ?? .init(rawWidth: 800, rawHeight: 480)
        let geometry = PanelGeometry(panel)
        let files = files
        let companions = CompanionFiles { path in
            guard let found = files.first(where: { $0.name == path }) else {
                return .unreadable("drop it into the page, too")
            }
            return .file(name: found.name, bytes: found.bytes)
        }
        let source = try ConfigurationSource(bytes, file: file)
        let configuration = try Configuration<StandardRecognizer>(source, panel: geometry, files: companions)
        var pipeline = StandardGesturePipeline<StandardRecognizer, StudioSink>(
            geometry: geometry, touchTimeout: .unlimited, setup: try configuration.setup(),
            outputs: configuration.outputBank(for: StudioSink.self))
        pipeline.explains = explains
        pipeline.emitsTouches = emitsTouches
        var sink = StudioSink(format: EventsFormat(geometry: geometry, names: configuration.names))
        sink.emitsTouches = emitsTouches
        if let trace {
            let motion = configuration.motionEngine()
            pipeline.play(trace, motion: motion.engine, as: motion.gestures, into: &sink)
        }
        return Outcome(
            events: sink.events, description: describe(configuration, source.document.root, levels: sink.levels))
    }

    /// Zones with their shapes in pt, gestures with what the file gives for their parameters, lines with their levels.
    private func describe(
        _ configuration: Configuration<StandardRecognizer>, _ root: YAMLNode,
        levels: [(line: Int, isActive: Bool, time: Instant)]
    ) -> String {
        var nodes: [YAMLNode] = []
        if case .sequence(let list)? = root["gestures"]?.content { nodes = list }
        var gestures: [String] = []
        for (index, gesture) in configuration.gestures.enumerated() {
            var given: [String] = []
            if index < nodes.count { given = Self.values(in: nodes[index], prefix: "") }
            let zone = gesture.zone.map { "\($0)" } ?? "null"
            gestures.append(
                "{\"name\":\(json(gesture.name)),\"kind\":\(json(gesture.kind)),\"zone\":\(zone),"
                    + "\"line\":\(index < nodes.count ? nodes[index].mark.line : 1),"
                    + "\"given\":{\(given.joined(separator: ","))}}")
        }
        let zones = configuration.zones.map { zone in
            "{\"name\":\(json(zone.name)),\"control\":\(zone.control != nil),\"shape\":\(Self.written(zone.shape))}"
        }
        var lines: [String] = []
        for (index, output) in configuration.outputs.enumerated() {
            var changes: [String] = []
            for level in levels where level.line == index {
                changes.append("[\(level.time.microseconds),\(level.isActive ? 1 : 0)]")
            }
            lines.append("{\"name\":\(json(output.line)),\"levels\":[\(changes.joined(separator: ","))]}")
        }
        return "{\"turns\":\(configuration.followsOrientation),\"zones\":[\(zones.joined(separator: ","))],"
            + "\"gestures\":[\(gestures.joined(separator: ","))],\"lines\":[\(lines.joined(separator: ","))]}"
    }

    private static func values(in node: YAMLNode, prefix: String) -> [String] {
        guard case .mapping(let entries) = node.content else { return [] }
        var all: [String] = []
        for entry in entries {
            if let text = entry.value.text {
                all.append("\(json(prefix + entry.key)):\(json(text))")
            } else if prefix.isEmpty {
                all += values(in: entry.value, prefix: entry.key + ".")
            }
        }
        return all
    }

    private static func written(_ shape: ZoneDescription.Shape) -> String {
        func number(_ value: Float) -> String { fixed(Double(value), places: 3) }
        switch shape {
        case .rectangle(let origin, let size):
            return "[\"rect\",\(number(origin.x)),\(number(origin.y)),\(number(size.x)),\(number(size.y))]"
        case .circle(let center, let radius):
            return "[\"circle\",\(number(center.x)),\(number(center.y)),\(number(radius))]"
        case .ring(let center, let inner, let outer):
            return "[\"ring\",\(number(center.x)),\(number(center.y)),\(number(inner)),\(number(outer))]"
        case .polygon(let corners):
            var text = "[\"polygon\""
            for corner in corners { text += ",\(number(corner.x)),\(number(corner.y))" }
            return text + "]"
        }
    }

    // MARK: Parameters

    /// The tables of all kinds, as JSON: name, type, unit, range, default, help.
    static var parameters: String {
        var kinds: [String] = []
        for kind in StandardRecognizer.kindNames() {
            var list: [String] = []
            for parameter in StandardRecognizer.parameters(of: kind) {
                let word = parameter.word.map { ",\"word\":\(json($0))" } ?? ""
                list.append(
                    "{\"name\":\(json(parameter.name)),\(written(parameter.values)),"
                        + "\"range\":\(json(parameter.values.range)),\"default\":\(json(parameter.standard))\(word),"
                        + "\"help\":\(json(parameter.help))}")
            }
            kinds.append("\(json(kind)):[\(list.joined(separator: ","))]")
        }
        return "{\(kinds.joined(separator: ","))}"
    }

    private static func written(_ values: ParameterValues) -> String {
        func range(_ unit: String, _ least: Double, _ most: Double) -> String {
            "\"type\":\"number\",\"unit\":\(json(unit)),\"least\":\(fixed(least, places: 3)),"
                + "\"most\":\(fixed(most, places: 3))"
        }
        switch values {
        case .integer(let r):
            return range("", Double(r.lowerBound), Double(r.upperBound)) + ",\"whole\":true"
        case .number(let r): return range("", r.lowerBound, r.upperBound)
        case .length(let r): return range("pt", Double(r.lowerBound), Double(r.upperBound))
        case .time(let r):
            return range("ms", Double(r.lowerBound.count) / 1_000, Double(r.upperBound.count) / 1_000)
        case .angle(let r): return range("deg", r.lowerBound, r.upperBound)
        case .speed(let r): return range("pt/s", Double(r.lowerBound), Double(r.upperBound))
        case .quantity(let r, let units): return range(units[0], r.lowerBound, r.upperBound)
        case .boolean: return "\"type\":\"word\",\"words\":[\"true\",\"false\"]"
        case .word(let words): return "\"type\":\"word\",\"words\":\(json(words))"
        case .words, .form: return "\"type\":\"text\""
        }
    }
}
