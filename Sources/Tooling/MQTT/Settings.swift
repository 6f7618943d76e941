/// What the settings file says: how the broker is reached. A word and its value a line; `#` begins a comment.
struct Settings: Equatable {
    var host = "localhost"
    /// Without a word in the file 1883, with TLS 8883.
    var port: Int?
    var user: String?
    var password: String?
    var client: String?
    var prefix = "tapline"
    var discovery = "homeassistant"
    /// 1: at least once; 2: exactly once, where the broker keeps its memory.
    var qos = 2
    /// Seconds between signs of life.
    var keepalive = 30
    /// How many gestures wait for the broker at most.
    var queue = 1000
    /// Whether controls are set by the broker's clients.
    var takesCommands = false
    var usesTLS = false
    var ca: String?
    var certificate: String?
    var key: String?
    var checksName = true

    /// The port to connect to.
    var chosenPort: Int { port ?? (usesTLS ? 8883 : 1883) }

    init() {}

    /// Reads a settings file's text; `file` is its path. `credentials` is the folder in which a service has what only root may
    /// read (CREDENTIALS_DIRECTORY).
    init(_ text: String, file: String, credentials: String? = nil) throws(SettingsError) {
        var seen: [String] = []
        // (An editor's mark of UTF-8 is no letter.)
        let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.drop { $0 == " " || $0 == "\t" }
            guard let first = words.first, first != "#" else { continue }
            if let mark = words.firstIndex(where: { $0 == ":" || $0 == "=" }),
                Settings.words.contains(words[..<mark].lowercased())
            {
                throw SettingsError(
                    "\(file):\(index + 1): a word and its value have a space between them: \(words[..<mark]) VALUE")
            }
            let word = String(words.prefix { $0 != " " && $0 != "\t" })
            var value = String(words.dropFirst(word.count).drop { $0 == " " || $0 == "\t" })
            while let last = value.last, last == " " || last == "\t" { value.removeLast() }
            do throws(SettingsError) {
                guard !value.isEmpty else { throw SettingsError("\(word) has no value") }
                guard !seen.contains(word) else { throw SettingsError("\(word) is there twice") }
                seen.append(word)
                try set(word, value)
            } catch {
                throw SettingsError("\(file):\(index + 1): \(error.message)")
            }
        }
        guard (certificate == nil) == (key == nil) else {
            throw SettingsError("\(file): tls_certificate and tls_key belong together")
        }
        guard password == nil || user != nil else { throw SettingsError("\(file): password without user") }
        if ca != nil || certificate != nil { usesTLS = true }
        let folder = String(file.prefix(upTo: file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex))
        for path in [\Settings.ca, \.certificate, \.key] {
            if let name = self[keyPath: path] { self[keyPath: path] = place(of: name, in: folder, credentials) }
        }
    }

    /// Where a file is that the settings name: without a leading `/` beside them. Where the settings are a credential of a
    /// service, so is that file: one of a folder has the names of both, with `_` between (systemd.exec(5), LoadCredential=).
    private func place(of name: String, in folder: String, _ credentials: String?) -> String {
        guard name.first != "/" else { return name }
        guard let credentials, folder == credentials + "/" else { return folder + name }
        return folder + String(name.map { $0 == "/" ? "_" : $0 })
    }

    private mutating func set(_ word: String, _ value: String) throws(SettingsError) {
        switch word {
        case "host":
            // (An address of IPv6 has several.)
            guard !value.contains(where: { " /[]\"'".contains($0) }) else {
                throw SettingsError("host is a name or an address alone: host broker.example")
            }
            guard value.count(where: { $0 == ":" }) != 1 else {
                throw SettingsError(
                    "the port is a word of its own: host \(value.prefix { $0 != ":" }), then port on the next line")
            }
            host = value
        case "port": port = try number(value, 1...65535)
        case "user": user = value
        case "password": password = value
        case "client_id": client = try text(value)
        case "topic": prefix = try topic(value)
        case "discovery_topic": discovery = try topic(value)
        case "qos": qos = try number(value, 1...2)
        case "keepalive": keepalive = try number(value, 5...3600)
        case "queue": queue = try number(value, 20...100_000)
        case "commands":
            guard value == "none" || value == "controls" else {
                throw SettingsError("\"\(value)\" is neither none nor controls")
            }
            takesCommands = value == "controls"
        case "tls": usesTLS = try yes(value)
        case "tls_ca": ca = value
        case "tls_certificate": certificate = value
        case "tls_key": key = value
        case "tls_check_name": checksName = try yes(value)
        default:
            let known = Settings.words.joined(separator: ", ")
            let small = word.lowercased()
            let meant = Settings.words.contains(small) ? "did you mean \(small)? " : ""
            throw SettingsError("unknown word \"\(word)\"; \(meant)there are \(known)")
        }
    }

    private static let words = [
        "host", "port", "user", "password", "client_id", "topic", "discovery_topic", "qos", "keepalive", "queue",
        "commands", "tls", "tls_ca", "tls_certificate", "tls_key", "tls_check_name",
    ]

    private func number(_ value: String, _ range: ClosedRange<Int>) throws(SettingsError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw SettingsError("\"\(value)\" is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func yes(_ value: String) throws(SettingsError) -> Bool {
        guard value == "yes" || value == "no" else { throw SettingsError("\"\(value)\" is neither yes nor no") }
        return value == "yes"
    }

    /// Text as MQTT takes it, without control characters; no longer than leaves enough for what is put behind a topic.
    private func text(_ value: String) throws(SettingsError) -> String {
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw SettingsError("MQTT takes no control characters")
        }
        guard value.utf8.count <= 1_000 else {
            throw SettingsError("there are \(value.utf8.count) bytes; write 1000 at most")
        }
        return value
    }

    private func topic(_ value: String) throws(SettingsError) -> String {
        let value = try text(value)
        guard !value.contains(where: { $0 == "+" || $0 == "#" }), value.first != "/", value.last != "/" else {
            throw SettingsError("\"\(value)\" is no topic: without + and #, no / at its ends")
        }
        return value
    }
}

/// What keeps the bridge from starting: a mistake in the settings file, where, and what would be right; a broker's client that
/// cannot be made of them.
struct SettingsError: Error, Equatable {
    var message: String
    init(_ message: String) { self.message = message }
}
