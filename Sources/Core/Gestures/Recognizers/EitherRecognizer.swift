public import TaplineTouches

/// Two kinds of recognizers, or sets of kinds, in one type for an engine: how a kind of your own joins the library's.
///
/// ```swift
/// typealias Kinds = EitherRecognizer<StandardRecognizer, TwoFingerZ>
/// ```
///
/// Either may be such a pair again. Nothing is decided here. A kind of the one always may prevent a kind of the other.
public enum EitherRecognizer<First: Recognizer, Second: Recognizer>: RecognizerUnion {
    case first(First)
    case second(Second)

    public static var filler: EitherRecognizer { .first(.filler) }

    public func ask<Query: RecognizerQuery>(_ query: Query) -> Query.Answer {
        switch self {
        case .first(let r): query.ask(r)
        case .second(let r): query.ask(r)
        }
    }

    public mutating func dispatch<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>
    ) {
        switch self {
        case .first(var r):
            r.invoke(&call, &snapshot, &table)
            self = .first(r)
        case .second(var r):
            r.invoke(&call, &snapshot, &table)
            self = .second(r)
        }
    }

    public mutating func make<Change: RecognizerChange>(_ change: Change) -> Change.Answer {
        switch self {
        case .first(var r):
            defer { self = .first(r) }
            return change.make(in: &r)
        case .second(var r):
            defer { self = .second(r) }
            return change.make(in: &r)
        }
    }

    public func canPrevent(_ other: EitherRecognizer) -> Bool {
        switch (self, other) {
        case (.first(let a), .first(let b)): a.canPrevent(b)
        case (.second(let a), .second(let b)): a.canPrevent(b)
        default: true
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
}
