import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineSimulator

/// A recording and what a configuration makes of it, again and again: the engine of the page. Texts in, texts out.
struct Studio {
    /// Files that configurations and recordings name: templates of strokes, boards.
    var files: [(name: String, bytes: [UInt8])] = []
    private var recording = Recording.touches(Trace(panel: .init(rawWidth: 800, rawHeight: 480)))
    /// What a recorded chip is played with.
    private var chip: RecordedPanel?
    private var board: BoardDescription?
    /// The panel of a recording of fingers, as the board that it names turns it.
    private var turned: PanelGeometry.Description?

    private typealias Way = Configuration<StandardRecognizer>.Turned
    private typealias Gestures = StandardGesturePipeline<StandardRecognizer, StudioSink>

    private var panel: PanelGeometry.Description {
        switch recording {
        case .touches(let trace): turned ?? trace.panel
        case .bus: board?.panel ?? chip?.geometry ?? .init(rawWidth: 1, rawHeight: 1)
        }
    }

    /// Takes another recording, `trace/1` or `bus/1`.
    ///
    /// - Returns: its panel and its length as JSON.
    /// - Throws: ``LineFormatError``: the line, and what is wrong there.
    mutating func open(_ bytes: [UInt8], file: String) throws(LineFormatError) -> String {
        var next = self
        next.recording = try Recording(bytes, file: file)
        (next.chip, next.board, next.turned) = (nil, nil, nil)
        var (count, end) = (0, Instant.zero)
        switch next.recording {
        case .touches(let trace):
            next.turned = trace.panel(on: next.boards(of: trace))
            (count, end) = (trace.count, trace.end)
        case .bus(let bus):
            next.board = try next.board(of: bus, file: file)
            let chip = try RecordedPanel(bus, on: next.board, file: file)
            next.chip = chip
            let fingers = next.fingersOfChip()
            guard let fingers else { throw chip.wrongIdentity }
            (count, end) = (fingers.count, fingers.end)
        }
        self = next
        let geometry = PanelGeometry(panel)
        let scale = geometry.pointsPerPixel
        return "{\"width\":\(Int(geometry.width)),\"height\":\(Int(geometry.height)),"
            + "\"pointsWide\":\(fixed(Double(geometry.width * scale.x), places: 3)),\"pointsHigh\":\(fixed(Double(geometry.height * scale.y), places: 3)),"
            + "\"count\":\(count),\"end\":\(end.microseconds),\"isBus\":\(chip != nil),"
            + "\"orient\":[\(orientation.map { fixed($0, places: 6) }.joined(separator: ","))]}"
    }

    /// The boards that are known, if `trace` says whose pixels it has: the last file first.
    private func boards(of trace: Trace) -> [BoardDescription] {
        guard trace.board != nil else { return [] }
        let given = files.reversed().compactMap { try? BoardDescription($0.bytes, file: $0.name) }
        return given + [try? BoardDescription.simulated()].compactMap { $0 }
    }

    /// From raw px to those that are shown, [a, b, c, d, e, f]: x = a·rx + b·ry + c, y = d·rx + e·ry + f; empty where they are the same.
    private var orientation: [Double] {
        guard turned != nil else { return [] }
        let geometry = PanelGeometry(panel)
        func place(_ x: Float, _ y: Float) -> Point { geometry.pixels(geometry.point(ofRawX: x, y: y)) }
        // (From corner to corner: of two pixels side by side the difference would be rounded.)
        let (width, height) = (Float(panel.rawWidth), Float(panel.rawHeight))
        let (zero, across, down) = (place(0, 0), place(width, 0) - place(0, 0), place(0, height) - place(0, 0))
        return [across.x / width, down.x / height, zero.x, across.y / width, down.y / height, zero.y].map { Double($0) }
    }

    /// The board that a recording of a bus names: built in, or a file that was given.
    private func board(of bus: BusTrace, file: String) throws(LineFormatError) -> BoardDescription? {
        guard let name = bus.board else { return nil }
        let found: BoardDescription?
        do throws(ConfigurationErrors) {
            if let given = files.last(where: { $0.name == "\(name).yaml" || $0.name == "boards/\(name).yaml" }) {
                found = try BoardDescription(given.bytes, file: given.name)
            } else {
                found = name == "simulated" ? try BoardDescription.simulated() : nil
            }
        } catch {
            throw RecordedPanel.failure(file, error.description)
        }
        guard let found else {
            throw RecordedPanel.failure(
                file,
                "unknown board \(quoted(name)); drop its file, \(quoted(name + ".yaml")), first"
            )
        }
        if let missing = found.missingSize {
            throw RecordedPanel.failure(file, "\(missing.message); \(missing.suggestion)")
        }
        return found
    }

