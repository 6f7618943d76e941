import TaplineCore
import Testing

/// A microcontroller's pipeline: 10 fingers, 16 recognizers, the panel alone, 4 lines, no templates.
@Suite struct StateSizeTests {
    private struct Sink: EffectSink {
        typealias Streams = NoTouchStreams
        typealias Paths = NoStrokePaths
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
        mutating func emit(_ event: GestureEvent) {}
        mutating func emit(_ touch: TouchEvent) {}
        mutating func transfer(_ transfer: Transfer) {}
        mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
        mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    }

    @Test func microcontrollersPipelineFitsInto8Kilobytes() {
        #expect(MemoryLayout<Pipeline<FocalTech, StandardRecognizer, Sink, 10, 16, 1, 0, 4>>.size <= 8192)
    }

    /// What has grown, where the whole has.
    @Test func partsStayAsSmallAsTheyAre() {
        #expect(MemoryLayout<FocalTech>.size <= 585)
        #expect(MemoryLayout<TouchTable<10>>.size <= 2867)
        #expect(
            MemoryLayout<
                GestureEngine<StandardRecognizer, NoTouchStreams, NoStrokePaths, NoDelegateDecisions, 16, 1, 0>
            >.size <= 2842)
        #expect(MemoryLayout<OutputBank<Sink, 4>>.size <= 365)
    }
}
