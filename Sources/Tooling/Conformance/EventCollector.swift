import TaplineCore

/// Keeps events as the lines of `events/1` that they are reported as.
struct EventCollector: EffectSink {
    var format: EventsFormat
    private(set) var events: [EmittedEvent] = []
    private var line = ByteLine()

    init(format: EventsFormat) { self.format = format }

    mutating func emit(_ event: GestureEvent) {
        line.removeAll()
        format.write(event, into: &line)
        keep()
    }
    static var emitsWholeEvents: Bool { true }
    mutating func emit(_ touch: TouchEvent) {}
    private mutating func keep() {
        line.removeLineEnd()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        for i in 0..<line.count { bytes.append(line[i]) }
        // (What our own format cannot be read as would be missed by the comparison.)
        if let event = EmittedEvent(bytes[...]) { events.append(event) }
    }

    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func transfer(_ transfer: Transfer) {}
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
