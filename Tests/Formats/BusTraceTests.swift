import TaplineSimulator
import TestSupport

@Suite struct BusTraceTests {
    private static let header = #"{"tapline":"bus/1","chip":"gt911","address":"0x5d"}"#

    private func complaint(_ text: String) -> String {
        do throws(LineFormatError) {
            _ = try BusTrace(Array(text.utf8), file: "b.jsonl")
            return "none"
        } catch {
            return error.description
        }
    }

    @Test func linesAreReadAsTheyStand() throws {
        let text = """
            {"tapline":"bus/1","chip":"gt911","address":"0x14","board":"x \\"y\\"","more":[1]}
            {"t":1200,"int":0}

            {"t":1250,"w":"814E","r":"81"}
            {"t":1250,"w":"","r":"00","note":"a mere read"}
            {"t":1900,"w":"814e00"}
            {"t":9000,"w":"814e","err":"timeout"}
            """
        let trace = try BusTrace(Array(text.utf8), file: "b.jsonl")
        #expect(trace.chip == "gt911" && trace.address == 0x14 && trace.board == "x \"y\"")
        #expect(trace.count == 5 && trace.end.microseconds == 9_000)
        #expect(trace[0].event == .interrupt(isHigh: false))
        #expect(trace[1].time.microseconds == 1_250)
        #expect(trace[1].event == .transfer(written: [0x81, 0x4E], read: [0x81], error: nil))
        #expect(trace[2].event == .transfer(written: [], read: [0], error: nil))
        #expect(trace[3].event == .transfer(written: [0x81, 0x4E, 0], read: [], error: nil))
        #expect(trace[4].event == .transfer(written: [0x81, 0x4E], read: [], error: BusError(errno: 110)))
        #expect(try BusTrace(Array(trace.text.utf8), file: "b.jsonl") == trace)
    }

    @Test func whatIsWrittenIsTheFormatsText() {
        let transfer = { (written: [UInt8], read: [UInt8], error: Int32?) in
            BusEntry.Kind.transfer(
                address: 0x5D, written: written, read: read, error: error.map { BusError(errno: $0) })
        }
        let kinds: [BusEntry.Kind] = [
            .line(.reset, .low), .interrupt(true), transfer([0x81, 0x4E], [0x81], nil),
            transfer([0x81, 0x4E, 0], [], nil), .interrupt(false),
            .transfer(address: 0x14, written: [0x81, 0x40], read: [], error: BusError(errno: 6)),
            transfer([0x81, 0x4E], [], 6), transfer([0x81, 0x4E], [], 71),
        ]
        var entries: [BusEntry] = []
        for (index, kind) in kinds.enumerated() {
            entries.append(BusEntry(time: Instant(microseconds: Int64(index - 1) * 50), kind: kind))
        }
        let trace = BusTrace(chip: "gt911", address: 0x5D, board: "a\"\u{1}", entries: entries)
        #expect(
            trace.text == """
                {"tapline":"bus/1","chip":"gt911","address":"0x5d","board":"a\\"\\u0001"}
                {"t":0,"int":0}
                {"t":50,"w":"814e","r":"81"}
                {"t":100,"w":"814e00"}
                {"t":150,"int":1}
                {"t":250,"w":"814e","err":"nack"}
                {"t":300,"w":"814e","err":"eio"}

                """)
        #expect(
            BusTrace(chip: "gt911", address: 0x5D, entries: [entries[1]], interruptIsActiveHigh: true).text
                .hasSuffix("\n{\"t\":0,\"int\":1}\n"))
    }

    @Test(arguments: [
        ("", "the file is empty"), ("nonsense", "no JSON"), (#"{"t":0,"int":0}"#, "there is no header"),
        (#"{"tapline":"bus/2","chip":"gt911","address":"0x5d"}"#, "the format is \"bus/2\""),
        (#"{"tapline":"bus/1","address":"0x5d"}"#, "the header names no chip"),
        (#"{"tapline":"bus/1","chip":911,"address":"0x5d"}"#, "the header names no chip"),
        (#"{"tapline":"bus/1","chip":"gt911"}"#, "the header's \"address\""),
        (#"{"tapline":"bus/1","chip":"gt911","address":93}"#, "the header's \"address\""),
        (#"{"tapline":"bus/1","chip":"gt911","address":"5d"}"#, "the header's \"address\""),
        (#"{"tapline":"bus/1","chip":"gt911","address":"0xba"}"#, "the header's \"address\""),
        (#"{"tapline":"bus/1","chip":"gt911","address":"0x5d","board":7}"#, "\"board\" must be a name"),
    ]) func headersThatAreWrongNameTheFirstLine(text: String, message: String) {
        #expect(complaint(text).hasPrefix("b.jsonl:1: " + message))
    }

    @Test(arguments: [
        #"{"t":5}"#, #"{"w":"814e"}"#, #"{"t":-1,"int":0}"#, #"{"t":4,"int":0}"#, #"{"t":5.5,"int":0}"#,
        #"{"t":5,"int":2}"#, #"{"t":5,"int":true}"#, #"{"t":5,"int":0,"w":"814e"}"#, #"{"t":5,"r":"81"}"#,
        #"{"t":5,"w":"814"}"#, #"{"t":5,"w":"81 4e"}"#, #"{"t":5,"w":"0x814e"}"#, #"{"t":5,"w":33102}"#,
        #"{"t":5,"w":"814e","r":"8g"}"#, #"{"t":5,"w":"814e","r":null}"#, #"{"t":5,"w":"814e","err":"other"}"#,
        #"{"t":5,"w":"814e","err":121}"#, #"{"t":5,"w":"0102030405060708090a0b0c0d0e0f1011"}"#, "[5]",
        #"{"t":5,"w":"814e","r":""# + String(repeating: "00", count: 257) + #""}"#, #"{"t":5,"w":"814e"} x"#,
        #"{"t":5,"int":0,"int":1}"#, #"{"t":99999999999999999999,"int":0}"#,
    ]) func linesThatAreWrongNameTheirLine(line: String) {
        let lines = [Self.header, "", #"{"t":5,"int":1}"#, line, #"{"t":9,"int":1}"#]
        let found = complaint(lines.joined(separator: "\n"))
        #expect(found.hasPrefix("b.jsonl:4: "), "\(found)")
    }

    @Test func theHeaderSaysWhichKindOfRecordingItIs() throws {
        let trace = #"{"tapline":"trace/1","panel":{"width":8,"height":4}}"#
        if case .touches = try Recording(Array(trace.utf8), file: "r") {} else { Issue.record("no trace") }
        if case .bus = try Recording(Array(Self.header.utf8), file: "r") {} else { Issue.record("no bus trace") }
        for (text, message) in [
            (#"{"tapline":"film/1"}"#, #"r:1: the format is "film/1"; this version reads "trace/1" and "bus/1""#),
            ("{", "r:1: no JSON"), ("", "r:1: the file is empty; a trace"),
            (#"{"t":0}"#, "r:1: there is no header; a trace"),
        ] {
            let error = #expect(throws: LineFormatError.self) { try Recording(Array(text.utf8), file: "r") }
            #expect(error?.description.hasPrefix(message) == true)
        }
    }
}
