import TaplineFormats
import TestSupport

@testable import TaplineViews

/// What lines say, of every format, and what is wrong with them.
struct MessageDecoderTests {
    private func decode(_ line: String) -> ViewMessage {
        var decoder = MessageDecoder()
        return decoder.decode(Array(line.utf8))
    }

    private func event(_ line: String) -> ViewEvent? {
        if case .event(let event) = decode(line) { event } else { nil }
    }

    @Test func sentenceAndJSONTellTheSame() throws {
        let told = try #require(event("$TL,12,480000,lamp,tap,ended,101,200,2*3C"))
        var same = try #require(
            event(
                #"{"seq":12,"t":480000,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":101.0,"y":200.0,"taps":2}"#
            ))
        #expect(same.touches == 1)
        same.touches = nil
        #expect(told == same)
        #expect(told.summary == ", 2 taps")
    }

    @Test(
        arguments: [
            ("TL,1,2,drag,pan,changed,314,288,59,-1,1482,0", ["dx": "59", "dy": "-1", "vx": "1482", "vy": "0"]),
            ("TL,1,2,s,swipe,ended,1,2,left,-900,3", ["direction": "left", "vx": "-900"]),
            ("TL,1,2,e,edgePan,began,1,2,left,0,0,1,1", ["edge": "left", "dx": "0"]),
            ("TL,1,2,z,pinch,changed,1,2,1.2345,0.8", ["scale": "1.2345", "velocity": "0.8"]),
            ("TL,1,2,z,pinch,ended,1,2,inward", ["direction": "inward"]),
            ("TL,1,2,r,rotation,changed,1,2,0.5,0.1", ["rotation": "0.5", "velocity": "0.1"]),
            (
                "TL,1,2,t,transform,changed,1,2,1,2,3,4,1.5,0.2,0.3,0.4",
                ["dx": "1", "scale": "1.5", "rotation": "0.2", "rotationVelocity": "0.4"]
            ),
            ("TL,1,2,l,stroke,ended,1,2,z,0.93", ["name": "z", "score": "0.93"]),
            ("TL,1,2,vol,slider,change,1,2,0.25", ["value": "0.25"]),
        ]) func sentencesOfEveryKindHaveTheirValues(_ body: String, _ values: [String: String]) throws
    {
        let told = try #require(event(sentence(body)))
        for (key, text) in values { #expect(told[try #require(EventField(key: key))] == text) }
    }

    @Test func sentenceWithAReasonTellsIt() throws {
        let failed = try #require(event(sentence("TL,1,2,s,swipe,failed,1,2,offAxis 41.2deg")))
        #expect(failed.why == "offAxis 41.2deg")
        #expect(failed.values.isEmpty)
        let cancelled = try #require(event(sentence("TL,1,2,z,pinch,cancelled,1,2,1.5,0.1,preventedBy zoom")))
        #expect(cancelled.why == "preventedBy zoom")
        #expect(cancelled[.scale] == "1.5")
    }

    @Test func escapedNamesAreReadAsTheirBytes() {
        #expect(event(sentence("TL,1,2,caf^C3^A9^2C,tap,ended,1,2,1"))?.name == "café,")
    }

    @Test func touchOfASentenceIsATouch() throws {
        let touch = try #require(event(sentence("TL,5,7,touches,touch,moved,10,20,3,1,2,left")))
        #expect(touch.subject == .touch && touch.name == "3" && touch.touches == 2 && touch.zone == "left")
    }

    @Test func greetingsOfEveryFormatNameTheBoard() {
        #expect(decode("$TL,0,1,simulated*4F") == .greeting(board: "simulated", configuration: ""))
        #expect(decode("Tapline, simulated") == .greeting(board: "simulated", configuration: ""))
        #expect(
            decode(#"{"tapline":"events/1","board":"b","config":"sha256:0","clock":"monotonic"}"#)
                == .greeting(board: "b", configuration: "sha256:0"))
    }

    @Test(
        arguments: [
            ("$TL,12,480000,lamp,tap,ended,101,200,2*3D", "the checksum is 3C, the line says 3D"),
            ("$TL,12,480000,lamp,tap,ended,101,200,2", "no checksum"),
            ("$TL,12,480000,lamp,tap,ended,101,200,2*3", "the checksum is not two digits"),
            ("$TL,12,480000,lamp,tap,ended,101,200,2*3C9", "the checksum is not two digits"),
            (#"{"seq":1,"t":4"#, "a comma or a closing brace is missing at byte 15"),
            (#"{"seq":1,"t":4,"gesture":"a","state":"ended"}"#, "a key is missing or of another type"),
            (#"{"t":4,"touches":[[1,2]]}"#, "a key is missing or of another type"),
        ]) func damagedLineSaysWhy(_ line: String, _ why: String)
    {
        guard case .damaged(let told, _) = decode(line) else {
            Issue.record("\(line) counts as \(decode(line))")
            return
        }
        #expect(told == why)
    }

    @Test func everyChangedByteOfASentenceShows() {
        let line = Array("$TL,12,480000,lamp,tap,ended,101,200,2*3C".utf8)
        for index in 1..<line.count - 3 {
            for bit in 0..<7 {
                var changed = line
                changed[index] ^= 1 << UInt8(bit)
                var decoder = MessageDecoder()
                guard case .damaged = decoder.decode(changed) else {
                    Issue.record("bit \(bit) of byte \(index) does not show")
                    continue
                }
            }
        }
    }

    @Test func bytesOfAnotherRateAreNoText() throws {
        var decoder = MessageDecoder()
        guard case .damaged(let why, _) = decoder.decode([0xF8, 0x00, 0x78, 0x80])
        else { throw Missing("they count as text") }
        #expect(why == "no text; is the rate right?")
    }

    @Test func lineThatBeganBeforeAnybodyListenedIsNoDamage() throws {
        var decoder = MessageDecoder(joinsStream: true)
        #expect(decoder.decode(Array("nded,101,200,2*3C".utf8)) == .fragment)
        guard case .text = decoder.decode(Array("nded,101,200,2*3C".utf8))
        else { throw Missing("only the first line may be one") }
        var whole = MessageDecoder(joinsStream: true)
        guard case .greeting = whole.decode(Array("$TL,0,1,simulated*4F".utf8))
        else { throw Missing("a first line that is whole counts") }
        var fromStart = MessageDecoder()
        guard case .damaged = fromStart.decode(Array("$nded*3C".utf8))
        else { throw Missing("in a file nothing came before") }
    }

    @Test func textOfARunIsUnderstood() throws {
        let tap = try #require(event("   1.090 s  tap         ended      at 200,144"))
        #expect(tap.time == 1_090_000 && tap.name == "tap" && tap.state == "ended" && tap.x == 200 && tap.y == 144)
        let pinch = try #require(event("  12.000 s  two words   ended      at 400,240, 2 fingers, outward"))
        #expect(pinch.name == "two words" && pinch.summary == ", 2 fingers, outward")
        let touch = try #require(event("   0.010 s  touch 3     moved      at 1,2, touches 1, taps 1"))
        #expect(touch.subject == .touch && touch.name == "3")
        #expect(
            decode("   1.517 s      GPIO23  active, high")
                == .level(time: 1_517_000, line: "GPIO23", isHigh: true, isActive: true))
        #expect(
            decode("\u{1B}[2m   1.617 s      GPIO23  idle, low\u{1B}[0m")
                == .level(time: 1_617_000, line: "GPIO23", isHigh: false, isActive: false))
        #expect(decode("# reports 12") == .text("# reports 12"))
    }

    @Test func whatHappensNowhereIsShownWithoutAPlace() throws {
        let gesture = #""gesture":"untouched 30s","kind":"untouched","state":"began""#
        let nowhere = try #require(event("{\"seq\":1,\"t\":500000,\(gesture),\"touches\":0,\"x\":0.0,\"y\":0.0}"))
        #expect(MonitorText.line(nowhere) == "   0.500 s  untouched 30s began")
        let corner = try #require(event("{\"seq\":1,\"t\":500000,\(gesture),\"touches\":1,\"x\":0.0,\"y\":0.0}"))
        #expect(MonitorText.line(corner) == "   0.500 s  untouched 30s began      at 0,0")
        let lift = try #require(
            event(#"{"seq":1,"t":500000,"touch":1,"phase":"ended","x":0.0,"y":0.0,"taps":1,"touches":0}"#))
        #expect(MonitorText.line(lift) == "   0.500 s  touch 1     ended      at 0,0")
    }

    @Test func terminalIsNotCommandedFromOutside() {
        guard case .text(let text) = decode("a \u{1B}]0;title\u{7} b") else {
            // (A bell is no text.)
            guard case .damaged(_, let line) = decode("a \u{1B}]0;title\u{7} b") else {
                Issue.record("neither text nor damage")
                return
            }
            #expect(!line.unicodeScalars.contains("\u{1B}"))
            return
        }
        #expect(!text.unicodeScalars.contains("\u{1B}"))
    }

    @Test func fingersLevelsAndDropsOfADaemonAreUnderstood() {
        #expect(
            decode(#"{"t":5,"touches":[[0,1.5,2],[3,4,5]]}"#)
                == .fingers(time: 5, [.init(id: 0, x: 1.5, y: 2), .init(id: 3, x: 4, y: 5)]))
        #expect(decode(#"{"t":5,"c":[[0,1,2,40]]}"#) == .fingers(time: 5, [.init(id: 0, x: 1, y: 2)]))
        #expect(
            decode(#"{"t":5,"line":"GPIO23","level":0,"active":true}"#)
                == .level(time: 5, line: "GPIO23", isHigh: false, isActive: true))
        #expect(decode(#"{"t":5,"dropped":7}"#) == .dropped(time: 5, 7))
        #expect(decode(#"{"t":5,"w":"814e","r":"81"}"#) == .bus(.entry))
        #expect(decode(#"{"t":5,"something":"new"}"#) == .unknown)
        #expect(decode(#"{"tapline":"panel/9"}"#) == .unknown)
    }

    @Test func commandToRunIsItsPlaceAndTheValuesOfItsWords() {
        var event = ViewEvent()
        (event.time, event.sequence, event.name, event.state) = (7, 12, "a", "ended")
        event.values = [.init(key: "dx", text: "3.5")]
        #expect(decode(#"{"run":31,"seq":12,"t":7,"gesture":"a","state":"ended","dx":3.5}"#) == .run(31, event))
        event = ViewEvent()
        event.time = 7
        #expect(decode(#"{"run":0,"t":7}"#) == .run(0, event))
        // A gesture of one's own may measure what it likes.
        guard
            case .event = decode(
                #"{"seq":1,"t":7,"gesture":"a","kind":"own","state":"ended","touches":1,"x":1,"y":1,"run":3}"#)
        else {
            Issue.record("an event with a value called run is none")
            return
        }
        for line in [#"{"run":32,"t":7}"#, #"{"run":-1,"t":7}"#, #"{"run":"0","t":7}"#, #"{"run":0,"t":7,"x":1e99}"#] {
            guard case .damaged = decode(line) else {
                Issue.record("\(line): \(decode(line))")
                continue
            }
        }
    }

    @Test func motionOfADaemonAndOfARecordingIsUnderstood() {
        func read(_ line: String) -> ViewMessage {
            var decoder = MessageDecoder()
            return decoder.decode(Array(line.utf8))
        }
        #expect(
            read(#"{"seq":3,"t":5,"a":[0.5,0,1],"w":[0,0,-2],"gravity":[0,0,1],"user":[0.5,0,0],"attitude":[0,0,0,1]}"#)
                == .motion(
                    ViewMotion(
                        time: 5, acceleration: SIMD3(0.5, 0, 1), rotationRate: SIMD3(0, 0, -2), gravity: SIMD3(0, 0, 1))
                ))
        #expect(read(#"{"t":5,"a":[0,1,0]}"#) == .motion(ViewMotion(time: 5, acceleration: SIMD3(0, 1, 0))))
        #expect(read(#"{"seq":4,"t":5,"sensor":"lost"}"#) == .sensor(time: 5, sequence: 4, isThere: false))
        for line in [
            #"{"t":5,"a":[0,1]}"#, #"{"t":5,"a":[0,1,"x"]}"#, #"{"t":5,"a":[0,1,1e9]}"#, #"{"t":5,"a":[0,1,0],"w":3}"#,
            #"{"t":-5,"a":[0,1,0]}"#,
        ] {
            guard case .damaged = read(line) else {
                Issue.record("\(line): \(read(line))")
                continue
            }
        }
    }

    @Test func panelIsUnderstood() throws {
        guard
            case .panel(let panel) = decode(
                #"{"tapline":"panel/1","name":"lamp","board":"b","chip":"gt911","width":800,"height":480,"width_mm":86.4,"height_mm":51.8,"zones":[{"name":"l","rect":[0,0,400,480]},{"name":"k","circle":[1,2,3]},{"name":"new","oval":[1]}],"gestures":[{"name":"zoom","kind":"pinch"}],"lines":[{"name":"GPIO23","level":1,"active":false}]}"#
            )
        else {
            Issue.record("no panel")
            return
        }
        #expect(panel.width == 800 && panel.height == 480 && panel.millimetres?.width == 86.4)
        #expect(panel.zones.map(\.name) == ["l", "k"])
        #expect(panel.gestures == ["zoom"])
        #expect(panel.lines == [.init(name: "GPIO23", isHigh: true, isActive: false)])
    }

    @Test func anyBytesAreReadWithoutATrap() {
        let lines = [
            #"{"tapline":"panel/1","width":1e300,"height":-1}"#, #"{"t":9223372036854775807,"dropped":-5}"#,
            "$TL,99999999999999999999,1,a,tap,ended,1,2*00", sentence("TL,1,2,a,tap,ended,nan,inf,1"),
            sentence("TL"), sentence(""), "1e999 s a ended at 1,2", #"{"t":1,"touches":[[1e300,1e300,-1e300]]}"#,
        ]
        var state = MonitorState(source: "s")
        for line in lines { state.take(decode(line), at: 0) }
        _ = MonitorScreen(isASCII: false).draw(state, at: 0, width: 80, height: 24)
    }
}

/// A line of a serial port with its checksum.
func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
}
