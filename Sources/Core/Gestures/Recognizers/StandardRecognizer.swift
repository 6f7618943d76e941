public import TaplineTouches

/// The library's kinds of recognizers in one type, for an engine: a closed set; ``EitherRecognizer`` adds to it.
/// Nothing is decided here; each kind is in its own file.
public enum StandardRecognizer: Sendable {
    case tap(TapRecognizer)
    case longPress(LongPressRecognizer)
    case pan(PanRecognizer)
    case swipe(SwipeRecognizer)
    case edgePan(EdgePanRecognizer)
    case pinch(PinchRecognizer)
    case rotation(RotationRecognizer)
    case transform(TransformRecognizer)
    case stroke(StrokeRecognizer)
}

extension StandardRecognizer: Recognizer {
    public static var filler: StandardRecognizer { .tap(.filler) }

    public var kind: StaticString {
        switch self {
        case .tap(let r): r.kind
        case .longPress(let r): r.kind
        case .pan(let r): r.kind
        case .swipe(let r): r.kind
        case .edgePan(let r): r.kind
        case .pinch(let r): r.kind
        case .rotation(let r): r.kind
        case .transform(let r): r.kind
        case .stroke(let r): r.kind
        }
    }

    public var isContinuous: Bool {
        switch self {
        case .tap(let r): r.isContinuous
        case .longPress(let r): r.isContinuous
        case .pan(let r): r.isContinuous
        case .swipe(let r): r.isContinuous
        case .edgePan(let r): r.isContinuous
        case .pinch(let r): r.isContinuous
        case .rotation(let r): r.isContinuous
        case .transform(let r): r.isContinuous
        case .stroke(let r): r.isContinuous
        }
    }

    public var isIncremental: Bool {
        switch self {
        case .pan(let r): r.isIncremental
        case .edgePan(let r): r.isIncremental
        case .pinch(let r): r.isIncremental
        case .rotation(let r): r.isIncremental
        case .transform(let r): r.isIncremental
        case .tap, .longPress, .swipe, .stroke: false
        }
    }

    public var isTentative: Bool { if case .tap(let r) = self { r.isTentative } else { false } }

    public var traits: RecognizerTraits {
        switch self {
        case .tap, .longPress, .swipe: .toDoubts
        case .pan, .edgePan, .rotation, .stroke: .toClockAndDoubts
        case .pinch, .transform: .toClock
        }
    }

    public var deadline: Instant { nextDeadline() }

    /// ``deadline``; a getter cannot carry the annotation.
    private func nextDeadline() -> Instant {
        switch self {
        case .tap(let r): r.deadline
        case .longPress(let r): r.deadline
        case .pan(let r): r.deadline
        case .swipe(let r): r.deadline
        case .edgePan(let r): r.deadline
        case .pinch(let r): r.deadline
        case .rotation(let r): r.deadline
        case .transform(let r): r.deadline
        case .stroke(let r): r.deadline
        }
    }

    public var deadlineComesFirst: Bool {
        switch self {
        case .tap(let r): r.deadlineComesFirst
        case .longPress(let r): r.deadlineComesFirst
        case .pan(let r): r.deadlineComesFirst
        case .swipe(let r): r.deadlineComesFirst
        case .edgePan(let r): r.deadlineComesFirst
        case .pinch(let r): r.deadlineComesFirst
        case .rotation(let r): r.deadlineComesFirst
        case .transform(let r): r.deadlineComesFirst
        case .stroke(let r): r.deadlineComesFirst
        }
    }

    public var isDoubtful: Bool {
        switch self {
        case .pinch(let r): r.isDoubtful
        case .transform(let r): r.isDoubtful
        case .tap, .longPress, .pan, .swipe, .edgePan, .rotation, .stroke: false
        }
    }

