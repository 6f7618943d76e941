// The same pipeline behind a fourth driver: each is specialised by itself, and thus proven by itself.

public import TaplineControllers
public import TaplineGestures
public import TaplineRuntime
public import TaplineTouches

/// The proof's panel with a CST3xx chip.
public typealias CST3xxProofPipeline = Pipeline<CST3xx, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeCST3xxProofPipeline(geometry: PanelGeometry) -> CST3xxProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return CST3xxProofPipeline(chip: CST3xx(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout CST3xxProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout CST3xxProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout CST3xxProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout CST3xxProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}
