import CTaplineSystem
import CTaplineTool
import TaplineDaemon
import TaplineFormats

/// Takes out of a text what identifies a person or a computer: names of host and user, homes, addresses of networks, network
/// cards and people, serial numbers and names of devices.
///
/// What has a form of its own (addresses, paths) is found everywhere but in what machines wrote for machines. Names are
/// whole words of values: never a key of YAML or JSON, never a word of Tapline's own formats (``PrivacyVocabulary``). In JSON
/// lines only strings are looked at, and those that say a kind, a state or bytes stay.
package struct Privacy: Sendable {
    /// A name that is replaced, and by what.
    private struct Name {
        var text: [UInt8]
        var mask: String

        /// Whether it stands there, however its letters are written. (Of a short one, such as `pi`, only as it is: a Raspberry Pi
        /// is none.)
        func isWritten(as other: ArraySlice<UInt8>) -> Bool {
            text.count < 4
                ? other.elementsEqual(text)
                : other.elementsEqual(text) { Privacy.lowercased($0) == Privacy.lowercased($1) }
        }
    }
    /// Longest first.
    private var names: [Name] = []

    /// Hides these names, but not those of one character, those of everybody, and words of Tapline's own.
    package init(host: String, hosts: [String] = [], users: [String], homes: [String], serials: [String] = []) {
        // (The home of a user whose name is everybody's is still a home.)
        for home in homes where home.count > 1 { add(home, "~") }
        for part in ([host] + hosts).flatMap({ [$0] + $0.split(separator: ".").map { String($0) } })
        where !PrivacyVocabulary.contains(part) {
            if !["local", "lan", "localdomain", "localhost", "home"].contains(part) { add(part, "(host)") }
        }
        for user in users where !PrivacyVocabulary.contains(user) { add(user, "(user)") }
        for serial in serials where serial.count >= 6 { add(serial, "(device)") }
        names.sort { $0.text.count > $1.text.count }
    }

    /// Also hides these, as `name1`, `name2`.
    package mutating func hide(names texts: [String]) {
        for (index, text) in texts.enumerated() {
            let mask = ReportedText.mask(ofName: index)
            if !names.contains(where: { $0.mask == mask }) { add(text, mask) }
        }
        names.sort { $0.text.count > $1.text.count }
    }

    private mutating func add(_ text: String, _ mask: String) {
        if text.utf8.count > 1 { names.append(Name(text: Array(text.utf8), mask: mask)) }
    }

    fileprivate static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    // MARK: Texts

    /// The text without them: YAML, JSON lines, or sentences.
    package func hide(in text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            hide(inLine: bytes[start..<end], &result)
            if end < bytes.count { result.append(0x0A) }
            start = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The markup without them: only what stands between its tags is looked at.
    package func hide(inMarkup text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let tag = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            hide(inWords: bytes[start..<tag], of: bytes[start..<tag], &result)
            let end = bytes[tag...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
            result += bytes[tag..<end]
            start = end
            // (The sheet of styles is no text.)
            guard bytes[tag..<end].starts(with: "<style".utf8) else { continue }
            start = bytes[end...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            result += bytes[end..<start]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func hide(inLine line: ArraySlice<UInt8>, _ result: inout [UInt8]) {
        let start = result.count
        if line.first == UInt8(ascii: "{"), hide(inJSON: line, &result) { return }
        result.removeSubrange(start...)
        var rest = line
        while let key = Self.key(in: rest, of: line) {
            hide(inWords: rest[..<key.lowerBound], of: line, &result)
            result += rest[key]
            rest = rest[key.upperBound...]
        }
        hide(inWords: rest, of: line, &result)
    }

    // MARK: Keys and strings

    /// Where the next key of YAML stands, `name:`; nil where there is none in `rest`, or a comment comes first.
    private static func key(in rest: ArraySlice<UInt8>, of line: ArraySlice<UInt8>) -> Range<Int>? {
        var index = rest.startIndex
        var quote: UInt8?
        // (A key begins the line, or an entry of a mapping in braces.)
        var mayBegin = index == line.startIndex
        let isFlow = line[..<index].contains(UInt8(ascii: "{"))
        var hasBrace = isFlow
        while index < rest.endIndex {
            let byte = rest[index]
            let before = index > line.startIndex ? line[index - 1] : 0x20
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "#"), before == 0x20 || before == 0x09 {
                return nil
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), !isWord(before) {
                quote = byte
                mayBegin = false
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: ",") && hasBrace {
                hasBrace = true
                mayBegin = true
            } else if mayBegin, isWord(byte) {
                let end = rest[index...].firstIndex { !isPart($0) } ?? rest.endIndex
                let isKey =
                    end < rest.endIndex && rest[end] == UInt8(ascii: ":")
                    && (end + 1 == rest.endIndex || rest[end + 1] == 0x20 || rest[end + 1] == 0x0D)
                if isKey { return index..<end }
                mayBegin = false
                index = end
                continue
            } else if byte != 0x20, byte != UInt8(ascii: "-") {
                mayBegin = false
            }
            index += 1
        }
        return nil
    }

    /// Keys of JSON lines whose text machines wrote: it stays.
    private static let machineKeys: Set<String> = [
        "tapline", "kind", "state", "action", "phase", "direction", "edge", "chip", "controller", "address", "w", "r",
        "err", "fault", "clock", "format",
    ]

    /// Whether there is nothing but what JSON has between strings: no words but three, and numbers.
    private static func isBetweenStrings(_ part: ArraySlice<UInt8>) -> Bool {
        var index = part.startIndex
        while index < part.endIndex {
            guard isWord(part[index]) else {
                index += 1
                continue
            }
            let word = part[index...].prefix { isWord($0) }
            let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word[index])
            guard isNumber || ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) else {
                return false
            }
            index = word.endIndex
        }
        return true
    }

    /// Whether the line is JSON, from afar; then its texts are hidden.
    private func hide(inJSON line: ArraySlice<UInt8>, _ result: inout [UInt8]) -> Bool {
        var key: ArraySlice<UInt8> = []
        var index = line.startIndex
        while let start = line[index...].firstIndex(of: UInt8(ascii: "\"")) {
            result += line[index..<start]
            guard Self.isBetweenStrings(line[index..<start]), let end = Self.endOfString(line, from: start) else {
                return false
            }
            let string = line[start...end]
            index = end + 1
            let next = line[index...].first { $0 != 0x20 && $0 != 0x09 }
            if next == UInt8(ascii: ":") {
                key = string
                result += string
            } else if key.count < 24,
                Self.machineKeys.contains(String(decoding: key.dropFirst().dropLast(), as: UTF8.self))
            {
                result += string
            } else {
                hide(inString: string, &result)
            }
        }
        result += line[index...]
        return Self.isBetweenStrings(line[index...])
    }

    /// Where the quote is that ends the string beginning at `start`.
    private static func endOfString(_ line: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start + 1
        while index < line.endIndex {
            if line[index] == UInt8(ascii: "\"") { return index }
            index += line[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private func hide(inString string: ArraySlice<UInt8>, _ result: inout [UInt8]) {
        // (`\/home` is a path, too.)
        if string.contains(UInt8(ascii: "\\")), let text = (try? JSONReader.read(string))?.text {
            var hidden: [UInt8] = []
            let bytes = Array(text.utf8)[...]
            hide(inWords: bytes, of: bytes, &hidden)
            let changed = String(decoding: hidden, as: UTF8.self)
            result += changed == text ? string : Array(json(changed).utf8)[...]
        } else {
            hide(inWords: string, of: string, &result)
        }
    }

    // MARK: Words

    /// A letter or a figure; every character beyond ASCII counts as one.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
            true
        default: false
        }
    }

    /// What a word may have within.
    static func isPart(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func hide(inWords part: ArraySlice<UInt8>, of text: ArraySlice<UInt8>, _ result: inout [UInt8]) {
        var index = part.startIndex
        while index < part.endIndex {
            if let found = find(at: index, in: text) {
                result += found.mask.utf8
                index = found.end
            } else {
                result.append(text[index])
                index += 1
            }
        }
    }

    /// What begins at `index` and is to be hidden: what stands for it, and where it ends.
    private func find(at index: Int, in text: ArraySlice<UInt8>) -> (mask: String, end: Int)? {
        let byte = text[index]
        let before: UInt8 = index > text.startIndex ? text[index - 1] : 0x20
        let isStart = !Self.isPart(before)
        if let mail = PrivateForms.mail(at: index, in: text) { return mail }
        if isStart {
            for name in names where Self.lowercased(name.text[0]) == Self.lowercased(byte) {
                let end = index + name.text.count
                guard end <= text.endIndex, name.isWritten(as: text[index..<end]),
                    end == text.endIndex || !Self.isPart(text[end])
                else { continue }
                return (name.mask, end)
            }
        }
        if byte == UInt8(ascii: "/") {
            return PrivateForms.path(at: index, in: text) ?? PrivateForms.login(at: index, in: text)
        }
        return PrivateForms.address(at: index, in: text) ?? PrivateForms.serial(at: index, in: text)
    }
}

extension Privacy {
    /// Hides those of this process and this computer.
    package init() {
        func text(_ what: tapline_private) -> String {
            var text = [CChar](repeating: 0, count: 256)
            unsafe tapline_private_text(what, &text)
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        // (A computer that is called like a board that comes with Tapline is not known by it either.)
        let boards = BoardLibrary()
        func isBoard(_ name: String) -> Bool {
            let file = boards.file(of: String(name.prefix { $0 != "." && $0 != "/" })) ?? ""
            return file.hasPrefix("boards/") || file.hasPrefix("/usr/share/")
        }
        let host = text(TAPLINE_PRIVATE_HOST)
        // (Everybody who has an account here, and every computer that is known here by its name.)
        let accounts = Self.rows(of: "/etc/passwd", at: ":").filter {
            $0.count > 5 && (1_000..<60_000) ~= Int($0[2]) ?? 0
        }
        let hosts = Self.rows(of: "/etc/hosts", at: " ").flatMap { $0.dropFirst() }
            .filter { !$0.hasPrefix("ip6-") && $0 != "localhost" && !isBoard($0) }
        self.init(
            host: isBoard(host) ? "" : host, hosts: hosts,
            users: accounts.flatMap { [$0[0], String($0[4].prefix { $0 != "," })] } + [
                text(TAPLINE_PRIVATE_USER), text(TAPLINE_PRIVATE_NAME), ViewOutput.variable("SUDO_USER"),
                ViewOutput.variable("USER"),
                ViewOutput.variable("LOGNAME"),
            ],
            homes: accounts.map { $0[5] } + [text(TAPLINE_PRIVATE_HOME), ViewOutput.variable("HOME")],
            serials: [text(TAPLINE_PRIVATE_SERIAL), text(TAPLINE_PRIVATE_MACHINE)])
    }

    /// The lines of a file of the system, divided by `divider`; none where it cannot be read.
    private static func rows(of path: String, at divider: Character) -> [[String]] {
        let text = (try? Files.readText(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map { line in
            let line = divider == " " ? String(line.prefix { $0 != "#" }.map { $0 == "\t" ? " " : $0 }) : String(line)
            return line.split(separator: divider, omittingEmptySubsequences: divider == " ").map { String($0) }
        }.filter { !$0.isEmpty }
    }
}
