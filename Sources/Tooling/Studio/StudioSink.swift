import TaplineChipModels
import TaplineCore
import TaplineSimulator

/// Writes events as `events/1`, and beside them the changes of lines' levels, and what a recorded chip reported.
struct StudioSink: HostSink, CommandSink {
    var request: ControllerRequest?
    var given: [RemoteEvent] = []
    var format: EventsFormat
    var emitsTouches = false
    var tellsStreams = false
    /// The events, a line each.
    var events: [UInt8] = []
    /// When which line became active or idle.
    var levels: [(line: Int, isActive: Bool, time: Instant)] = []
    /// What the chip of a recording reported, in raw px.
    var fingers = Trace(panel: .init(rawWidth: 1, rawHeight: 1))

    init(format: EventsFormat) { self.format = format }

    static var emitsWholeEvents: Bool { true }

    mutating func write(_ line: ByteLine) {
        for index in 0..<line.count { events.append(line[index]) }
    }
    private mutating func write(_ event: some FormattedEvent) {
        var line = ByteLine()
        format.write(event, into: &line)
        write(line)
    }

    mutating func emit(_ event: GestureEvent) { write(event) }
    mutating func emit(_ event: ControlEvent) { write(event) }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        if emitsTouches { write(StreamedTouch(touch: touch, zone: nil, event: &event)) }
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        if tellsStreams { write(StreamedTouch(touch: touch, zone: zone, event: &event)) }
    }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        levels.append((line, level.isActive, now))
    }
    mutating func heard(_ contacts: inout Contacts, at now: Instant) { fingers.append(contacts, at: now) }
    mutating func fault(_ fault: ControllerFault, at now: Instant) {
        if fault == .reset { fingers.append(Contacts(), at: now) }
    }
}
