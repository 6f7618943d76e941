import Foundation
import TaplineConformance
import TaplineDaemon
import TaplineSimulator
import TestSupport

@Suite struct ExpectationTests {
    private func difference(_ lines: [String]) throws -> String? { try Corpus(expecting: lines).difference() }
    private func difference(rule: String) throws -> String? { try difference(Corpus.all + [rule]) }

    @Test func whatIsListedIsEnough() throws {
        #expect(try difference(Corpus.all) == nil)
    }

    /// What a replay writes is what it does.
    @Test func theLinesOfAReplayAreExpectations() throws {
        let corpus = try Corpus(expecting: [], header: #","trace":"a.trace.jsonl""#)
        let (config, file) = ("\(corpus.folder.path)/case/config.yaml", "\(corpus.folder.path)/case/a.trace.jsonl")
        var output = OutputStream.kept()
        let replay = try Replay<StandardRecognizer>(.touches(try Trace.read(file)), file: file, configuration: config)
        try replay.run(into: &output)
        corpus.remove()
        let lines = String(decoding: output.keptBytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
            String($0)
        }
        #expect(lines.count > 3)
        #expect(try difference(lines) == nil)
        #expect(try difference(lines.dropLast()) != nil)
        // With touches, too.
        let touch = #"{"t":0,"touch":1,"phase":"began","event":{"began":[1]}}"#
        let wrong = #"{"t":0,"touch":1,"phase":"began","event":{"began":[2]}}"#
        func withTouches(_ line: String) throws -> String {
            try Corpus(expecting: [line], header: #","trace":"a.trace.jsonl","touches":true"#).difference() ?? "passed"
        }
        #expect(try withTouches(touch).contains("a.expect.jsonl:2\n  expected  nothing more"))
        #expect(try withTouches(wrong).contains("differs   event\n"))
    }

    @Test func nothingElseMayHappen() throws {
        let report = try #require(try difference([Corpus.tapEnds, Corpus.panBegins]))
        #expect(report.contains("a.expect.jsonl:3\n  expected  nothing more\n  got       {\"seq\":"))
        #expect(report.contains(#""gesture":"drag","kind":"pan","state":"ended""#))
    }

    @Test func whatIsListedMustHappen() throws {
        let report = try #require(try difference(Corpus.all + [#"{"gesture":"tap","state":"ended"}"#]))
        #expect(report.contains("a.expect.jsonl:5\n"))
        #expect(report.contains("got       nothing more"))
    }

    @Test func differenceNamesLineAndKeys() throws {
        let report = try #require(
            try difference([#"{"t":80001,"gesture":"tap","state":"ended","taps":2,"x":100}"#]))
        #expect(report.contains("a.expect.jsonl:2\n"))
        #expect(report.contains("differs   t, taps\n"))
    }

    /// A button under the tap, a slider under the drag of ``Corpus/trace``.
    private static let controls = """
        tapline: config/1
        zones:
          - {name: ok, rect: [0, 0, 120px, 200px], control: button}
          - {name: dim, rect: [90px, 90px, 400px, 100px], control: {slider: horizontal}}
        """

    @Test func whatControlsDoIsComparedWhereALineExpectsIt() throws {
        func difference(_ lines: [String], header: String = "") throws -> String? {
            try Corpus(
                expecting: lines, header: #","trace":"a.trace.jsonl""# + header, config: Self.controls
            ).difference()
        }
        let press = #"{"t":0,"control":"dim","kind":"slider","action":"press"}"#
        let release = #"{"t":80000,"control":"dim","action":"release","value":{"from":0.02,"to":0.03}}"#
        let drag = [
            #"{"t":500000,"control":"dim","action":"press"}"#,
            #"{"t":570000,"control":"dim","action":"release","value":{"from":0.15,"to":0.2}}"#,
        ]
        #expect(try difference([press, release] + drag) == nil)
        let other = try #require(try difference([press] + drag))
        #expect(other.contains("a.expect.jsonl:3\n") && other.contains("differs   t, action\n"))
        // Nobody asks.
        #expect(try difference([]) == nil)
        #expect(try difference([], header: #","controls":true"#)?.contains("expected  nothing more") == true)
        #expect(try difference([#"{"each":"dim","states":["change"],"value":{"step":{"from":0}}}"#]) == nil)
        #expect(try difference([#"{"each":"dim","states":["change"],"value":{"to":0.1}}"#]) != nil)
    }

    /// (They checked nothing.)
    @Test func whatIsNotInTheConfigurationCannotBeChecked() throws {
        func complaint(_ lines: [String], header: String = "") throws -> String {
            try Corpus(expecting: lines, header: #","trace":"a.trace.jsonl""# + header).run().errors
        }
        let rule = try complaint(Corpus.all + [#"{"each":"dragg","count":0}"#])
        #expect(rule.hasSuffix("a.expect.jsonl:5: the configuration has no \"dragg\"; did you mean \"drag\"?\n"))
        let state = try complaint(Corpus.all + [#"{"each":"drag","states":["end"],"count":0}"#])
        #expect(state.contains(#"a.expect.jsonl:5: "drag" is never "end"; there are began, changed, ended, "#))
        let answer = try complaint([], header: #","answers":[{"shouldBegin":"pinch","is":false}]"#)
        #expect(answer.hasSuffix("a.expect.jsonl:1: the configuration has no \"pinch\": nothing would be checked\n"))
    }

    @Test func anActionIsOneOfThoseThatControlsHave() throws {
        let wrong = try Corpus(expecting: [#"{"control":"ok","action":"clack"}"#]).run().errors
        #expect(wrong.contains(#"a.expect.jsonl:2: "clack" is no action; there are press, "#), "\(wrong)")
    }

    /// Shaken from 1 to 2.5 s, and from 4 s on held sideways, as the trace says it.
    @Test func motionOfATraceIsPlayed() throws {
        func difference(_ lines: [String]) throws -> String? {
            let readings = (0..<600).map { i -> String in
                let t = Double(i) / 100
                let shake = t > 1 && t < 2.5 ? 1.5 * sin(2 * .pi * 4 * t) : 0
                return "{\"t\":\(i * 10_000),\"a\":\(t < 4 ? "[\(shake),1,0]" : "[1,0,0]")}"
            }
            return try Corpus([
                "case/config.yaml": """
                tapline: config/1
                motion:
                  - {name: shaken, kind: shake}
                  - {name: sideways, kind: orientation, is: landscapeLeft}
                """,
                "case/a.trace.jsonl": ([#"{"tapline":"trace/1","panel":{"width":800,"height":480}}"#] + readings)
                    .joined(separator: "\n"),
                "case/a.expect.jsonl":
                    ([
                        #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl"}"#
                    ] + lines).joined(separator: "\n"),
            ]).difference()
        }
        let shaken = #"{"gesture":"shaken","state":"began","t":{"from":1000000,"to":2500000}}"#
        let over = #"{"gesture":"shaken","state":"ended"}"#
        // (It is still held so when the trace ends.)
        let sideways = #"{"gesture":"sideways","state":"began","orientation":"landscapeLeft","t":{"from":4000000}}"#
        #expect(try difference([shaken, over, sideways]) == nil)
        #expect(try difference([shaken, over])?.contains("expected  nothing more") == true)
        #expect(try difference([]) != nil)
    }

    @Test func orderCounts() throws {
        let lines = [Corpus.panBegins, Corpus.tapEnds, Corpus.panEnds]
        #expect(try difference(lines) != nil)
        #expect(try difference([#"{"anyOrder":[\#(lines.joined(separator: ","))]}"#]) == nil)
        #expect(try difference([#"{"anyOrder":[\#(lines.joined(separator: ",")),\#(Corpus.tapEnds)]}"#]) != nil)
        #expect(try difference([#"{"anyOrder":[\#(Corpus.tapEnds),\#(Corpus.panEnds)]}"#]) != nil)
    }

    @Test func changesMayBeListedOrLeftOut() throws {
        let change = #"{"t":530000,"gesture":"drag","state":"changed","dx":20}"#
        #expect(try difference([Corpus.tapEnds, Corpus.panBegins, change, Corpus.panEnds]) == nil)
        let never = #"{"gesture":"drag","state":"changed","dx":21}"#
        #expect(try difference([Corpus.tapEnds, Corpus.panBegins, never, Corpus.panEnds]) != nil)
    }

    @Test(arguments: [
        (#""dx":50"#, true), (#""dx":50.0"#, true), (#""dx":51"#, false), (#""dx":"50""#, false),
        (#""dx":{"is":50.5,"within":0.5}"#, true), (#""dx":{"is":50.6,"within":0.5}"#, false),
        (#""dx":{"from":50}"#, true), (#""dx":{"to":50}"#, true), (#""dx":{"from":50.1}"#, false),
        (#""dx":{"from":-1e2,"to":4.9e1}"#, false), (#""dx":{"oneOf":[1,{"is":51,"within":1}]}"#, true),
        (#""dx":{"oneOf":[1,2]}"#, false), (#""dx":null"#, false), (#""taps":null"#, true), (#""zone":"a""#, false),
        (#""kind":"pan""#, true), (#""kind":"pa""#, false), (#""kind":true"#, false), (#""kind":{"from":0}"#, false),
    ])
    func valueIsAsTheLineSays(_ key: String, _ isRight: Bool) throws {
        let line = #"{"t":570000,"gesture":"drag","state":"ended",\#(key)}"#
        #expect((try difference([Corpus.tapEnds, Corpus.panBegins, line]) == nil) == isRight)
    }

    @Test(arguments: [
        (#"{"each":"drag","dx":{"from":0,"to":50}}"#, true), (#"{"each":"drag","dx":{"from":1}}"#, false),
        (#"{"each":"drag","states":["changed"],"dx":{"from":10}}"#, true),
        (#"{"each":"drag","during":{"from":540000},"dx":{"from":30}}"#, true),
        (#"{"each":"drag","during":{"from":540000},"dx":{"from":30.1}}"#, false),
        (#"{"each":"drag","dx":{"step":{"from":0,"to":10}}}"#, true),
        (#"{"each":"drag","dx":{"step":{"from":0,"to":9.9}}}"#, false),
        (#"{"each":"drag","states":["changed"],"dx":{"step":{"from":10,"to":10}}}"#, true),
        (#"{"each":"drag","dy":{"step":0}}"#, true), (#"{"each":"drag","taps":{"step":0}}"#, false),
        (#"{"each":"drag","count":7}"#, true), (#"{"each":"drag","count":{"from":8}}"#, false),
        // A rule about nothing would hold for anything.
        (#"{"each":"drag","states":["failed"]}"#, false), (#"{"each":"drag","states":["failed"],"count":0}"#, true),
    ])
    func ruleHoldsForAllEventsOfAGesture(_ rule: String, _ isKept: Bool) throws {
        #expect((try difference(rule: rule) == nil) == isKept)
    }

    @Test func stepThatIsTooLongShowsBothEvents() throws {
        let report = try #require(try difference(rule: #"{"each":"drag","dx":{"step":{"to":9}}}"#))
        #expect(report.contains("a.expect.jsonl:5\n"))
        #expect(report.contains(#"  before    {"seq":2,"t":510000"#))
        #expect(report.contains(#"  got       {"seq":3,"t":520000"#))
    }

    @Test func touchesAreListedWhereTheHeaderAsks() throws {
        let header = #","trace":"a.trace.jsonl","touches":true"#
        let lines = [
            #"{"t":0,"touch":1,"phase":"began"}"#, #"{"t":80000,"touch":1,"phase":"ended"}"#, Corpus.tapEnds,
            #"{"t":500000,"touch":2,"phase":"began"}"#, Corpus.panBegins,
            #"{"t":550000,"touch":2,"phase":"moved","x":150}"#, #"{"t":570000,"touch":2,"phase":"ended"}"#,
            Corpus.panEnds,
        ]
        #expect(try Corpus(expecting: lines, header: header).difference() == nil)
        #expect(try Corpus(expecting: Corpus.all, header: header).difference() != nil)
    }

    @Test func touchTimeoutIsTheBoards() throws {
        let header = #","trace":"a.trace.jsonl","touchTimeout":60000"#
        #expect(try Corpus(expecting: [Corpus.panBegins, Corpus.panEnds], header: header).difference() == nil)
    }

    /// A delegate as data: what a program would answer.
    @Test(arguments: [
        (#"{"shouldBegin":"drag","is":false}"#, [Corpus.tapEnds]),
        (#"{"shouldBegin":"tap","is":false}"#, [Corpus.panBegins, Corpus.panEnds]),
        (#"{"shouldReceive":"tap","is":false}"#, [Corpus.panBegins, Corpus.panEnds]),
        (#"{"shouldReceive":"tap","rect":[0,0,100,480],"is":false}"#, Corpus.all),
        (#"{"shouldReceive":"tap","rect":[0,0,100.5,480],"is":false}"#, [Corpus.panBegins, Corpus.panEnds]),
        (
            #"{"shouldRequireFailure":["drag","tap"],"is":true}"#,
            [Corpus.tapEnds, #"{"t":550000,"gesture":"drag","state":"began"}"#, Corpus.panEnds]
        ),
        (
            #"{"shouldBeRequiredToFail":["tap","drag"],"is":true}"#,
            [Corpus.tapEnds, #"{"t":550000,"gesture":"drag","state":"began"}"#, Corpus.panEnds]
        ),
        (#"{"shouldRequireFailure":["tap","drag"],"is":true}"#, Corpus.all),
    ])
    func answersAreGivenWhenAsked(_ answer: String, _ lines: [String]) throws {
        let header = #","trace":"a.trace.jsonl","answers":[\#(answer)]"#
        #expect(try Corpus(expecting: lines, header: header).difference() == nil)
    }

    @Test(arguments: [
        #"{}"#, #"{"shouldBegin":"drag"}"#, #"{"shouldBegin":["drag","tap"],"is":true}"#,
        #"{"canPrevent":"drag","is":true}"#,
        #"{"shouldDance":"drag","is":true}"#, #"{"shouldBegin":"drag","rect":[0,0,1,1],"is":true}"#,
        #"{"shouldReceive":"drag","rect":[0,0,1],"is":true}"#,
        #"{"shouldReceive":"drag","rect":[0,0,1,"1"],"is":true}"#, "1",
    ])
    func answerThatIsWrongIsNamed(_ answer: String) throws {
        let header = #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl","answers":[\#(answer)]}"#
        try expect(header, refusedWith: "a.expect.jsonl:1: ")
    }

    @Test(arguments: [
        (#"{"gesture":"drag","state":"ended","sacle":null}"#, #"no event has a "sacle"; did you mean "scale"?"#),
        (#"{"each":"drag","dxx":{"step":{"from":0}}}"#, #"no event has a "dxx"; did you mean "dx"?"#),
        (#"{"gesture":"drag","state":"begun"}"#, #""begun" is no state; there are "#),
        (#"{"touch":1,"phase":"up"}"#, #""up" is no phase; there are "#),
    ]) func whatNoEventCanHaveIsRefused(line: String, message: String) throws {
        let header = #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl"}"#
        try expect(header + "\n" + line, refusedWith: message)
    }

    @Test func refusedConfigurationMustNameWhatItSays() throws {
        let cycle =
            Corpus.tap
            + "relations:\n  - {gesture: tap, requireToFail: [drag]}\n  - {gesture: drag, requireToFail: [tap]}\n"
        #expect(try Corpus(expecting: [], header: #","refused":["tap","drag"]"#, config: cycle).difference() == nil)
        let other = try Corpus(expecting: [], header: #","refused":["tap","swing"]"#, config: cycle).difference()
        #expect(other?.contains("a refusal that names swing") == true)
        let accepted = try Corpus(expecting: [], header: #","refused":["tap"]"#).difference()
        #expect(accepted?.contains("it is accepted") == true)
    }

    // MARK: What is wrong in the files

    @Test(arguments: [
        ("", ":1: the file is empty"), ("x", ":1: no JSON"), ("{}", ":1: there is no header"),
        (#"{"tapline":"expect/2"}"#, #":1: the format is "expect/2""#),
        (#"{"tapline":"expect/1"}"#, ":1: \"config\" is missing"),
        (#"{"tapline":"expect/1","config":"c"}"#, ":1: there is one of \"trace\" and \"refused\""),
        (#"{"tapline":"expect/1","config":"c","trace":"t","refused":["a"]}"#, ":1: there is one of"),
        (#"{"tapline":"expect/1","config":"../c","trace":"t"}"#, ":1: \"config\" must name a file of the same folder"),
        (#"{"tapline":"expect/1","config":"c","trace":"a/t"}"#, ":1: \"trace\" must name a file"),
        (#"{"tapline":"expect/1","config":"c","trace":"t","speed":1}"#, ":1: \"speed\" is unknown"),
        (#"{"tapline":"expect/1","config":"c","trace":"t","touchTimeout":0}"#, ":1: \"touchTimeout\" must be"),
        (#"{"tapline":"expect/1","config":"c","refused":["a"]}"# + "\n{}", ":2: nothing can happen"),
    ])
    func headerThatIsWrongIsNamed(_ text: String, _ message: String) throws {
        try expect(text, refusedWith: message)
    }

    @Test(arguments: [
        ("{", "no JSON"), ("[]", "this is no object"), ("{}", "an event has a \"state\""),
        (#"{"state":[]}"#, "\"state\": a list is no expectation"), (#"{"state":{}}"#, "\"state\": a number is"),
        (#"{"state":"a","t":{"is":1}}"#, "\"t\": a number is"),
        (#"{"state":"a","t":{"like":1}}"#, "\"like\" is unknown"),
        (#"{"state":"a","t":{"from":2,"to":1}}"#, "\"t\": a number is"),
        (#"{"state":"a","t":{"is":1,"within":-1}}"#, "\"t\": a number is"),
        (#"{"state":"a","t":{"oneOf":[]}}"#, "\"oneOf\" stands alone"),
        (#"{"anyOrder":[]}"#, "\"anyOrder\" stands alone"),
        (#"{"anyOrder":[1]}"#, "an event must be an object"), (#"{"each":1}"#, "\"each\" must name a gesture"),
        (#"{"each":"a","count":"1"}"#, "\"count\" must be a number"),
        (#"{"each":"a","t":{"step":{"from":1},"to":1}}"#, "\"step\" of \"t\" stands alone"),
    ])
    func lineThatIsWrongIsNamed(_ line: String, _ message: String) throws {
        let header = #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl"}"#
        try expect(header + "\n\n" + line, refusedWith: ":3: ")
        try expect(header + "\n\n" + line, refusedWith: message)
    }

    private func expect(_ text: String, refusedWith message: String) throws {
        let corpus = try Corpus([
            "case/a.expect.jsonl": text, "case/config.yaml": Corpus.tap, "case/a.trace.jsonl": Corpus.trace,
        ])
        let error = #expect(throws: ServiceError.self) { try corpus.difference() }
        #expect(error?.exitCode == .badData)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    /// Thousands of damaged files: refused or read, never a trap.
    @Test func damagedExpectationsNeverTrap() throws {
        let lines = [
            #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl","note":"x"}"#, Corpus.tapEnds,
            #"{"anyOrder":[{"t":{"oneOf":[510000,1]},"gesture":"drag","state":"began"}]}"#,
            #"{"t":570000,"gesture":"drag","state":"ended","dx":{"is":50,"within":0.1},"zone":null}"#,
            #"{"each":"drag","during":{"from":1e5,"to":9e5},"count":{"from":1},"dx":{"step":{"from":-1,"to":11}}}"#,
        ]
        let text = Array(lines.joined(separator: "\n").utf8)
        let letters = Array(#"{}[]",:0123456789eE+-.ntu \"#.utf8)
        var random = Seed.random("damaged expectations")
        func next(_ below: Int) -> Int { random.next(below: below) }
        for _ in 0..<20_000 {
            var damaged = text
            for _ in 0...next(3) {
                let at = next(damaged.count)
                switch next(3) {
                case 0: damaged[at] = letters[next(letters.count)]
                case 1: damaged.remove(at: at)
                default: damaged.insert(letters[next(letters.count)], at: at)
                }
            }
            do {
                _ = try Expectation(damaged, file: "a")
            } catch {
                #expect(error.description.hasPrefix("a:"))
            }
        }
    }
}
