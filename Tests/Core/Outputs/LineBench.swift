import TestSupport

/// Levels in words, `ms line active`, and what else a bank tells.
struct LineStory: OutputSink {
    var story: [String] = []
    /// The lines that are active, a bit each.
    var levels: UInt32 = 0
    var told = 0
    var controls = 0

    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        story.append("\(now.microseconds / 1_000) \(line) \(level.isActive ? "active" : "idle")")
        levels = level.isActive ? levels | 1 << UInt32(line) : levels & ~(1 << UInt32(line))
    }
    mutating func emit(_ event: GestureEvent) { told += 1 }
    mutating func emit(_ event: ControlEvent) { controls += 1 }
}

/// A bank of lines, a clock moved by hand, and what comes of gestures.
struct LineBench<let count: Int> {
    var bank = OutputBank<LineStory, count>()
    var lines = LineStory()

    init(_ outputs: LineOutput...) {
        for output in outputs { _ = bank.append(output) }
    }

    var story: [String] { lines.story }
    mutating func handle(_ event: GestureEvent) { bank.handle(event, into: &lines) }
    /// Whether the zone handles it.
    mutating func handle(_ touch: TouchEvent, at now: Instant) -> Bool {
        bank.handleTouch(touch, responder: .zone(touch.zone), at: now, into: &lines)
    }
    mutating func advance(to now: Instant) { bank.advance(to: now, into: &lines) }
}
