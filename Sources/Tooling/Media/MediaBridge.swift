import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineClient
import TaplineCore
import TaplineFormats

/// From a panel's commands to a player, and back what it plays. One thread: it waits for the daemon, the players, signals and one
/// deadline.
struct MediaBridge<Link: PlayerLink> {
    private var link: Link
    private var players: Players
    private let log: (String) -> Void
    private let signals = tapline_tool_signals_open()
    /// What tells our lines of `now/1` from those of others.
    private let mark = String(UInt32.random(in: 0...UInt32.max), radix: 16)

    /// The panel's events and what plays, and where it is told what plays.
    private var panel: PanelConnection
    private var desk: PanelConnection
    private var orders = RemoteOrderReader()
    /// Whether the daemon has the player that we have told it.
    private var isOurs = false
    private var told: (now: NowPlaying, at: Int64)?
    /// When the daemon is told what it does not know yet.
    private var tellsAgain: Int64 = .max

    private var linkDeadline: Int64 = 0
    private var complaint = ""
    /// Why the players cannot be reached, as it was said; empty: they can.
    private var linkTrouble = ""
    /// Why players refused the last command, by their names; those that cannot be reached have the link's.
    private var refusals: [String: String] = [:]
    /// A seek that goes on, and when its next step is due.
    private var seek: (player: String, isForward: Bool, next: Int64)?
    /// What the volume was set to last: a player's own word for it may be older.
    private var volume: (player: String, level: Double, at: Int64)?
    /// What it was before there was silence.
    private var loudness: (player: String, level: Double)?

    /// How long a bus or a daemon of music that is not there is left alone, µs.
    private static var pause: Int64 { 2_000_000 }
    /// A seek goes on by so many seconds, so often, µs: ten times as fast as it plays.
    private static var seekStep: Double { 2.5 }
    private static var seekPeriod: Int64 { 250_000 }
    /// A seek forward ends so many seconds before the end: beyond, players go on to the next piece.
    private static var seekMargin: Double { 1 }
    /// One step of volume.
    private static var volumeStep: Double { 0.05 }
    /// A player has taken a new volume after so long, µs.
    private static var volumeDelay: Int64 { 1_000_000 }
    /// The daemon is told something at most so often, µs: no player keeps it from fingers.
    private static var tellPeriod: Int64 { 50_000 }
    /// So many seconds off what was told, the place is told again.
    private static var drift: Double { 0.5 }

    init(_ link: Link, socket: String, chosen: String?, log: @escaping (String) -> Void) {
        self.link = link
        self.log = log
        players = Players(chosen: chosen)
        panel = PanelConnection(socket, asking: "follow events now\n")
        desk = PanelConnection(socket)
    }

    /// Runs until a signal says to end.
    mutating func run() {
        tapline_notify("READY=1")
        while !step() {}
        tapline_notify("STOPPING=1")
        link.close()
        panel.close()
        desk.close()
    }

