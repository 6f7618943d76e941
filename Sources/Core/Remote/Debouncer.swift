public import TaplineTouches

/// A contact that bounces: what it shows counts when it has stood for some time.
public struct Debouncer: Equatable, Sendable {
    /// How long a level has to stand, inclusive; 0: each counts at once.
    public let time: Microseconds
    /// What counts.
    public private(set) var isPressed = false
    /// What it has done that no person does; the counts wrap.
    public struct Counters: Equatable, Sendable {
        /// Levels that did not stand.
        public var bounces: UInt32 = 0
        /// Levels that came to count within ``Debouncer/quickest`` of the one before: it bounces for longer than its time.
        public var quick: UInt32 = 0

        /// Nothing yet.
        public init() {}
    }

    /// Changes no further apart than this are a contact's bouncing, not a person's: 50 ms.
    public static var quickest: Microseconds { .milliseconds(50) }
    /// What was counted.
    public private(set) var counters = Counters()
    private var level = false
    private var since = Instant.zero
    /// Since when it has been what counts; never: from the beginning on.
    private var counted = Instant.never

    /// A contact that is open.
    public init(time: Microseconds) { self.time = time }

    /// When the level that it shows begins to count, ``Instant/never``: it does already.
    public var deadline: Instant { level == isPressed ? .never : since + time }

    /// It is open again, and nobody has let go of it.
    public mutating func forget() {
        let counters = counters
        self = Debouncer(time: time)
        self.counters = counters
    }

    /// The contact shows a level from `now` on. What is due by then has to be asked for first (``advance(to:)``).
    public mutating func set(_ isPressed: Bool, at now: Instant) {
        guard level != isPressed else { return }
        if level != self.isPressed { counters.bounces &+= 1 }
        level = isPressed
        since = now
    }

    /// Since when it has been what it is now, where that has come to count by `now`; nil: nothing has.
    public mutating func advance(to now: Instant) -> Instant? {
        guard deadline <= now, deadline < .never else { return nil }
        if counted < .never, since - counted <= Debouncer.quickest { counters.quick &+= 1 }
        (isPressed, counted) = (level, since)
        return since
    }
}
