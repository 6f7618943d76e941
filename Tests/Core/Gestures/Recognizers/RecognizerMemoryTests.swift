import TestSupport

@testable import TaplineGestures

/// The library's kinds are changed in memory that fits the largest: each must fit, be plain bytes, and come out as what was put in.
@Suite struct RecognizerMemoryTests {
    private static func check<R: LibraryRecognizer>(
        _ recognizer: R, _ union: (R) -> StandardRecognizer, _ kind: StandardRecognizer.Kind
    ) throws {
        try #require(RecognizerMemory.fits(R.self), "\(R.self) is no plain bytes, or too large")
        var (recognizer, union) = (recognizer, union(recognizer))
        #expect(union.standardKind == kind)
        #expect(union.recognizer(R.self) != nil)
        #expect("\(union.kind)" == "\(recognizer.kind)")
        #expect(union.isContinuous == recognizer.isContinuous)
        #expect(union.fewestTouches == recognizer.fewestTouches)
        #expect(union.traits == recognizer.traits)
        #expect(union.deadline == recognizer.deadline)
        union.reset()
        #expect("\(union.kind)" == "\(recognizer.kind)")
    }

    @Test(arguments: (UInt8.min...UInt8.max).compactMap(StandardRecognizer.Kind.init))
    func everyKindFitsAndIsWhatWasPutIn(kind: StandardRecognizer.Kind) throws {
        switch kind {
        case .tap: try Self.check(TapRecognizer(), StandardRecognizer.tap, kind)
        case .countedTap: try Self.check(CountedTapRecognizer(), StandardRecognizer.countedTap, kind)
        case .longPress: try Self.check(LongPressRecognizer(), StandardRecognizer.longPress, kind)
        case .pan: try Self.check(PanRecognizer(), StandardRecognizer.pan, kind)
        case .swipe: try Self.check(SwipeRecognizer(), StandardRecognizer.swipe, kind)
        case .edgePan: try Self.check(EdgePanRecognizer(), StandardRecognizer.edgePan, kind)
        case .pinch: try Self.check(PinchRecognizer(), StandardRecognizer.pinch, kind)
        case .rotation: try Self.check(RotationRecognizer(), StandardRecognizer.rotation, kind)
        case .transform: try Self.check(TransformRecognizer(), StandardRecognizer.transform, kind)
        case .stroke: try Self.check(StrokeRecognizer.filler, StandardRecognizer.stroke, kind)
        }
    }

    @Test func aKindIsNoOtherOne() {
        #expect(StandardRecognizer.pan(PanRecognizer()).recognizer(EdgePanRecognizer.self) == nil)
    }

    @Test func aReferenceAWideAlignmentOrTooManyBytesDoNotFit() {
        final class Box: Sendable {}
        #expect(RecognizerMemory.fits(Holder<InlineArray<13, UInt64>>.self))
        #expect(!RecognizerMemory.fits(Holder<InlineArray<14, UInt64>>.self))
        #expect(!RecognizerMemory.fits(Holder<SIMD4<Float>>.self))
        #expect(!RecognizerMemory.fits(Holder<Box>.self))
    }

    @Test func aRecognizerIsFourteenWordsAlsoBesideAnotherKind() {
        #expect(MemoryLayout<StandardRecognizer>.stride == 14 * 8)
        #expect(MemoryLayout<EitherRecognizer<StandardRecognizer, Holder<UInt8>>>.stride == 14 * 8)
    }
}

/// A kind of one's own that holds a value.
private struct Holder<Value: Sendable>: Recognizer {
    var value: Value?
    var kind: StaticString { "holder" }
    var isContinuous: Bool { false }
    static var filler: Holder { Holder() }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { .ignore }
    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .possible }
    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot { .none }
    mutating func reset() {}
}
