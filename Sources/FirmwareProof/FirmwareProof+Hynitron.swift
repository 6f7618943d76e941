// The same pipeline behind a third driver: each is specialised by itself, and thus proven by itself.

public import TaplineControllers
public import TaplineGestures
public import TaplineRuntime
public import TaplineTouches

/// The proof's panel with a Hynitron chip.
public typealias HynitronProofPipeline = Pipeline<Hynitron, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeHynitronProofPipeline(geometry: PanelGeometry) -> HynitronProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return HynitronProofPipeline(chip: Hynitron(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout HynitronProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout HynitronProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout HynitronProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout HynitronProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}
