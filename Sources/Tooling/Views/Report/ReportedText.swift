import TaplineConfiguration
import TaplineFormats

/// What of a file goes into a report at all: of JSON lines the keys that are listed here, of YAML those of the formats. What
/// people have written to themselves or to others is left out whole, whatever it says; names that they have made up stand as `name1`,
/// `name2` in all files of a report.
struct ReportedText {
    /// The names, in the order of their numbers.
    private(set) var names: [String] = []
    /// Names that are everybody's: of boards that come with Tapline.
    var known: Set<String> = []

    /// Keys of `trace/1`, `bus/1` and their headers whose meaning is known, at any depth.
    private static let keys: Set<String> = [
        "tapline", "panel", "width", "height", "width_mm", "height_mm", "rate_hz", "board", "chip", "address", "t", "c",
        "a",
        "w", "r", "int", "err", "fault", "cancel",
    ]

    /// The lines of a recording with the keys that are listed, byte by byte as they are but for names. Of what is no object nothing
    /// is left.
    mutating func recording(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { object($0) }.joined(separator: "\n")
    }

    private mutating func object(_ line: Substring) -> String {
        let bytes = Array(line.drop { $0 == " " || $0 == "\t" }.utf8)
        guard bytes.first == UInt8(ascii: "{") else { return "" }
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
    private mutating func member(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.firstIndex(of: "\""), let colon = text.firstIndex(of: ":") else { return nil }
        let key = text[text.index(after: first)...].prefix { $0 != "\"" }
        guard Self.keys.contains(String(key)) else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        if ["board", "chip"].contains(key) {
            guard let name = try? JSONReader.read(Array(value.utf8)[...]).text else { return nil }
            return "\"\(key)\":\"\(scalar(name))\""
        }
        return "\"\(key)\":" + (value.first == "{" ? object(value) : String(value))
    }

    /// A line of `status`, with what stands for the names in its labels.
    mutating func status(_ line: String) -> String {
        var text = ""
        var rest = line[...]
        while let quote = rest.firstIndex(of: "\"") {
            let isOurs = rest[..<quote].hasSuffix("version=") || rest[..<quote].hasSuffix("le=")
            let isChip = rest[..<quote].hasSuffix("controller=")
            text += rest[...quote]
            rest = rest[rest.index(after: quote)...]
            var value = ""
            while let next = rest.popFirst(), next != "\"" {
                value.append(next == "\\" ? rest.popFirst() ?? next : next)
            }
            text += (isOurs ? value : isChip ? chip(value) : scalar(value)) + "\""
        }
        return text + rest
    }

    /// Of what the driver says of the chip (`GT911 at 0x5d, GPIO27, 800x480, firmware 0x1060`) the chip, its address and its firmware;
    /// what an input device calls itself is a name.
    private mutating func chip(_ text: String) -> String {
        let parts = text.split(separator: ",")
        let words = parts.first?.split(separator: " ") ?? []
        guard words.count >= 3, words[words.count - 2] == "at", Self.isHexadecimal(words[words.count - 1]),
            ControllerChip.allNames.contains(words[0].lowercased())
        else { return scalar(text) }
        let firmware = parts.last?.split(separator: " ") ?? []
        let hasFirmware = firmware.count == 2 && firmware[0] == "firmware" && Self.isHexadecimal(firmware[1])
        return "\(words[0]) at \(words[words.count - 1])" + (hasFirmware ? ", firmware \(firmware[1])" : "")
    }

    private static func isHexadecimal(_ text: Substring) -> Bool {
        text.hasPrefix("0x") && text.utf8.dropFirst(2).allSatisfy { hexDigit($0) != nil }
    }

    /// A configuration or a board, written anew of what was read: keys of the formats, numbers, words and plain names. Of a board's
    /// `source`, the words of `run` and every other text there is only that it is there.
    mutating func yaml(_ bytes: [UInt8]) -> String {
        guard let document = try? YAMLDocument(bytes, file: "") else { return "(this is no YAML)\n" }
        guard case .mapping(let entries) = document.root.content else { return "(text)\n" }
        var text = ""
        for entry in entries {
            let key = Self.key(entry.key)
            if case .sequence(let nodes) = entry.value.content, nodes.contains(where: { $0.text == nil }), key != "run"
            {
                text += "\(key):\n" + nodes.map { "  - \(value($0, of: key))\n" }.joined()
            } else {
                text += "\(key): \(value(entry.value, of: key))\n"
            }
        }
        return text
    }

    private static func key(_ key: String) -> String { PrivacyVocabulary.contains(key) ? key : "(key)" }

    private mutating func value(_ node: YAMLNode, of key: String) -> String {
        guard !["source", "run", "(key)"].contains(key) else { return "(text)" }
        switch node.content {
        case .scalar(let text): return Self.keysOfTheKernel.contains(key) && Self.isPlain(text) ? text : scalar(text)
        case .sequence(let nodes): return "[" + nodes.map { value($0, of: key) }.joined(separator: ", ") + "]"
        case .mapping(let entries):
            return "{"
                + entries.map { entry in
                    let key = Self.key(entry.key)
                    return "\(key): \(value(entry.value, of: key))"
                }.joined(separator: ", ") + "}"
        }
    }

    private mutating func scalar(_ text: String) -> String {
        if isNobodys(text) { return text }
        if text.contains("/") {
            // (Where devices and sockets are is nobody's; what of their names is somebody's is hidden afterwards.)
            if text.hasPrefix("/dev/") { return Self.isDevice(text) ? text : "/dev/(text)" }
            let isPublic = ["/run/tapline/", "/sys/class/", "/usr/share/tapline/", "/etc/tapline/"]
                .contains { text.hasPrefix($0) }
            if isPublic, text.split(separator: "/").allSatisfy({ Self.isPlain(String($0)) }) { return text }
            let last = text.split(separator: "/").last.map { String($0) } ?? ""
            return "(folder)/" + (Self.isPlain(last) ? last : "(text)")
        }
        if !names.contains(text) { names.append(text) }
        return Self.mask(ofName: names.firstIndex(of: text) ?? 0)
    }

    /// What stands for the name at `index` in all files of a report.
    static func mask(ofName index: Int) -> String { "name\(index + 1)" }

    /// Whether nobody is known by it: a word of the formats, a number with its unit, lines, a board that comes with Tapline, or letters
    /// and figures alone.
    private func isNobodys(_ text: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        return TaplineFileKind(rawValue: text) != nil || known.contains(text) || Self.isQuantity(text)
            || text.utf8.allSatisfy { Privacy.isWord($0) && $0 < 0x80 }
            || text.split(separator: ".").allSatisfy { PrivacyVocabulary.contains(String($0)) }
    }

    /// Whether it is a number, with a unit or without.
    private static func isQuantity(_ text: String) -> Bool {
        let rest = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        let figures = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit = rest.dropFirst(figures.count)
        return figures.contains { $0 != "." } && figures.count { $0 == "." } <= 1 && unit.utf8.count <= 3
            && unit.allSatisfy { $0.isASCII && $0.isLetter || $0 == "%" }
    }

    /// Keys whose values are names of the kernel's.
    private static let keysOfTheKernel: Set<String> = ["overlay", "kernel_driver", "bus", "line", "taken_lines"]

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.utf8.allSatisfy { Privacy.isPart($0) && $0 < 0x80 || ".,%:@+=".utf8.contains($0) }
    }

    /// Whether it is a device as the kernel calls them, or one of udev's folders of names, which are hidden by their form.
    private static func isDevice(_ path: String) -> Bool {
        let name = path.dropFirst(5)
        let kinds = [
            "ttyAMA", "ttyS", "ttyUSB", "ttyACM", "ttyGS", "serial", "i2c-", "gpiochip", "input/event", "uinput",
        ]
        let kind = name.prefix { !$0.isNumber }
        return kinds.contains(String(kind)) && name.dropFirst(kind.count).allSatisfy { $0.isNumber }
            || name.split(separator: "/").contains { $0.hasPrefix("by-") }
    }
}
