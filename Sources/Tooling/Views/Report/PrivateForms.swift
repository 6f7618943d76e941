/// What is private by its form, whoever it belongs to: each looks whether something of it begins at a place of a text, and
/// says what stands for it and where it ends.
enum PrivateForms {
    typealias Found = (mask: String, end: Int)
    private typealias Bytes = ArraySlice<UInt8>

    // MARK: Paths

    /// Folders in which people have theirs.
    private static let folders = ["/home/", "/run/media/", "/media/", "/Users/"].map { Array($0.utf8) }

    /// `/home/NAME`, `/media/NAME`, `/dev/serial/by-id/NAME`: the name.
    static func path(at start: Int, in text: ArraySlice<UInt8>) -> Found? {
        for folder in folders where text[start...].starts(with: folder) {
            let name = start + folder.count
            let end = endOfPath(text, from: name, isElement: true)
            if end > name, text[name] != UInt8(ascii: "(") {
                return (String(decoding: folder, as: UTF8.self) + "(user)", end)
            }
        }
        guard text[start...].starts(with: "/dev/".utf8) else { return nil }
        // A folder of names that udev makes: `/dev/KIND/by-WHAT/NAME`.
        var index = start + 5
        for _ in 0..<2 {
            let folder = index
            index = endOfPath(text, from: folder, isElement: true)
            guard index > folder, index < text.endIndex, text[index] == UInt8(ascii: "/") else { return nil }
            index += 1
            if text[folder...].starts(with: "by-".utf8) {
                let end = endOfPath(text, from: index, isElement: false)
                guard end > index, text[index] != UInt8(ascii: "(") else { return nil }
                return (String(decoding: text[start..<index], as: UTF8.self) + "(device)", end)
            }
        }
        return nil
    }

    /// Where a path, or one element of it, ends. (What ends a sentence or a value is no part of it.)
    private static func endOfPath(_ text: ArraySlice<UInt8>, from start: Int, isElement: Bool) -> Int {
        var end =
            text[start...].firstIndex { byte in
                byte <= 0x20 || " \"'`,;)]}<>|".utf8.contains(byte) || isElement && byte == UInt8(ascii: "/")
            } ?? text.endIndex
        while end > start, ":.".utf8.contains(text[end - 1]) { end -= 1 }
        // A colon before something else ends it: `/home/joe:rw`.
        if isElement, let colon = text[start..<end].firstIndex(of: UInt8(ascii: ":")) { end = colon }
        return end
    }

    /// `//USER:PASSWORD@` of an address of the web: user and password.
    static func login(at start: Int, in text: ArraySlice<UInt8>) -> Found? {
        guard start > text.startIndex, text[start - 1] == UInt8(ascii: ":"), text[start...].starts(with: "//".utf8)
        else {
            return nil
        }
        let first = start + 2
        let host = text[first...].firstIndex { $0 <= 0x20 || "/\"'<>?#".utf8.contains($0) } ?? text.endIndex
        guard let end = text[first..<host].lastIndex(of: UInt8(ascii: "@")), end > first else { return nil }
        return ("//(user)", end)
    }

    // MARK: People and devices

    /// Endings of systemd's units: `tapline@lamp.service` is nobody's address.
    private static let units: Set<String> = [
        "service", "socket", "target", "timer", "mount", "device", "path", "slice",
    ]

