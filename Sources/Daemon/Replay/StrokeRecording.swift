import TaplineConfiguration
import TaplineCore
import TaplineFormats
public import TaplineSimulator

/// Makes templates of what fingers draw in a recording.
public enum StrokeRecording {
    /// The strokes of the recording (`trace/1`) at `path`, `-` for the standard input, as a `stroke/1` file.
    ///
    /// - Parameter board: the board that turns and corrects its px, as ``Replay`` takes it.
    /// - Throws: As ``strokeFile(_:from:board:file:)``, and where there is no such recording.
    public static func strokeFile(
        _ name: String, recording path: String, board: String? = nil
    ) throws(ServiceError) -> String {
        try strokeFile(name, from: Trace.read(path), board: board, file: path == "-" ? "standard input" : path)
    }

    /// The strokes of `trace` as a `stroke/1` file: every finger that lands, goes 30 pt or more and lifts.
    ///
    /// - Parameters:
    ///   - name: what events will call them, 1…31 bytes without commas and control characters.
    ///   - board: the board that turns and corrects its px, as ``Replay`` takes it.
    ///   - file: what messages call the recording.
    /// - Throws: ``ServiceError``: exit code 64 for the name and a board that is not for the recording, 65 where nobody draws a stroke, or more than 64 do.
    public static func strokeFile(
        _ name: String, from trace: Trace, board: String? = nil, file: String
    ) throws(ServiceError) -> String {
        let isPlain = !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ",") }
        guard isPlain, (1...ConfigurationLimits.nameBytes).contains(name.utf8.count) else {
            throw ServiceError(
                "the name of a stroke has 1 to \(ConfigurationLimits.nameBytes) bytes, no commas and no control "
                    + "characters", .usage)
        }
        let panel = try Replay<StandardRecognizer>(.touches(trace), file: file, configuration: nil, board: board).panel
        let strokes = strokes(of: trace, on: panel.geometry)
        guard (1...ConfigurationLimits.templates).contains(strokes.count) else {
            let found = strokes.isEmpty ? "no finger lifts after drawing 30 pt or more" : "\(strokes.count) strokes"
            throw ServiceError(
                "\(file): \(found); record 1 to \(ConfigurationLimits.templates) strokes", .badData)
        }
        let opening = "{\"tapline\":\"stroke/1\",\"name\":\(json(name)),"
        if strokes.count == 1 { return opening + "\"points\":\(strokes[0])}\n" }
        var list = ""
        for stroke in strokes { list += (list.isEmpty ? "\n" : ",\n") + "{\"points\":\(stroke)}" }
        return opening + "\"strokes\":[\(list)\n]}\n"
    }

    /// The ways of the fingers, as JSON, in the order in which they lift.
    private static func strokes(of trace: Trace, on geometry: PanelGeometry) -> [String] {
        var table = TouchTable<16>(geometry: geometry)
        var paths = [StrokePath](repeating: StrokePath(), count: 16)
        var strokes: [String] = []
        for index in 0..<trace.count {
            let line = trace[index]
            switch line.event {
            case .report(let contacts): table.report(contacts, at: line.time)
            case .fault, .reading: continue
            case .cancel: table.cancelAll(at: line.time)
            }
            let changes = table.changes
            for slot in changes.ended {
                if let stroke = points(paths[slot]) { strokes.append(stroke) }
            }
            for slot in changes.began {
                paths[slot] = StrokePath()
                paths[slot].append(table[slot].start)
            }
            for slot in changes.moved { paths[slot].append(table[slot].location) }
        }
        return strokes
    }

    /// The points of `path` to a tenth of a pt; nil for one that is too short for a stroke.
    private static func points(_ path: StrokePath) -> String? {
        let least = StrokeRecognizer.Parameters(templates: TemplateSet()).minimumLengthPt
        guard path.size.length >= least else { return nil }
        var text = ""
        for i in 0..<path.count {
            text += (text.isEmpty ? "[" : ",[") + tenths(path[i].x) + "," + tenths(path[i].y) + "]"
        }
        return "[\(text)]"
    }

    private static func tenths(_ number: Float) -> String {
        let tenths = Int(max(-1e8, min(number, 1e8)) * 10 + (number < 0 ? -0.5 : 0.5))
        let magnitude = tenths < 0 ? -tenths : tenths
        return "\(tenths < 0 ? "-" : "")\(magnitude / 10).\(magnitude % 10)"
    }
}
