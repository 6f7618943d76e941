import TaplineCore

/// Writes events as `events/1`, and the changes of lines' levels beside them.
struct StudioSink: EffectSink {
    var format: EventsFormat
    var emitsTouches = false
    /// The events, a line each.
    var events: [UInt8] = []
    /// When which line became active or idle.
    var levels: [(line: Int, isActive: Bool, time: Instant)] = []

    init(format: EventsFormat) { self.format = format }

    static var emitsWholeEvents: Bool { true }

    private mutating func write(_ event: some FormattedEvent) {
        var line = ByteLine()
        format.write(event, into: &line)
        for index in 0..<line.count { events.append(line[index]) }
    }

    mutating func emit(_ event: GestureEvent) { write(event) }
    mutating func emit(_ event: ControlEvent) { write(event) }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        if emitsTouches { write(StreamedTouch(touch: touch, zone: nil, event: &event)) }
    }
    mutating func emit(_ touch: TouchEvent, to zone: Int) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        levels.append((line, level.isActive, now))
    }
    mutating func transfer(_ transfer: Transfer) {}
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
