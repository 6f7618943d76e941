public import TaplineTouches

/// A contact that bounces: what it shows counts when it has stood for some time.
public struct Debouncer: Equatable, Sendable {
    /// How long a level has to stand, inclusive; 0: each counts at once.
    public let time: Microseconds
    /// What counts.
    public private(set) var isPressed = false
    /// Levels that did not stand; the count wraps.
    public private(set) var bounces: UInt32 = 0
    private var level = false
    private var since = Instant.zero

    /// A contact that is open.
    public init(time: Microseconds) { self.time = time }

    /// When the level that it shows begins to count, ``Instant/never``: it does already.
    public var deadline: Instant { level == isPressed ? .never : since + time }

    /// The contact shows a level from `now` on. What is due by then has to be asked for first (``advance(to:)``).
    public mutating func set(_ isPressed: Bool, at now: Instant) {
        guard level != isPressed else { return }
        if level != self.isPressed { bounces &+= 1 }
        level = isPressed
        since = now
    }

    /// Since when it has been what it is now, where that has come to count by `now`; nil: nothing has.
    public mutating func advance(to now: Instant) -> Instant? {
        guard deadline <= now, deadline < .never else { return nil }
        isPressed = level
        return since
    }
}
