// The same pipeline behind a driver of input devices, which has no chip.

public import TaplineControllers
public import TaplineGestures
public import TaplineRuntime
public import TaplineTouches

/// The proof's panel with an input device of the kernel's.
public typealias EvdevProofPipeline = Pipeline<EvdevDriver, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeEvdevProofPipeline(geometry: PanelGeometry) -> EvdevProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return EvdevProofPipeline(chip: EvdevDriver(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout EvdevProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout EvdevProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout EvdevProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout EvdevProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}
