public import TaplineTouches

/// The library's kinds of recognizers in one type, for an engine: a closed set; ``EitherRecognizer`` adds to it.
/// Nothing is decided here; each kind is in its own file, and ``RecognizerUnion`` passes on what an engine asks.
public struct StandardRecognizer: RecognizerUnion {
    /// The library's kinds.
    public enum Kind: UInt8, Sendable {
        case tap, countedTap, longPress, pan, swipe, edgePan, pinch, rotation, transform, stroke
    }

    private var memory: RecognizerMemory
    /// Of which kind it is.
    public let which: Kind

    private init(_ which: Kind, _ recognizer: some Recognizer) {
        memory = RecognizerMemory(recognizer)
        self.which = which
    }

    public static func tap(_ tap: TapRecognizer) -> Self { Self(.tap, tap) }
    public static func countedTap(_ tap: CountedTapRecognizer) -> Self { Self(.countedTap, tap) }
    public static func longPress(_ press: LongPressRecognizer) -> Self { Self(.longPress, press) }
    public static func pan(_ pan: PanRecognizer) -> Self { Self(.pan, pan) }
    public static func swipe(_ swipe: SwipeRecognizer) -> Self { Self(.swipe, swipe) }
    public static func edgePan(_ pan: EdgePanRecognizer) -> Self { Self(.edgePan, pan) }
    public static func pinch(_ pinch: PinchRecognizer) -> Self { Self(.pinch, pinch) }
    public static func rotation(_ rotation: RotationRecognizer) -> Self { Self(.rotation, rotation) }
    public static func transform(_ transform: TransformRecognizer) -> Self { Self(.transform, transform) }
    public static func stroke(_ stroke: StrokeRecognizer) -> Self { Self(.stroke, stroke) }

    public static var filler: StandardRecognizer { .tap(.filler) }

    @inline(__always)
    public func ask<Query: RecognizerQuery>(_ query: Query) -> Query.Answer {
        switch which {
        case .tap: query.ask(memory.read(TapRecognizer.self))
        case .countedTap: query.ask(memory.read(CountedTapRecognizer.self))
        case .longPress: query.ask(memory.read(LongPressRecognizer.self))
        case .pan: query.ask(memory.read(PanRecognizer.self))
        case .swipe: query.ask(memory.read(SwipeRecognizer.self))
        case .edgePan: query.ask(memory.read(EdgePanRecognizer.self))
        case .pinch: query.ask(memory.read(PinchRecognizer.self))
        case .rotation: query.ask(memory.read(RotationRecognizer.self))
        case .transform: query.ask(memory.read(TransformRecognizer.self))
        case .stroke: query.ask(memory.read(StrokeRecognizer.self))
        }
    }

    @inline(__always)
    public mutating func dispatch<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>
    ) {
        switch which {
        case .tap: memory.change(TapRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .countedTap: memory.change(CountedTapRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .longPress: memory.change(LongPressRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .pan: memory.change(PanRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .swipe: memory.change(SwipeRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .edgePan: memory.change(EdgePanRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .pinch: memory.change(PinchRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .rotation: memory.change(RotationRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .transform: memory.change(TransformRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .stroke: memory.change(StrokeRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        }
    }

    @inline(__always)
    public mutating func make<Change: RecognizerChange>(_ change: Change) -> Change.Answer {
        switch which {
        case .tap: memory.change(TapRecognizer.self) { change.make(in: &$0) }
        case .countedTap: memory.change(CountedTapRecognizer.self) { change.make(in: &$0) }
        case .longPress: memory.change(LongPressRecognizer.self) { change.make(in: &$0) }
        case .pan: memory.change(PanRecognizer.self) { change.make(in: &$0) }
        case .swipe: memory.change(SwipeRecognizer.self) { change.make(in: &$0) }
        case .edgePan: memory.change(EdgePanRecognizer.self) { change.make(in: &$0) }
        case .pinch: memory.change(PinchRecognizer.self) { change.make(in: &$0) }
        case .rotation: memory.change(RotationRecognizer.self) { change.make(in: &$0) }
        case .transform: memory.change(TransformRecognizer.self) { change.make(in: &$0) }
        case .stroke: memory.change(StrokeRecognizer.self) { change.make(in: &$0) }
        }
    }

    public func canPrevent(_ other: StandardRecognizer) -> Bool {
        guard let taps, let others = other.taps else { return true }
        return taps >= others
    }

    /// How many taps in a row make it, if it is some.
    private var taps: Int? {
        switch which {
        case .tap: memory.read(TapRecognizer.self).parameters.taps
        case .countedTap: memory.read(CountedTapRecognizer.self).parameters.taps
        case .longPress, .swipe, .pan, .edgePan, .pinch, .rotation, .transform, .stroke: nil
        }
    }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        // No other kind asks.
        guard which == .stroke else { return .possible }
        return memory.change(StrokeRecognizer.self) {
            $0.compare(&table, with: &templates, of: &paths, mine: mine, at: now)
        }
    }
}
