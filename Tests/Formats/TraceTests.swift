import TaplineSimulator
import TestSupport

@Suite struct TraceTests {
    private let header = #"{"tapline":"trace/1","panel":{"width":800,"height":480}}"#

    private func trace(_ lines: String...) throws(LineFormatError) -> Trace {
        try Trace(Array(([header] + lines).joined(separator: "\n").utf8), file: "t.jsonl")
    }
    private func complaint(_ text: String) -> String {
        do throws(LineFormatError) {
            _ = try Trace(Array(text.utf8), file: "t.jsonl")
            return "none"
        } catch {
            return error.description
        }
    }

    @Test func aConfigurationInTheRecordingsPlaceIsNamed() {
        do throws(LineFormatError) {
            _ = try Trace(Array("tapline: config/1".utf8), file: "c.yaml")
            Issue.record("a configuration is no recording")
        } catch {
            #expect(error.description.hasSuffix("a recording is JSON on every line, this file is YAML by its name"))
        }
    }

    @Test func linesAreReadAsTheyStand() throws {
        let trace = try trace(
            #"{"t":0,"c":[[0,100.0,200.5]]}"#, "", #" {"c":[[-1,1e2,2,0.5],[7,3,4]],"t":10000,"more":[1,{"a":null}]} "#,
            #"{"t":10000,"fault":"bus"}"#, #"{"t":20000,"cancel":true}"#, #"{"t":9007199254740993,"c":[]}"#)
        #expect(trace.count == 5)
        guard case .report(let contacts) = trace[1].event else { return }
        #expect(contacts.count == 2 && contacts[0].id == -1 && contacts[0].x == 100 && contacts[0].pressure == 0.5)
        #expect(trace[4].time.microseconds == 9_007_199_254_740_993)
        if case .cancel = trace[3].event {} else { Issue.record("no cancellation") }
        if case .fault = trace[2].event {} else { Issue.record("no fault") }
    }

    @Test(arguments: [
        ("", "t.jsonl:1: the file is empty"),
        (#"{"t":0,"c":[]}"#, "t.jsonl:1: there is no header"),
        (#"{"tapline":"trace/2","panel":{"width":1,"height":1}}"#, "t.jsonl:1: the format is \"trace/2\""),
        (#"{"tapline":"trace/1"}"#, "t.jsonl:1: the header has no panel"),
        (#"{"tapline":"trace/1","panel":{"width":0,"height":1}}"#, "t.jsonl:1: the panel's width"),
        (#"{"tapline":"trace/1","panel":{"width":8,"height":4,"width_mm":5}}"#, "t.jsonl:1: the panel's width_mm"),
        ("nonsense", "t.jsonl:1: no JSON"),
    ]) func headersThatAreWrongNameTheFirstLine(text: String, message: String) {
        #expect(complaint(text).hasPrefix(message))
    }

    @Test(arguments: [
        #"{"t":5,"c":[[0,1,2]}"#, #"{"t":5,"c":[[0,1]]}"#, #"{"t":5,"c":[[0,1,2,3,4]]}"#, #"{"t":-1,"c":[]}"#,
        #"{"t":4,"c":[]}"#, #"{"t":5.5,"c":[]}"#, #"{"t":"5","c":[]}"#, #"{"c":[]}"#, #"{"t":5}"#, #"[5]"#,
        #"{"t":5,"c":[[0,NaN,1]]}"#, #"{"t":5,"c":[[0,1e999,1]]}"#, #"{"t":5,"c":[[0.5,1,1]]}"#,
        #"{"t":5,"c":[[-2,1,1]]}"#, #"{"t":5,"c":[[4294967296,1,1]]}"#, #"{"t":5,"fault":"other"}"#,
        #"{"t":5,"cancel":false}"#, #"{"t":5,"c":[]} x"#, #"{"t":5,"t":6,"c":[]}"#, #"{"t":5,"c":null}"#,
        #"{"t":99999999999999999999,"c":[]}"#, #"{"t":5,"c":[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]}"#,
        "{\"t\":5,\"\u{1}\":1}",
        #"{'t':5,"c":[]}"#, #"{"t":05,"c":[]}"#,
        #"{"t":5,"c":[[0,1,1],[1,1,1],[2,1,1],[3,1,1],[4,1,1],[5,1,1],[6,1,1],[7,1,1],[8,1,1],[9,1,1],[10,1,1],[11,1,1],[12,1,1],[13,1,1],[14,1,1],[15,1,1],[16,1,1]]}"#,
    ]) func linesThatAreWrongNameTheirLine(line: String) {
        let text = [header, "", #"{"t":5,"c":[]}"#, line, #"{"t":9,"c":[]}"#].joined(separator: "\n")
        let found = complaint(text)
        #expect(found.hasPrefix("t.jsonl:4: "), "\(found)")
    }

    @Test func hostileBytesNeverTrap() {
        var random = Seed.random("hostile bytes of a trace")
        func next(_ bound: Int) -> Int { random.next(below: bound) }
        let valid = Array([header, #"{"t":5,"c":[[0,1.5,-2e3],[1,"\u0041",true]]}"#].joined(separator: "\n").utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0...next(6) {
                switch next(3) {
                case 0: bytes[next(bytes.count)] = UInt8(next(256))
                case 1: bytes.remove(at: next(bytes.count))
                default: bytes.insert(UInt8(next(256)), at: next(bytes.count))
                }
            }
            _ = try? Trace(bytes, file: "t")
        }
    }
}
