import TaplineCore
import TaplineFormats
import TaplineLinux

/// What a client of the control socket tells of a player, with the command `now`.
struct PlayingClient {
    /// What it told last.
    var now: NowPlaying
    /// Which of all that were told it is, and which one began or ceased to play: later ones have higher numbers, 0 has never
    /// played.
    var told: UInt32
    var played: UInt32

    /// Whether it counts, and `other` does not.
    func precedes(_ other: PlayingClient) -> Bool {
        // (A reason why there is no player counts where there is none.)
        if (now.state == .none) != (other.now.state == .none) { return other.now.state == .none }
        if now.isChosen != other.now.isChosen { return now.isChosen }
        let plays = now.state == .playing
        if plays != (other.now.state == .playing) { return plays }
        return played != other.played ? played > other.played : told > other.told
    }
}

extension ControlSocket {
    /// `connection` tells what its player plays.
    func tell(_ now: NowPlaying, from connection: Connection) {
        order &+= 1
        let wasPlaying = connection.playing?.now.state == .playing
        let played = connection.playing?.played ?? 0
        connection.playing = PlayingClient(
            now: now, told: order, played: (now.state == .playing) != wasPlaying ? order : played)
    }

    /// Finds out what plays, and sends it to those who follow it where somebody has told something new, or has gone. Of several
    /// players it is the one that was chosen, then the one that plays, then the one that played last, then the one that was told
    /// of last.
    ///
    /// - Returns: whether something was sent.
    func refreshPlaying(at now: Instant) -> Bool {
        guard server.hasClients || toldPlaying > 0 else { return false }
        var chosen: PlayingClient?
        for connection in server.connections where connection.port.isOpen && !connection.isLeaving {
            guard let client = connection.playing, client.now != NowPlaying() else { continue }
            if chosen?.precedes(client) != true { chosen = client }
        }
        guard (chosen?.told ?? 0) != toldPlaying else { return false }
        toldPlaying = chosen?.told ?? 0
        nowPlaying = chosen?.now ?? NowPlaying()
        playingChangedAt = now
        for connection in server.connections where connection.follows.contains(.now) {
            sendPlaying(to: connection, at: now)
        }
        return true
    }

    /// Sends `connection` what plays.
    func sendPlaying(to connection: Connection, at now: Instant) {
        let line = nowPlaying.line("\"tapline\":\"now/1\",\"t\":\(playingChangedAt.microseconds),") + "\n"
        send(Array(line.utf8), to: connection, at: now)
    }
}
