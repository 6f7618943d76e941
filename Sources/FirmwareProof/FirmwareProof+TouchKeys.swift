// The same pipeline behind the drivers of touch keys: each is specialised by itself, and thus proven by itself.

public import TaplineControllers
public import TaplineGestures
public import TaplineRuntime
public import TaplineTouches

/// The proof's panel with an MPR121.
public typealias MPR121ProofPipeline = Pipeline<MPR121, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeMPR121ProofPipeline(geometry: PanelGeometry) -> MPR121ProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return MPR121ProofPipeline(chip: MPR121(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout MPR121ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout MPR121ProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout MPR121ProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout MPR121ProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}

/// The proof's panel with one of Microchip's touch keys.
public typealias CAP1xxxProofPipeline = Pipeline<CAP1xxx, StandardRecognizer, ProofSink, 10, 11, 5, 4, 4>

/// A pipeline as ``makeProofPipeline(geometry:)`` makes it, or nil where the setup is wrong.
public func makeCAP1xxxProofPipeline(geometry: PanelGeometry) -> CAP1xxxProofPipeline? {
    guard let gestures = makeProofGestures(geometry: geometry) else { return nil }
    return CAP1xxxProofPipeline(chip: CAP1xxx(), gestures: gestures)
}

#if NOALLOC
    @_noAllocation
#endif
public func start(_ pipeline: inout CAP1xxxProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.start(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func interrupt(_ pipeline: inout CAP1xxxProofPipeline, _ sink: inout ProofSink, at now: Instant) {
    pipeline.interrupt(at: now, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func complete(
    _ pipeline: inout CAP1xxxProofPipeline, _ sink: inout ProofSink, _ outcome: ControllerInput, at now: Instant,
    received: borrowing BusBytes
) {
    pipeline.complete(outcome, at: now, received: received, into: &sink)
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout CAP1xxxProofPipeline, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}
