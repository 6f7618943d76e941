import CStartup
import TaplineChipModels
import TaplineCore

/// Prints gestures as `events/1`.
struct EventPrinter: HostSink {
    typealias Streams = NoTouchStreams
    typealias Paths = NoStrokePaths
    var request: ControllerRequest?
    /// What the clock showed when the trace began: times are told from there.
    var start = Instant.zero
    /// Whether nothing is printed: while instructions are counted.
    private let isSilent: Bool
    private var format: EventsFormat
    private var line = ByteLine()

    init(_ geometry: PanelGeometry, isSilent: Bool) {
        self.isSilent = isSilent
        format = EventsFormat(geometry: geometry, names: builtInNames())
    }

    /// (Out of line: the engine would have it in its own code.)
    @inline(never)
    mutating func emit(_ event: GestureEvent) {
        if isSilent { return }
        var event = event
        event.time = .zero + (event.time - start)
        line.removeAll()
        format.write(event, into: &line)
        for index in 0..<line.count { console_put(line[index]) }
    }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) { write("fault\n") }
}

func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
        for index in bytes.indices { unsafe console_put(bytes[index]) }
    }
}

func write(_ number: UInt32) {
    var line = ByteLine()
    line.append(Int(truncatingIfNeeded: number))
    for index in 0..<line.count { console_put(line[index]) }
}
