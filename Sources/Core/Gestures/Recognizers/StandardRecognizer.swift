public import TaplineTouches

/// The library's kinds of recognizers in one type, for an engine: a closed set; ``EitherRecognizer`` adds to it.
/// Each kind is in its own file, and ``RecognizerUnion`` passes on what an engine asks; only which kinds can prevent which is said here.
public struct StandardRecognizer: RecognizerUnion {
    /// The library's kinds.
    public enum Kind: UInt8, Sendable {
        case tap, countedTap, longPress, pan, swipe, edgePan, pinch, rotation, transform, stroke
    }

    private var memory: RecognizerMemory
    /// Which of the library's kinds it is.
    public let standardKind: Kind

    private init<R: LibraryRecognizer>(_ recognizer: R) {
        memory = RecognizerMemory(recognizer)
        standardKind = R.standardKind
    }

    public static func tap(_ tap: TapRecognizer) -> Self { Self(tap) }
    public static func countedTap(_ tap: CountedTapRecognizer) -> Self { Self(tap) }
    public static func longPress(_ press: LongPressRecognizer) -> Self { Self(press) }
    public static func pan(_ pan: PanRecognizer) -> Self { Self(pan) }
    public static func swipe(_ swipe: SwipeRecognizer) -> Self { Self(swipe) }
    public static func edgePan(_ pan: EdgePanRecognizer) -> Self { Self(pan) }
    public static func pinch(_ pinch: PinchRecognizer) -> Self { Self(pinch) }
    public static func rotation(_ rotation: RotationRecognizer) -> Self { Self(rotation) }
    public static func transform(_ transform: TransformRecognizer) -> Self { Self(transform) }
    public static func stroke(_ stroke: StrokeRecognizer) -> Self { Self(stroke) }

    /// The recognizer in it; nil: it is one of another kind.
    public func recognizer<R: LibraryRecognizer>(_: R.Type) -> R? {
        standardKind == R.standardKind ? memory.read(R.self) : nil
    }

    // (Only the type that was put in comes out, as the compiler can see.)

    private func read<R: LibraryRecognizer>(_: R.Type) -> R {
        precondition(standardKind == R.standardKind)
        return memory.read(R.self)
    }

    @inline(__always)
    private mutating func with<R: LibraryRecognizer, Answer>(_: R.Type, _ body: (inout R) -> Answer) -> Answer {
        precondition(standardKind == R.standardKind)
        return memory.change(R.self, body)
    }

    public static var filler: StandardRecognizer { .tap(.filler) }

    @inline(__always)
    public func ask<Query: RecognizerQuery>(_ query: Query) -> Query.Answer {
        switch standardKind {
        case .tap: query.ask(read(TapRecognizer.self))
        case .countedTap: query.ask(read(CountedTapRecognizer.self))
        case .longPress: query.ask(read(LongPressRecognizer.self))
        case .pan: query.ask(read(PanRecognizer.self))
        case .swipe: query.ask(read(SwipeRecognizer.self))
        case .edgePan: query.ask(read(EdgePanRecognizer.self))
        case .pinch: query.ask(read(PinchRecognizer.self))
        case .rotation: query.ask(read(RotationRecognizer.self))
        case .transform: query.ask(read(TransformRecognizer.self))
        case .stroke: query.ask(read(StrokeRecognizer.self))
        }
    }

