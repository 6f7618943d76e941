/// What of a file goes into a report at all: of JSON lines the keys that are listed here, of YAML everything but comments. What
/// people have written to themselves or to others is left out whole, whatever it says.
enum ReportedText {
    /// Keys of `trace/1`, `bus/1` and their headers whose meaning is known, at any depth.
    private static let keys: Set<String> = [
        "tapline", "panel", "width", "height", "width_mm", "height_mm", "rate_hz", "board", "chip", "address", "t", "c",
        "a",
        "w", "r", "int", "err", "fault", "cancel",
    ]

    /// The lines of a recording with the keys that are listed, byte by byte as they are.
    static func recording(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { object($0.utf8) }.joined(separator: "\n")
    }

    private static func object(_ line: Substring.UTF8View) -> String {
        guard line.first == UInt8(ascii: "{") else { return String(Substring(line)) }
        let bytes = Array(line)
        var kept: [String] = []
        var start = 1
        var depth = 0
        var isText = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isText {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isText = false }
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            }
            let isOver = depth == 0 && byte == UInt8(ascii: "}")
            if !isText, isOver || depth == 1 && byte == UInt8(ascii: ",") {
                if let member = member(bytes[start..<index]) { kept.append(member) }
                start = index + 1
            }
            if isOver { break }
            index += 1
        }
        return "{" + kept.joined(separator: ",") + "}"
    }

    /// The member `"key":value` where its key is listed; in the value, too, if that is an object.
    private static func member(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.firstIndex(of: "\""), let colon = text.firstIndex(of: ":") else { return nil }
        let key = text[text.index(after: first)...].prefix { $0 != "\"" }
        guard keys.contains(String(key)) else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return "\"\(key)\":" + (value.first == "{" ? object(value.utf8) : String(value))
    }

    /// The lines of YAML without comments; of what a board's `source` says there is only that it is there.
    static func yaml(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let kept = withoutComment(line)
            return kept.hasPrefix("source:") ? "source: (text)" : kept
        }.joined(separator: "\n")
    }

    private static func withoutComment(_ line: Substring) -> String {
        var quote: Character?
        var before: Character = " "
        var kept = ""
        for character in line {
            if let open = quote {
                if character == open, before != "\\" || open == "'" { quote = nil }
            } else if character == "#", before == " " || before == "\t" {
                break
            } else if character == "\"" || character == "'", !before.isLetter, !before.isNumber {
                quote = character
            }
            kept.append(character)
            before = character
        }
        return kept
    }
}
