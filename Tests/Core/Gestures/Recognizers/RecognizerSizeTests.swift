import TestSupport

@Suite struct RecognizerSizeTests {
    /// An enum of at most 14 words is changed in registers; beyond that it is copied three times for each visit.
    @Test(.enabled(if: MemoryLayout<Int>.size == 8)) func everyKindFitsIntoFourteenWords() {
        #expect(MemoryLayout<StandardRecognizer>.size <= 14 * MemoryLayout<Int>.size)
    }
}