    /// What the recorded chip reports, in raw px; nil: it does not say who it is.
    private func fingersOfChip() -> Trace? {
        guard let nothing = try? ways(ConfigurationSource(Array("tapline: config/1\n".utf8), file: "")) else {
            return nil
        }
        var sink = StudioSink(format: format(of: nothing[0]))
        guard let chip, let gestures = try? pipeline(nothing[0]),
            chip.play(through: gestures, nothing[0].configuration.remoteControl(), into: &sink) != nil
        else { return nil }
        return sink.fingers
    }

    /// The fingers of a recorded chip as the eye sees them, `trace/1`.
    func fingers() -> String {
        guard let trace = fingersOfChip() else { return "" }
        let geometry = PanelGeometry(panel)
        var text =
            "{\"tapline\":\"trace/1\",\"panel\":{\"width\":\(Int(geometry.width)),\"height\":\(Int(geometry.height))"
        if geometry.hasMillimetres {
            let side = PanelGeometry.millimetresPerPoint
            text +=
                ",\"width_mm\":\(fixed(Double(geometry.width * geometry.pointsPerPixel.x) * side, places: 2))"
                + ",\"height_mm\":\(fixed(Double(geometry.height * geometry.pointsPerPixel.y) * side, places: 2))"
        }
        text += "}}\n"
        for index in 0..<trace.count {
            guard case (let time, .report(let contacts)) = trace[index] else { continue }
            text += "{\"t\":\(time.microseconds),\"c\":["
            for i in 0..<contacts.count {
                let place = geometry.pixels(geometry.point(ofRawX: contacts[i].x, y: contacts[i].y))
                text +=
                    "\(i > 0 ? "," : "")[\(contacts[i].id),\(fixed(Double(place.x), places: 2)),\(fixed(Double(place.y), places: 2))]"
            }
            text += "]}\n"
        }
        return text
    }

    // MARK: Running

    /// What a configuration makes of the recording.
    struct Outcome {
        /// `events/1`.
        var events: [UInt8]
        /// Zones, gestures and lines, as JSON.
        var description: String
    }

    /// What `wanted` is to be told, beside gestures and controls.
    struct Wanted: OptionSet {
        let rawValue: Int32
        static var reasons: Wanted { Wanted(rawValue: 1) }
        static var touches: Wanted { Wanted(rawValue: 2) }
        static var streams: Wanted { Wanted(rawValue: 4) }
    }

    /// Plays the recording through the configuration `bytes`, as `tapline replay` does.
    ///
    /// - Throws: everything that is wrong in the configuration.
    func run(_ bytes: [UInt8], file: String, wanted: Wanted) throws(ConfigurationErrors) -> Outcome {
        let source = try ConfigurationSource(bytes, file: file)
        let ways = try ways(source)
        var pipeline = try pipeline(ways[0])
        pipeline.explains = wanted.contains(.reasons)
        pipeline.emitsTouches = wanted.contains(.touches)
        var sink = StudioSink(format: format(of: ways[0]))
        (sink.emitsTouches, sink.tellsStreams) = (wanted.contains(.touches), wanted.contains(.streams))
        let digest = "sha256:" + SHA256.hex(bytes)
        sink.write(greeting(of: ways[0], digest))
        var turns: [(time: Instant, way: Int)] = []
        switch recording {
        case .touches(let trace):
            var way = 0
            let configuration = ways[0].configuration
            var remote = configuration.remoteControl()
            pipeline.play(
                trace, motion: configuration.motionEngine(), as: configuration.motionGestures, into: &sink,
                after: { $0.takeCommands(&remote, into: &$1) },
                turning: { turn, pipeline, sink in
                    let old = ways[way].configuration
                    guard turn != ways[way].turn, let next = ways.firstIndex(where: { $0.turn == turn }),
                        let setup = try? ways[next].configuration.setup(resuming: &pipeline, of: old)
                    else { return }
                    ways[next].configuration.replace(
                        old, in: &pipeline, with: setup, geometry: ways[next].geometry, isTurned: true,
                        at: pipeline.time,
                        into: &sink)
                    way = next
                    turns.append((pipeline.time, way))
                    sink.write(greeting(of: ways[next], digest))
                    sink.format = format(of: ways[next])
                })
            pipeline.endCommands(&remote, into: &sink)
        case .bus:
            _ = chip?.play(through: pipeline, ways[0].configuration.remoteControl(), into: &sink)
        }
        return Outcome(
            events: sink.events, description: describe(ways, source.document.root, levels: sink.levels, turns: turns))
    }

