import TaplineSimulator
import TestSupport

/// Keeps everything that a pipeline tells as lines: events and touches as in `events/1`, levels as text.
struct EventLines: HostSink {
    var request: ControllerRequest?
    var lines: [String] = []
    /// Faults of the controller, which only a pipeline with a controller has.
    var faults: [ControllerFault] = []
    /// What the clock showed when the recording began.
    var start = Instant.zero
    private var format: EventsFormat
    private var line = ByteLine()

    init(_ geometry: PanelGeometry) { format = EventsFormat(geometry: geometry, names: makeNames()) }

    mutating func emit(_ event: GestureEvent) {
        var event = event
        event.time = since(event.time)
        line.removeAll()
        format.write(event, into: &line)
        keep()
    }
    mutating func emit(_ touch: TouchEvent) {
        var touch = touch
        touch.time = since(touch.time)
        line.removeAll()
        format.write(StreamedTouch(touch: touch, zone: nil), into: &line)
        keep()
    }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        lines.append("line \(line) \(level.isActive ? "active" : "idle") at \(since(now).microseconds)")
    }
    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults.append(fault) }

    private func since(_ instant: Instant) -> Instant { .zero + (instant - start) }

    private mutating func keep() {
        var bytes: [UInt8] = []
        for index in 0..<line.count { bytes.append(line[index]) }
        lines.append(String(decoding: bytes, as: UTF8.self))
    }
}