    /// Waits for one thing and does it; whether it is time to end.
    private mutating func step() -> Bool {
        connect(at: tapline_now_us())
        var polled = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: panel.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: desk.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: link.descriptor, events: link.events, revents: 0),
        ]
        let wait = max(0, min(deadline - tapline_now_us(), 3_600_000_000))
        unsafe poll(&polled, nfds_t(polled.count), Int32(clamping: (wait + 999) / 1000))

        if polled[1].revents != 0 { readPanel() }
        if polled[2].revents != 0 { readDesk() }
        work(isReady: polled[3].revents != 0)
        goOnSeeking(at: tapline_now_us())
        tell(at: tapline_now_us())
        return polled[0].revents != 0 && tapline_tool_signals_next(signals) == TAPLINE_TOOL_STOP
    }

    private var deadline: Int64 {
        var deadline = min(link.descriptor < 0 ? linkDeadline : link.deadline, seek?.next ?? .max)
        deadline = min(deadline, min(panel.deadline, desk.deadline))
        return desk.descriptor < 0 ? deadline : min(deadline, tellsAgain)
    }

    private mutating func connect(at now: Int64) {
        if now >= panel.deadline, let news = panel.open(at: now) { log(news) }
        if now >= desk.deadline {
            // (The other connection to the same socket: what is wrong with it has been said.)
            _ = desk.open(at: now)
            tellsAgain = now
        }
        guard link.descriptor < 0, now >= linkDeadline else { return }
        linkDeadline = now + Self.pause
        refusals = [:]
        guard let why = link.open() else { return }
        refusals[Link.name] = why
        miss(why)
    }

    /// Reports why the players cannot be reached, and not the same again before they could.
    private mutating func miss(_ why: String) {
        if why != linkTrouble { log("\(why); trying again") }
        linkTrouble = why
    }

    /// Reports what is wrong, and not the same again.
    private mutating func complain(_ text: String) {
        if text != complaint { log(text) }
        complaint = text
    }

    // MARK: The daemon

    private mutating func readPanel() {
        guard let lines = panel.read() else {
            log("the panel's daemon is gone; waiting for it")
            return endPanel()
        }
        for line in lines where panel.descriptor >= 0 { take(line) }
    }

    private mutating func endPanel(pauses: Int64 = 1) {
        panel.close(pauses: pauses)
        (isOurs, seek) = (false, nil)
    }

    private mutating func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line[...]), case .object = value else {
            let text = String(decoding: line, as: UTF8.self)
            guard text.hasPrefix("error: ") else { return }
            log("the daemon refuses: \(text.dropFirst(7)); trying again")
            return endPanel(pauses: 10)
        }
        switch value["tapline"]?.text {
        case "panel/1": if panel.wasAnswered() { log("the panel's daemon is there") }
        case "now/1":
            isOurs = value["by"]?.text == mark
            if !isOurs { seek = nil }
        case nil:
            // (After a gap nobody knows whether a seek is over.)
            if value["dropped"] != nil { seek = nil }
            if let order = orders.read(value) { obey(order, at: tapline_now_us()) }
        default: break
        }
    }

    private mutating func readDesk() {
        guard let lines = desk.read() else {
            told = nil
            return
        }
        for line in lines where line.starts(with: "error: ".utf8) {
            complain("the daemon refuses what plays: \(String(decoding: line.dropFirst(7), as: UTF8.self))")
        }
    }

    /// Tells the daemon what plays, where it does not know.
    private mutating func tell(at now: Int64) {
        guard desk.descriptor >= 0 else {
            told = nil
            return
        }
        let playing = self.playing(at: now)
        tellsAgain = .max
        guard told != nil || playing != NowPlaying() else { return }
        if let told, told.now.isSameButElapsed(playing), !hasJumped(from: told, to: playing, at: now) { return }
        tellsAgain = told.map { $0.at + Self.tellPeriod } ?? now
        guard now >= tellsAgain else { return }
        tellsAgain = .max
        var said = playing
        (said.by, said.isChosen) = (mark, players.chosen != nil)
        guard desk.send("now \(said.line())\n") else {
            desk.close()
            return
        }
        told = (playing, now)
    }

    private func playing(at now: Int64) -> NowPlaying {
        var (playing, why) = (NowPlaying(), refusals[Link.name])
        if let player = players.current {
            playing = player.playing(at: now)
            why = player.canControl ? refusals[player.name] : "it takes no commands"
        } else if why != nil {
            playing.player = Link.name
        }
        playing.refusal = NowPlaying.bounded(why ?? "", to: NowPlaying.longestRefusal)
        return playing
    }

    private func hasJumped(from told: (now: NowPlaying, at: Int64), to playing: NowPlaying, at now: Int64) -> Bool {
        guard let before = told.now.elapsed, let elapsed = playing.elapsed else {
            return (told.now.elapsed == nil) != (playing.elapsed == nil)
        }
        let isMoving = playing.state == .playing
        let expected = before + (isMoving ? Double(now - told.at) / 1e6 * (playing.rate ?? 1) : 0)
        return abs(min(expected, playing.duration ?? .infinity) - elapsed) > Self.drift
    }

    // MARK: Players

    private mutating func work(isReady: Bool) {
        guard link.descriptor >= 0 else { return }
        guard let news = link.work(isReady: isReady, at: tapline_now_us()) else {
            link.close()
            players.removeAll()
            (seek, linkDeadline) = (nil, tapline_now_us() + Self.pause)
            refusals = [:]
            return miss("the players' connection is gone")
        }
        if isReady || !news.isEmpty, !linkTrouble.isEmpty {
            log("the players can be reached")
            linkTrouble = ""
        }
        for one in news {
            switch one {
            case .there(let player):
                if !players.all.contains(where: { $0.name == player.name }) { refusals[player.name] = nil }
                players.update(player)
            case .gone(let name):
                players.remove(name)
                refusals[name] = nil
                if seek?.player == name { seek = nil }
            case .refused(let name, let why): refuse(name, why)
            }
        }
    }

    private mutating func obey(_ order: RemoteOrder, at now: Int64) {
        // (Whoever plays meanwhile: the player that was made to seek stops.)
        if order.command.ends != nil { seek = nil }
        // (Of several programs such as this one the one whose player the daemon knows is meant.)
        guard isOurs, let player = players.current else { return }
        guard player.canControl else { return complain("\(player.name) takes no commands") }
        refusals[player.name] = nil
        switch order.command {
        case .play: give(.play, to: player)
        case .pause: give(.pause, to: player)
        case .stop: give(.stop, to: player)
        case .togglePlayPause: give(.toggle, to: player)
        case .nextTrack: give(.next, to: player)
        case .previousTrack: give(.previous, to: player)
        case .skip: skip(order.value, player, at: now)
        case .changePosition: give(.position(order.value), to: player)
        case .changeVolume: change(volume: player, by: order.value * Self.volumeStep, at: now)
        case .toggleMute: mute(player, at: now)
        case .beginSeekingForward, .beginSeekingBackward:
            seek = (player.name, order.command == .beginSeekingForward, now)
        case .endSeekingForward, .endSeekingBackward, .rating: break
        }
    }

    private mutating func give(_ call: PlayerCall, to player: Player) {
        // (It is asked nevertheless: many say less than they can do.)
        let word = player.refusal(of: call)
        if let why = link.give(call, to: player) ?? word { refuse(player.name, why) }
    }

    private mutating func refuse(_ name: String, _ text: String) {
        let why = NowPlaying.bounded(text)
        refusals[name] = why
        complain("\(name) refuses: \(why)")
    }

    /// On by so many seconds, not before the beginning.
    private mutating func skip(_ seconds: Double, _ player: Player, at now: Int64) {
        let elapsed = player.elapsed(at: now)
        give(.skip(elapsed.map { max(seconds, -$0) } ?? seconds), to: player)
    }

    private mutating func goOnSeeking(at now: Int64) {
        guard let (name, isForward, next) = seek, now >= next else { return }
        guard let player = players.all.first(where: { $0.name == name }), player.canControl else {
            seek = nil
            return
        }
        seek?.next = now + Self.seekPeriod
        let elapsed = player.elapsed(at: now)
        if isForward, let elapsed, let duration = player.duration, elapsed + Self.seekStep > duration - Self.seekMargin
        {
            return
        }
        if !isForward, let elapsed, elapsed <= 0 { return }
        skip(isForward ? Self.seekStep : -Self.seekStep, player, at: now)
    }

    /// The volume that a player has, or will have in a moment.
    private func level(of player: Player, at now: Int64) -> Double? {
        if let volume, volume.player == player.name, now - volume.at < Self.volumeDelay { return volume.level }
        return player.volume
    }

    private mutating func change(volume player: Player, by steps: Double, at now: Int64) {
        guard let level = level(of: player, at: now) else { return refuse(player.name, "it has no volume") }
        set(volume: player, to: min(max(0, level + steps), max(1, level)), at: now)
    }

    private mutating func set(volume player: Player, to level: Double, at now: Int64) {
        volume = (player.name, level, now)
        give(.volume(level), to: player)
    }

    private mutating func mute(_ player: Player, at now: Int64) {
        guard let level = level(of: player, at: now) else { return refuse(player.name, "it has no volume") }
        if level > 0 {
            loudness = (player.name, level)
            set(volume: player, to: 0, at: now)
        } else {
            set(volume: player, to: loudness?.player == player.name ? loudness?.level ?? 0.5 : 0.5, at: now)
        }
    }
}

extension NowPlaying {
    fileprivate func isSameButElapsed(_ other: NowPlaying) -> Bool {
        var same = self
        same.elapsed = other.elapsed
        return same == other
    }
}
