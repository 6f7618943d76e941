import TaplineFormats

/// Reads what is written for people: gestures, controls and levels of lines as `TextFormat` writes them. Other lines stay
/// what they are.
enum TextReader {
    private static let states = EventWords.states + EventWords.actions + EventWords.phases

    static func read(_ line: [UInt8]) -> ViewMessage {
        guard let text = String(validating: line, as: UTF8.self),
            line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x1B })
        else { return .damaged(why: "no text; is the rate right?", line: MessageDecoder.shown(line, longest: 24)) }
        if text.hasPrefix("Tapline, ") {
            return .greeting(board: printable(String(text.dropFirst(9))), configuration: "")
        }
        let plain = printable(withoutColours(text))
        return happening(plain) ?? .text(plain)
    }

    /// `   1.090 s  tap         ended      at 200,144, 2 taps`, or `   1.517 s      GPIO23  active, high`.
    private static func happening(_ text: String) -> ViewMessage? {
        let words = text.split(separator: " ")
        guard words.count >= 4, words[1] == "s", let seconds = Double(words[0]), seconds >= 0, seconds < 1e12 else {
            return nil
        }
        let time = Int64((seconds * 1_000_000).rounded())
        if words.count == 5 || words.count == 4, words[words.count - 1] == "high" || words[words.count - 1] == "low",
            words[words.count - 2] == "active," || words[words.count - 2] == "idle,"
        {
            return .level(
                time: time, line: words.count == 5 ? String(words[2]) : "",
                isHigh: words[words.count - 1] == "high", isActive: words[words.count - 2] == "active,")
        }
        guard let at = words[3...].firstIndex(of: "at"), at + 1 < words.count, at >= 4,
            states.contains(String(words[at - 1]))
        else { return nil }
        let place = words[at + 1].split(separator: ",")
        guard place.count == 2, let x = Plausible.place(Double(place[0])),
            let y = Plausible.place(Double(place[1].filter { $0 != ":" }))
        else { return nil }
        var event = ViewEvent()
        event.time = time
        event.state = String(words[at - 1])
        event.name = words[2..<at - 1].joined(separator: " ")
        (event.x, event.y) = (x, y)
        if words[2] == "touch", at == 5 {
            guard Plausible.identity(Int64(words[3])) != nil else { return nil }
            event.subject = .touch
            event.kind = "touch"
            event.name = String(words[3])
        }
        let rest = words[(at + 2)...].joined(separator: " ")
        if !rest.isEmpty { event.values = [.init(key: "text", text: rest)] }
        return .event(event)
    }

    /// Without the colours that a terminal gets: ESC, `[`, figures, `m`.
    private static func withoutColours(_ text: String) -> String {
        var rest = text.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}", rest.first == "[",
                let end = rest.firstIndex(where: { $0.value >= 0x40 && $0 != "[" })
            else {
                plain.append(scalar == "\t" ? " " : scalar)
                continue
            }
            rest = rest[rest.index(after: end)...]
        }
        return String(plain)
    }
}
