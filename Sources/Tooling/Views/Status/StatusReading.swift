import TaplineFormats

/// What a daemon counts, as `status` reports it: lines `NAME VALUE`, some names with labels.
public struct StatusReading: Equatable, Sendable {
    struct Sample: Equatable, Sendable {
        var name: String
        var labels: [Label]
        var value: String
    }
    struct Label: Equatable, Sendable {
        var key: String
        var value: String
    }

    private(set) var samples: [Sample] = []

    /// Reads the lines of an answer; what is no sample is passed over.
    public init(_ lines: [String]) {
        for line in lines {
            if let sample = StatusReading.sample(line) { samples.append(sample) }
        }
    }

    /// What the daemon of the panel called `name` counts; nothing where none runs, or it does not answer.
    public init(ofPanel name: String) {
        self.init((try? ViewSource.controlSocket(of: name)).map { ControlClient.status(at: $0) } ?? [])
    }

    private static func sample(_ line: String) -> Sample? {
        guard let space = line.lastIndex(of: " ") else { return nil }
        let value = String(line[line.index(after: space)...])
        guard (try? JSONReader.read(Array(value.utf8)[...]))?.double != nil else { return nil }
        let head = line[..<space]
        guard let brace = head.firstIndex(of: "{") else {
            return head.isEmpty ? nil : Sample(name: String(head), labels: [], value: value)
        }
        guard head.last == "}" else { return nil }
        var labels: [Label] = []
        var rest = head[head.index(after: brace)...].dropLast()
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = String(rest[..<equals])
            rest = rest[equals...].dropFirst()
            guard rest.popFirst() == "\"" else { return nil }
            var text = ""
            var isOpen = true
            while isOpen, let character = rest.popFirst() {
                switch character {
                case "\"": isOpen = false
                case "\\": text.append(rest.popFirst() ?? "\\")
                default: text.append(character)
                }
            }
            guard !isOpen else { return nil }
            labels.append(Label(key: key, value: text))
            if rest.first == "," { rest.removeFirst() }
        }
        return Sample(name: String(head[..<brace]), labels: labels, value: value)
    }

    private func value(_ name: String) -> String? { samples.first { $0.name == name && $0.labels.isEmpty }?.value }

    /// The values of a family, by their only label.
    private func values(_ name: String) -> [(label: String, value: String)] {
        samples.filter { $0.name == name && $0.labels.count == 1 }.map { ($0.labels[0].value, $0.value) }
    }

    /// The samples of a family: the values of their labels, and their own.
    package func samples(_ name: String) -> [(labels: [String], value: String)] {
        samples.filter { $0.name == name }.map { ($0.labels.map { $0.value }, $0.value) }
    }

    // MARK: For people

    /// Rows of what it is and what it says, for people. What is unknown here is reported as it came.
    public var rows: [(name: String, value: String)] {
        var rows: [(name: String, value: String)] = []
        for sample in samples where sample.name == "info" {
            for label in sample.labels { rows.append((label.key == "name" ? "panel" : label.key, label.value)) }
        }
        if let ready = value("controller_ready") { rows.append(("answers", ready == "1" ? "yes" : "no")) }
        if let uptime = value("uptime_seconds").flatMap({ Int64($0) }) { rows.append(("runs for", duration(uptime))) }
        if let touches = value("touches") { rows.append(("fingers", touches)) }
        if let reports = value("reports_total") { rows.append(("reports", reports)) }
        let gestures = values("gestures_total")
        if !gestures.isEmpty { rows.append(("gestures", list(gestures))) }
        let states = samples.filter { $0.name == "gesture_state" && $0.labels.count == 2 }.map {
            (label: $0.labels[0].value, value: $0.labels[1].value)
        }
        if !states.isEmpty { rows.append(("states", list(states))) }
        let disabled =
            states.filter { $0.value == "disabled" }.map { $0.label }
            + values("zone_enabled").filter { $0.value == "0" }.map { "zone \($0.label)" }
        if !disabled.isEmpty { rows.append(("disabled", disabled.joined(separator: ", "))) }
        for (zone, _) in values("first_responder") { rows.append(("first responder", zone)) }
        rows.append(("faults", list(values("faults_total").filter { $0.value != "0" })))
        for (name, shown) in [
            ("recoveries_total", "recoveries"), ("storms_total", "storms"), ("lost_edges_total", "lost edges"),
        ] {
            if let value = value(name) { rows.append((shown, value)) }
        }
        let ghosts = values("ghosts_total")
        if !ghosts.isEmpty { rows.append(("ghosts", list(ghosts.filter { $0.value != "0" }))) }
        rows.append(("left out", list(values("drops_total").filter { $0.value != "0" })))
        if let sensor { rows.append(("sensor", sensor)) }
        if let latency { rows.append(("latency", latency)) }
        let readers = values("readers")
        if !readers.isEmpty { rows.append(("readers", list(readers))) }
        for (name, shown) in [("commands_total", "commands"), ("remotes", "commands from")] {
            let values = values(name)
            if !values.isEmpty { rows.append((shown, list(values))) }
        }
        for sample in samples where sample.name == "rest_state" {
            rows.append(("rest", sample.labels.first?.value ?? ""))
        }
        for sample in samples where sample.name == "now_playing" {
            func label(_ key: String) -> String { sample.labels.first { $0.key == key }?.value ?? "" }
            let what = [label("title"), label("artist")].filter { !$0.isEmpty }.joined(separator: ", ")
            let player = label("player").isEmpty ? "" : " (\(label("player")))"
            rows.append((label("state"), what.isEmpty ? "something\(player)" : what + player))
        }
        for sample in samples where sample.name == "player_refusal" && sample.labels.count == 2 {
            rows.append(("refused", "\(sample.labels[1].value) (\(sample.labels[0].value))"))
        }
        for sample in samples where !Self.known.contains(sample.name) {
            let labels = sample.labels.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
            rows.append((labels.isEmpty ? sample.name : "\(sample.name){\(labels)}", sample.value))
        }
        return rows
    }

    private static let known = [
        "info", "controller_ready", "uptime_seconds", "touches", "reports_total", "gestures_total", "faults_total",
        "gesture_state", "zone_enabled", "first_responder", "recoveries_total", "storms_total", "ghosts_total",
        "lost_edges_total", "drops_total", "readers", "sensor_state", "sensor_rate_hertz", "sensor_readings_total",
        "sensor_faults_total", "now_playing", "player_refusal", "rest_state",
        "commands_total", "remotes",
        "latency_microseconds_bucket", "latency_microseconds_sum", "latency_microseconds_count",
    ]

    /// The motion sensor, how it is, and what was counted of it.
    private var sensor: String? {
        guard let labels = samples.first(where: { $0.name == "sensor_state" })?.labels, labels.count == 2 else {
            return nil
        }
        let state = labels[1].value == "off" ? "off: nobody wants it" : labels[1].value
        let faults = values("sensor_faults_total").filter { $0.value != "0" }
        return "\(labels[0].value) \(state), \(value("sensor_rate_hertz") ?? "?") Hz, "
            + "\(value("sensor_readings_total") ?? "?") readings, faults \(list(faults))"
    }

    /// The rows as text, in two columns.
    public var text: String {
        let width = rows.reduce(0) { max($0, $1.name.count) }
        return rows.map { $0.name.padded(to: width) + "  " + $0.value + "\n" }.joined()
    }

    private func list(_ values: [(label: String, value: String)]) -> String {
        values.isEmpty ? "none" : values.map { "\($0.label) \($0.value)" }.joined(separator: ", ")
    }

    private func duration(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(counted(days, "day")) \(hours) h" }
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }

    /// Within which of the buckets' limits half of all effects came, and 99 of 100.
    private var latency: String? {
        guard let count = value("latency_microseconds_count").flatMap({ Double($0) }) else { return nil }
        guard count > 0 else { return "nothing measured yet" }
        var buckets: [(limit: Double, count: Double)] = []
        for (limit, count) in values("latency_microseconds_bucket") {
            if let limit = Double(limit), limit.isFinite, let count = Double(count) { buckets.append((limit, count)) }
        }
        func within(_ part: Double) -> String {
            guard let bucket = buckets.first(where: { $0.count >= part * count }) else {
                return "more than \(fixed((buckets.last?.limit ?? 0) / 1_000, places: 2)) ms"
            }
            return "\(fixed(bucket.limit / 1_000, places: 2)) ms"
        }
        let sum = value("latency_microseconds_sum").flatMap { Double($0) } ?? 0
        return
            "half within \(within(0.5)), 99 % within \(within(0.99)), mean \(fixed(sum / count / 1_000, places: 2)) ms"
    }

    // MARK: For machines

    /// One JSON object: a number by its name, those of one label by it, `gesture_state` the states by the gestures' names, `info` as
    /// its labels. A sample whose labels are not as many as the first's of its name is left out.
    public var jsonLine: String {
        var members: [(key: String, value: String)] = []
        for sample in samples where !members.contains(where: { $0.key == sample.name }) {
            let family = samples.filter { $0.name == sample.name && $0.labels.count == sample.labels.count }
            let value =
                switch sample.labels.count {
                case 0: sample.value
                case 1: object(family.map { ($0.labels[0].value, $0.value) })
                case 2: object(family.map { ($0.labels[0].value, json($0.labels[1].value)) })
                default: object(sample.labels.map { ($0.key, json($0.value)) })
                }
            members.append((sample.name, value))
        }
        return object(members) + "\n"
    }

    /// The object of `members`; of those with one key the first.
    private func object(_ members: [(key: String, value: String)]) -> String {
        var keys: Set<String> = []
        let texts = members.filter { keys.insert($0.key).inserted }.map { "\(json($0.key)):\($0.value)" }
        return "{\(texts.joined(separator: ","))}"
    }
}
