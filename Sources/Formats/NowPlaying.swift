/// What a player plays, as `now/1` writes it. Every field is bounded, so that no player's metadata makes a line too long or
/// breaks it.
package struct NowPlaying: Equatable, Sendable {
    /// What the player does.
    package enum State: String, CaseIterable, Sendable {
        case playing, paused, stopped
        /// There is no player.
        case none
    }

    /// Bytes of a text at most, of UTF-8.
    package static var longest: Int { 512 }
    /// Bytes of a reason at most.
    package static var longestRefusal: Int { 100 }
    /// Bytes of a line at most: four such texts, each byte escaped, a word and the numbers.
    package static var longestLine: Int { 8_192 }

    package var state: State
    /// The player, as those call it who tell what it plays.
    package var player = ""
    /// Who tells this: a word of their own, by which they know it again.
    package var by = ""
    /// Whether somebody has chosen it: it counts before those that play.
    package var isChosen = false
    package var title = ""
    package var artist = ""
    package var album = ""
    /// How long it is, seconds; nil: nobody knows.
    package var duration: Double?
    /// How much of it has been played, seconds, when this was told.
    package var elapsed: Double?
    /// How fast it goes, 1 as it was recorded.
    package var rate: Double?

    /// Why the player refuses commands, or cannot be reached: then there is a reason where there is no player.
    package var refusal = ""

    /// A player that does this, and nothing known of what it plays.
    package init(_ state: State = .none) { self.state = state }

    /// Reads a line without its line feed; nil where it is no JSON object, has no state, or a field of another type. Keys that
    /// it does not know are passed over.
    package init?(_ line: ArraySlice<UInt8>) {
        guard let value = try? JSONReader.read(line) else { return nil }
        self.init(value)
    }

    /// Reads an object.
    package init?(_ value: JSONReader.Value) {
        guard let state = value["state"]?.text.flatMap({ State(rawValue: $0) }) else { return nil }
        self.state = state
        var isWrong = false
        func text(_ key: String) -> String {
            guard let value = value[key] else { return "" }
            guard let text = value.text else {
                isWrong = true
                return ""
            }
            return NowPlaying.bounded(text)
        }
        func number(_ key: String) -> Double? {
            guard let value = value[key] else { return nil }
            // (Beyond 11 days it is a stream, or nonsense.)
            guard let number = value.double, number >= 0, number <= 1_000_000 else {
                isWrong = true
                return nil
            }
            return number
        }
        (player, title, artist, album) = (text("player"), text("title"), text("artist"), text("album"))
        by = NowPlaying.bounded(text("by"), to: 64)
        (duration, elapsed, rate) = (number("duration"), number("elapsed"), number("rate"))
        if let value = value["chosen"] {
            if case .bool(let isTrue) = value { isChosen = isTrue } else { isWrong = true }
        }
        refusal = NowPlaying.bounded(text("refused"), to: NowPlaying.longestRefusal)
        if isWrong { return nil }
        if state == .none {
            let (player, refusal) = (player, refusal)
            self = NowPlaying()
            if !refusal.isEmpty { (self.player, self.refusal) = (player, refusal) }
        }
    }

    /// The object, with what stands before its own keys; no line end.
    package func line(_ first: String = "") -> String {
        var members = first + "\"state\":\(json(state.rawValue))"
        for (key, text) in [("player", player), ("by", by), ("title", title), ("artist", artist), ("album", album)]
        where !text.isEmpty {
            members += ",\(json(key)):\(json(text))"
        }
        for (key, number) in [("duration", duration), ("elapsed", elapsed), ("rate", rate)] {
            if let number { members += ",\(json(key)):\(fixed(number, places: 3))" }
        }
        if !refusal.isEmpty { members += ",\"refused\":\(json(refusal))" }
        return "{\(members)\(isChosen ? ",\"chosen\":true" : "")}"
    }

    /// `text` as one line of at most so many bytes, cut between two characters of Unicode; what controls a terminal or ends a
    /// line is a space.
    package static func bounded(_ text: String, to most: Int = longest) -> String {
        var kept = ""
        var count = 0
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
            let next: Unicode.Scalar = isControl ? " " : scalar
            count += next.value < 0x80 ? 1 : next.value < 0x800 ? 2 : next.value < 0x10000 ? 3 : 4
            if count > most { break }
            kept.unicodeScalars.append(next)
        }
        return kept
    }
}
