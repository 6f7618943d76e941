public import TaplineTouches

/// When a panel sleeps, and when it wakes: after a rest without fingers and motion it sleeps, and so it does where somebody has
/// sent it there; it wakes when the device is moved. A value without a clock, for whoever has a ``Pipeline`` and a
/// ``MotionPipeline``: it says what to do with the first by what the second knows.
public struct PanelRest: Sendable {
    /// What is to be done with the panel.
    public enum Change: Equatable, Sendable { case sleep, wakeUp }

    /// After so long the panel sleeps; ``Microseconds/unlimited``: only when somebody sends it there.
    public var sleepAfter: Microseconds
    /// Whether it sleeps.
    public private(set) var isAsleep = false
    /// Whether it sleeps because it has rested: then nobody else wakes it.
    private var hasRested = false
    /// Since when it rests, or sleeps.
    private var since = Instant.never

    /// A panel that is awake.
    public init(sleepAfter: Microseconds = .unlimited) { self.sleepAfter = sleepAfter }

    /// When ``advance(to:isTouched:movedAt:)`` changes something if nothing happens, ``Instant/never`` where nothing does.
    public var deadline: Instant { isAsleep || since == .never ? .never : since + sleepAfter }

    /// Somebody has sent it to sleep, or woken it.
    public mutating func set(isAsleep: Bool, at now: Instant) {
        (self.isAsleep, hasRested, since) = (isAsleep, false, now)
    }

    /// What is to be done at `now`.
    ///
    /// - Parameters:
    ///   - isTouched: whether fingers are on the panel.
    ///   - movedAt: ``MotionEngine/movedAt``: when the device was last moved; ``Instant/never``: nobody would notice, so a
    ///     panel does not go to sleep by itself, and one that has done so wakes.
    public mutating func advance(to now: Instant, isTouched: Bool, movedAt: Instant) -> Change? {
        if isAsleep {
            guard movedAt == .never ? hasRested : since < movedAt else { return nil }
            set(isAsleep: false, at: now)
            return .wakeUp
        }
        since = since == .never || isTouched || movedAt == .never ? now : max(since, movedAt)
        guard deadline <= now else { return nil }
        set(isAsleep: true, at: now)
        hasRested = true
        return .sleep
    }
}