    public func canPrevent(_ other: StandardRecognizer) -> Bool {
        if case .tap(let a) = self, case .tap(let b) = other { return a.canPrevent(b) }
        return true
    }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        // No other kind asks.
        guard case .stroke(var r) = self else { return .possible }
        defer { self = .stroke(r) }
        return r.compare(&table, with: &templates, of: &paths, mine: mine, at: now)
    }

    public func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        switch self {
        case .tap(let r): r.isStillReady(&table, mine: mine, at: now)
        case .longPress(let r): r.isStillReady(&table, mine: mine, at: now)
        case .pan(let r): r.isStillReady(&table, mine: mine, at: now)
        case .swipe(let r): r.isStillReady(&table, mine: mine, at: now)
        case .edgePan(let r): r.isStillReady(&table, mine: mine, at: now)
        case .pinch(let r): r.isStillReady(&table, mine: mine, at: now)
        case .rotation(let r): r.isStillReady(&table, mine: mine, at: now)
        case .transform(let r): r.isStillReady(&table, mine: mine, at: now)
        case .stroke(let r): r.isStillReady(&table, mine: mine, at: now)
        }
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? {
        switch self {
        case .tap(let r): r.controlAction(&table, mine: mine)
        case .pan(let r): r.controlAction(&table, mine: mine)
        case .swipe(let r): r.controlAction(&table, mine: mine)
        case .edgePan(let r): r.controlAction(&table, mine: mine)
        default: nil
        }
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        var told = GestureSnapshot.none
        return follow(&table, mine: mine, at: now, telling: &told)
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        switch self {
        case .tap(let r): r.snapshot(&table, mine: mine, at: now)
        case .longPress(let r): r.snapshot(&table, mine: mine, at: now)
        case .pan(let r): r.snapshot(&table, mine: mine, at: now)
        case .swipe(let r): r.snapshot(&table, mine: mine, at: now)
        case .edgePan(let r): r.snapshot(&table, mine: mine, at: now)
        case .pinch(let r): r.snapshot(&table, mine: mine, at: now)
        case .rotation(let r): r.snapshot(&table, mine: mine, at: now)
        case .transform(let r): r.snapshot(&table, mine: mine, at: now)
        case .stroke(let r): r.snapshot(&table, mine: mine, at: now)
        }
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        switch self {
        case .pan(var r):
            r.adjust(adjustment)
            self = .pan(r)
        case .edgePan(var r):
            r.adjust(adjustment)
            self = .edgePan(r)
        case .pinch(var r):
            r.adjust(adjustment)
            self = .pinch(r)
        case .rotation(var r):
            r.adjust(adjustment)
            self = .rotation(r)
        case .transform(var r):
            r.adjust(adjustment)
            self = .transform(r)
        case .tap, .longPress, .swipe, .stroke: break
        }
    }

    public mutating func reset() {
        switch self {
        case .tap(var r):
            defer { self = .tap(r) }
            return r.reset()
        case .longPress(var r):
            defer { self = .longPress(r) }
            return r.reset()
        case .pan(var r):
            defer { self = .pan(r) }
            return r.reset()
        case .swipe(var r):
            defer { self = .swipe(r) }
            return r.reset()
        case .edgePan(var r):
            defer { self = .edgePan(r) }
            return r.reset()
        case .pinch(var r):
            defer { self = .pinch(r) }
            return r.reset()
        case .rotation(var r):
            defer { self = .rotation(r) }
            return r.reset()
        case .transform(var r):
            defer { self = .transform(r) }
            return r.reset()
        case .stroke(var r):
            defer { self = .stroke(r) }
            return r.reset()
        }
    }
}

