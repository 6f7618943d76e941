import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// Reads JSON lines: `events/1`, `panel/1`, what a daemon's `follow` reports, and recordings.
enum JSONMessageReader {
    static func read(_ line: [UInt8]) -> ViewMessage {
        let value: JSONReader.Value
        do throws(JSONReader.Failure) {
            value = try JSONReader.read(line[...])
        } catch {
            return .damaged(why: "\(error.message) at byte \(error.offset + 1)", line: MessageDecoder.shown(line))
        }
        guard case .object(let members) = value else { return .unknown }
        if let format = value["tapline"]?.text { return header(format, value) }
        guard value["t"] != nil else { return .unknown }
        guard let time = Plausible.time(value["t"]?.whole) else { return damaged(line) }
        // (An event begins with its number, whatever its own values are called.)
        if let first = members.first, first.key == "run" {
            guard let index = first.value.whole, (0..<Int64(ConfigurationLimits.commands)).contains(index) else {
                return damaged(line)
            }
            var event = ViewEvent()
            return fill(&event, Array(members.dropFirst()), value, at: time) ? .run(Int(index), event) : damaged(line)
        }
        if [.gesture, .control, .touch].contains(where: { (field: EventField) in value[field] != nil }) {
            return event(members, value, at: time) ?? damaged(line)
        }
        if let list = value["touches"] ?? value["c"] {
            return fingers(list).map { .fingers(time: time, $0) } ?? damaged(line)
        }
        if value[.acceleration] != nil {
            return ViewMotion(value, at: time).map { .motion($0) } ?? damaged(line)
        }
        if let state = value[.sensor]?.text {
            return .sensor(time: time, sequence: value[.sequence]?.whole, isThere: state == "there")
        }
        if let disabled = value["disabled"] { return .disabled(time: time, zones: zones(disabledIn: disabled)) }
        if let name = value["line"]?.text {
            guard case .bool(let isActive)? = value["active"] else { return damaged(line) }
            return .level(
                time: time, line: printable(name), isHigh: value["level"]?.whole.map { $0 != 0 }, isActive: isActive)
        }
        if let count = value["dropped"]?.whole { return .dropped(time: time, Int(clamping: max(count, 0))) }
        if value["w"] != nil || value["r"] != nil || value["int"] != nil { return .bus(.entry) }
        if let fault = value["fault"]?.text { return .disturbance(time: time, "fault: \(printable(fault))") }
        if value["cancel"] != nil { return .disturbance(time: time, "cancelled from outside") }
        return .unknown
    }

    private static func damaged(_ line: [UInt8]) -> ViewMessage {
        .damaged(why: "a key is missing or of another type", line: MessageDecoder.shown(line))
    }

    private static func header(_ format: String, _ value: JSONReader.Value) -> ViewMessage {
        // (A reader too many gets that.)
        if let error = value["error"]?.text { return .text("error: \(printable(error))") }
        return switch format {
        case "events/1":
            .greeting(
                board: printable(value["board"]?.text ?? ""), configuration: printable(value["config"]?.text ?? ""))
        case "panel/1": panel(value, name: printable(value["name"]?.text ?? "")).map { .panel($0) } ?? .unknown
        case "trace/1": (value["panel"].flatMap { panel($0, name: "") }).map { .panel($0) } ?? .unknown
        case "bus/1":
            .bus(
                .header(
                    chip: printable(value["chip"]?.text ?? ""), board: printable(value["board"]?.text ?? "")))
        case "now/1": playing(value) ?? .unknown
        default: .unknown
        }
    }

    /// `playing Title, Artist, Album, 12 of 213 s (mpv)`
    private static func playing(_ value: JSONReader.Value) -> ViewMessage? {
        guard let time = Plausible.time(value["t"]?.whole), let now = NowPlaying(value) else { return nil }
        guard now.state != .none else { return .playing(time: time, "") }
        let names = [now.title, now.artist, now.album].filter { !$0.isEmpty }.map { printable($0) }
        var text = now.state.rawValue + (names.isEmpty ? "" : " " + names.joined(separator: ", "))
        if let elapsed = now.elapsed {
            text += ", \(fixed(elapsed, places: 0))" + (now.duration.map { " of \(fixed($0, places: 0))" } ?? "") + " s"
        }
        if let rate = now.rate, rate != 1 { text += ", \(fixed(rate, places: 2)) times as fast" }
        return .playing(time: time, text + (now.player.isEmpty ? "" : " (\(printable(now.player)))"))
    }

