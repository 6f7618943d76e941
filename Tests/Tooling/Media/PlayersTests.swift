import TaplineFormats
import TestSupport

@testable import TaplineMedia

/// Which player is meant.
@Suite struct PlayersTests {
    private func player(_ name: String, _ state: NowPlaying.State) -> Player {
        var player = Player(name)
        player.state = state
        return player
    }

    /// The player that is meant after these have been heard of, one after the other; `-` before a name: it has gone.
    private func current(_ heard: [(String, NowPlaying.State)], chosen: String? = nil) -> String? {
        var players = Players(chosen: chosen)
        for (name, state) in heard {
            if name.hasPrefix("-") {
                players.remove(String(name.dropFirst()))
            } else {
                players.update(player(name, state))
            }
        }
        return players.current?.name
    }

    @Test func theOneThatPlaysIsMeantThenTheOneThatPlayedLast() {
        #expect(current([]) == nil)
        #expect(current([("a", .playing), ("b", .stopped)]) == "a")
        #expect(current([("a", .playing), ("b", .playing)]) == "b")
        #expect(current([("a", .playing), ("b", .playing), ("b", .paused)]) == "a")
        #expect(current([("a", .playing), ("b", .playing), ("a", .paused), ("b", .paused)]) == "b")
        #expect(current([("a", .playing), ("b", .playing), ("b", .stopped), ("a", .stopped)]) == "a")
        #expect(current([("a", .playing), ("b", .playing), ("a", .paused), ("b", .paused), ("-b", .stopped)]) == "a")
        // Whoever plays on has not begun anew.
        #expect(current([("a", .playing), ("b", .playing), ("a", .playing)]) == "b")
        #expect(current([("a", .playing), ("b", .playing), ("a", .paused), ("a", .playing)]) == "a")
    }

    @Test func aPlayerThatHasNeverPlayedIsMeantWhereThereIsNoOther() {
        #expect(current([("a", .stopped)]) == "a")
        #expect(current([("a", .stopped), ("b", .stopped)]) == nil)
        #expect(current([("a", .stopped), ("b", .stopped), ("-a", .stopped)]) == "b")
        // One that was paused when it was first seen has played before that.
        #expect(current([("a", .paused), ("b", .stopped)]) == "a")
        #expect(current([("a", .playing), ("-a", .stopped), ("a", .stopped), ("b", .stopped)]) == nil)
    }

    @Test func theChosenOneIsMeantAlone() {
        #expect(current([("a", .playing), ("b", .stopped)], chosen: "b") == "b")
        #expect(current([("a", .playing)], chosen: "b") == nil)
        #expect(current([("vlc.instance7", .stopped), ("vlcx", .playing)], chosen: "vlc") == "vlc.instance7")
    }

    @Test func randomHistoriesAgreeWithANaiveReference() {
        var random = Seed.random("histories of players")
        func next(_ count: Int) -> Int { random.next(below: count) }
        for _ in 0..<2_000 {
            var players = Players()
            // What was heard, oldest first: the reference looks back through all of it.
            var history: [(name: String, state: NowPlaying.State?)] = []
            for _ in 0..<12 {
                let name = ["a", "b", "c"][next(3)]
                let heard: NowPlaying.State? = [.playing, .paused, .stopped, nil][next(4)]
                history.append((name, heard))
                if let heard { players.update(player(name, heard)) } else { players.remove(name) }
                #expect(players.current?.name == reference(history), "\(history)")
            }
        }
    }

    private func reference(_ history: [(name: String, state: NowPlaying.State?)]) -> String? {
        var best: (name: String, plays: Bool, began: Int)?
        var there = 0
        var only = ""
        for name in ["a", "b", "c"] {
            let own = history.indices.filter { history[$0].name == name }
            guard let last = own.last, let state = history[last].state else { continue }
            there += 1
            only = name
            var began = 0
            var before: NowPlaying.State?
            for index in own {
                switch history[index].state {
                case .playing where before != .playing: began = index + 1
                case .paused where before == nil: began = index + 1
                case nil: began = 0
                default: if before == .playing, history[index].state != .playing { began = index + 1 }
                }
                before = history[index].state
            }
            let plays = state == .playing
            guard began > 0 else { continue }
            if let best, best.plays == plays ? best.began > began : best.plays { continue }
            best = (name, plays, began)
        }
        return best?.name ?? (there == 1 ? only : nil)
    }
}

/// What a player plays, as a panel is told.
@Suite struct PlayerTests {
    @Test func timeGoesOnWhileItPlays() {
        var player = Player("a")
        (player.state, player.position, player.heard, player.duration) = (.playing, 10, 5_000_000, 12.5)
        #expect(player.elapsed(at: 6_500_000) == 11.5)
        #expect(player.elapsed(at: 60_000_000) == 12.5)
        player.rate = 0.5
        #expect(player.elapsed(at: 7_000_000) == 11)
        player.state = .paused
        #expect(player.elapsed(at: 60_000_000) == 10)
        player.position = nil
        #expect(player.elapsed(at: 0) == nil && player.playing(at: 0).elapsed == nil)
    }

