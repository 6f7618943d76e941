import Foundation
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import Testing

/// FocalTech boards in the simulated run and in replays of `bus/1`.
@Suite struct FocalTechReplayTests {
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ft-replay-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }()

    /// A simulated board's file.
    private static func board(_ controller: String, isPolled: Bool = false) throws -> String {
        let path = folder.path + "/\(controller)-\(isPolled).yaml"
        try """
        tapline: board/1
        name: simulated \(controller)
        source: this test
        controller: \(controller)
        bus: simulated
        addresses: [0x38]
        \(isPolled ? "" : "interrupt_pin: GPIO4")
        reset_pin: GPIO17
        size: [800, 480]
        active_area: [154.08mm, 85.92mm]
        poll: {active: 10ms, idle: 20ms}
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// What `body` writes, line by line.
    private func lines(_ body: (inout TaplineDaemon.OutputStream) throws -> Void) throws -> [String] {
        let file = Self.folder.appendingPathComponent(UUID().uuidString)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        var output = TaplineDaemon.OutputStream(descriptor: handle.fileDescriptor)
        try body(&output)
        try handle.close()
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { String($0) }
    }

    private func replay(_ text: String, explains: Bool = false) throws -> [String] {
        let trace = try BusTrace(Array(text.utf8), file: "b")
        var replay = try Replay<StandardRecognizer>(.bus(trace), file: "b", configuration: nil)
        replay.tellsTouches = true
        replay.explains = explains
        return Array(try lines { try replay.run(into: &$0) }.dropFirst())
    }

    private func touches(_ text: String) throws -> [String] { try replay(text).filter { $0.contains("\"touch\"") } }

    private static let header = #"{"tapline":"bus/1","chip":"ft6236","address":"0x38"}"# + "\n"

    private static let oneTouch = """
        {"t":1200,"int":0}
        {"t":1250,"w":"02","r":"01812c0190"}
        {"t":51200,"int":0}
        {"t":51250,"w":"02","r":"00412c0190"}

        """

    // MARK: The simulated run

    @Test(
        arguments: [
            "ft5x06", "ft5206", "ft5306", "ft5406", "ft5506", "ft5726", "ft6206", "ft6236", "ft6336", "edt-m06",
        ],
        [false, true])
    func theDemonstrationRunsOnEveryChip(controller: String, isPolled: Bool) throws {
        let path = try Self.board(controller, isPolled: isPolled)
        let panel = try Panel<StandardRecognizer>(configuration: nil, board: path)
        var run = SimulatedRun(panel: panel, script: .demo())
        run.isLive = false
        let text = try lines { try run.run(into: &$0) }
        #expect(text.first?.hasPrefix(controller.uppercased() + " (id ") == true)
        #expect(
            text.first?.hasSuffix(
                "\(isPolled ? "polled" : "GPIO4"), 800x480, firmware 0x\(controller == "edt-m06" ? "0" : "b")")
                == true)
        for kind in ["tap", "drag"] {
            #expect(text.contains { $0.contains(kind) }, "\(kind)")
        }
    }

    // MARK: Replay

    @Test func aRecordedTouchIsReplayed() throws {
        let began = #"{"seq":1,"t":1200,"touch":1,"phase":"began","x":300.0,"y":400.0,"taps":1,"touches":1}"#
        let ended = #"{"seq":2,"t":51200,"touch":1,"phase":"ended","x":300.0,"y":400.0,"taps":1,"touches":0}"#
        #expect(try touches(Self.header + Self.oneTouch) == [began, ended])
        // As Linux's driver reads it: from register 0, then the places.
        let linux = """
            {"t":1200,"int":0}
            {"t":1250,"w":"00","r":"000001"}
            {"t":1900,"w":"03","r":"812c01902800"}
            {"t":51200,"int":0}
            {"t":51250,"w":"00","r":"000000"}
            """
        #expect(try touches(Self.header + linux) == [began, ended])
        // Polled: the times are the reads'.
        let polled = linux.split(separator: "\n").filter { !$0.contains("int") }.joined(separator: "\n")
        #expect(
            try touches(Self.header + polled).map { $0.contains("\"t\":1250") || $0.contains("\"t\":51250") } == [
                true, true,
            ])
    }

    @Test func aReportWhosePlacesWereNotReadIsNoNews() throws {
        let text = """
            {"t":1200,"int":0}
            {"t":1250,"w":"02","r":"01"}
            {"t":9200,"int":0}
            {"t":9250,"w":"02","r":"02812c0190"}
            {"t":51200,"int":0}
            {"t":51250,"w":"02","r":"00"}
            """
        #expect(try touches(Self.header + text).isEmpty)
    }

    @Test func aChipThatSaysThatItIsAnotherOneIsRefused() throws {
        let identity = #"{"t":100,"w":"a3","r":"a3a3a3a3a3a3"}"# + "\n"
        let error = #expect(throws: ServiceError.self) { try replay(Self.header + identity + Self.oneTouch) }
        #expect(error?.exitCode == .badData)
        #expect(error?.description.contains("0xa3") == true)
    }

    private struct Events: HostSink {
        var wish: ControllerAction?
        var format: EventsFormat
        var lines: [String] = []
        mutating func emit(_ event: GestureEvent) {
            var line = ByteLine()
            format.write(event, into: &line)
            add(line)
        }
        mutating func emit(_ touch: TouchEvent) {
            var line = ByteLine()
            format.write(touch, into: &line)
            add(line)
        }
        private mutating func add(_ line: borrowing ByteLine) {
            var bytes: [UInt8] = []
            for index in 0..<line.count where line[index] != 0x0A { bytes.append(line[index]) }
            lines.append(String(decoding: bytes, as: UTF8.self))
        }
        mutating func set(line: Int, active: Bool, at now: Instant) {}
        mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    }

    @Test(arguments: [FT5x06Model.Part.ft5506, .ft5726, .edtM06], [false, true])
    func aRecordedDemonstrationIsTheSameAgain(part: FT5x06Model.Part, polls: Bool) throws {
        let controller = part == .ft5506 ? "ft5506" : part == .ft5726 ? "ft5726" : "edt-m06"
        let path = try Self.board(controller, isPolled: polls)
        let panel = try Panel<StandardRecognizer>(configuration: nil, board: path)
        var gestures = try panel.pipeline(for: Events.self)
        gestures.tellsTouches = true
        gestures.explains = true
        var driver = FocalTech.Configuration()
        driver.language = part == .edtM06 ? .m06 : .registers
        driver.hasInterruptLine = !polls
        driver.silence = .unlimited
        driver.livenessPeriod = .unlimited
        driver.rawWidth = 800
        driver.rawHeight = 480
        // A pulse that is over when the report has been read.
        var chip = FT5x06Model.Configuration(part)
        chip.pulseWidth = Microseconds(50)
        var bus = SimulatedBus(chip: RecordedChip(FT5x06Model(configuration: chip)))
        bus.hasInterruptLine = !polls
        bus.bitsPerSecond = 400_000
        var host = SimulatedHost(
            pipeline: Pipeline(chip: FocalTech(configuration: driver), gestures: gestures), bus: bus)
        var sink = Events(format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names))
        let script = FingerScript.demo()
        host.start(into: &sink)
        let start = Microseconds.milliseconds(500)
        for (index, frame) in script.frames.enumerated() {
            if index % 10 == 4, !polls { host.bus.chip.chip.faults.failingTransfers = 1 }
            host.touch(frame.contacts, at: frame.time + start, into: &sink)
        }
        host.advance(to: script.end + start + .milliseconds(2_000), into: &sink)
        #expect(host.pipeline.chip.identity.isKnown)
        let entries = host.bus.chip.entries.filter {
            if polls, case .interrupt = $0.kind { false } else { true }
        }
        let trace = BusTrace(chip: controller, address: 0x38, board: path, entries: entries)
        #expect(sink.lines.contains { $0.contains("\"gesture\":\"drag\"") })
        #expect(try replay(trace.text, explains: true) == sink.lines)
    }

    /// Lines that are right one by one, in any order, with any bytes.
    @Test(arguments: ["ft5506", "edt-m06"]) func anySequenceOfLinesEnds(chip: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("bus/1 FocalTech sequences: seed \(seed)")
        var random = SplitMix64(seed: seed)
        let registers = ["02", "03", "00", "09", "a3", "a4", "f9", "bb", "ff", "3e", ""]
        let names = ["nack", "timeout", "arbitration", "unsupported", "eio"]
        for _ in 0..<300 {
            var text = #"{"tapline":"bus/1","chip":"\#(chip)","address":"0x38"}"# + "\n"
            var time: UInt64 = 0
            for _ in 0..<random.next(below: 60) {
                time += UInt64(random.next(below: 4)) * UInt64(random.next(below: 5_000))
                if random.next(below: 400) == 0 { time = UInt64(Int64.max) }
                time = min(time, UInt64(Int64.max))
                let register = registers[random.next(below: registers.count)]
                switch random.next(below: 6) {
                case 0: text += #"{"t":\#(time),"int":\#(random.next(below: 2))}"#
                case 1: text += #"{"t":\#(time),"w":"a401"}"#
                case 2:
                    text += #"{"t":\#(time),"w":"\#(register)","err":"\#(names[random.next(below: names.count)])"}"#
                default:
                    var bytes = ""
                    for _ in 0..<random.next(below: 30) {
                        let byte = random.next(below: 4) == 0 ? random.next(below: 256) : random.next(below: 3)
                        bytes += (byte < 16 ? "0" : "") + String(byte, radix: 16)
                    }
                    text += #"{"t":\#(time),"w":"\#(register)","r":"\#(bytes)"}"#
                }
                text += "\n"
            }
            _ = try? replay(text)
        }
    }
}
