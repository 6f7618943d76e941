@preconcurrency import Glibc
import TaplineConfiguration
import TaplineCore

// CONFIGURATION REGISTERS [--reports N] [--effects]
//
// Plays the registers that `Mix registers` writes through the daemon's pipeline behind a polled FocalTech chip, with all
// gestures of a file. Prints what the peers print (peers/harness.h): reports, effects, CPU time in ns, 0 for the requests
// to the heap, which are counted from outside, and the peak of the resident memory in KB. With --effects: how long it takes
// from the bytes of a report to its first effect, the median, the 99th percentile and the number of reports that had one,
// in ns, the cost of looking at the clock taken off.

func fail(_ text: String, code: Int32 = 64) -> Never {
    fputs("Times: \(text)\n", stderr)
    exit(code)
}

func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Keeps what the pipeline wants of the bus, and the time of a report's first effect.
struct TimedSink: EffectSink {
    var transfer: Transfer?
    var line: ControllerLine?
    var effects = 0
    var faults = 0
    var looksAtClock = false
    var firstEffect = 0

    mutating func set(line: Int, level: OutputLevel, at now: Instant) { happened() }
    mutating func emit(_ event: GestureEvent) { happened() }
    mutating func emit(_ touch: TouchEvent) { happened() }
    mutating func transfer(_ transfer: Transfer) { self.transfer = transfer }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { self.line = line }
    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults &+= 1 }

    private mutating func happened() {
        effects &+= 1
        if looksAtClock, firstEffect == 0 { firstEffect = nanoseconds(CLOCK_MONOTONIC) }
    }
}

/// An FT5506, its pipeline and a clock.
struct Panel: ~Copyable {
    static let period = Microseconds.milliseconds(10)
    static let firstRegister = 2
    static let reportLength = 61

    private var pipeline: StandardPipeline<FocalTech, StandardRecognizer, TimedSink>
    var sink = TimedSink()
    private var registers = [UInt8](repeating: 0, count: 256)
    private var received = BusBytes()
    private var now = Instant.zero
    /// When the bytes of the last transfer were there.
    private(set) var answeredAt = 0

    init(_ setup: consuming GestureSetup<StandardRecognizer, 32, 33, 64>, _ geometry: PanelGeometry) {
        var configuration = FocalTech.Configuration()
        configuration.maximumContacts = 10
        configuration.rawWidth = 800
        configuration.rawHeight = 480
        configuration.hasInterruptLine = false
        configuration.activePoll = Panel.period
        configuration.idlePoll = Panel.period
        pipeline = StandardPipeline(
            chip: FocalTech(configuration: configuration),
            gestures: StandardGesturePipeline(geometry: geometry, setup: setup, outputs: .init()))
        // Which chip it is.
        registers[0xA3] = 0x55
        registers[0xA4] = 1
        pipeline.start(at: now, into: &sink)
        run(to: .zero + .milliseconds(1_000))
        guard pipeline.chip.identity.isKnown else { fail("the chip is not known", code: 70) }
    }

    /// The chip shows a report until the driver has looked at it, at the end of the period.
    mutating func report(_ bytes: [UInt8], at start: Int) {
        let count = Int(bytes[start] & 0x0F)
        for offset in 0..<1 + 6 * count { registers[Panel.firstRegister + offset] = bytes[start + offset] }
        run(to: now + Panel.period)
    }

    private mutating func run(to instant: Instant) {
        answer()
        while pipeline.deadline <= instant {
            now = max(now, pipeline.deadline)
            pipeline.advance(to: now, into: &sink)
            answer()
        }
        now = instant
    }

    private mutating func answer() {
        while true {
            if let transfer = sink.transfer.take() {
                received.removeAll()
                let register = Int(transfer.written[0])
                for index in 0..<transfer.readCount { received.append(registers[register + index]) }
                if sink.looksAtClock { answeredAt = nanoseconds(CLOCK_MONOTONIC) }
                pipeline.complete(.transferred, at: now, received: &received, into: &sink)
            } else if sink.line.take() != nil {
                pipeline.complete(.lineSet, at: now, into: &sink)
            } else {
                return
            }
        }
    }
}

/// The most memory that was resident, KB.
func peakMemory() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("VmHWM:") { return Int(text.split { $0 == " " || $0 == "\t" }[1]) ?? 0 }
    }
    return 0
}

func configuration(_ path: String, _ geometry: PanelGeometry) throws -> GestureSetup<StandardRecognizer, 32, 33, 64> {
    guard let file = fopen(path, "r") else { fail("cannot read \(path)", code: 66) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return try Configuration<StandardRecognizer>(ConfigurationSource(bytes, file: path), panel: geometry).setup()
}

/// What a look at the clock takes, ns.
func costOfClock() -> Int {
    var shortest = Int.max
    for _ in 0..<1_000 {
        let start = nanoseconds(CLOCK_MONOTONIC)
        shortest = min(shortest, nanoseconds(CLOCK_MONOTONIC) - start)
    }
    return shortest
}

func measure(_ arguments: [String]) throws {
    var most = Int.max
    if let option = arguments.firstIndex(of: "--reports"), option + 1 < arguments.count {
        most = Int(arguments[option + 1]) ?? 0
    }
    guard arguments.count >= 2, let file = fopen(arguments[1], "r"), most > 0 else {
        fail("CONFIGURATION REGISTERS [--reports N] [--effects]")
    }
    // The mix's panel: 1 px is 1 pt.
    let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2)))
    var panel = Panel(try configuration(arguments[0], geometry), geometry)
    panel.sink.looksAtClock = arguments.contains("--effects")
    let clock = costOfClock()
    var latencies: [Int] = []

    // So many reports are read, then measured: one look at the clock for all of them.
    let length = 8 + Panel.reportLength
    var chunk = [UInt8](repeating: 0, count: 2_048 * length)
    var reports = 0
    var spent = 0
    while reports < most {
        let count = min(fread(&chunk, length, 2_048, file), most - reports)
        guard count > 0 else { break }
        let start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
        for index in 0..<count {
            panel.report(chunk, at: index * length + 8)
            guard panel.sink.looksAtClock else { continue }
            // (A deadline between two reports has an effect without one.)
            if panel.sink.firstEffect > panel.answeredAt {
                latencies.append(max(0, panel.sink.firstEffect - panel.answeredAt - clock))
            }
            panel.sink.firstEffect = 0
        }
        spent += nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start
        reports += count
    }
    if panel.sink.faults > 0 { fail("\(panel.sink.faults) faults", code: 70) }
    guard panel.sink.looksAtClock else { return print(reports, panel.sink.effects, spent, 0, peakMemory()) }
    latencies.sort()
    guard !latencies.isEmpty else { fail("no report had an effect", code: 70) }
    print(latencies[latencies.count / 2], latencies[latencies.count * 99 / 100], latencies.count)
}

do {
    try measure(Array(CommandLine.arguments.dropFirst()))
} catch {
    fail("\(error)", code: 78)
}