    @Test func aLongTextEndsWithAWholeCharacter() {
        // A family is one character of 25 bytes; 20 of them are 500.
        let family = "👨‍👩‍👧‍👦"
        #expect(family.utf8.count == 25)
        #expect(Player.whole(String(repeating: family, count: 30)) == String(repeating: family, count: 20))
        #expect(Player.whole(String(repeating: "x", count: 100_000)).utf8.count == 512)
        // One that is longer than there is room is cut within, but never within a scalar.
        let tower = "e" + String(repeating: "\u{301}", count: 2_000)
        let cut = Player.whole(tower)
        #expect(cut.utf8.count == 511 && tower.unicodeScalars.starts(with: cut.unicodeScalars))
        #expect(Player.whole("a\nb") == "a b")
    }
}

/// Which events are commands.
@Suite struct RemoteOrderTests {
    private func read(_ lines: String...) throws -> [RemoteOrder?] {
        var reader = RemoteOrderReader()
        return try lines.map { reader.read(try JSONReader.read(Array($0.utf8)[...])) }
    }
    private func line(_ name: String, _ kind: String, _ state: String = "ended", _ more: String = "", t: Int = 7)
        -> String
    {
        #"{"seq":1,"t":\#(t),"gesture":"\#(name)","kind":"\#(kind)","state":"\#(state)","x":0.0,"y":0.0\#(more)}"#
    }

    @Test func everyCommandIsReadUnderItsKind() throws {
        for number in UInt8(100)...114 {
            let command = try #require(RemoteCommand(rawValue: number))
            let order = try read(line("any", command.name.description))[0]
            switch command {
            case .rating, .beginSeekingForward, .beginSeekingBackward, .endSeekingForward, .endSeekingBackward:
                #expect(order == nil)
            default: #expect(order == RemoteOrder(command: command))
            }
        }
        #expect(
            try read(line("louder", "changeVolume", "ended", ",\"value\":-2.5")) == [
                RemoteOrder(command: .changeVolume, value: -2.5)
            ])
    }

    /// (They were refused by the system's words alone, or not at all: the port was another one.)
    @Test func whereAnMPDIsLookedForIsCheckedFirst() {
        for (host, port, name) in [
            (nil, nil, "localhost"), ("localhost", "6601", "localhost port 6601"), ("a:b@radio", "", "radio"),
            ("secret@", "", "MPD_HOST, which is empty"), ("pw@/run/mpd/socket", "abc", "/run/mpd/socket"),
            ("@mpd:1", "", "@mpd:1"),
            ("::1", "", "::1"),
        ] as [(String?, String?, String)] {
            #expect(MPDPlace(host: host, port: port).mistake == nil && MPDPlace(host: host, port: port).name == name)
        }
        func mistake(_ host: String, _ port: String = "") -> String { MPDPlace(host: host, port: port).mistake ?? "" }
        #expect(mistake("pw@127.0.0.1:6600").hasSuffix(": MPD_HOST=127.0.0.1, then MPD_PORT"))
        #expect(mistake("mpd://localhost").hasPrefix("MPD_HOST is a name"))
        for port in ["abc", "0", "99999", "-1"] {
            #expect(mistake("radio", port) == "MPD_PORT is '\(port)'; write a number from 1 to 65535")
        }
    }

    /// (A number that no command has is nobody's: the seconds of a player are whole microseconds.)
    @Test(arguments: [("skip", "1e300"), ("skip", "-86401"), ("changePosition", "-1"), ("changeVolume", "101")])
    func aValueThatItsCommandCannotHaveIsNone(kind: String, value: String) throws {
        #expect(try read(line("any", kind, "ended", ",\"value\":\(value)")) == [nil])
    }

    @Test func aSeekBeginsAndEndsHoweverItEnds() throws {
        #expect(
            try read(
                line("f", "seekForward", "began"), line("f", "seekForward", "ended", t: 8),
                line("b", "seekBackward", "began", t: 9), line("b", "seekBackward", "cancelled", t: 10)
            ).map { $0?.command } == [
                .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward,
            ])
    }

    @Test func gesturesAreNone() throws {
        #expect(
            try read(
                line("play", "tap"), line("play", "playing", "began"), line("play", "play", "failed"),
                #"{"seq":1,"t":7,"control":"play","kind":"button","action":"click"}"#, "{}", "[1]"
            ).allSatisfy { $0 == nil })
    }

    @Test func aCommandOfTwoNamesIsMeantOnce() throws {
        let orders = try read(
            line("next", "nextTrack"), line("weiter", "nextTrack"), line("next", "nextTrack"),
            line("weiter", "nextTrack"), line("next", "nextTrack", t: 8))
        #expect(orders.map { $0 != nil } == [true, false, true, false, true])
    }
}
