import TaplineFormats

/// Understands lines of any format: `$TL` begins with `$`, JSON with `{`, everything else is text for people.
package struct MessageDecoder: Sendable {
    /// The stream was joined in its midst: a first line that makes no sense is the end of one that began before.
    private var mayBeFragment: Bool

    /// - Parameter joinsStream: whether the first line may be the rest of one.
    package init(joinsStream: Bool = false) { mayBeFragment = joinsStream }

    /// What `line` says; nil stands for one that is too long.
    package mutating func decode(_ line: [UInt8]?) -> ViewMessage {
        let message = read(line)
        defer { mayBeFragment = false }
        guard mayBeFragment else { return message }
        switch message {
        case .damaged, .text: return .fragment
        default: return message
        }
    }

    private func read(_ line: [UInt8]?) -> ViewMessage {
        guard let line else { return .damaged(why: "longer than \(LineAssembler.capacity) bytes", line: "") }
        switch line.first {
        case UInt8(ascii: "$"): return SentenceReader.read(line)
        case UInt8(ascii: "{"): return JSONMessageReader.read(line)
        default: return TextReader.read(line)
        }
    }

    /// A line, or the beginning of a long one, that does no harm to a terminal.
    static func shown(_ line: [UInt8], longest: Int = 60) -> String {
        printable(String(decoding: line.prefix(longest), as: UTF8.self)) + (line.count > longest ? "..." : "")
    }
}

/// Text from outside without what a terminal would take for a command.
package func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        let isControl =
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
        shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return shown
}
