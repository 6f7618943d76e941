import CTaplineMedia
import TaplineFormats

/// A player, and what it plays, as it was heard of last.
struct Player: Equatable {
    /// What it is called among all players of one kind.
    let name: String
    var state = NowPlaying.State.stopped
    /// Whether it takes commands.
    var canControl = true
    /// What it says it cannot do now, a bit for each `tapline_player_ability`.
    var cannot: UInt32 = 0
    var title = ""
    var artist = ""
    var album = ""
    /// Seconds.
    var duration: Double?
    var rate: Double?
    /// 0…1.
    var volume: Double?
    /// Where it was, seconds, and when that was, µs.
    var position: Double?
    var heard: Int64 = 0
    /// The object path of what it plays.
    var track = ""
    /// Which one of all that began or ceased to play it was last; 0: it has never played.
    fileprivate(set) var played = 0

    /// A player that is there, and plays nothing.
    init(_ name: String) { self.name = name }

    /// A player as the bus or the daemon of music tells it at `now`.
    init(_ facts: inout tapline_player, name: String? = nil, at now: Int64) {
        self.name = name ?? Player.text(of: &facts.name)
        state =
            facts.state == TAPLINE_PLAYER_PLAYING ? .playing : facts.state == TAPLINE_PLAYER_PAUSED ? .paused : .stopped
        canControl = facts.can_control
        cannot = facts.cannot
        title = Player.whole(Player.text(of: &facts.title))
        artist = Player.whole(Player.text(of: &facts.artist))
        album = Player.whole(Player.text(of: &facts.album))
        track = Player.text(of: &facts.track)
        duration = facts.length_us > 0 ? Double(facts.length_us) / 1e6 : nil
        position = facts.position_us >= 0 ? Double(facts.position_us) / 1e6 : nil
        rate = facts.rate >= 0 && facts.rate < 1_000 ? facts.rate : nil
        volume = facts.volume >= 0 && facts.volume < 100 ? facts.volume : nil
        heard = now
    }

    private static func text<Bytes>(of bytes: inout Bytes) -> String {
        unsafe withUnsafeBytes(of: &bytes) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// `text` bounded, and cut between what people see as characters where that leaves something.
    static func whole(_ text: String, to most: Int = NowPlaying.longest) -> String {
        guard text.utf8.count > most else { return NowPlaying.bounded(text, to: most) }
        var kept = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > most { break }
            kept.append(character)
        }
        return NowPlaying.bounded(kept.isEmpty ? text : kept, to: most)
    }

    /// Why it will not do what it is asked to, by its own word; nil: it may.
    func refusal(of call: PlayerCall) -> String? {
        let (ability, word) =
            switch call {
            case .next: (TAPLINE_PLAYER_GO_NEXT, "go to a next piece")
            case .previous: (TAPLINE_PLAYER_GO_PREVIOUS, "go to a previous piece")
            case .play: (TAPLINE_PLAYER_PLAY, "play")
            case .pause: (TAPLINE_PLAYER_PAUSE, "pause")
            case .skip, .position: (TAPLINE_PLAYER_SEEK, "seek")
            case .toggle, .stop, .volume: (TAPLINE_PLAYER_SEEK, "")
            }
        return word.isEmpty || cannot >> ability.rawValue & 1 == 0 ? nil : "it says that it cannot \(word) now"
    }

    /// Where it is at `now`, seconds; nil: nobody knows.
    func elapsed(at now: Int64) -> Double? {
        guard let position else { return nil }
        guard state == .playing else { return position }
        let present = max(0, position + Double(now - heard) / 1e6 * (rate ?? 1))
        return duration.map { min(present, $0) } ?? present
    }

    /// What it plays, at `now`.
    func playing(at now: Int64) -> NowPlaying {
        var said = NowPlaying(state)
        (said.player, said.title, said.artist, said.album) = (NowPlaying.bounded(name), title, artist, album)
        (said.duration, said.rate) = (duration.flatMap { bounded($0) }, rate)
        said.elapsed = elapsed(at: now).flatMap { bounded($0) }
        return said
    }

    private func bounded(_ seconds: Double) -> Double? { seconds <= 1_000_000 ? seconds : nil }
}

/// The players that are there, and which of them is meant: the one that was chosen, else the one that plays, else the one that
/// played last.
struct Players {
    /// Only a player of this name is meant; nil: any.
    let chosen: String?
    private(set) var all: [Player] = []
    private var order = 0

    /// No players yet.
    init(chosen: String? = nil) { self.chosen = chosen }

    /// The player that is meant; nil: none. (A player that has never played is meant where it is the only one.)
    var current: Player? {
        // (Instances of one program have something behind its name: vlc.instance1234.)
        let candidates = all.filter { player in
            chosen.map { player.name == $0 || player.name.hasPrefix($0 + ".") } ?? true
        }
        let last = candidates.max {
            let (a, b) = ($0.state == .playing, $1.state == .playing)
            return a == b ? $0.played < $1.played : b
        }
        guard let last, last.played > 0 || candidates.count == 1 else { return nil }
        return last
    }

    /// Takes what a player does now.
    mutating func update(_ player: Player) {
        var player = player
        let place = all.firstIndex { $0.name == player.name }
        let before = place.map { all[$0] }
        player.played = before?.played ?? 0
        // (One that is paused when it is first seen has played.)
        let hasPlayed = before.map { $0.state == .playing } ?? (player.state == .paused)
        if (player.state == .playing) != hasPlayed {
            order += 1
            player.played = order
        }
        if let place { all[place] = player } else { all.append(player) }
    }

    /// A player has gone.
    mutating func remove(_ name: String) { all.removeAll { $0.name == name } }
    /// All have gone.
    mutating func removeAll() { all = [] }
}
