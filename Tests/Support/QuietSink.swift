public import TaplineCore

/// A sink that keeps only what its test is about.
public protocol QuietSink: EffectSink {}

extension QuietSink {
    public mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    public mutating func emit(_ event: GestureEvent) {}
    public mutating func emit(_ touch: TouchEvent) {}
    public mutating func transfer(_ transfer: Transfer) {}
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    public mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}
