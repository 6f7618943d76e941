public import TaplineGestures
public import TaplineTouches

/// A stage of the rest of a panel that nobody touches: `{while: untouched, after: 30s, …}`.
public struct RestStage: Equatable, Sendable {
    /// It begins when nobody has touched the panel for so long, more than 0.
    public var after: Microseconds
    /// The event that lasts as long as the stage, by index in the configuration.
    public var event: Int
    /// Whether the touch that ends it does nothing else.
    public var isSwallowing: Bool
    /// How often a chip without an interrupt line is asked meanwhile; nil: as ever.
    public var poll: Microseconds?
    /// Whether the controller sleeps, which notices no finger then.
    public var isSleeping: Bool

    /// A stage.
    public init(
        after: Microseconds, event: Int, isSwallowing: Bool = true, poll: Microseconds? = nil, isSleeping: Bool = false
    ) {
        (self.after, self.event, self.isSwallowing) = (after, event, isSwallowing)
        (self.poll, self.isSleeping) = (poll, isSleeping)
    }
}

/// The rest of a panel: when its stages begin, what wakes it, and which fingers only wake it. A value without a clock.
///
/// A panel that nobody touches goes through its stages, one after the other, and leaves all of them at once when it wakes: by a
/// finger, or by something else that is told to ``OutputBank/stir(at:into:)``. Where one of the stages is a swallowing one, the
/// touch that wakes does nothing else: it, and every finger that joins it, until all have lifted, and each that lands within
/// ``grace`` after that.
public struct PanelRest: Sendable {
    /// How a panel is.
    public enum State: UInt8, Sendable {
        /// Every finger counts, and no stage has begun.
        case active
        /// A stage has begun, and the finger that ends it counts.
        case dimmed
        /// The finger that wakes it does nothing else, or none does: its controller sleeps.
        case resting
        /// It has been woken, by fingers that are still on it, or so lately that a finger would do nothing.
        case waking

        /// Its name in every format.
        public var name: StaticString {
            switch self {
            case .active: "active"
            case .dimmed: "dimmed"
            case .resting: "resting"
            case .waking: "waking"
            }
        }
    }

    /// The most stages, and the most backlights.
    public static var capacity: Int { 4 }
    public static var backlights: Int { 2 }
    /// Fingers that a chip shows so soon after a reset have not landed since.
    static var resumption: Microseconds { .milliseconds(1_000) }
    /// What wakes a sleeping panel and has come back must stay for so long: remotes of Bluetooth, and sensors whose wire is loose, come
    /// and go.
    static var wakerStays: Microseconds { .milliseconds(10_000) }

    /// For so long after the last finger that has woken it, or after another waker, a finger that lands does nothing.
    public var grace = Microseconds.milliseconds(300)
    /// The events of other sources that wake it.
    public var wakers = RecognizerSet()
    /// Whether something is there that wakes a sleeping panel: without, it does not go to sleep by itself, and wakes.
    public private(set) var isWakeable = true
    /// When what has come back to wake it counts, ``Instant/never`` where nothing has.
    private var wakeableAt = Instant.never
    /// A finger that only wakes, and that no report confirms for so long, has lifted.
    var touchTimeout = Microseconds.unlimited

    private var stages = InlineArray<4, RestStage>(repeating: RestStage(after: .unlimited, event: 0))
    /// How many stages there are.
    public private(set) var count = 0
    /// Whether there are any: nothing else need be asked, then.
    public private(set) var isKept = false
    /// How many of them have begun.
    public private(set) var depth = 0
    /// Whether somebody has sent it to sleep.
    public private(set) var isSent = false
    /// The fingers on the panel do nothing.
    public private(set) var isSwallowing = false
    private var isTouched = false
    /// Whether the fingers on it have woken it: the grace begins when they lift.
    private var owesGrace = false
    /// Since when it is untouched, and when it was last known to be touched; ``Instant/never`` before anything is known.
    private var untouchedSince = Instant.never
    private var touchedAt = Instant.never
    private var graceEnds = Instant(microseconds: .min)
    /// When it was sent to sleep, or its first stage began.
    private var restsSince = Instant.never
    /// When the first stage began that swallows what wakes. (A finger may have landed before it, and prove real after it.)
    private var swallowsSince = Instant(microseconds: .min)
    private var lights = InlineArray<2, BacklightOutput>(repeating: BacklightOutput(line: -1))
    private var lightCount = 0
    /// When something changes if nothing happens, ``Instant/never`` where nothing does.
    public private(set) var deadline = Instant.never