    private static func panel(_ value: JSONReader.Value, name: String) -> ViewPanel? {
        guard let width = value["width"]?.double, let height = value["height"]?.double, width > 0, height > 0,
            width <= 1e6, height <= 1e6
        else { return nil }
        var panel = ViewPanel(width: width, height: height)
        panel.name = name
        panel.board = printable(value["board"]?.text ?? "")
        panel.chip = printable(value["chip"]?.text ?? "")
        if let across = Plausible.millimetres(value["width_mm"]?.double),
            let down = Plausible.millimetres(value["height_mm"]?.double)
        {
            panel.millimetres = (across, down)
        }
        for each in elements(value["zones"]) {
            guard var zone = zone(each) else { continue }
            zone.isControl = each["control"]?.text != nil
            panel.zones.append(zone)
        }
        panel.disabledZones = value["disabled"].map { zones(disabledIn: $0) } ?? []
        for gesture in elements(value["gestures"]) {
            if let name = gesture["name"]?.text { panel.gestures.append(printable(name)) }
        }
        for line in elements(value["lines"]) {
            guard let name = line["name"]?.text, case .bool(let isActive)? = line["active"] else { continue }
            panel.lines.append(
                .init(name: printable(name), isHigh: line["level"]?.whole.map { $0 != 0 }, isActive: isActive))
        }
        return panel
    }

    private static func zones(disabledIn value: JSONReader.Value) -> [String] {
        elements(value["zones"]).compactMap { $0.text.map { printable($0) } }
    }

    private static func zone(_ value: JSONReader.Value) -> ViewPanel.Zone? {
        guard let name = value["name"]?.text else { return nil }
        let rect = numbers(value["rect"])
        let circle = numbers(value["circle"])
        if rect.count == 4 {
            return .init(
                name: printable(name), shape: .rect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]))
        }
        let ring = numbers(value["ring"])
        if ring.count == 4 {
            return .init(name: printable(name), shape: .ring(x: ring[0], y: ring[1], inner: ring[2], outer: ring[3]))
        }
        let corners = elements(value["polygon"]).map { numbers($0) }
        if corners.count > 2, corners.allSatisfy({ $0.count == 2 }) {
            return .init(
                name: printable(name), shape: .polygon(corners.map { ViewPanel.Corner(x: $0[0], y: $0[1]) }))
        }
        guard circle.count == 3 else { return nil }
        return .init(name: printable(name), shape: .circle(x: circle[0], y: circle[1], radius: circle[2]))
    }

    /// At most 64: no panel has more of anything.
    private static func elements(_ value: JSONReader.Value?) -> [JSONReader.Value] {
        guard case .array(let elements)? = value else { return [] }
        return Array(elements.prefix(64))
    }

    private static func numbers(_ value: JSONReader.Value?) -> [Double] {
        elements(value).compactMap { Plausible.place($0.double) }
    }

    private static func fingers(_ list: JSONReader.Value) -> [ViewMessage.Finger]? {
        guard case .array(let rows) = list, rows.count <= 16 else { return nil }
        var fingers: [ViewMessage.Finger] = []
        for row in rows {
            guard case .array(let fields) = row, fields.count >= 3,
                let id = Plausible.identity(fields[0].whole), let x = Plausible.place(fields[1].double),
                let y = Plausible.place(fields[2].double)
            else { return nil }
            fingers.append(.init(id: id, x: x, y: y))
        }
        return fingers
    }

    private static func event(
        _ members: [(key: String, value: JSONReader.Value)], _ value: JSONReader.Value, at time: Int64
    ) -> ViewMessage? {
        var event = ViewEvent()
        guard value[.x] != nil, value[.y] != nil, fill(&event, members, value, at: time) else { return nil }
        return event.name.isEmpty || event.state.isEmpty ? nil : .event(event)
    }

    /// Gives `event` the fields that are there; false: one is damaged.
    private static func fill(
        _ event: inout ViewEvent, _ members: [(key: String, value: JSONReader.Value)], _ value: JSONReader.Value,
        at time: Int64
    ) -> Bool {
        event.time = time
        event.sequence = value[.sequence]?.whole
        for (key, value) in members {
            switch EventField(key: key) {
            case .sequence, .time: continue
            case .x:
                guard let x = Plausible.place(value.double) else { return false }
                event.x = x
            case .y:
                guard let y = Plausible.place(value.double) else { return false }
                event.y = y
            case .gesture: event.name = printable(value.text ?? "")
            case .control:
                event.subject = .control
                event.name = printable(value.text ?? "")
            case .touch:
                guard let id = Plausible.identity(value.whole) else { return false }
                event.subject = .touch
                event.name = String(id)
                event.kind = "touch"
            case .kind: event.kind = printable(value.text ?? "")
            case .state, .action, .phase: event.state = printable(value.text ?? "")
            case .touches: event.touches = value.whole.map { Int(clamping: $0) }
            case .zone: event.zone = value.text.map { printable($0) }
            case .why: event.why = value.text.map { printable($0) }
            // (No values of a kind, and shown as a place of the panel already.)
            case .zx, .zy: if event.subject == .touch { fallthrough }
            default: event.values.append(.init(key: printable(key), text: text(value)))
            }
        }
        return true
    }

    private static func text(_ value: JSONReader.Value) -> String {
        switch value {
        case .string(let text): printable(text)
        case .whole(let number): String(number)
        case .number(let number): fixed(number, places: 4)
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .array(let elements): elements.map { text($0) }.joined(separator: ",")
        // (The touches of an event by phase: `moved:1,2;stationary:3`.)
        case .object(let members): members.map { "\(printable($0.key)):\(text($0.value))" }.joined(separator: ";")
        default: ""
        }
    }
}