    /// The configuration for the recording's panel, for all ways to hold it.
    private func ways(_ source: ConfigurationSource) throws(ConfigurationErrors) -> [Way] {
        let files = files
        let companions = CompanionFiles { path in
            guard let found = files.first(where: { $0.name == path }) else {
                return .unreadable("drop it into the page, too")
            }
            return .file(name: found.name, bytes: found.bytes)
        }
        return try Configuration<StandardRecognizer>.all(
            source, panel: panel, board: board, files: companions)
    }

    private func pipeline(_ way: Way) throws(ConfigurationErrors) -> Gestures {
        var pipeline = Gestures(
            geometry: way.geometry, touchTimeout: board?.touchTimeout ?? .unlimited,
            setup: try way.configuration.setup(),
            outputs: way.configuration.outputBank(for: StudioSink.self))
        if let board { pipeline.arm(with: board.ghostRules) }
        return pipeline
    }

    private func format(of way: Way) -> EventsFormat {
        EventsFormat(geometry: way.geometry, names: way.configuration.names)
    }

    /// What `events/1` begins with, and goes on with where the panel is turned.
    private func greeting(of way: Way, _ digest: String) -> ByteLine {
        PortFormat(kind: .jsonl, geometry: way.geometry, names: way.configuration.names)
            .greeting(board: board, digest: digest)
    }

    // MARK: Describing

    /// Zones with their shapes in pt for each way to hold the panel, gestures with what the file gives for their parameters,
    /// lines with their levels, and when the panel was turned.
    private func describe(
        _ ways: [Way], _ root: YAMLNode, levels: [(line: Int, isActive: Bool, time: Instant)],
        turns: [(time: Instant, way: Int)]
    ) -> String {
        let configuration = ways[0].configuration
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
        var lines: [String] = []
        for (index, output) in configuration.outputs.enumerated() {
            var changes: [String] = []
            for level in levels where level.line == index {
                changes.append("[\(level.time.microseconds),\(level.isActive ? 1 : 0)]")
            }
            lines.append("{\"name\":\(json(output.line)),\"levels\":[\(changes.joined(separator: ","))]}")
        }
        let turned = turns.map { "[\($0.time.microseconds),\($0.way)]" }
        return "{\"ways\":[\(ways.map(written).joined(separator: ","))],\"turns\":[\(turned.joined(separator: ","))],"
            + "\"gestures\":[\(gestures.joined(separator: ","))],\"lines\":[\(lines.joined(separator: ","))]}"
    }

    /// A way to hold the panel: its zones, and how a place on the upright panel comes to be one on this, pt.
    private func written(_ way: Way) -> String {
        let upright = PanelGeometry(panel)
        /// Where the pixel lies, upright and turned.
        func places(_ x: Float, _ y: Float) -> (Point, Point) {
            (upright.point(ofRawX: x, y: y), way.geometry.point(ofRawX: x, y: y))
        }
        let (from, to) = places(0, 0)
        let (fromX, toX) = places(100, 0)
        let (fromY, toY) = places(0, 100)
        let (ux, uy) = (fromX - from, fromY - from)
        let (tx, ty) = (toX - to, toY - to)
        let area = Double(ux.x * uy.y - ux.y * uy.x)
        func part(_ alongX: Float, _ alongY: Float, _ a: Float, _ b: Float) -> Double {
            Double(alongX * a + alongY * b) / area
        }
        let matrix = [
            part(tx.x, ty.x, uy.y, -ux.y), part(tx.y, ty.y, uy.y, -ux.y), part(tx.x, ty.x, -uy.x, ux.x),
            part(tx.y, ty.y, -uy.x, ux.x),
        ]
        let shift = [
            Double(to.x) - matrix[0] * Double(from.x) - matrix[2] * Double(from.y),
            Double(to.y) - matrix[1] * Double(from.x) - matrix[3] * Double(from.y),
        ]
        let zones = way.configuration.zones.map { zone in
            "{\"name\":\(json(zone.name)),\"control\":\(zone.control != nil),\"shape\":\(Self.written(zone.shape))}"
        }
        let place = (matrix + shift).map { fixed($0, places: 4) }
        return "{\"place\":[\(place.joined(separator: ","))],\"zones\":[\(zones.joined(separator: ","))]}"
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
