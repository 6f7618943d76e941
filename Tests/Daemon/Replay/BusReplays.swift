import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

// What tests of replayed buses share.

/// A folder of this run.
let replayFolder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}()

/// A simulated board's file.
func simulatedBoard(_ controller: String, _ address: String, isPolled: Bool) throws -> String {
    let path = replayFolder.path + "/\(controller)-\(isPolled).yaml"
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

/// What `body` writes.
func writtenText(_ body: (inout TaplineDaemon.OutputStream) throws -> Void) throws -> String {
    let file = replayFolder.appendingPathComponent(UUID().uuidString)
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    var output = TaplineDaemon.OutputStream(descriptor: handle.fileDescriptor)
    try body(&output)
    try handle.close()
    return try String(contentsOf: file, encoding: .utf8)
}

/// The same line by line.
func writtenLines(_ body: (inout TaplineDaemon.OutputStream) throws -> Void) throws -> [String] {
    try writtenText(body).split(separator: "\n").map { String($0) }
}

/// What fingers on a simulated panel write.
func simulatedLines(_ panel: Panel<StandardRecognizer>, _ script: FingerScript = .demo()) throws -> [String] {
    var run = SimulatedRun(panel: panel, script: script)
    run.isLive = false
    return try writtenLines { try run.run(into: &$0) }
}

/// What the demonstration writes on a simulated board.
func demonstrationLines(_ controller: String, _ address: String, isPolled: Bool) throws -> [String] {
    let path = try simulatedBoard(controller, address, isPolled: isPolled)
    return try simulatedLines(Panel(configuration: nil, board: path))
}

/// What a replay writes, line by line, the greeting left out.
func replay(_ trace: BusTrace, explains: Bool = false) throws -> [String] {
    var replay = try Replay<StandardRecognizer>(.bus(trace), file: "b", configuration: nil)
    replay.emitsTouches = true
    replay.explains = explains
    let lines = try writtenLines { try replay.run(into: &$0) }
    #expect(lines.first?.hasPrefix(#"{"tapline":"events/1","board":"#) == true)
    return Array(lines.dropFirst())
}

func replay(_ text: String, explains: Bool = false) throws -> [String] {
    try replay(BusTrace(Array(text.utf8), file: "b"), explains: explains)
}

func replayedTouches(_ text: String) throws -> [String] {
    try replay(text).filter { $0.contains("\"touch\"") }.map(withoutEvent)
}

/// A touch's line without the keys of its event, which no chip has a part in.
func withoutEvent(_ line: String) -> String {
    line.firstRange(of: #","px":"#).map { String(line[..<$0.lowerBound]) + "}" } ?? "no event: \(line)"
}

/// Collects gestures and touches as lines of `events/1`.
struct EventLineSink: HostSink {
    var request: ControllerRequest?
    var format: EventsFormat
    var lines: [String] = []
    mutating func emit(_ event: GestureEvent) {
        var line = ByteLine()
        format.write(event, into: &line)
        add(line)
    }
    static var emitsWholeEvents: Bool { true }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        var line = ByteLine()
        format.write(StreamedTouch(touch: touch, zone: nil, event: &event), into: &line)
        add(line)
    }
    private mutating func add(_ line: borrowing ByteLine) {
        var bytes: [UInt8] = []
        for index in 0..<line.count where line[index] != 0x0A { bytes.append(line[index]) }
        lines.append(String(decoding: bytes, as: UTF8.self))
    }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

/// Fingers on the model of a chip: what came of them, and the recording of the bus.
func record<Model: ChipModel>(
    _ script: FingerScript, chip name: String, _ address: UInt8, board: String, _ driver: some Controller,
    _ model: Model, polls: Bool, bitsPerSecond: Int? = nil, interruptIsActiveHigh: Bool = false,
    fail: (inout Model, Int) -> Void
) throws -> (lines: [String], trace: BusTrace) {
    let panel = try Panel<StandardRecognizer>(configuration: nil, board: board)
    var gestures = try panel.pipeline(for: EventLineSink.self)
    gestures.emitsTouches = true
    gestures.explains = true
    var bus = SimulatedBus(chip: RecordedChip(model))
    bus.hasInterruptLine = !polls
    if let bitsPerSecond { bus.bitsPerSecond = bitsPerSecond }
    var host = SimulatedHost(pipeline: Pipeline(chip: driver, gestures: gestures), bus: bus)
    var sink = EventLineSink(format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names))
    host.start(into: &sink)
    let start = Microseconds.milliseconds(500)
    for (index, frame) in script.frames.enumerated() {
        fail(&host.bus.chip.chip, index)
        host.touch(frame.contacts, at: frame.time + start, into: &sink)
    }
    host.advance(to: script.end + start + .milliseconds(2_000), into: &sink)
    #expect(host.pipeline.chip.identity.isKnown)
    // A polled chip's interrupt line is not connected.
    let entries = host.bus.chip.entries.filter {
        if polls, case .interrupt = $0.kind { false } else { true }
    }
    let trace = BusTrace(
        chip: name, address: address, board: board, entries: entries, interruptIsActiveHigh: interruptIsActiveHigh)
    return (sink.lines, trace)
}

/// The demonstration on a model of the chip, whose transfers fail now and then unless it is polled, and again from the
/// recording of the bus.
func demonstrationIsTheSameAgain<Family: ChipFamily, Model: ChipModel>(
    _ name: String, _ address: UInt8, isPolled: Bool, _ model: Model,
    _ configuration: ChipDriver<Family>.Configuration, fail: (inout Model) -> Void
) throws where Family.Report == ChipReport {
    var driver = configuration
    driver.address = address
    driver.hasInterruptLine = !isPolled
    driver.silence = .unlimited
    driver.livenessPeriod = .unlimited
    driver.rawWidth = 800
    driver.rawHeight = 480
    let board = try simulatedBoard(name, "0x" + String(address, radix: 16), isPolled: isPolled)
    let (lines, trace) = try record(
        .demo(), chip: name, address, board: board, ChipDriver<Family>(configuration: driver), model, polls: isPolled,
        bitsPerSecond: 400_000
    ) { if $1 % 10 == 4, !isPolled { fail(&$0) } }
    #expect(lines.contains { $0.contains("\"gesture\":\"drag\"") })
    #expect(try replay(trace.text, explains: true) == lines)
}

/// Replays lines that are right one by one, in any order, with any bytes.
///
/// - Parameters:
///   - write: the bytes of a write to a register.
///   - beginning: what half of the reads begin with.
func replayAnySequences(
    _ name: String, _ count: Int, header: String, beginning: String = "", write: (String) -> String,
    register: (inout SplitMix64) -> String
) {
    var random = Seed.random("bus/1 \(name) sequences")
    let names = ["nack", "timeout", "arbitration", "unsupported", "eio"]
    for _ in 0..<count {
        var text = header
        var time: UInt64 = 0
        for _ in 0..<random.next(below: 60) {
            time += UInt64(random.next(below: 4)) * UInt64(random.next(below: 5_000))
            if random.next(below: 400) == 0 { time = UInt64(Int64.max) }
            time = min(time, UInt64(Int64.max))
            let register = register(&random)
            switch random.next(below: 6) {
            case 0: text += #"{"t":\#(time),"int":\#(random.next(below: 2))}"#
            case 1: text += #"{"t":\#(time),"w":"\#(write(register))"}"#
            case 2: text += #"{"t":\#(time),"w":"\#(register)","err":"\#(names[random.next(below: names.count)])"}"#
            default:
                var bytes = random.next(below: 2) == 0 ? beginning : ""
                for _ in 0..<random.next(below: 30) {
                    let byte = random.next(below: 4) == 0 ? random.next(below: 256) : random.next(below: 3)
                    bytes += hexadecimal(UInt8(byte))
                }
                text += #"{"t":\#(time),"w":"\#(register)","r":"\#(bytes)"}"#
            }
            text += "\n"
        }
        _ = try? replay(text)
    }
}
