// A kind of one's own beside the library's: what EitherRecognizer passes on is specialised, and thus proven, by itself.

public import TaplineGestures
import TaplineOutputs
public import TaplineRuntime
public import TaplineTouches

/// The library's kinds and another one, which stands for a user's.
public typealias OwnKinds = EitherRecognizer<StandardRecognizer, TransformRecognizer>
/// From contacts to effects with them.
public typealias OwnKindProofGestures = GesturePipeline<OwnKinds, ProofSink, 10, 2, 1, 4, 1>

/// A pipeline with one gesture of either side, or nil where the setup is wrong.
public func makeOwnKindProofGestures(geometry: PanelGeometry) -> OwnKindProofGestures? {
    var setup = GestureSetup<OwnKinds, 2, 1, 4>()
    do throws(GestureSetup<OwnKinds, 2, 1, 4>.Problem) {
        _ = try setup.add(.first(.tap(TapRecognizer())))
        _ = try setup.add(.second(TransformRecognizer()))
    } catch {
        return nil
    }
    return OwnKindProofGestures(
        geometry: geometry, touchTimeout: .unlimited, setup: setup, outputs: OutputBank<ProofSink, 1>())
}

#if NOALLOC
    @_noAllocation
#endif
public func advance(_ pipeline: inout OwnKindProofGestures, _ sink: inout ProofSink, to now: Instant) -> Instant {
    pipeline.advance(to: now, into: &sink)
    return pipeline.deadline
}

#if NOALLOC
    @_noAllocation
#endif
public func report(
    _ pipeline: inout OwnKindProofGestures, _ sink: inout ProofSink, _ contacts: borrowing Contacts, at now: Instant
) {
    pipeline.report(contacts, at: now, into: &sink)
}
