// The same pipeline behind another driver: each is specialised by itself, and thus proven by itself.

public import TaplineControllers
public import TaplineGestures
public import TaplineRuntime
public import TaplineTouches

/// The proof's panel with an Ilitek chip.
public typealias IlitekProofPipeline = Pipeline<Ilitek, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeIlitekProofPipeline(geometry: PanelGeometry) -> IlitekProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return IlitekProofPipeline(chip: Ilitek(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout IlitekProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout IlitekProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout IlitekProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout IlitekProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}