    @inline(__always)
    public mutating func dispatch<let capacity: Int>(
        _ call: inout RecognizerCall, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>
    ) {
        switch standardKind {
        case .tap: with(TapRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .countedTap: with(CountedTapRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .longPress: with(LongPressRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .pan: with(PanRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .swipe: with(SwipeRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .edgePan: with(EdgePanRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .pinch: with(PinchRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .rotation: with(RotationRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .transform: with(TransformRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        case .stroke: with(StrokeRecognizer.self) { $0.invoke(&call, &snapshot, &table) }
        }
    }

    @inline(__always)
    public mutating func make<Change: RecognizerChange>(_ change: Change) -> Change.Answer {
        switch standardKind {
        case .tap: with(TapRecognizer.self) { change.make(in: &$0) }
        case .countedTap: with(CountedTapRecognizer.self) { change.make(in: &$0) }
        case .longPress: with(LongPressRecognizer.self) { change.make(in: &$0) }
        case .pan: with(PanRecognizer.self) { change.make(in: &$0) }
        case .swipe: with(SwipeRecognizer.self) { change.make(in: &$0) }
        case .edgePan: with(EdgePanRecognizer.self) { change.make(in: &$0) }
        case .pinch: with(PinchRecognizer.self) { change.make(in: &$0) }
        case .rotation: with(RotationRecognizer.self) { change.make(in: &$0) }
        case .transform: with(TransformRecognizer.self) { change.make(in: &$0) }
        case .stroke: with(StrokeRecognizer.self) { change.make(in: &$0) }
        }
    }

    /// A tap does not prevent taps of more landings, nor a press after them with as many fingers.
    public func canPrevent(_ other: StandardRecognizer) -> Bool {
        guard standardKind != .longPress, let landings, let others = other.landings else { return true }
        if other.standardKind == .longPress, fewestTouches != other.fewestTouches { return true }
        return landings >= others
    }

    /// How many landings in a row make it, if it is taps, or a press after them.
    private var landings: Int? {
        switch standardKind {
        case .tap: read(TapRecognizer.self).parameters.taps
        case .countedTap: read(CountedTapRecognizer.self).parameters.taps
        case .longPress: read(LongPressRecognizer.self).parameters.taps &+ 1
        case .swipe, .pan, .edgePan, .pinch, .rotation, .transform, .stroke: nil
        }
    }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        // No other kind asks.
        guard standardKind == .stroke else { return .possible }
        return with(StrokeRecognizer.self) {
            $0.compare(&table, with: &templates, of: &paths, mine: mine, at: now)
        }
    }
}

/// One of the library's kinds.
public protocol LibraryRecognizer: Recognizer {
    /// Which one.
    static var standardKind: StandardRecognizer.Kind { get }
}

extension TapRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .tap } }
extension CountedTapRecognizer: LibraryRecognizer {
    public static var standardKind: StandardRecognizer.Kind { .countedTap }
}
extension LongPressRecognizer: LibraryRecognizer {
    public static var standardKind: StandardRecognizer.Kind { .longPress }
}
extension PanRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .pan } }
extension SwipeRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .swipe } }
extension EdgePanRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .edgePan } }
extension PinchRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .pinch } }
extension RotationRecognizer: LibraryRecognizer {
    public static var standardKind: StandardRecognizer.Kind { .rotation }
}
extension TransformRecognizer: LibraryRecognizer {
    public static var standardKind: StandardRecognizer.Kind { .transform }
}
extension StrokeRecognizer: LibraryRecognizer { public static var standardKind: StandardRecognizer.Kind { .stroke } }

/// Bytes that hold one recognizer, of whichever type was put in, and in which it is changed. (Out of an enum it would be copied for each
/// call, and back.)
///
/// The owner remembers that type and must ask for no other. A value must be plain bytes: it is never retained or destroyed.
struct RecognizerMemory: Sendable {
    /// 110 bytes: with the byte that says which type, and the one by which `EitherRecognizer` tells two kinds apart, 14 words.
    private var words = InlineArray<13, UInt64>(repeating: 0)
    private var bytes = InlineArray<6, UInt8>(repeating: 0)

    /// - Precondition: `recognizer` is plain bytes, at most 110.
    init<R: Recognizer>(_ recognizer: R) {
        precondition(RecognizerMemory.fits(R.self), "a recognizer that is no plain bytes, or more than 110")
        change(R.self) { $0 = recognizer }
    }

    /// Whether such a recognizer fits, and is plain bytes.
    static func fits<R: Recognizer>(_: R.Type) -> Bool {
        MemoryLayout<R>.size <= MemoryLayout<RecognizerMemory>.size
            && MemoryLayout<R>.alignment <= MemoryLayout<RecognizerMemory>.alignment && _isPOD(R.self)
    }

    // (One value of a type touches its size only, not the bytes up to its stride.)

    /// The recognizer in it.
    func read<R: Recognizer>(_: R.Type) -> R {
        unsafe withUnsafePointer(to: self) {
            unsafe UnsafeRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe $0.pointee }
        }
    }

    /// Changes the recognizer in it.
    mutating func change<R: Recognizer, Answer>(_: R.Type, _ body: (inout R) -> Answer) -> Answer {
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe UnsafeMutableRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe body(&$0.pointee) }
        }
    }
}
