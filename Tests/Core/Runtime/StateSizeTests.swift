import TestSupport

/// A microcontroller's pipeline: 10 fingers, 16 recognizers, the panel alone, 4 lines, no templates.
@Suite struct StateSizeTests {
    private struct Sink: QuietSink {
        typealias Streams = NoTouchStreams
        typealias Paths = NoStrokePaths
    }

    @Test func microcontrollersPipelineFitsInto8Kilobytes() {
        #expect(MemoryLayout<Pipeline<FocalTech, StandardRecognizer, Sink, 10, 16, 1, 0, 4>>.size <= 8192)
    }

    /// What has grown, where the whole has. (What is learned of ghosts, and what a board asks of contacts, take 548 bytes of the table: a period
    /// is learned at one of twelve places, because people touch others between. A rest of four stages takes 400 of the
    /// bank, six addresses and a place off the panel 16 of the driver.)
    @Test func partsStayAsSmallAsTheyAre() {
        #expect(MemoryLayout<FocalTech>.size <= 601)
        #expect(MemoryLayout<TouchTable<10>>.size <= 3545)
        #expect(
            MemoryLayout<
                GestureEngine<StandardRecognizer, NoTouchStreams, NoStrokePaths, NoDelegateDecisions, 16, 1, 0>
            >.size <= 2994)
        #expect(MemoryLayout<OutputBank<Sink, 4>>.size <= 775)
    }
}
