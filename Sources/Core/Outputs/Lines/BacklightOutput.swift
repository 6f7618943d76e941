public import TaplineTouches

/// The light behind a panel that is dimmed, stage by stage, while nobody touches it.
///
/// It fades in steps of 20 ms, from the level that it has, and is as bright as ever at once when the panel wakes.
public struct BacklightOutput: Sendable {
    /// The level of a light that is not dimmed, in thousandths of what it is while the panel is awake.
    public static var bright: UInt16 { 1_000 }
    static var stepTime: Microseconds { .milliseconds(20) }
    private static var unchanged: UInt16 { .max }

    /// Its line, by index in the bank.
    public let line: Int
    private var levels = InlineArray<4, UInt16>(repeating: .max)
    private var fades = InlineArray<4, ShortTime>(repeating: ShortTime(.zero))
    /// The level that it has, that it began to fade from, and that it goes to.
    private var now = BacklightOutput.bright
    private var start = BacklightOutput.bright
    private var target = BacklightOutput.bright
    private var fadesSince = Instant.zero
    private var fade = Microseconds.zero
    /// When it changes next, ``Instant/never``: not by itself.
    private(set) var deadline = Instant.never

    /// The light of the line at index `line`, which no stage dims.
    public init(line: Int) { self.line = line }

    /// In the stage at index `stage`, 0…3, it goes to `level`, in thousandths, within `fade`, 71 minutes at most.
    public mutating func set(_ level: UInt16, in stage: Int, fade: Microseconds = .zero) {
        guard stage >= 0, stage < PanelRest.capacity else { return }
        levels[stage] = min(level, BacklightOutput.bright)
        fades[stage] = ShortTime(fade)
    }

    /// Its level.
    var level: OutputLevel { .brightness(now, isFading: now != target) }

    /// The stage at index `stage` has begun.
    mutating func begin(stage: Int, at instant: Instant) {
        guard levels[stage] != BacklightOutput.unchanged else { return }
        (start, target) = (now, levels[stage])
        (fadesSince, fade) = (instant, fades[stage].microseconds)
        deadline = start == target ? .never : fade > .zero ? instant + min(fade, BacklightOutput.stepTime) : instant
    }

    /// It shines as ever, at once; whether that is a change.
    mutating func brighten() -> Bool {
        let wasDimmed = now != BacklightOutput.bright
        (now, target, deadline) = (BacklightOutput.bright, BacklightOutput.bright, .never)
        return wasDimmed
    }

    /// Makes the step that is due at `instant`; whether its level has changed.
    mutating func advance(to instant: Instant) -> Bool {
        guard deadline <= instant, deadline < .never else { return false }
        let before = now
        let gone = instant - fadesSince
        if gone >= fade {
            (now, deadline) = (target, .never)
        } else {
            // (Millionths: 71 minutes are 4.3e9 µs, a thousand of them fit an Int64.)
            let from = BacklightOutput.wide(start)
            let way = (BacklightOutput.wide(target) - from) * gone.count / fade.count
            now = UInt16(truncatingIfNeeded: Int(truncatingIfNeeded: from + way))
            deadline = min(instant + BacklightOutput.stepTime, fadesSince + fade)
        }
        return now != before
    }

    /// (On 32 bits a wider integer is not made of a narrower one in any other way without the heap.)
    private static func wide(_ level: UInt16) -> Int64 { Int64(bitPattern: UInt64(_truncatingBits: UInt(level))) }
}
