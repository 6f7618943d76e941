import TestSupport

@testable import TaplineGestures

/// A union of recognizers changes them in memory that they share: each must fit, and be plain bytes.
@Suite struct RecognizerMemoryTests {
    private static func check<R: Recognizer>(_ recognizer: R, _ union: (R) -> StandardRecognizer) {
        var (recognizer, union) = (recognizer, union(recognizer))
        #expect(MemoryLayout<R>.size <= MemoryLayout<RecognizerMemory>.size, "\(recognizer.kind)")
        #expect(MemoryLayout<R>.alignment <= MemoryLayout<RecognizerMemory>.alignment, "\(recognizer.kind)")
        #expect(_isPOD(R.self), "\(recognizer.kind) holds a reference")
        // What is asked is the recognizer that was put in.
        #expect("\(union.kind)" == "\(recognizer.kind)")
        #expect(union.isContinuous == recognizer.isContinuous)
        #expect(union.fewestTouches == recognizer.fewestTouches)
        #expect(union.traits == recognizer.traits)
        #expect(union.deadline == recognizer.deadline)
        union.reset()
        #expect("\(union.kind)" == "\(recognizer.kind)")
    }

    @Test func everyKindFitsAndIsWhatWasPutIn() {
        Self.check(TapRecognizer(), StandardRecognizer.tap)
        Self.check(CountedTapRecognizer(), StandardRecognizer.countedTap)
        Self.check(LongPressRecognizer(), StandardRecognizer.longPress)
        Self.check(PanRecognizer(), StandardRecognizer.pan)
        Self.check(SwipeRecognizer(), StandardRecognizer.swipe)
        Self.check(EdgePanRecognizer(), StandardRecognizer.edgePan)
        Self.check(PinchRecognizer(), StandardRecognizer.pinch)
        Self.check(RotationRecognizer(), StandardRecognizer.rotation)
        Self.check(TransformRecognizer(), StandardRecognizer.transform)
        Self.check(StrokeRecognizer.filler, StandardRecognizer.stroke)
    }

    @Test func aRecognizerIsFourteenWords() { #expect(MemoryLayout<StandardRecognizer>.size == 14 * 8) }
}
