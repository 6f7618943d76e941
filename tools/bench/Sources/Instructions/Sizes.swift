import TaplineCore

/// A microcontroller's sink: gestures are told, neither zones' touch streams nor templates are wanted.
private struct SmallSink: EffectSink {
    typealias Streams = NoTouchStreams
    typealias Paths = NoStrokePaths

    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) {}
    mutating func transfer(_ transfer: Transfer) {}
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

/// 10 fingers, 16 recognizers, the panel alone, no templates, 4 lines: a microcontroller's pipeline.
private typealias SmallPipeline = Pipeline<FocalTech, StandardRecognizer, SmallSink, 10, 16, 1, 0, 4>
/// The same with zones' own touch streams and the ways of strokes.
private typealias FullPipeline = Pipeline<FocalTech, StandardRecognizer, CountingSink, 10, 16, 1, 0, 4>

/// Bytes of a pipeline and of what it consists of: one line each, the number first.
func printSizes() {
    print("\(MemoryLayout<SmallPipeline>.size) pipeline of 10 touches, 16 recognizers, 4 lines")
    print("\(MemoryLayout<FocalTech>.size)   driver")
    print("\(MemoryLayout<TouchTable<10>>.size)   table of 10 touches")
    print(
        "\(MemoryLayout<GestureEngine<StandardRecognizer, NoTouchStreams, NoStrokePaths, NoDelegateDecisions, 16, 1, 0>>.size)   engine of 16 recognizers"
    )
    print("\(MemoryLayout<OutputBank<CountingSink, 4>>.size)   4 lines")
    print("\(MemoryLayout<FullPipeline>.size) the same with touch streams of zones and ways of strokes")
    print("\(MemoryLayout<TouchStreams>.size)   touch streams")
    print("\(MemoryLayout<StrokePaths>.size)   ways")
    print(
        "\(MemoryLayout<MeasuredPipeline>.size) the daemon's: 16 touches, 32 recognizers, 33 zones, 64 templates, 16 lines"
    )
    print("\(MemoryLayout<StandardRecognizer>.stride) a place for any of these:")
    print("\(MemoryLayout<TapRecognizer>.size)   tap")
    print("\(MemoryLayout<CountedTapRecognizer>.size)   counted tap")
    print("\(MemoryLayout<LongPressRecognizer>.size)   long press")
    print("\(MemoryLayout<PanRecognizer>.size)   pan")
    print("\(MemoryLayout<SwipeRecognizer>.size)   swipe")
    print("\(MemoryLayout<EdgePanRecognizer>.size)   edge pan")
    print("\(MemoryLayout<PinchRecognizer>.size)   pinch")
    print("\(MemoryLayout<RotationRecognizer>.size)   rotation")
    print("\(MemoryLayout<TransformRecognizer>.size)   transform")
    print("\(MemoryLayout<StrokeRecognizer>.size)   stroke")
    print("\(MemoryLayout<Touch>.stride) a touch")
    print("\(MemoryLayout<VelocitySampleTable<10>>.size) last stretches of 10 touches")
    print("\(MemoryLayout<StrokePath>.stride) a touch's whole way")
    print("\(MemoryLayout<Transfer>.size) a transfer")
    print("\(MemoryLayout<Contacts>.size) a report's contacts")
    print("\(MemoryLayout<GestureEvent>.size) an event")
}