    /// `name@example.com`
    static func mail(at start: Int, in text: ArraySlice<UInt8>) -> Found? {
        func isLocal(_ byte: UInt8) -> Bool { Privacy.isPart(byte) || ".+%".utf8.contains(byte) }
        guard isLocal(text[start]), start == text.startIndex || !isLocal(text[start - 1]) else { return nil }
        guard let at = text[start...].firstIndex(where: { !isLocal($0) }), text[at] == UInt8(ascii: "@") else {
            return nil
        }
        var end = text[(at + 1)...].firstIndex { !Privacy.isPart($0) && $0 != UInt8(ascii: ".") } ?? text.endIndex
        while end > at + 1, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let labels = text[(at + 1)..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, last.count >= 2,
            last.allSatisfy({ Privacy.isWord($0) && !isDigit($0) }),
            !units.contains(String(decoding: last, as: UTF8.self))
        else { return nil }
        return ("(mail)", end)
    }

    /// The number behind `serial` or `serial number`: at least six letters and figures, a figure among them; of figures
    /// alone at least eight, which no rate of a port has.
    static func serial(at start: Int, in text: ArraySlice<UInt8>) -> Found? {
        guard isDigit(text[start]) || Privacy.isWord(text[start]), start > text.startIndex else { return nil }
        let before = text[start - 1]
        guard " :=#_\"'".utf8.contains(before) || !Privacy.isPart(before) else { return nil }
        let end = text[start...].firstIndex { !Privacy.isWord($0) && $0 != UInt8(ascii: "-") } ?? text.endIndex
        guard end - start >= (text[start..<end].allSatisfy(isDigit) ? 8 : 6), text[start..<end].contains(where: isDigit)
        else { return nil }
        var said = text[..<start]
        while let last = said.last, " :=#_\"'.".utf8.contains(last) { said.removeLast() }
        guard said.endIndex < start else { return nil }
        for word in ["serial", "serial number", "serial no", "s/n"] {
            let tail = said.suffix(word.utf8.count)
            let isWhole = said.count == tail.count || !Privacy.isWord(said[tail.startIndex - 1])
            if isWhole, tail.elementsEqual(word.utf8, by: { lower($0) == $1 }) { return ("(device)", end) }
        }
        return nil
    }

    // MARK: Addresses

    /// An address of a network (IPv4, IPv6) or of a network card (`b8:27:eb:01:02:03`, with `-` or `.`, `b827.eb01.0203`,
    /// `b827eb010203`, `wlxb827eb010203`). A port or the length of a prefix behind it stays.
    static func address(at start: Int, in text: ArraySlice<UInt8>) -> Found? {
        let before: UInt8 = start > text.startIndex ? text[start - 1] : 0x20
        // (`addr:192.168.1.17` and `mac=…`, but not the end of a word or of a number.)
        guard isHex(text[start]) || text[start] == UInt8(ascii: ":") else { return nil }
        let isInterface = ["enx", "wlx", "wwx"].contains { text[..<start].suffix(3).elementsEqual($0.utf8) }
        guard isInterface || !Privacy.isWord(before), before != UInt8(ascii: ".") || !isInNumber(text, start - 1) else {
            return nil
        }
        for length in [ipv4(text[start...]), colons(text[start...], before), groups(text[start...])] {
            if let length { return ("(address)", start + length) }
        }
        return nil
    }

    /// Whether the full stop at `index` stands between figures.
    private static func isInNumber(_ text: Bytes, _ index: Int) -> Bool {
        index > text.startIndex && Privacy.isWord(text[index - 1])
    }

    /// The length of four numbers to 255 with full stops between.
    private static func ipv4(_ text: Bytes) -> Int? {
        let run = text.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        var body = run
        while body.last == UInt8(ascii: ".") { body.removeLast() }
        let numbers = body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 4, numbers.allSatisfy({ UInt8(String(decoding: $0, as: UTF8.self)) != nil }) else {
            return nil
        }
        guard body.endIndex == text.endIndex || !Privacy.isWord(text[body.endIndex]) else { return nil }
        return body.count
    }

    /// The length of an IPv6 address, or of six or eight bytes with colons between.
    private static func colons(_ text: Bytes, _ before: UInt8) -> Int? {
        var run = text.prefix { isHex($0) || $0 == UInt8(ascii: ":") }
        // What goes on with another letter, or as an IPv4 address, ends at the last colon.
        if run.endIndex < text.endIndex, Privacy.isWord(text[run.endIndex]) || text[run.endIndex] == UInt8(ascii: ".") {
            let goesOn =
                Privacy.isWord(text[run.endIndex])
                || run.endIndex + 1 < text.endIndex && isDigit(text[run.endIndex + 1])
            if goesOn { while let last = run.last, last != UInt8(ascii: ":") { run.removeLast() } }
        }
        if run.last == UInt8(ascii: ":"), run.dropLast().last != UInt8(ascii: ":") { run.removeLast() }
        // (A single colon in front belongs to what is before.)
        if run.first == UInt8(ascii: ":"), run.dropFirst().first != UInt8(ascii: ":") { return nil }
        let parts = run.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let filled = parts.filter { !$0.isEmpty }
        guard filled.count >= 2, filled.allSatisfy({ $0.count <= 4 }) else { return nil }
        if parts.count == filled.count {
            let isBytes = filled.count == 6 && filled.allSatisfy { $0.count == 2 }
            return isBytes || filled.count == 8 ? run.count : nil
        }
        // "::" once stands for the groups that are missing.
        let gaps = zip(run, run.dropFirst()).count { $0 == UInt8(ascii: ":") && $1 == $0 }
        return gaps == 1 && filled.count <= 7 ? run.count : nil
    }

    /// The length of six bytes with `-` or `.` between them or without anything, or of three groups of four figures.
    private static func groups(_ text: Bytes) -> Int? {
        for (separator, count, width) in [("-", 6, 2), (".", 6, 2), (".", 3, 4), ("", 1, 12)] {
            let length = count * width + (count - 1) * separator.utf8.count
            guard text.count >= length else { continue }
            let body = text.prefix(length)
            let isEnd = body.endIndex == text.endIndex || !Privacy.isWord(text[body.endIndex])
            guard isEnd, !goesOn(text, body.endIndex) else { continue }
            var isRight = true
            for (offset, byte) in body.enumerated() {
                let isSeparator = !separator.isEmpty && offset % (width + 1) == width
                isRight = isRight && (isSeparator ? separator.utf8.first == byte : isHex(byte))
            }
            // A number of twelve figures is none, unless it begins with a 0, as no number does.
            let hasLetter = body.contains { isHex($0) && !isDigit($0) }
            if isRight, hasLetter || count == 6 || body.first == UInt8(ascii: "0") { return length }
        }
        return nil
    }

    /// Whether a further group follows.
    private static func goesOn(_ text: Bytes, _ index: Int) -> Bool {
        index + 1 < text.endIndex && text[index] == UInt8(ascii: ".") && isHex(text[index + 1])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || lower(byte) >= UInt8(ascii: "a") && lower(byte) <= UInt8(ascii: "f")
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