    /// A panel that does not rest.
    public init() {}

    /// Adds a stage, which begins later than those before it; false where there is no place left.
    public mutating func append(_ stage: RestStage) -> Bool {
        guard count < PanelRest.capacity, count == 0 || stages[count &- 1].after < stage.after else { return false }
        stages[count] = stage
        count &+= 1
        isKept = true
        return true
    }

    /// Adds a backlight; false where there is no place left.
    public mutating func append(_ light: BacklightOutput) -> Bool {
        guard lightCount < PanelRest.backlights else { return false }
        lights[lightCount] = light
        lightCount &+= 1
        return true
    }

    /// How the panel is at `now`.
    public func state(at now: Instant) -> State {
        if isSwallowing { return .waking }
        if swallowsNext || isAsleep { return .resting }
        if depth > 0 { return .dimmed }
        return now < graceEnds ? .waking : .active
    }

    /// Whether the controller is to sleep.
    public var isAsleep: Bool {
        if isSent { return true }
        guard isWakeable else { return false }
        for i in 0..<depth where stages[i].isSleeping { return true }
        return false
    }

    /// How often a chip without an interrupt line is to be asked; nil: as ever.
    public var poll: Microseconds? {
        var poll: Microseconds?
        for i in 0..<depth { poll = stages[i].poll ?? poll }
        return poll
    }

    /// Whether a finger that lands now only wakes.
    private var swallowsNext: Bool {
        if isSent { return true }
        for i in 0..<depth where stages[i].isSwallowing { return true }
        return false
    }

    // MARK: What happens to it

    /// The panel is there from `now` on, and untouched.
    mutating func begin(at now: Instant) {
        if untouchedSince == .never { untouchedSince = now }
        refreshDeadline()
    }

    /// Takes a report of so many fingers, of which new ones have landed at `landing`; whether it wakes.
    mutating func take(_ fingers: Int, landing: Instant, at now: Instant) -> Bool {
        guard fingers > 0 else {
            if isTouched || untouchedSince == .never { lift(at: now) }
            return false
        }
        touchedAt = now
        var wakes = false
        if !isTouched {
            isTouched = true
            wakes = depth > 0 || isSent
            owesGrace = swallowsNext && swallowsSince <= landing
            isSwallowing = owesGrace || landing < graceEnds
        }
        if wakes || deadline != .never { refreshDeadline() }
        return wakes
    }

    private mutating func lift(at now: Instant) {
        if owesGrace { graceEnds = now + grace }
        (isTouched, isSwallowing, owesGrace) = (false, false, false)
        untouchedSince = now
        refreshDeadline()
    }

    /// Nobody knows of fingers any more: the controller was reset, or sleeps. What it swallowed goes on to be, where it is shown
    /// again at once.
    mutating func lose(at now: Instant) {
        guard isTouched else { return }
        let swallowed = isSwallowing
        lift(at: now)
        if swallowed { graceEnds = max(graceEnds, now + PanelRest.resumption) }
    }

    /// Something other than a finger has happened that wakes it, or keeps it awake; whether it wakes.
    mutating func stir(at now: Instant) -> Bool {
        if swallowsNext { graceEnds = max(graceEnds, now + grace) }
        if !isTouched, untouchedSince < .never { untouchedSince = max(untouchedSince, now) }
        if depth == 0, !isSent { refreshDeadline() }
        return depth > 0 || isSent
    }