// Where time counts; on bare metal `StandardRecognizer+Visits.swift` has these.
#if !BAREMETAL
    extension StandardRecognizer {
        @inline(never)
        public mutating func offer<let capacity: Int>(
            _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
        ) -> Offer {
            switch self {
            case .tap(var r):
                defer { self = .tap(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .longPress(var r):
                defer { self = .longPress(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .pan(var r):
                defer { self = .pan(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .swipe(var r):
                defer { self = .swipe(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .edgePan(var r):
                defer { self = .edgePan(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .pinch(var r):
                defer { self = .pinch(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .rotation(var r):
                defer { self = .rotation(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .transform(var r):
                defer { self = .transform(r) }
                return r.offer(slot, of: &table, mine: mine)
            case .stroke(var r):
                defer { self = .stroke(r) }
                return r.offer(slot, of: &table, mine: mine)
            }
        }

        @inline(never)
        public mutating func track<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) -> Attempt {
            switch self {
            case .tap(var r):
                defer { self = .tap(r) }
                return r.track(&table, mine: mine, at: now)
            case .longPress(var r):
                defer { self = .longPress(r) }
                return r.track(&table, mine: mine, at: now)
            case .pan(var r):
                defer { self = .pan(r) }
                return r.track(&table, mine: mine, at: now)
            case .swipe(var r):
                defer { self = .swipe(r) }
                return r.track(&table, mine: mine, at: now)
            case .edgePan(var r):
                defer { self = .edgePan(r) }
                return r.track(&table, mine: mine, at: now)
            case .pinch(var r):
                defer { self = .pinch(r) }
                return r.track(&table, mine: mine, at: now)
            case .rotation(var r):
                defer { self = .rotation(r) }
                return r.track(&table, mine: mine, at: now)
            case .transform(var r):
                defer { self = .transform(r) }
                return r.track(&table, mine: mine, at: now)
            case .stroke(var r):
                defer { self = .stroke(r) }
                return r.track(&table, mine: mine, at: now)
            }
        }

        @inline(never)
        public mutating func reachDeadline<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) -> Attempt {
            switch self {
            case .tap(var r):
                defer { self = .tap(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .longPress(var r):
                defer { self = .longPress(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .pan(var r):
                defer { self = .pan(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .swipe(var r):
                defer { self = .swipe(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .edgePan(var r):
                defer { self = .edgePan(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .pinch(var r):
                defer { self = .pinch(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .rotation(var r):
                defer { self = .rotation(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .transform(var r):
                defer { self = .transform(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            case .stroke(var r):
                defer { self = .stroke(r) }
                return r.reachDeadline(&table, mine: mine, at: now)
            }
        }

        @inline(never)
        public mutating func begin<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
        ) {
            switch self {
            case .tap(var r):
                defer { self = .tap(r) }
                return r.begin(&table, mine: mine, at: now)
            case .longPress(var r):
                defer { self = .longPress(r) }
                return r.begin(&table, mine: mine, at: now)
            case .pan(var r):
                defer { self = .pan(r) }
                return r.begin(&table, mine: mine, at: now)
            case .swipe(var r):
                defer { self = .swipe(r) }
                return r.begin(&table, mine: mine, at: now)
            case .edgePan(var r):
                defer { self = .edgePan(r) }
                return r.begin(&table, mine: mine, at: now)
            case .pinch(var r):
                defer { self = .pinch(r) }
                return r.begin(&table, mine: mine, at: now)
            case .rotation(var r):
                defer { self = .rotation(r) }
                return r.begin(&table, mine: mine, at: now)
            case .transform(var r):
                defer { self = .transform(r) }
                return r.begin(&table, mine: mine, at: now)
            case .stroke(var r):
                defer { self = .stroke(r) }
                return r.begin(&table, mine: mine, at: now)
            }
        }

        @inline(never)
        public mutating func follow<let capacity: Int>(
            _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, telling told: inout GestureSnapshot
        ) -> Progress {
            switch self {
            case .tap(var r):
                defer { self = .tap(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .longPress(var r):
                defer { self = .longPress(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .pan(var r):
                defer { self = .pan(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .swipe(var r):
                defer { self = .swipe(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .edgePan(var r):
                defer { self = .edgePan(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .pinch(var r):
                defer { self = .pinch(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .rotation(var r):
                defer { self = .rotation(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .transform(var r):
                defer { self = .transform(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            case .stroke(var r):
                defer { self = .stroke(r) }
                return r.follow(&table, mine: mine, at: now, telling: &told)
            }
        }
    }
#endif
