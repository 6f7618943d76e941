import Foundation
import Recordings
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import Testing

/// Replays of `bus/1` of chips whose registers show what is, and simulated runs of boards with them.
@Suite struct ReplayedChipTests {
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replayed-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }()

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

    /// A chip of each family, its address and register of reports, a finger at (300, 400), a lift, and bytes at the
    /// register of its identity that are not one.
    struct Chip: Sendable, CustomTestStringConvertible {
        var name: String
        var address: String
        var register: String
        var finger: String
        var lift: String
        var stranger: (register: String, bytes: String)
        var testDescription: String { name }
    }

    static let chips = [
        Chip(
            name: "cst816s", address: "0x15", register: "02", finger: "01812c0190", lift: "00412c0190",
            stranger: ("a7", "a7a7a7")),
        Chip(
            name: "cst340", address: "0x1a", register: "d000", finger: "061219c02801ab", lift: "001219c00001ab",
            stranger: ("d1f4", "00000000000000000000000000000000000000000000000000000000")),
        Chip(
            name: "st1633", address: "0x55", register: "12", finger: "912c900000000000", lift: "112c900000000000",
            stranger: ("00", "00000000000000")),
        Chip(
            name: "st1232", address: "0x55", register: "12", finger: "912c90", lift: "112c90",
            stranger: ("04", "880000")),
    ]

    private static func header(_ chip: Chip) -> String {
        #"{"tapline":"bus/1","chip":"\#(chip.name)","address":"\#(chip.address)"}"# + "\n"
    }

    // MARK: Replay

    @Test(arguments: chips, [true, false])
    func aRecordedTouchIsReplayed(chip: Chip, isPolled: Bool) throws {
        var text = Self.header(chip)
        if !isPolled { text += #"{"t":1200,"int":0}"# + "\n" }
        text += #"{"t":1250,"w":"\#(chip.register)","r":"\#(chip.finger)"}"# + "\n"
        if !isPolled { text += #"{"t":51200,"int":0}"# + "\n" }
        text += #"{"t":51250,"w":"\#(chip.register)","r":"\#(chip.lift)"}"# + "\n"
        let (began, ended) = isPolled ? (1_250, 51_250) : (1_200, 51_200)
        #expect(
            try touches(text) == [
                #"{"seq":1,"t":\#(began),"touch":1,"phase":"began","x":300.0,"y":400.0,"taps":1,"touches":1}"#,
                #"{"seq":2,"t":\#(ended),"touch":1,"phase":"ended","x":300.0,"y":400.0,"taps":1,"touches":0}"#,
            ])
    }

    @Test(arguments: chips)
    func aRecordedFailureLosesNothing(chip: Chip) throws {
        let text =
            Self.header(chip) + """
                {"t":1200,"int":0}
                {"t":1250,"w":"\(chip.register)","err":"nack"}
                {"t":2250,"w":"\(chip.register)","r":"\(chip.finger)"}
                {"t":51200,"int":0}
                {"t":51250,"w":"\(chip.register)","err":"eio"}
                {"t":51350,"w":"\(chip.register)","r":"\(chip.lift)"}
                """
        let lines = try touches(text)
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""t":1200,"touch":1,"phase":"began""#) == true)
        #expect(lines.last?.contains(#""t":51200,"touch":1,"phase":"ended""#) == true)
    }

    @Test(arguments: chips)
    func aChipThatSaysThatItIsAnotherOneIsRefused(chip: Chip) throws {
        var text = Self.header(chip)
        text += #"{"t":100,"w":"\#(chip.stranger.register)","r":"\#(chip.stranger.bytes)"}"# + "\n"
        text += #"{"t":1250,"w":"\#(chip.register)","r":"\#(chip.finger)"}"# + "\n"
        let error = #expect(throws: ServiceError.self) { try replay(text) }
        #expect(error?.exitCode == .badData)
        #expect(error?.description.contains("is not the identity of a ") == true)
    }

    /// The size that the chip says counts where there is no board: beyond it there is no finger.
    @Test func withoutABoardThePanelHasTheRecordedSize() throws {
        let chip = Self.chips[1]
        let text =
            Self.header(chip) + #"{"t":10,"w":"d101"}"# + "\n"
            + #"{"t":100,"w":"d1f4","r":"08000c00c80020030000caca000000000000540102010000"}"# + "\n"
            + #"{"t":1250,"w":"d000","r":"\#(chip.finger)"}"# + "\n"
        #expect(try touches(text) == [])
        #expect(try touches(text.replacingOccurrences(of: "c8002003", with: "2d012003")).count == 1)
    }

    /// The bytes of a CST816S in a PineDio Stack, a report each 10 ms.
    @Test(.needsRecordings) func theRecordedCST816SIsReplayed() throws {
        let recorded = try Recordings.text("bus/cst816s_reports.txt")
        var text = Self.header(Self.chips[0])
        var places: [String] = []
        for line in recorded.split(separator: "\n") where !line.hasPrefix("#") {
            let sides = String(line).components(separatedBy: "->")
            let bytes = sides[0].replacingOccurrences(of: " ", with: "")
            // Fingers that jump over the panel are others: each lifts before the next lands.
            let time = 200_000 * (places.count + 1)
            text += #"{"t":\#(time),"w":"00","r":"\#(bytes)"}"# + "\n"
            text += #"{"t":\#(time + 100_000),"w":"00","r":"00000040000000"}"# + "\n"
            let place = sides[1].split(separator: " ").dropFirst().map { $0.dropFirst(2) + ".0" }
            places.append(#""x":\#(place[0]),"y":\#(place[1]),"#)
        }
        let began = try touches(text).filter { $0.contains("\"began\"") }
        #expect(places.count == 15 && began.count == 15)
        for (line, place) in zip(began, places) { #expect(line.contains(place)) }
    }

    // MARK: Round trip

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

    private static func board(_ controller: String, _ address: String, isPolled: Bool) throws -> String {
        let path = folder.path + "/\(controller)-\(isPolled).yaml"
        try """
        tapline: board/1
        name: simulated \(controller)
        source: this test
        controller: \(controller)
        bus: simulated
        addresses: [\(address)]
        \(isPolled ? "" : "interrupt_pin: GPIO4")
        reset_pin: GPIO17
        size: [800, 480]
        active_area: [154.08mm, 85.92mm]
        poll: {active: 10ms, idle: 20ms}
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The demonstration on a model of the chip, and again from the recording of the bus.
    private func roundTrip<Family: ChipFamily, Model: ChipModel>(
        _ name: String, _ address: UInt8, isPolled: Bool, _ model: Model,
        _ driver: ChipDriver<Family>.Configuration, fail: (inout Model) -> Void
    ) throws {
        let path = try Self.board(name, "0x" + String(address, radix: 16), isPolled: isPolled)
        let panel = try Panel<StandardRecognizer>(configuration: nil, board: path)
        var gestures = try panel.pipeline(for: Events.self)
        gestures.tellsTouches = true
        gestures.explains = true
        var driver = driver
        driver.address = address
        driver.hasInterruptLine = !isPolled
        driver.silence = .unlimited
        driver.livenessPeriod = .unlimited
        driver.rawWidth = 800
        driver.rawHeight = 480
        var bus = SimulatedBus(chip: RecordedChip(model))
        bus.hasInterruptLine = !isPolled
        bus.bitsPerSecond = 400_000
        var host = SimulatedHost(
            pipeline: Pipeline(chip: ChipDriver<Family>(configuration: driver), gestures: gestures), bus: bus)
        var sink = Events(format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names))
        let script = FingerScript.demo()
        host.start(into: &sink)
        let start = Microseconds.milliseconds(500)
        for (index, frame) in script.frames.enumerated() {
            if index % 10 == 4, !isPolled { fail(&host.bus.chip.chip) }
            host.touch(frame.contacts, at: frame.time + start, into: &sink)
        }
        host.advance(to: script.end + start + .milliseconds(2_000), into: &sink)
        #expect(host.pipeline.chip.identity.isKnown)
        let entries = host.bus.chip.entries.filter {
            if isPolled, case .interrupt = $0.kind { false } else { true }
        }
        let trace = BusTrace(chip: name, address: address, board: path, entries: entries)
        #expect(sink.lines.contains { $0.contains("\"gesture\":\"drag\"") })
        #expect(try replay(trace.text, explains: true) == sink.lines)
    }

    @Test(arguments: [false, true]) func aRecordedCST820IsTheSameAgain(isPolled: Bool) throws {
        var chip = CST816Model.Configuration(.cst820)
        chip.width = 800
        chip.height = 480
        chip.pulseWidth = Microseconds(50)
        try roundTrip(
            "cst820", 0x15, isPolled: isPolled, CST816Model(configuration: chip), Hynitron.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    @Test(arguments: [false, true]) func aRecordedCST3240IsTheSameAgain(isPolled: Bool) throws {
        var chip = CST3xxModel.Configuration(.cst3240)
        chip.width = 800
        chip.height = 480
        try roundTrip(
            "cst3240", 0x5A, isPolled: isPolled, CST3xxModel(configuration: chip), CST3xx.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    @Test(arguments: [false, true]) func aRecordedST1633IsTheSameAgain(isPolled: Bool) throws {
        var chip = ST1633Model.Configuration(.st1633)
        chip.width = 800
        chip.height = 480
        chip.pulseWidth = Microseconds(50)
        try roundTrip(
            "st1633", 0x55, isPolled: isPolled, ST1633Model(configuration: chip), Sitronix.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    // MARK: The simulated run

    @Test(arguments: [
        ("cst226se", "0x5a", "CST226SE (id 00a8) at 0x5a"), ("cst3240", "0x5a", "CST3240 (id 0ca8) at 0x5a"),
        ("cst328", "0x1a", "CST328 (id 0148) at 0x1a"), ("cst340", "0x1a", "CST340 (id 0154) at 0x1a"),
        ("st1232", "0x55", "ST1232 at 0x55"), ("st1633", "0x55", "ST1633 at 0x55"),
    ])
    func theDemonstrationRunsOnEveryChip(controller: String, address: String, said: String) throws {
        for isPolled in [false, true] {
            let path = try Self.board(controller, address, isPolled: isPolled)
            let panel = try Panel<StandardRecognizer>(configuration: nil, board: path)
            var run = SimulatedRun(panel: panel, script: .demo())
            run.isLive = false
            let text = try lines { try run.run(into: &$0) }
            #expect(
                text.first?.hasPrefix(said + (isPolled ? ", polled" : ", GPIO4") + ", 800x480, firmware 0x") == true)
            for kind in ["tap", "drag"] { #expect(text.contains { $0.contains(kind) }, "\(kind)") }
        }
    }

    // MARK: Hostile recordings

    /// Lines that are right one by one, in any order, with any bytes.
    @Test(arguments: chips) func anySequenceOfLinesEnds(chip: Chip) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("bus/1 \(chip.name) sequences: seed \(seed)")
        var random = SplitMix64(seed: seed)
        let registers = [chip.register, chip.stranger.register, "d0", "d000", "ffff", "ff", "fe", ""]
        let names = ["nack", "timeout", "arbitration", "unsupported", "eio"]
        for _ in 0..<200 {
            var text = Self.header(chip)
            var time: UInt64 = 0
            for _ in 0..<random.next(below: 60) {
                time += UInt64(random.next(below: 4)) * UInt64(random.next(below: 5_000))
                if random.next(below: 400) == 0 { time = UInt64(Int64.max) }
                time = min(time, UInt64(Int64.max))
                let register = registers[random.next(below: 2) == 0 ? 0 : random.next(below: registers.count)]
                switch random.next(below: 6) {
                case 0: text += #"{"t":\#(time),"int":\#(random.next(below: 2))}"#
                case 1: text += #"{"t":\#(time),"w":"\#(register)ab"}"#
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
