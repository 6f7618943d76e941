public import TaplineTouches

/// The library's kinds of recognizers in one type, for an engine: a closed set; ``EitherRecognizer`` adds to it.
/// Nothing is decided here; each kind is in its own file, and ``RecognizerUnion`` passes on what an engine asks.
public enum StandardRecognizer: RecognizerUnion {
    case tap(TapRecognizer)
    case countedTap(CountedTapRecognizer)
    case longPress(LongPressRecognizer)
    case pan(PanRecognizer)
    case swipe(SwipeRecognizer)
    case edgePan(EdgePanRecognizer)
    case pinch(PinchRecognizer)
    case rotation(RotationRecognizer)
    case transform(TransformRecognizer)
    case stroke(StrokeRecognizer)

    public static var filler: StandardRecognizer { .tap(.filler) }

    @inline(__always)
    public func ask<Query: RecognizerQuery>(_ query: Query) -> Query.Answer {
        switch self {
        case .tap(let r): query.ask(r)
        case .countedTap(let r): query.ask(r)
        case .longPress(let r): query.ask(r)
        case .pan(let r): query.ask(r)
        case .swipe(let r): query.ask(r)
        case .edgePan(let r): query.ask(r)
        case .pinch(let r): query.ask(r)
        case .rotation(let r): query.ask(r)
        case .transform(let r): query.ask(r)
        case .stroke(let r): query.ask(r)
        }
    }

    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    public mutating func dispatch<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>
    ) {
        switch self {
        case .tap(var r):
            r.invoke(&call, &snapshot, &table)
            self = .tap(r)
        case .countedTap(var r):
            r.invoke(&call, &snapshot, &table)
            self = .countedTap(r)
        case .longPress(var r):
            r.invoke(&call, &snapshot, &table)
            self = .longPress(r)
        case .pan(var r):
            r.invoke(&call, &snapshot, &table)
            self = .pan(r)
        case .swipe(var r):
            r.invoke(&call, &snapshot, &table)
            self = .swipe(r)
        case .edgePan(var r):
            r.invoke(&call, &snapshot, &table)
            self = .edgePan(r)
        case .pinch(var r):
            r.invoke(&call, &snapshot, &table)
            self = .pinch(r)
        case .rotation(var r):
            r.invoke(&call, &snapshot, &table)
            self = .rotation(r)
        case .transform(var r):
            r.invoke(&call, &snapshot, &table)
            self = .transform(r)
        case .stroke(var r):
            r.invoke(&call, &snapshot, &table)
            self = .stroke(r)
        }
    }

    @inline(__always)
    public mutating func make<Change: RecognizerChange>(_ change: Change) {
        switch self {
        case .tap(var r):
            change.make(in: &r)
            self = .tap(r)
        case .countedTap(var r):
            change.make(in: &r)
            self = .countedTap(r)
        case .longPress(var r):
            change.make(in: &r)
            self = .longPress(r)
        case .pan(var r):
            change.make(in: &r)
            self = .pan(r)
        case .swipe(var r):
            change.make(in: &r)
            self = .swipe(r)
        case .edgePan(var r):
            change.make(in: &r)
            self = .edgePan(r)
        case .pinch(var r):
            change.make(in: &r)
            self = .pinch(r)
        case .rotation(var r):
            change.make(in: &r)
            self = .rotation(r)
        case .transform(var r):
            change.make(in: &r)
            self = .transform(r)
        case .stroke(var r):
            change.make(in: &r)
            self = .stroke(r)
        }
    }

    public func canPrevent(_ other: StandardRecognizer) -> Bool {
        guard let taps, let others = other.taps else { return true }
        return taps >= others
    }

    /// How many taps in a row make it, if it is some.
    private var taps: Int? {
        switch self {
        case .tap(let r): r.parameters.taps
        case .countedTap(let r): r.parameters.taps
        case .longPress, .swipe, .pan, .edgePan, .pinch, .rotation, .transform, .stroke: nil
        }
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
}
