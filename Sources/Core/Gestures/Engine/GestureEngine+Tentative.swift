public import TaplineTouches

// Taps of which events are emitted before it is sure that they are some: `tentative`, then exactly one `confirmed` or `revoked`. In
// every other respect such a tap is possible until it is confirmed.
extension GestureEngine {
    /// Emits `tentative` for those that are ready and have to wait.
    mutating func emitTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in (ready & tentative) - unconfirmed {
            unconfirmed.insert(r)
            emit(r, .tentative, &table, at: now, &handler, &sink)
        }
    }

    /// Emits that a discrete gesture is recognized.
    mutating func confirm<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        guard tentative.contains(r) else { return emit(r, .ended, &table, at: now, &handler, &sink) }
        if !unconfirmed.contains(r) { emit(r, .tentative, &table, at: now, &handler, &sink) }
        unconfirmed.remove(r)
        emit(r, .confirmed, &table, at: now, &handler, &sink)
    }

    /// Revokes what is not confirmed: no engine will be there to confirm it.
    public mutating func revokeTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in unconfirmed { fail(r, .touchCancelled, &table, at: now, &handler, &sink) }
    }
}
