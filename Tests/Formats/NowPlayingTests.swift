import Foundation
import TestSupport

@testable import TaplineFormats

/// What a player plays: read, bounded, written.
@Suite struct NowPlayingTests {
    private func read(_ text: String) -> NowPlaying? { NowPlaying(Array(text.utf8)[...]) }

    @Test func everyFieldComesBack() throws {
        let text =
            #"{"state":"paused","player":"mpv","title":"a \"b\" \\","artist":"ä𝄞","album":"","duration":213.4,"elapsed":12,"rate":0.5,"by":"a1","refused":"not \"now\"","chosen":true,"more":[1]}"#
        let now = try #require(read(text))
        #expect(now.state == .paused && now.player == "mpv" && now.title == #"a "b" \"# && now.artist == "ä𝄞")
        #expect(now.by == "a1" && now.isChosen && now.refusal == #"not "now""#)
        #expect(now.duration == 213.4 && now.elapsed == 12 && now.rate == 0.5)
        #expect(read(now.line()) == now)
        #expect(!now.line().contains("album"))
        #expect(read(now.line("\"t\":7,")) == now)
    }

    @Test func whatNobodyKnowsIsNotThere() throws {
        #expect(try #require(read(#"{"state":"playing"}"#)).line() == #"{"state":"playing"}"#)
        // Without a player nothing is known, but perhaps why.
        let why = try #require(read(#"{"state":"none","title":"x","player":"mpd","refused":"no"}"#))
        #expect(why.line() == #"{"state":"none","player":"mpd","refused":"no"}"# && read(why.line()) == why)
        #expect(read(#"{"state":"none","title":"x"}"#) == NowPlaying())
    }

    @Test(arguments: [
        "", "{}", "playing", #"{"state":"dancing"}"#, #"{"state":1}"#, #"{"state":"playing","title":7}"#,
        #"{"state":"playing","duration":"7"}"#, #"{"state":"playing","chosen":1}"#,
        #"{"state":"playing","elapsed":-1}"#,
        #"{"state":"playing","rate":1e99}"#, #"{"state":"playing","refused":1}"#,
        #"[{"state":"playing"}]"#, #"{"state":"playing"} x"#,
    ]) func everythingElseIsNothing(text: String) { #expect(read(text) == nil) }

    @Test func aTextIsCutBetweenCharactersAtItsBound() {
        for (unit, bytes) in [("a", 1), ("ä", 2), ("€", 3), ("𝄞", 4)] {
            for lead in 0..<4 {
                let text = String(repeating: "x", count: lead) + String(repeating: unit, count: 512)
                let kept = NowPlaying.bounded(text)
                #expect(text.hasPrefix(kept))
                #expect(kept.utf8.count == lead + (512 - lead) / bytes * bytes)
            }
        }
        #expect(NowPlaying.bounded(String(repeating: "€", count: 3), to: 2) == "")
    }

    @Test func nothingInATextBreaksALine() throws {
        var all = String.UnicodeScalarView()
        for value in UInt32(0)..<0x3000 { if let scalar = Unicode.Scalar(value) { all.append(scalar) } }
        for start in stride(from: 0, to: all.count, by: 100) {
            var now = NowPlaying(.playing)
            now.title = NowPlaying.bounded(String(String.UnicodeScalarView(all.dropFirst(start).prefix(100))))
            let line = now.line()
            #expect(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F })
            #expect(!line.unicodeScalars.contains { $0.value == 0x2028 || $0.value == 0x85 })
            #expect(read(line) == now)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
            #expect(object?["title"] == now.title)
        }
    }

    @Test func theLongestLineFits() {
        let quotes = NowPlaying.bounded(String(repeating: "\"", count: 100_000))
        var now = NowPlaying(.playing)
        (now.player, now.title, now.artist, now.album) = (quotes, quotes, quotes, quotes)
        (now.duration, now.elapsed, now.rate) = (999_999.999, 999_999.999, 999_999.999)
        #expect(now.line().utf8.count < NowPlaying.longestLine)
        #expect(read(now.line()) == now)
    }
}
