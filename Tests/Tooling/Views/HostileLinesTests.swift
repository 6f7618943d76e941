import TestSupport

@testable import TaplineViews

/// Lines that nobody of ours has written: a monitor shows them as damaged, or shows what they say, and never traps.
struct HostileLinesTests {
    private func decode(_ line: String) -> ViewMessage {
        var decoder = MessageDecoder()
        return decoder.decode(Array(line.utf8))
    }

    private func isDamaged(_ line: String) -> Bool { if case .damaged = decode(line) { true } else { false } }

    /// A state that has heard these lines, drawn at some sizes.
    @discardableResult
    private func watch(_ lines: [String]) -> MonitorState {
        var state = MonitorState(source: "test")
        for (index, line) in lines.enumerated() { state.take(decode(line), at: Int64(index) * 1_000) }
        for isASCII in [true, false] {
            for (width, height) in [(60, 16), (80, 24), (200, 50)] {
                _ = MonitorScreen(isASCII: isASCII).draw(state, at: 50_000, width: width, height: height)
            }
        }
        return state
    }

    @Test func linesLeftOutBeyondEveryNumberAreTheLargest() {
        let line = #"{"t":1,"dropped":9223372036854775807}"#
        #expect(watch([line, line]).leftOut == .max)
        #expect(saturatingSum(.max, 1) == .max)
        #expect(saturatingSum(.max - 1, 1) == .max)
        #expect(saturatingSum(2, 3) == 5)
    }

    @Test(
        arguments: [
            #"{"t":1,"touches":[[-9223372036854775808,10,10]]}"#, #"{"t":1,"touches":[[-2,10,10]]}"#,
            #"{"t":1,"touches":[[2147483648,10,10]]}"#, #"{"t":1,"touches":[[0,1e307,10]]}"#,
            #"{"t":1,"touches":[[0,10,-100000001]]}"#, #"{"t":1,"c":[[0,1e400,10]]}"#,
            #"{"t":-1,"touches":[]}"#, #"{"t":-9223372036854775808,"dropped":1}"#,
            #"{"seq":1,"t":1,"gesture":"a","kind":"tap","state":"ended","x":1e308,"y":1}"#,
            #"{"seq":1,"t":1,"gesture":"a","kind":"tap","state":"ended","x":1,"y":-1e307}"#,
            #"{"seq":1,"t":-1,"gesture":"a","kind":"tap","state":"ended","x":1,"y":1}"#,
            #"{"t":1,"touch":-9223372036854775808,"phase":"began","x":5,"y":5}"#,
            #"{"t":1,"touch":"one","phase":"began","x":5,"y":5}"#,
        ]) func figuresThatNoPanelSaysAreDamage(_ line: String)
    {
        #expect(isDamaged(line))
        watch([#"{"tapline":"panel/1","width":800,"height":480}"#, line])
        watch([line])
    }

    @Test(
        arguments: [
            "TL,1,1,touches,touch,began,5,5,-9223372036854775808,1", "TL,1,1,touches,touch,began,5,5,one,1",
            "TL,1,1,a,tap,ended,1e308,5", "TL,1,1,a,tap,ended,inf,5", "TL,1,-1,a,tap,ended,5,5",
        ]) func sentencesOfNoPanelAreDamage(_ body: String)
    {
        #expect(isDamaged(sentence(body)))
        watch([sentence(body)])
    }

    @Test func figuresAtTheLimitsAreRead() {
        for line in [
            #"{"t":9223372036854775807,"touches":[[2147483647,100000000,-100000000],[-1,0,0]]}"#,
            #"{"seq":1,"t":0,"gesture":"a","kind":"tap","state":"ended","x":1e8,"y":-1e8}"#,
            sentence("TL,9223372036854775807,9223372036854775807,touches,touch,began,100000000,5,2147483647,1"),
        ] {
            #expect(!isDamaged(line), "\(line)")
            watch([line])
        }
    }

    @Test(arguments: ["inf,5", "5,-inf", "nan,5", "1e9,5"]) func textOfNoPlaceIsText(_ place: String) throws {
        guard case .text = decode("   1.090 s  tap         ended      at \(place)")
        else { throw Missing("\(place) is no place") }
        watch(["   1.090 s  tap         ended      at \(place)"])
    }

    @Test(arguments: ["*+5", "*-0", "* 5", "*5", "*5g"]) func checksumIsTwoDigits(_ ending: String) {
        // The sum of the body is 05.
        let body = "TL,0,1,0"
        #expect(body.utf8.reduce(UInt8(0)) { $0 ^ $1 } == 0x05)
        #expect(isDamaged("$\(body)\(ending)"))
        #expect(!isDamaged("$\(body)*05"))
    }

    @Test func panelThatIsAStripIsDrawn() {
        for panel in [
            #"{"tapline":"panel/1","width":1000000,"height":1}"#, #"{"tapline":"panel/1","width":1,"height":1000000}"#,
            #"{"tapline":"panel/1","width":800,"height":480,"width_mm":1e300,"height_mm":1e-300}"#,
            #"{"tapline":"panel/1","width":800,"height":480,"zones":[{"name":"z","rect":[-1e300,1e300,1e308,1e308]}]}"#,
            #"{"tapline":"panel/1","width":800,"height":480,"zones":[{"name":"z","circle":[1e308,1,1e308]}]}"#,
        ] { watch([panel, #"{"t":1,"touches":[[0,10,10]]}"#, #"{"t":2,"touches":[[0,700,400]]}"#]) }
    }

    @Test func linesThatHaveBeenDamagedOnTheirWayDoNotTrap() {
        var random = Seed.random("lines")
        let lines = [
            #"{"tapline":"panel/1","width":800,"height":480,"width_mm":154,"height_mm":86,"zones":[{"name":"z","rect":[0,0,9,9]}]}"#,
            #"{"t":1,"touches":[[0,10,10],[1,700,400.5]]}"#, #"{"t":1,"dropped":3}"#,
            #"{"seq":1,"t":1000,"gesture":"zoom","kind":"pinch","state":"began","touches":2,"x":1,"y":2,"scale":1.25}"#,
            "$TL,12,480000,lamp,tap,ended,101,200,2*3C", "   1.090 s  tap         ended      at 200,144, 2 taps",
        ].map { Array($0.utf8) }
        let digits = Array("0123456789-e.+[]{}\",:".utf8)
        for _ in 0..<300 {
            var state = MonitorState(source: "test")
            var decoder = MessageDecoder()
            for step in 0..<8 {
                var line = lines[Int.random(in: 0..<lines.count, using: &random)]
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    let place = Int.random(in: 0..<line.count, using: &random)
                    let byte = digits[Int.random(in: 0..<digits.count, using: &random)]
                    if Bool.random(using: &random) { line[place] = byte } else { line.insert(byte, at: place) }
                }
                state.take(decoder.decode(line), at: Int64(step) * 50_000)
            }
            _ = MonitorScreen(isASCII: Bool.random(using: &random)).draw(state, at: 500_000, width: 80, height: 24)
        }
    }
}