    /// Something is there that wakes a sleeping panel, or nothing is.
    mutating func setWakeable(_ isThere: Bool, at now: Instant) {
        if !isThere {
            (isWakeable, wakeableAt) = (false, .never)
        } else if !isWakeable, wakeableAt == .never {
            wakeableAt = now + PanelRest.wakerStays
        } else {
            return
        }
        refreshDeadline()
    }

    /// Whether a motion of the device at `instant` is news for a panel that rests.
    public func isNews(_ instant: Instant) -> Bool {
        instant < .never && (restsSince == .never || restsSince < instant)
            && (untouchedSince == .never || untouchedSince < instant)
    }

    /// Somebody sends it to sleep; every stage begins.
    mutating func send(at now: Instant) {
        if !swallowsNext { swallowsSince = now }
        isSent = true
        if restsSince == .never { restsSince = now }
        lift(at: now)
        owesGrace = false
    }

    // MARK: Stages

    /// The next stage where it is due at `now`, or the panel was sent there: it has begun.
    mutating func nextStage(at now: Instant) -> RestStage? {
        guard depth < count, isSent || !isTouched && stageDue <= now else { return nil }
        if depth == 0 { restsSince = now }
        if !swallowsNext { swallowsSince = now }
        depth &+= 1
        for i in 0..<lightCount { lights[i].begin(stage: depth &- 1, at: now) }
        refreshDeadline()
        return stages[depth &- 1]
    }

    /// The last stage that has begun: it has ended. nil: none is left, and the panel is awake.
    mutating func leaveStage() -> RestStage? {
        guard depth > 0 else {
            (isSent, restsSince) = (false, .never)
            refreshDeadline()
            return nil
        }
        depth &-= 1
        return stages[depth]
    }

    /// Whether a finger that was swallowed has been shown for the last time, at `now`.
    mutating func advance(to now: Instant) {
        if wakeableAt <= now { (isWakeable, wakeableAt) = (true, .never) }
        if isSwallowing, touchTimeout < .unlimited, touchedAt + touchTimeout <= now { lift(at: now) }
        refreshDeadline()
    }

    /// The backlight at `index` where its level has changed by `now`: its line and its level.
    mutating func nextLight(_ index: Int, at now: Instant) -> (line: Int, level: OutputLevel)? {
        guard index < lightCount, lights[index].advance(to: now) else { return nil }
        refreshDeadline()
        return (lights[index].line, lights[index].level)
    }

    /// Every backlight shines as ever; nil: the one at `index` does already.
    mutating func brighten(_ index: Int) -> (line: Int, level: OutputLevel)? {
        guard index < lightCount, lights[index].brighten() else { return nil }
        return (lights[index].line, lights[index].level)
    }

    /// The level of the line at `index`; nil: it is no backlight.
    func level(_ line: Int) -> OutputLevel? {
        for i in 0..<lightCount where lights[i].line == line { return lights[i].level }
        return nil
    }

    /// Goes on as `old` did before a reload: what fingers there are, since when there are none, whether it was sent to sleep. No
    /// stage has begun, but where `isSame` says that nothing has changed: then it is `old`.
    mutating func resume(from old: PanelRest, isSame: Bool) {
        if isSame {
            self = old
            return
        }
        (isSent, isSwallowing, isTouched, owesGrace) = (old.isSent, old.isSwallowing, old.isTouched, old.owesGrace)
        touchTimeout = old.touchTimeout
        (untouchedSince, touchedAt, graceEnds) = (old.untouchedSince, old.touchedAt, old.graceEnds)
        refreshDeadline()
    }

    private var stageDue: Instant {
        depth >= count || untouchedSince == .never ? .never : untouchedSince + stages[depth].after
    }

    private mutating func refreshDeadline() {
        var next = Instant.never
        if isKept {
            if !isTouched { next = isSent && depth < count ? restsSince : stageDue }
            if isSwallowing, touchTimeout < .unlimited { next = touchedAt + touchTimeout }
            next = min(next, wakeableAt)
            for i in 0..<lightCount { next = min(next, lights[i].deadline) }
        }
        deadline = next
    }
}
