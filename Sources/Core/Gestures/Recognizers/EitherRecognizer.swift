public import TaplineTouches

/// Two kinds of recognizers, or sets of kinds, in one type for an engine: how a kind of one's own joins the library's.
///
/// ```swift
/// typealias Kinds = EitherRecognizer<StandardRecognizer, TwoFingerZ>
/// ```
///
/// Either may be such a pair again. Nothing is decided here. A kind of the one always may prevent a kind of the other.
public enum EitherRecognizer<First: Recognizer, Second: Recognizer>: Sendable {
    case first(First)
    case second(Second)
}

extension EitherRecognizer: Recognizer {
    public static var filler: EitherRecognizer { .first(.filler) }

    public var kind: StaticString {
        switch self {
        case .first(let r): r.kind
        case .second(let r): r.kind
        }
    }

    public var isContinuous: Bool {
        switch self {
        case .first(let r): r.isContinuous
        case .second(let r): r.isContinuous
        }
    }

    public var isIncremental: Bool {
        switch self {
        case .first(let r): r.isIncremental
        case .second(let r): r.isIncremental
        }
    }

    public var isTentative: Bool {
        switch self {
        case .first(let r): r.isTentative
        case .second(let r): r.isTentative
        }
    }

    public var traits: RecognizerTraits {
        switch self {
        case .first(let r): r.traits
        case .second(let r): r.traits
        }
    }

    public var deadline: Instant {
        switch self {
        case .first(let r): r.deadline
        case .second(let r): r.deadline
        }
    }

    public var deadlineComesFirst: Bool {
        switch self {
        case .first(let r): r.deadlineComesFirst
        case .second(let r): r.deadlineComesFirst
        }
    }

    public var isDoubtful: Bool {
        switch self {
        case .first(let r): r.isDoubtful
        case .second(let r): r.isDoubtful
        }
    }

    public func canPrevent(_ other: EitherRecognizer) -> Bool {
        switch (self, other) {
        case (.first(let a), .first(let b)): a.canPrevent(b)
        case (.second(let a), .second(let b)): a.canPrevent(b)
        default: true
        }
    }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.offer(slot, of: &table, mine: mine)
        case .second(var r):
            defer { self = .second(r) }
            return r.offer(slot, of: &table, mine: mine)
        }
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.track(&table, mine: mine, at: now)
        case .second(var r):
            defer { self = .second(r) }
            return r.track(&table, mine: mine, at: now)
        }
    }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.compare(&table, with: &templates, of: &paths, mine: mine, at: now)
        case .second(var r):
            defer { self = .second(r) }
            return r.compare(&table, with: &templates, of: &paths, mine: mine, at: now)
        }
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.reachDeadline(&table, mine: mine, at: now)
        case .second(var r):
            defer { self = .second(r) }
            return r.reachDeadline(&table, mine: mine, at: now)
        }
    }

    public func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        switch self {
        case .first(let r): r.isStillReady(&table, mine: mine, at: now)
        case .second(let r): r.isStillReady(&table, mine: mine, at: now)
        }
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? {
        switch self {
        case .first(let r): r.controlAction(&table, mine: mine)
        case .second(let r): r.controlAction(&table, mine: mine)
        }
    }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.begin(&table, mine: mine, at: now)
        case .second(var r):
            defer { self = .second(r) }
            return r.begin(&table, mine: mine, at: now)
        }
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.follow(&table, mine: mine, at: now)
        case .second(var r):
            defer { self = .second(r) }
            return r.follow(&table, mine: mine, at: now)
        }
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant, telling told: inout GestureSnapshot
    ) -> Progress {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.follow(&table, mine: mine, at: now, telling: &told)
        case .second(var r):
            defer { self = .second(r) }
            return r.follow(&table, mine: mine, at: now, telling: &told)
        }
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.adjust(adjustment)
        case .second(var r):
            defer { self = .second(r) }
            return r.adjust(adjustment)
        }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        switch self {
        case .first(let r): r.snapshot(&table, mine: mine, at: now)
        case .second(let r): r.snapshot(&table, mine: mine, at: now)
        }
    }

    public mutating func reset() {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return r.reset()
        case .second(var r):
            defer { self = .second(r) }
            return r.reset()
        }
    }
}
