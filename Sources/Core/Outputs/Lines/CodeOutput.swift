public import TaplineGestures
public import TaplineTouches

/// Several lines that show together which gesture was recognized, as a number: one line a bit, and perhaps a strobe that is
/// active while the number stands.
///
/// A number stands for the length of the pulse, and for as long all lines are idle before the next: two that are alike are
/// two. What comes meanwhile waits, up to ``capacity``; beyond that it is counted and left out.
public struct CodeOutput: Sendable {
    /// How many recognitions can wait.
    public static var capacity: Int { 8 }

    /// When the number ends, or the pause after it; ``Instant/never``: nothing stands.
    public private(set) var deadline = Instant.never
    /// The gestures, by index in the configuration.
    public let gestures: RecognizerSet
    private let pulseTime: ShortTime
    /// Recognitions that were left out; the count wraps.
    public private(set) var lost: UInt32 = 0
    private let lines: (first: UInt8, count: UInt8)
    /// ``shown``, ``nobody``: none does.
    private var shownNumber = CodeOutput.nobody
    private var waitingCount: UInt8 = 0
    private var waiting = InlineArray<8, UInt8>(repeating: 0)

    private static var nobody: UInt8 { .max }
    /// How long a number stands.
    public var pulse: Microseconds { pulseTime.microseconds }
    /// Where its lines are in the bank.
    var first: Int { Int(lines.first) }
    var count: Int { Int(lines.count) }
    /// The gesture whose number stands; nil: none does.
    var shown: Int? { shownNumber == CodeOutput.nobody ? nil : Int(shownNumber) }

    init(gestures: RecognizerSet, pulse: Microseconds, first: Int, count: Int) {
        self.gestures = gestures
        pulseTime = ShortTime(pulse)
        lines = (UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: count))
    }

    /// Takes a gesture; true where its number stands from now on.
    mutating func handle(_ event: GestureEvent) -> Bool {
        guard event.isRecognition, gestures.contains(event.gesture) else { return false }
        if deadline == .never {
            show(UInt8(truncatingIfNeeded: event.gesture), at: event.time)
            return true
        }
        if Int(waitingCount) < CodeOutput.capacity {
            waiting[Int(waitingCount)] = UInt8(truncatingIfNeeded: event.gesture)
            waitingCount &+= 1
        } else {
            lost &+= 1
        }
        return false
    }

    /// What is due at `now`: the number ends, or the next one stands; ``shown`` says which. True where one of them is.
    mutating func advance(to now: Instant) -> Bool {
        guard deadline <= now, deadline < .never else { return false }
        if shownNumber != CodeOutput.nobody {
            shownNumber = CodeOutput.nobody
            deadline = now + pulse
        } else if waitingCount > 0 {
            let next = waiting[0]
            waitingCount &-= 1
            for i in 0..<Int(waitingCount) { waiting[i] = waiting[i &+ 1] }
            show(next, at: now)
        } else {
            deadline = .never
            return false
        }
        return true
    }

    private mutating func show(_ gesture: UInt8, at now: Instant) {
        shownNumber = gesture
        deadline = now + pulse
    }
}
